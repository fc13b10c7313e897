/* SPDX-License-Identifier: Apache-2.0 */
/* How the replay was held against the recording, as rows. */
#include "results/sink_internal.h"

void results_checkpoint(struct results_sink *sink, uint32_t checkpoint, const char *id, int64_t after_event)
{
    sqlite3_stmt *insert = sink->insert[ROW_CHECKPOINT];
    (void)sqlite3_bind_int64(insert, 1, checkpoint);
    (void)sqlite3_bind_text(insert, 2, id ? id : "", -1, SQLITE_STATIC);
    /* Where seq counts steps, the checkpoint is held after the step at work. */
    (void)sqlite3_bind_int64(insert, 3, sink->is_executed ? after_event : database_int(sink->seq));
    sink_insert(sink, ROW_CHECKPOINT);
}

void results_comparison(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint64_t known_bytes,
                        uint64_t equal_bytes, uint64_t differing_bytes, uint64_t tainted_bytes)
{
    sqlite3_stmt *insert = sink->insert[ROW_COMPARISON];
    (void)sqlite3_bind_int64(insert, 1, checkpoint);
    (void)sqlite3_bind_int(insert, 2, (int)space);
    (void)sqlite3_bind_int64(insert, 3, database_int(known_bytes));
    (void)sqlite3_bind_int64(insert, 4, database_int(equal_bytes));
    (void)sqlite3_bind_int64(insert, 5, database_int(differing_bytes));
    (void)sqlite3_bind_int64(insert, 6, database_int(tainted_bytes));
    sink_insert(sink, ROW_COMPARISON);
}

void results_mismatch(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t hi,
                      const uint8_t *held, const uint8_t *replayed, const uint8_t *known, bool is_tainted)
{
    sqlite3_stmt *insert = sink->insert[ROW_MISMATCH];
    int bytes = (int)(hi - lo);
    (void)sqlite3_bind_int64(insert, 1, checkpoint);
    (void)sqlite3_bind_int(insert, 2, (int)space);
    (void)sqlite3_bind_int64(insert, 3, lo);
    (void)sqlite3_bind_int64(insert, 4, hi);
    (void)sqlite3_bind_int(insert, 5, is_tainted);
    (void)sqlite3_bind_blob(insert, 6, held, bytes, SQLITE_STATIC);
    (void)sqlite3_bind_blob(insert, 7, replayed, bytes, SQLITE_STATIC);
    (void)sqlite3_bind_blob(insert, 8, known, bytes, SQLITE_STATIC);
    sink_insert(sink, ROW_MISMATCH);
}

void results_taint(struct results_sink *sink, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    sqlite3_stmt *insert = sink->insert[ROW_TAINT];
    (void)sqlite3_bind_int64(insert, 1, database_int(seq));
    (void)sqlite3_bind_int(insert, 2, (int)space);
    (void)sqlite3_bind_int64(insert, 3, lo);
    (void)sqlite3_bind_int64(insert, 4, hi);
    sink_insert(sink, ROW_TAINT);
}

void results_wait(struct results_sink *sink, const struct results_wait_row *wait)
{
    sqlite3_stmt *insert = sink->insert[ROW_WAIT];
    (void)sqlite3_bind_int(insert, 1, wait->thread);
    (void)sqlite3_bind_int(insert, 2, wait->is_core);
    (void)sqlite3_bind_int64(insert, 3, database_int(wait->first_seq));
    (void)sqlite3_bind_int64(insert, 4, database_int(wait->last_seq));
    (void)sqlite3_bind_int64(insert, 5, database_int(wait->event));
    (void)sqlite3_bind_text(insert, 6, wait->what ? wait->what : "", -1, SQLITE_STATIC);
    sink_insert(sink, ROW_WAIT);
}
