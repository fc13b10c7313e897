/* SPDX-License-Identifier: Apache-2.0 */
/* What the tile reports, as rows: copies bytes and returns. tile/probe.h */
#include "results/sink_internal.h"

#include <assert.h>

static void sink_probe_on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct results_sink *sink = user;
    assert(insn->seq < UINT64_C(1) << (63 - ACCESS_ID_BITS));
    assert(insn->seq >= sink->seq);
    sink->seq = insn->seq;
    sink->word = insn->word;
    sink->insn = insn->insn;
    sink->weakest = insn->rests_on;
    sink->is_core = insn->unit == TT_UNIT_CORE;
    if (!sink->is_core)
        sink_origin_word(sink, insn);
    sink->of_word = insn->rests_on;
    if (sink->status == TT_OK && sink->what & RESULTS_INSTRUCTIONS && !sink->is_core) {
        sink_insn(sink, insn);
        sink->of_word = sink->insns.last_fact;
    }
}

static void sink_probe_on_insn_end(void *user, const struct probe_insn *insn)
{
    struct results_sink *sink = user;
    if (sink->weakest && !insn->has_waited)
        sink_evidence(sink);
    for (; sink->touched; sink->touched &= sink->touched - 1)
        group_end(sink, sink->group[__builtin_ctzll(sink->touched)]);
}

static void sink_probe_on_stage(void *user, const struct probe_stage *stage)
{
    struct results_sink *sink = user;
    if (sink->status == TT_OK)
        group_stage(sink, stage);
}

static void sink_probe_on_implied(void *user, const struct probe_implied *implied)
{
    struct results_sink *sink = user;
    if (sink->status == TT_OK)
        group_implied(sink, implied);
}

static void sink_probe_on_access(void *user, const struct probe_access *access)
{
    struct results_sink *sink = user;
    assert(access->lo <= access->hi);
    if (sink->status != TT_OK)
        return;
    if (sink->what & RESULTS_ACCESSES)
        sink_access(sink, access);
    if (sink->what & RESULTS_STAGES && access->stream != ACCESS_PLAIN)
        group_access(sink, access);
}

static void sink_probe_on_series(void *user, const struct probe_series *series)
{
    struct results_sink *sink = user;
    if (sink->status == TT_OK && series->one.stream == ACCESS_PLAIN && sink->what & RESULTS_ACCESSES)
        sink_series(sink, series);
    else
        probe_each(series, sink_probe_on_access, sink);
}

static void sink_probe_on_finding(void *user, const struct probe_finding *finding)
{
    struct results_sink *sink = user;
    sink->weakest = evidence_weaker(sink->weakest, finding->rests_on);
    const int64_t kind = sink_use_finding(sink, finding->id);
    row_begin(&sink->rows, ROW_FINDING);
    row_int(&sink->rows, (int64_t)sink->seq);
    row_int(&sink->rows, kind);
    row_int(&sink->rows, (int)finding->unit);
    row_int(&sink->rows, finding->instance);
    row_text(&sink->rows, finding->detail);
    if (sink->is_core)
        row_null(&sink->rows);
    else
        row_int(&sink->rows, sink->word);
    sink_row_end(sink);
    if (sink->status == TT_OK && !sink->is_core)
        sink_word(sink, sink->word);
}

const struct probe sink_probe = {
    .insn_begin = sink_probe_on_insn_begin,
    .insn_end = sink_probe_on_insn_end,
    .stage = sink_probe_on_stage,
    .access = sink_probe_on_access,
    .finding = sink_probe_on_finding,
    .series = sink_probe_on_series,
    .implied = sink_probe_on_implied,
};
