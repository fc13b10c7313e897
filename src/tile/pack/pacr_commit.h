/* SPDX-License-Identifier: Apache-2.0 */
/* PACR's last paragraph, the part that every PACR does: position, counters, the words that recordings show. It is
 * inline, since such control costs an ordinary PACR more than its datums. P-3.13 to P-3.15, P-5.3, P-9.10 */
#pragma once

#include "tile/adc/adc.h"
#include "tile/pack/pacr.h"

static inline void pacr_advance(const struct pack_settings *set, struct packer *self, uint32_t rows, uint32_t datums)
{
    if (!set->steps_position_by_interface) {
        pack_position_advance(set, &self->position, datums);
        return;
    }
    self->position.y += rows; /* C-36: wraps on an exact hit only */
    if (self->position.y == set->plane_rows) {
        self->position.y = 0;
        self->position.z++;
    }
}

static inline void pacr_publish(struct tile *tile, unsigned i, const struct pack_settings *set, bool closes)
{
    const struct packer *self = &tile->state.pack.packer[i];
    tile->state.small.packer.in_tile = !closes; /* one word for all packers */
    tile->state.small.packer.tpg[i][0] = self->position.x;
    tile->state.small.packer.tpg[i][1] = self->position.y;
    tile->state.small.packer.tpg[i][2] = self->position.z;
    tile->state.small.packer.data_addr[i] = self->data.addr + self->group_count * set->datum_bits / 8;
    tile->state.small.packer.exp_addr[i] = self->exponent_base + self->exponent_count;
}

static inline void pacr_step_channel(struct adc_channel *at, const struct pack_channel_mod *mod)
{
    if (mod->carries_y)
        at->y = at->y_cr;
    at->y = (at->y + mod->y_incr) & mod->y_mask;
    at->z = (at->z + mod->z_incr) & mod->z_mask;
    if (mod->carries_y || mod->clears_y)
        at->y_cr = at->y;
    if (mod->clears_z)
        at->z_cr = 0;
}

static inline void pacr_step_adc(struct tile *tile, struct adc_unit *unit, const struct pack_addr_mod *mod)
{
    for (unsigned i = 0; i < ADC_CHANNELS; i++) {
        struct adc_channel *at = &unit->ch[i];
        const struct pack_channel_mod *step = &mod->channel[i];
        const uint32_t y[2] = {at->y, at->y_cr}, z[2] = {at->z, at->z_cr};
        pacr_step_channel(at, step);
        if (!tile_probed(tile, PROBE_ACCESS))
            continue;
        if (step->y_incr || step->carries_y || step->clears_y)
            adc_report(tile, &at->y, &at->y_cr, y);
        if (step->z_incr || step->clears_z)
            adc_report(tile, &at->z, &at->z_cr, z);
    }
}
