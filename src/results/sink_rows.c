/* SPDX-License-Identifier: Apache-2.0 */
/* How the replay was held against the recording, as rows. */
#include "results/sink_internal.h"

#include "isa/findings.h"
#include "isa/isa.h"

#include <stdio.h>

enum { SET_TEXT_MAX = 4 * ORIGIN_BITS + 2 };

void results_checkpoint(struct results_sink *sink, uint32_t checkpoint, const char *id, int64_t after_event,
                        uint64_t seq)
{
    sink_row_begin(sink, ROW_CHECKPOINT);
    sink_int(sink, checkpoint);
    sink_text(sink, id ? id : "");
    /* Where seq counts steps, the checkpoint is held after the step at work. */
    sink_int(sink, sink->is_executed ? after_event : database_int(seq));
    sink_row_end(sink);
}

void results_comparison(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint64_t known_bytes,
                        uint64_t equal_bytes, uint64_t differing_bytes, uint64_t tainted_bytes)
{
    sink_row_begin(sink, ROW_COMPARISON);
    sink_int(sink, checkpoint);
    sink_int(sink, (int)space);
    sink_int(sink, database_int(known_bytes));
    sink_int(sink, database_int(equal_bytes));
    sink_int(sink, database_int(differing_bytes));
    sink_int(sink, database_int(tainted_bytes));
    sink_row_end(sink);
}

void results_mismatch(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t hi,
                      const uint8_t *held, const uint8_t *replayed, const uint8_t *known, bool is_tainted)
{
    const size_t bytes = hi - lo;
    sink_row_begin(sink, ROW_MISMATCH);
    sink_int(sink, checkpoint);
    sink_int(sink, (int)space);
    sink_int(sink, lo);
    sink_int(sink, hi);
    sink_int(sink, is_tainted);
    sink_bytes(sink, held, bytes);
    sink_bytes(sink, replayed, bytes);
    sink_bytes(sink, known, bytes);
    sink_row_end(sink);
}

void results_window(struct results_sink *sink, const struct held_window *window)
{
    sink_row_begin(sink, ROW_HELD_WINDOW);
    sink_int(sink, window->checkpoint);
    sink_int(sink, (int)window->space);
    sink_int(sink, window->lo);
    sink_int(sink, window->hi);
    sink_int(sink, (int)window->result);
    sink_row_end(sink);
}

/* The text of a word that a row names; those that come again and again, once. */
static void put_word(struct results_sink *sink, uint32_t word)
{
    if (sink->has_word && sink->word == word)
        return;
    const struct isa_insn *insn = isa_find(sink->chip, word);
    char text[ISA_TEXT_MAX];
    isa_disassemble(sink->chip, word, text);
    sink_row_begin(sink, ROW_WORD);
    sink_int(sink, word);
    sink_text(sink, insn ? insn->mnemonic : ".word");
    sink_text(sink, text);
    sink_row_end(sink);
    sink->has_word = true;
    sink->word = word;
}

static int64_t put_kind(struct results_sink *sink, finding_id id)
{
    const struct finding_info *finding = finding_get(id);
    if (sink->kinds[id])
        return sink->kinds[id];
    sink->kinds[id] = ++sink->kind_count;
    sink_row_begin(sink, ROW_FINDING_KIND);
    sink_int(sink, sink->kinds[id]);
    sink_text(sink, finding->code);
    sink_text(sink, finding_class_name(finding->kind));
    sink_text(sink, finding->page);
    sink_text(sink, finding->doc);
    sink_row_end(sink);
    return sink->kinds[id];
}

void results_finding(struct results_sink *sink, uint64_t seq, bool has_word, uint32_t word,
                     const struct probe_finding *finding)
{
    const int64_t kind = put_kind(sink, finding->id);
    if (has_word)
        put_word(sink, word);
    sink_row_begin(sink, ROW_FINDING);
    sink_int(sink, database_int(seq));
    sink_int(sink, kind);
    sink_int(sink, (int)finding->unit);
    sink_int(sink, finding->instance);
    sink_text(sink, finding->detail);
    if (has_word)
        sink_int(sink, word);
    else
        sink_null(sink);
    sink_row_end(sink);
}

void results_stream_finding(struct results_sink *sink, uint64_t event, const struct probe_finding *finding)
{
    results_finding(sink, sink->is_executed ? event : 0, false, 0, finding);
}

void results_unknown_input(struct results_sink *sink, const struct unknown_input *origin)
{
    sink_row_begin(sink, ROW_UNKNOWN_INPUT);
    sink_int(sink, origin->number);
    sink_text(sink, origin->name);
    sink_int(sink, (int)origin->space);
    sink_int(sink, origin->lo);
    sink_int(sink, origin->hi);
    sink_int(sink, origin->mask);
    sink_int(sink, origin->is_assumed);
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
    sink_row_begin(sink, ROW_UNDECIDED);
    sink_int(sink, range->checkpoint);
    sink_int(sink, (int)range->space);
    sink_int(sink, range->lo);
    sink_int(sink, range->hi);
    sink_text(sink, text);
    sink_row_end(sink);
}

void results_wait(struct results_sink *sink, const struct results_wait_row *wait)
{
    sink_row_begin(sink, ROW_WAIT);
    sink_int(sink, wait->thread);
    sink_int(sink, wait->is_core);
    sink_int(sink, database_int(wait->first_seq));
    sink_int(sink, database_int(wait->last_seq));
    sink_int(sink, database_int(wait->event));
    sink_text(sink, wait->what ? wait->what : "");
    sink_text(sink, wait->releaser);
    if (wait->has_releaser_seq)
        sink_int(sink, database_int(wait->releaser_seq));
    else
        sink_null(sink);
    sink_row_end(sink);
}

void results_stuck(struct results_sink *sink, const struct results_stuck_row *stuck)
{
    sink_row_begin(sink, ROW_STUCK);
    sink_text(sink, stuck->who);
    sink_text(sink, stuck->what);
    sink_text(sink, stuck->releaser);
    sink_text(sink, stuck->how);
    sink_row_end(sink);
}
