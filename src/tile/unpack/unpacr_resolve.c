/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR's first paragraph: which context, whose counters, which settings, and what in them raises a finding. U-1.1,
 * U-3.2, U-3.3 */
#include "tile/unpack/unpacr.h"

#include "unpack_findings.h"
#include "unpack_insns.h"

enum { CONTEXT_MASK = UNPACK_CONTEXTS - 1, RECORDED_CONTEXTS = 2, UNPACKER1_CONTEXTS = 2 };

static void unpacr_resolve_finding(const struct unpacr *job, finding_id id, uint32_t number)
{
    tile_finding(job->tile, id, unpack_unit(job->unpacker), 0, "%s (%#x)", finding_get(id)->doc, (unsigned)number);
}

static unsigned unpacr_resolve_context_of(const struct unpacr *job)
{
    if (!job->f->ovrd_thread_id)
        return 0;
    const uint32_t own = job->f->auto_inc_context_id ? job->tile->state.small.unp_context[job->unpacker][job->thread]
                                                     : job->f->cfg_context_id;
    return (own + unpack_thread_get(job->tile, job->thread)->context_offset[job->unpacker]) & CONTEXT_MASK;
}

unsigned unpack_context_of(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_unpacr f = isa_decode_unpacr(tile->chip->id, word);
    const struct unpacr job = {.tile = tile, .thread = thread, .unpacker = f.unpack_block_selection, .f = &f};
    return unpacr_resolve_context_of(&job);
}

static unsigned adc_of(const struct unpacr *job)
{
    if (!job->f->ovrd_thread_id)
        return job->thread;
    return job->f->addr_cnt_context_id < THREADS ? job->f->addr_cnt_context_id : 0;
}

/* The row decodes the word's own fields of the context. */
static void warn_of_context(const struct unpacr *job)
{
    const struct insn_unpacr *f = job->f;
    if (job->unpacker == 1 && job->context >= UNPACKER1_CONTEXTS)
        unpacr_resolve_finding(job, FINDING_UNPACK_CONTEXT_UNDEFINED, job->context);
    if (job->context >= RECORDED_CONTEXTS)
        unpacr_resolve_finding(job, FINDING_UNPACK_CONTEXT_NOT_RECORDED, job->context);
    if (f->ovrd_thread_id && !f->addr_cnt_context_id && job->thread)
        unpacr_resolve_finding(job, FINDING_UNPACK_ADC_CONTEXT_NOT_RECORDED, 0);
}

void unpacr_resolve(struct unpacr *job)
{
    job->context = unpacr_resolve_context_of(job);
    job->adc = adc_of(job);
    job->set = unpack_settings_get(job->tile, job->thread, job->unpacker, job->context, job->f->ovrd_thread_id);
    if (!tile_probed(job->tile, PROBE_FINDING))
        return;
    warn_of_context(job);
    for (unsigned i = 0; i < job->set->warning_count; i++)
        unpacr_resolve_finding(job, (finding_id)job->set->warnings[i], job->context);
}
