/* SPDX-License-Identifier: Apache-2.0 */
/* What the tile tells, as rows: copies bytes and returns. tile/probe.h */
#include "results/sink_internal.h"

#include <assert.h>

static void on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct results_sink *sink = user;
    assert(insn->seq < UINT64_C(1) << (63 - ACCESS_ID_BITS));
    if (insn->seq != sink->seq)
        sink->accesses = 0;
    sink->seq = insn->seq;
    if (!(sink->what & RESULTS_INSTRUCTIONS) || insn->unit == TT_UNIT_CORE)
        return;
    sqlite3_stmt *insert = sink->insert[ROW_INSTRUCTION];
    (void)sqlite3_bind_int64(insert, 1, (sqlite3_int64)insn->seq);
    (void)sqlite3_bind_int(insert, 2, insn->thread);
    (void)sqlite3_bind_int(insert, 3, (int)insn->unit);
    (void)sqlite3_bind_int64(insert, 4, insn->word);
    sink_insert(sink, ROW_INSTRUCTION);
}

static void on_insn_end(void *user, const struct probe_insn *insn)
{
    (void)insn;
    struct results_sink *sink = user;
    for (int i = 0; sink->touched; i++, sink->touched >>= 1)
        if (sink->touched & 1)
            group_end(sink, sink->group[i]);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct results_sink *sink = user;
    if (sink->status == TT_OK)
        group_stage(sink, stage);
}

static void bind_bytes(sqlite3_stmt *insert, int column, const uint8_t *bytes, uint32_t count)
{
    if (bytes && count)
        (void)sqlite3_bind_blob(insert, column, bytes, (int)count, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(insert, column);
}

static void insert_access(struct results_sink *sink, const struct probe_access *access)
{
    if (sink->accesses >> ACCESS_ID_BITS) {
        sink_failed(sink, TT_UNSUPPORTED, "an instruction made more than 65536 accesses, and no more are kept of one");
        return;
    }
    uint32_t bytes = access->hi - access->lo;
    uint32_t *longest = &sink->longest[access->space][access->is_write];
    *longest = bytes > *longest ? bytes : *longest;
    sqlite3_stmt *insert = sink->insert[ROW_ACCESS];
    (void)sqlite3_bind_int64(insert, 1, (sqlite3_int64)(sink->seq << ACCESS_ID_BITS | sink->accesses++));
    (void)sqlite3_bind_int(insert, 2, (int)access->space);
    (void)sqlite3_bind_int(insert, 3, (int)access->unit);
    (void)sqlite3_bind_int(insert, 4, access->instance);
    (void)sqlite3_bind_int(insert, 5, (int)access->stream);
    (void)sqlite3_bind_int(insert, 6, access->is_write);
    (void)sqlite3_bind_int64(insert, 7, access->lo);
    (void)sqlite3_bind_int64(insert, 8, access->hi);
    (void)sqlite3_bind_int64(insert, 9, access->tile);
    (void)sqlite3_bind_int64(insert, 10, access->first_datum);
    bind_bytes(insert, 11, access->is_write ? access->before : NULL, bytes);
    bind_bytes(insert, 12, access->is_write ? access->after : NULL, bytes);
    sink_insert(sink, ROW_ACCESS);
}

static void on_access(void *user, const struct probe_access *access)
{
    struct results_sink *sink = user;
    assert(access->lo <= access->hi);
    if (sink->status != TT_OK)
        return;
    if (sink->what & RESULTS_STAGES)
        group_access(sink, access);
    if (sink->what & RESULTS_ACCESSES)
        insert_access(sink, access);
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    struct results_sink *sink = user;
    sqlite3_stmt *insert = sink->insert[ROW_FINDING];
    (void)sqlite3_bind_int64(insert, 1, (sqlite3_int64)sink->seq);
    (void)sqlite3_bind_int(insert, 2, (int)finding->id);
    (void)sqlite3_bind_int(insert, 3, (int)finding->unit);
    (void)sqlite3_bind_int(insert, 4, finding->instance);
    (void)sqlite3_bind_text(insert, 5, finding->detail, -1, SQLITE_STATIC);
    sink_insert(sink, ROW_FINDING);
}

const struct probe sink_probe = {
    .insn_begin = on_insn_begin,
    .insn_end = on_insn_end,
    .stage = on_stage,
    .access = on_access,
    .finding = on_finding,
};
