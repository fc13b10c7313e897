/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict of a run and the facts that it rests on, as the one row of table verdict. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"

enum { STOPPED_BY_FINDING = 1, STOPPED_AS_ASKED };

struct verdict_row {
    const char *name, *words;
    uint8_t exit_status, stopped;
    bool has_unsupported, has_undefined, has_weak;
    struct verdict_facts facts;
};

/* Event, finding and word; nulls where there is none. */
/* NOLINTBEGIN(bugprone-macro-parentheses): members, and texts to join */
#define PLACE(MEMBER, HAS, NAME)                                                                                       \
    {COLUMN(NUMBER, verdict_row, MEMBER.event, NAME "_event"), .most = INT64_MAX, COLUMN_FLAG(verdict_row, HAS)},      \
        {COLUMN(FINDING, verdict_row, MEMBER.finding, NAME "_finding"), COLUMN_FLAG(verdict_row, HAS)},                \
    {                                                                                                                  \
        COLUMN(NUMBER, verdict_row, MEMBER.word, NAME "_word"), .most = UINT32_MAX,                                    \
                                                                COLUMN_FLAG(verdict_row, MEMBER.has_word)              \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

static const struct row_column verdict_columns[] = {
    TEXT(verdict_row, name, "name"),
    NUMBER(verdict_row, exit_status, "exit_status", UINT8_MAX),
    TEXT(verdict_row, words, "words"),
    NUMBER(verdict_row, facts.bytes.compared, "compared_bytes", INT64_MAX),
    NUMBER(verdict_row, facts.bytes.equal, "equal_bytes", INT64_MAX),
    NUMBER(verdict_row, facts.bytes.differing, "differing_bytes", INT64_MAX),
    NUMBER(verdict_row, facts.bytes.undecided, "undecided_bytes", INT64_MAX),
    NUMBER(verdict_row, facts.windows.left_out, "windows_left_out", INT64_MAX),
    NUMBER(verdict_row, facts.checkpoints, "checkpoints", INT64_MAX),
    NUMBER(verdict_row, facts.end, "hangs", VERDICT_ENDS_UNLIKE_DEVICE),
    NUMBER(verdict_row, stopped, "is_stopped", STOPPED_AS_ASKED),
    NUMBER(verdict_row, facts.is_damaged, "is_damaged", 1),
    NUMBER(verdict_row, facts.counts_steps, "counts_steps", 1),
    NUMBER(verdict_row, facts.is_undefined_followed, "is_undefined_followed", 1),
    NUMBER(verdict_row, facts.unknown_read, "unknown_read", UINT32_MAX),
    NUMBER(verdict_row, facts.assumed, "assumed", UINT32_MAX),
    NUMBER(verdict_row, facts.assumed_zero, "assumed_zero", UINT32_MAX),
    NUMBER(verdict_row, facts.unsupported, "unsupported", INT64_MAX),
    PLACE(facts.first_unsupported, has_unsupported, "unsupported"),
    NUMBER(verdict_row, facts.undefined, "undefined", INT64_MAX),
    PLACE(facts.first_undefined, has_undefined, "undefined"),
    PLACE(facts.stopped, facts.is_stopped, "stopped"),
    {COLUMN(CHARS, verdict_row, facts.without_dst, "without_dst")},
    {COLUMN(CHARS, verdict_row, facts.unsupported_detail, "unsupported_detail")},
    NUMBER(verdict_row, facts.is_derived, "is_derived", 1),
    NUMBER(verdict_row, facts.weak, "weak", INT64_MAX),
    PLACE(facts.first_weak, has_weak, "weak"),
    {COLUMN(CHARS, verdict_row, facts.weak_detail, "weak_detail")},
    NUMBER(verdict_row, facts.unread_srca, "unread_srca", INT64_MAX),
    NUMBER(verdict_row, facts.unread_srcb, "unread_srcb", INT64_MAX),
    NUMBER(verdict_row, facts.unread_dst, "unread_dst", INT64_MAX),
};
static const struct row_table verdict_table = {"verdict", ROW_TABLE(verdict_columns), "id"};

void sink_write_verdict(struct results_sink *sink, const struct verdict_facts *facts)
{
    char words[VERDICT_WORDS_MAX];
    const enum verdict verdict = verdict_of(facts);
    sink_put(sink, &verdict_table,
             &(struct verdict_row){.name = verdict_name(verdict),
                                   .words = verdict_words(facts, words),
                                   .exit_status = (uint8_t)verdict_exit(verdict),
                                   .stopped = !facts->is_stopped ? 0
                                              : facts->is_cut    ? STOPPED_AS_ASKED
                                                                 : STOPPED_BY_FINDING,
                                   .has_unsupported = facts->unsupported,
                                   .has_undefined = facts->undefined,
                                   .has_weak = facts->weak,
                                   .facts = *facts});
}

/* ---- reading ---- */

static enum tt_status read_window(void *facts, const struct held_window *window)
{
    verdict_add_window(facts, window);
    return TT_OK;
}

enum tt_status results_read_verdict(struct results *results, struct verdict_facts *facts, struct tt_error *err)
{
    struct query query;
    struct verdict_row row = {.facts.chip = results->run.chip};
    columns_begin(&query, results, &verdict_table, err);
    const bool is_there = columns_next(&query, &verdict_table, &row);
    TRY(query_end(&query));
    row.facts.is_stopped = row.stopped != 0;
    row.facts.is_cut = row.stopped == STOPPED_AS_ASKED;
    *facts = row.facts;
    if (!is_there)
        return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: table verdict is empty", results->path);
    return results_each_window(results, read_window, facts, err);
}
