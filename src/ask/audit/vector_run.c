/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers a run of vector instructions from a database: the words, then the values of their stages. */
#include "ask/audit/audit.h"

#include "ask/run/insn_trace.h"
#include "base/search.h"

struct vector_gatherer {
    struct vector_run *run;
    unsigned thread;
};

static enum tt_status vector_run_take_insn(void *user, const struct results_insn_row *row)
{
    struct vector_gatherer *gatherer = user;
    struct vector_run *run = gatherer->run;
    if (row->thread != gatherer->thread)
        return TT_OK;
    run->steps[run->count++] = (struct vector_step){.seq = row->seq, .word = row->word};
    return run->count == VECTOR_RUN_MAX ? TT_END : TT_OK;
}

static const struct stage_values *stage_named(const struct insn_trace *trace, const char *name)
{
    return FIND(trace->stages, trace->stage_count, strcmp(item->name, name) == 0 && item->count == VECTOR_RUN_LANES);
}

static void vector_run_take_stages(struct vector_step *step, const struct insn_trace *trace)
{
    const struct stage_values *lanes = stage_named(trace, "lanes"), *result = stage_named(trace, "result");
    const struct stage_values *flags = stage_named(trace, "flags"), *shown = result ? result : flags;
    for (unsigned lane = 0; lanes && lane < VECTOR_RUN_LANES; lane++)
        step->enabled |= (lanes->values[lane] & 1) << lane;
    step->has_result = result != NULL;
    step->has_flags = !result && flags;
    for (unsigned lane = 0; shown && lane < VECTOR_RUN_LANES; lane++)
        step->values[lane] = shown->values[lane];
}

enum tt_status vector_run_load(struct vector_run *run, struct results *results, uint64_t first, unsigned thread,
                               struct tt_error *err)
{
    struct insn_trace trace OWNED(insn_trace_clear) = {0};
    struct vector_gatherer gatherer = {run, thread};
    run->count = 0;
    TRY(results_each_insn(results, first, INT64_MAX, UINT32_C(1) << TT_UNIT_VECTOR, vector_run_take_insn, &gatherer,
                          err));
    for (size_t i = 0; i < run->count; i++) {
        TRY(insn_trace_load(&trace, results, TT_UNIT_VECTOR, 0, run->steps[i].seq, err));
        vector_run_take_stages(&run->steps[i], &trace);
    }
    return TT_OK;
}
