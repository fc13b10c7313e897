/* SPDX-License-Identifier: Apache-2.0 */
/* PACR's first paragraph: who takes part under which settings, and what raises a finding. P-1.2, P-1.3, P-3.2, P-3.5,
 * P-3.6, P-3.12 */
#include "tile/pack/pacr.h"

#include "pack_findings.h"

enum { ALL_INTERFACES = 15 };

static void pacr_resolve_finding(const struct pacr *job, finding_id id, unsigned packer, uint32_t number)
{
    tile_finding(job->tile, id, TT_UNIT_PACK, packer, "%s (%#x)", finding_get(id)->doc, (unsigned)number);
}

static unsigned adc_set(const struct pacr *job, const struct pack_settings *set, unsigned packer)
{
    if (!job->f->ovrd_thread_id)
        return job->thread;
    const bool is_in_word = job->tile->chip->packer_has_read_interfaces;
    const unsigned chosen = is_in_word ? job->f->addr_cnt_context : set->addr_cnt_context;
    if (chosen < THREADS)
        return chosen;
    if (!is_in_word)
        pacr_resolve_finding(job, FINDING_PACK_ADC_CONTEXT_3, packer, chosen);
    return 0;
}

static void pacr_resolve_add_lane(struct pacr *job, unsigned packer, unsigned section, unsigned interfaces)
{
    struct pacr_lane *lane = &job->lanes[job->lane_count++];
    lane->packer = packer;
    lane->set = pack_settings_get(job->tile, job->thread, section);
    lane->adc = adc_set(job, lane->set, packer);
    lane->source = job->f->zero_write ? PACK_FROM_ZERO : lane->set->source;
    lane->interfaces = interfaces;
}

static void add_lanes(struct pacr *job, unsigned mask)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        if (mask >> i & 1)
            pacr_resolve_add_lane(job, i, i, 0);
    }
}

/* P-3.5 */
static void resolve_packers(struct pacr *job)
{
    add_lanes(job, job->f->packer_mask ? job->f->packer_mask : 1);
}

/* P-1.2: the context is the instruction's, or that of a counter. */
static unsigned pacr_resolve_context_of(struct pacr *job)
{
    job->uses_context_counter = job->f->ctxt_ctrl & 1;
    return job->uses_context_counter ? job->tile->state.pack.context & 3 : job->f->cfg_context;
}

static unsigned count_bits(unsigned mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* P-3.12: at the end of a plane the hardware may take fewer rows than the instruction says. */
static unsigned last_interfaces(const struct pacr *job, const struct pack_settings *set, unsigned mask)
{
    const struct packer *self = &job->tile->state.pack.packer[0];
    const uint32_t left = set->plane_rows - (self->is_in_tile || set->keeps_position ? self->position.y : 0);
    return set->sets_last_interface && left < count_bits(mask) && left > 0 ? (1u << left) - 1 : mask;
}

static void resolve_interfaces(struct pacr *job)
{
    const unsigned for_zero = tile_variant(job->tile, VARIANT_PACK_INTERFACE_ZERO_MASK) != 0 ? 1 : ALL_INTERFACES;
    const unsigned mask = job->f->read_intf_sel ? job->f->read_intf_sel : for_zero;
    if (tile_variant(job->tile, VARIANT_PACK_PACKERS) != 0) { /* C-3: four packers as on Wormhole */
        add_lanes(job, mask);
        return;
    }
    pacr_resolve_add_lane(job, 0, pacr_resolve_context_of(job), mask);
    struct pacr_lane *lane = &job->lanes[0];
    lane->interfaces = last_interfaces(job, lane->set, mask);
    if (job->f->zero_write && !job->f->read_intf_sel) /* P-3.10: counted by X alone */
        lane->interfaces = 0;
}

static void raise_warnings(const struct pacr *job)
{
    for (unsigned i = 0; i < job->lane_count; i++) {
        const struct pacr_lane *lane = &job->lanes[i];
        for (unsigned d = 0; d < lane->set->warning_count; d++)
            pacr_resolve_finding(job, (finding_id)lane->set->warnings[d], lane->packer, lane->set->section);
    }
}

bool pacr_resolve(struct pacr *job)
{
    if (!job->tile->chip->packer_has_read_interfaces) {
        resolve_packers(job);
    } else if (job->f->ctxt_ctrl == 2) {
        job->tile->state.pack.context = 0;
        job->tile->state.pack.context_planes = 0;
        return false;
    } else {
        resolve_interfaces(job);
    }
    if (tile_probed(job->tile, PROBE_FINDING))
        raise_warnings(job);
    return true;
}
