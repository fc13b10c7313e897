/* SPDX-License-Identifier: Apache-2.0 */
/* How the replay was held against the recording, as rows. */
#include "results/sink_internal.h"

void results_checkpoint(struct results_sink *sink, uint32_t checkpoint, const char *id, int64_t after_event)
{
    row_begin(&sink->rows, ROW_CHECKPOINT);
    row_int(&sink->rows, checkpoint);
    row_text(&sink->rows, id ? id : "");
    /* Where seq counts steps, the checkpoint is held after the step at work. */
    row_int(&sink->rows, sink->is_executed ? after_event : database_int(sink->seq));
    sink_row_end(sink);
}

void results_comparison(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint64_t known_bytes,
                        uint64_t equal_bytes, uint64_t differing_bytes, uint64_t tainted_bytes)
{
    row_begin(&sink->rows, ROW_COMPARISON);
    row_int(&sink->rows, checkpoint);
    row_int(&sink->rows, (int)space);
    row_int(&sink->rows, database_int(known_bytes));
    row_int(&sink->rows, database_int(equal_bytes));
    row_int(&sink->rows, database_int(differing_bytes));
    row_int(&sink->rows, database_int(tainted_bytes));
    sink_row_end(sink);
}

void results_mismatch(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t hi,
                      const uint8_t *held, const uint8_t *replayed, const uint8_t *known, bool is_tainted)
{
    const size_t bytes = hi - lo;
    row_begin(&sink->rows, ROW_MISMATCH);
    row_int(&sink->rows, checkpoint);
    row_int(&sink->rows, (int)space);
    row_int(&sink->rows, lo);
    row_int(&sink->rows, hi);
    row_int(&sink->rows, is_tainted);
    row_bytes(&sink->rows, held, bytes);
    row_bytes(&sink->rows, replayed, bytes);
    row_bytes(&sink->rows, known, bytes);
    sink_row_end(sink);
}

void results_finding(struct results_sink *sink, uint64_t event, const struct probe_finding *finding)
{
    row_begin(&sink->rows, ROW_FINDING);
    row_int(&sink->rows, sink->is_executed ? database_int(event) : 0);
    row_int(&sink->rows, (int)finding->id);
    row_int(&sink->rows, (int)finding->unit);
    row_int(&sink->rows, finding->instance);
    row_text(&sink->rows, finding->detail);
    row_null(&sink->rows);
    sink_row_end(sink);
}

void results_taint(struct results_sink *sink, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    row_begin(&sink->rows, ROW_TAINT);
    row_int(&sink->rows, database_int(seq));
    row_int(&sink->rows, (int)space);
    row_int(&sink->rows, lo);
    row_int(&sink->rows, hi);
    sink_row_end(sink);
}

void results_wait(struct results_sink *sink, const struct results_wait_row *wait)
{
    row_begin(&sink->rows, ROW_WAIT);
    row_int(&sink->rows, wait->thread);
    row_int(&sink->rows, wait->is_core);
    row_int(&sink->rows, database_int(wait->first_seq));
    row_int(&sink->rows, database_int(wait->last_seq));
    row_int(&sink->rows, database_int(wait->event));
    row_text(&sink->rows, wait->what ? wait->what : "");
    sink_row_end(sink);
}
