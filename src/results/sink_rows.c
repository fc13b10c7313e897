/* SPDX-License-Identifier: Apache-2.0 */
/* How the replay was held against the recording, as rows. */
#include "results/sink_internal.h"

#include <stdio.h>

enum { SET_TEXT_MAX = 4 * ORIGIN_BITS + 2 };

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
    const int64_t kind = sink_use_finding(sink, finding->id);
    row_begin(&sink->rows, ROW_FINDING);
    row_int(&sink->rows, sink->is_executed ? database_int(event) : 0);
    row_int(&sink->rows, kind);
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

void results_unknown_input(struct results_sink *sink, const struct unknown_input *origin)
{
    row_begin(&sink->rows, ROW_UNKNOWN_INPUT);
    row_int(&sink->rows, origin->number);
    row_text(&sink->rows, origin->name);
    row_int(&sink->rows, (int)origin->space);
    row_int(&sink->rows, origin->lo);
    row_int(&sink->rows, origin->hi);
    row_int(&sink->rows, origin->mask);
    row_int(&sink->rows, origin->is_assumed);
    sink_row_end(sink);
}

/* "[1,17]" */
static void put_set(origin_set origins, char text[static SET_TEXT_MAX])
{
    size_t at = 0;
    for (unsigned i = 0; i < ORIGIN_BITS; i++)
        if (origin_is_in(origins, i))
            at += (size_t)snprintf(text + at, SET_TEXT_MAX - at, "%c%u", at ? ',' : '[', i);
    (void)snprintf(text + at, SET_TEXT_MAX - at, at ? "]" : "[]");
}

void results_undecided(struct results_sink *sink, const struct replay_undecided *range)
{
    char text[SET_TEXT_MAX];
    put_set(range->origins, text);
    row_begin(&sink->rows, ROW_UNDECIDED);
    row_int(&sink->rows, range->checkpoint);
    row_int(&sink->rows, (int)range->space);
    row_int(&sink->rows, range->lo);
    row_int(&sink->rows, range->hi);
    row_text(&sink->rows, text);
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
