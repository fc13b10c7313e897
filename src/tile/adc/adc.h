/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters (F37, P-3.16): what their instructions share.
 * Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

enum adc_dimension { ADC_X, ADC_Y, ADC_Z, ADC_W, ADC_DIMENSIONS };
enum { ADC_UNITS = 3, ADC_CHANNELS = 2 }; /* unpacker 0, unpacker 1, packers */

/* The effect of an instruction on a counter and its carry copy. Callers pass constants, so that it costs no call. */
typedef void adc_action(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask);

/* Both take the value. */
static inline void adc_assign(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    *counter = *carry = value & mask;
}

/* The counter alone grows. */
static inline void adc_advance(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)carry;
    *counter = (*counter + value) & mask;
}

/* The copy grows, and the counter becomes it. */
static inline void adc_carry_on(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    *counter = *carry = (*carry + value) & mask;
}

/* One of the two takes the value. */
static inline void adc_assign_counter(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)carry;
    *counter = value & mask;
}

static inline void adc_assign_carry(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)counter;
    *carry = value & mask;
}

/* The bits a counter of this dimension has on this chip (F37; variant adc_zw13). */
static inline uint32_t adc_mask(const struct tile *tile, enum adc_dimension dimension)
{
    if (dimension == ADC_X)
        return 0x3FFFF;
    if (dimension == ADC_Y)
        return 0x1FFF;
    /* C-10: 8 bits are recorded on both chips; newer pages give Blackhole 13. */
    const bool is_wide =
        tile->chip->adc_zw_may_be_wide && tile_variant(tile, VARIANT_ADC_ZW_WIDTH) == ADC_ZW_WIDTH_BITS13;
    return is_wide ? 0x1FFF : 0xFF;
}

/* The thread whose counters an instruction means: an override of 0 is the thread's own, k is thread k - 1. */
static inline unsigned adc_thread(unsigned thread, uint32_t override)
{
    return override ? override - 1 : thread;
}

static inline struct adc_unit *adc_unit_of(struct adc_set *set, unsigned unit)
{
    return unit == 0 ? &set->unp0 : unit == 1 ? &set->unp1 : &set->pack;
}

static inline uint32_t *adc_counter_of(struct adc_channel *channel, enum adc_dimension dimension)
{
    uint32_t *const xy = dimension == ADC_X ? &channel->x : &channel->y;
    uint32_t *const zw = dimension == ADC_Z ? &channel->z : &channel->w;
    return dimension < ADC_Z ? xy : zw;
}

static inline uint32_t *adc_carry_of(struct adc_channel *channel, enum adc_dimension dimension)
{
    uint32_t *const xy = dimension == ADC_X ? &channel->x_cr : &channel->y_cr;
    uint32_t *const zw = dimension == ADC_Z ? &channel->z_cr : &channel->w_cr;
    return dimension < ADC_Z ? xy : zw;
}

/* The probe gets a counter and its copy, of which one was changed at least. */
void adc_report(struct tile *tile, const uint32_t *counter, const uint32_t *carry, const uint32_t before[static 2]);

TILE_INLINE void adc_act(struct tile *tile, struct adc_channel *channel, enum adc_dimension dimension,
                         adc_action *action, uint32_t value)
{
    uint32_t *counter = adc_counter_of(channel, dimension), *carry = adc_carry_of(channel, dimension);
    const uint32_t before[2] = {*counter, *carry};
    action(counter, carry, value, adc_mask(tile, dimension));
    if (tile_probed(tile, PROBE_ACCESS))
        adc_report(tile, counter, carry, before);
}

/* Does action to one counter of the units that bits 0 to 2 of `units` select (unpacker 0, unpacker 1, packers). */
TILE_INLINE void adc_apply(struct tile *tile, unsigned thread, uint32_t units, unsigned channel,
                           enum adc_dimension dimension, adc_action *action, uint32_t value)
{
    for (unsigned unit = 0; unit < ADC_UNITS; unit++) {
        if (units >> unit & 1)
            adc_act(tile, &adc_unit_of(&tile->state.small.adc[thread], unit)->ch[channel], dimension, action, value);
    }
}

/* The four counters that the XY and ZW instructions reach, in the order of their mask: first and second dimension of
 * channel 0, then of channel 1. */
struct adc_four {
    uint32_t units, counters; /* masks */
    uint32_t value[4];
};

/* `what` by value, so that it stays in registers: else loads of pairs would wait for the stores just before. */
TILE_INLINE void adc_apply_four(struct tile *tile, unsigned thread, enum adc_dimension first, struct adc_four what,
                                adc_action *action)
{
    for (unsigned which = 0; which < ADC_UNITS; which++) {
        struct adc_unit *unit = adc_unit_of(&tile->state.small.adc[thread], which);
        for (unsigned i = 0; (what.units >> which & 1) && i < 4; i++) {
            if (what.counters >> i & 1)
                adc_act(tile, &unit->ch[i / 2], (enum adc_dimension)(first + i % 2), action, what.value[i]);
        }
    }
}
