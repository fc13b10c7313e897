/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict of a run and the facts that it rests on, as the one row of table verdict. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS                                                                                                        \
    "compared_bytes, equal_bytes, differing_bytes, undecided_bytes, checkpoints, hangs, is_stopped, is_damaged, "      \
    "counts_steps, is_undefined_followed, unknown_read, assumed, assumed_zero, windows_left_out, unsupported, "        \
    "unsupported_event, "                                                                                              \
    "unsupported_finding, unsupported_word, undefined, undefined_event, undefined_finding, undefined_word, "           \
    "stopped_event, stopped_finding, stopped_word, without_dst, unsupported_detail"

enum { NUMBERS = 14, PLACES = 3 };

static void bind_number(sqlite3_stmt *insert, int at, uint64_t value)
{
    (void)sqlite3_bind_int64(insert, at, database_int(value));
}

/* Event, finding and word; nulls where there is none. */
static void verdict_row_bind_place(sqlite3_stmt *insert, int at, const struct verdict_place *place, bool is_there)
{
    if (!is_there)
        return;
    bind_number(insert, at, place->event);
    (void)sqlite3_bind_text(insert, at + 1, finding_get(place->finding)->code, -1, SQLITE_STATIC);
    if (place->has_word)
        bind_number(insert, at + 2, place->word);
}

enum { STOPPED_BY_FINDING = 1, STOPPED_AS_ASKED };

static uint64_t how_stopped(const struct verdict_facts *facts)
{
    return !facts->is_stopped ? 0 : facts->is_cut ? STOPPED_AS_ASKED : STOPPED_BY_FINDING;
}

static void bind_facts(sqlite3_stmt *insert, const struct verdict_facts *facts, const char *words)
{
    const uint64_t numbers[NUMBERS] = {facts->bytes.compared,        facts->bytes.equal,     facts->bytes.differing,
                                       facts->bytes.undecided,       facts->checkpoints,     facts->end,
                                       how_stopped(facts),           facts->is_damaged,      facts->counts_steps,
                                       facts->is_undefined_followed, facts->unknown_read,    facts->assumed,
                                       facts->assumed_zero,          facts->windows.left_out};
    const enum verdict verdict = verdict_of(facts);
    int at = 1;
    (void)sqlite3_bind_text(insert, at++, verdict_name(verdict), -1, SQLITE_STATIC);
    (void)sqlite3_bind_int(insert, at++, verdict_exit(verdict));
    (void)sqlite3_bind_text(insert, at++, words, -1, SQLITE_STATIC);
    for (int i = 0; i < NUMBERS; i++)
        bind_number(insert, at++, numbers[i]);
    bind_number(insert, at++, facts->unsupported);
    verdict_row_bind_place(insert, at, &facts->first_unsupported, facts->unsupported);
    at += PLACES;
    bind_number(insert, at++, facts->undefined);
    verdict_row_bind_place(insert, at, &facts->first_undefined, facts->undefined);
    at += PLACES;
    verdict_row_bind_place(insert, at, &facts->stopped, facts->is_stopped);
    at += PLACES;
    (void)sqlite3_bind_text(insert, at++, facts->without_dst, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(insert, at, facts->unsupported_detail, -1, SQLITE_STATIC);
}

void sink_write_verdict(struct results_sink *sink, const struct verdict_facts *facts)
{
    sqlite3_stmt *insert = NULL;
    char words[VERDICT_WORDS_MAX];
    if (sqlite3_prepare_v2(sink->db,
                           "INSERT INTO verdict(id, name, exit_status, words, " COLUMNS ") "
                           "VALUES(1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                           -1, &insert, NULL) != SQLITE_OK) {
        sink_db_failed(sink);
        return;
    }
    bind_facts(insert, facts, verdict_words(facts, words));
    if (sqlite3_step(insert) != SQLITE_DONE)
        sink_db_failed(sink);
    (void)sqlite3_finalize(insert);
}

/* ---- reading ---- */

/* By its code; one that this tool does not know is of a tool to come. */
static finding_id find_finding(const char *code)
{
    finding_id id;
    return finding_find(code, &id) ? id : id - 1;
}

static void read_place(struct query *query, int at, struct verdict_place *place)
{
    place->event = query_number(query, at, INT64_MAX);
    place->finding = find_finding(query_text(query, at + 1));
    place->has_word = sqlite3_column_type(query->statement, at + 2) != SQLITE_NULL;
    place->word = (uint32_t)query_number(query, at + 2, UINT32_MAX);
}

static void read_facts(struct query *query, struct verdict_facts *facts)
{
    facts->bytes.compared = query_number(query, 0, INT64_MAX);
    facts->bytes.equal = query_number(query, 1, INT64_MAX);
    facts->bytes.differing = query_number(query, 2, INT64_MAX);
    facts->bytes.undecided = query_number(query, 3, INT64_MAX);
    facts->checkpoints = query_number(query, 4, INT64_MAX);
    facts->end = (enum verdict_end)query_number(query, 5, VERDICT_ENDS_UNLIKE_DEVICE);
    const uint64_t stopped = query_number(query, 6, STOPPED_AS_ASKED);
    facts->is_stopped = stopped != 0;
    facts->is_cut = stopped == STOPPED_AS_ASKED;
    facts->is_damaged = query_number(query, 7, 1);
    facts->counts_steps = query_number(query, 8, 1);
    facts->is_undefined_followed = query_number(query, 9, 1);
    facts->unknown_read = (uint32_t)query_number(query, 10, UINT32_MAX);
    facts->assumed = (uint32_t)query_number(query, 11, UINT32_MAX);
    facts->assumed_zero = (uint32_t)query_number(query, 12, UINT32_MAX);
    facts->windows.left_out = query_number(query, 13, INT64_MAX);
    facts->unsupported = query_number(query, 14, INT64_MAX);
    read_place(query, 15, &facts->first_unsupported);
    facts->undefined = query_number(query, 18, INT64_MAX);
    read_place(query, 19, &facts->first_undefined);
    read_place(query, 22, &facts->stopped);
    (void)snprintf(facts->without_dst, sizeof facts->without_dst, "%s", query_text(query, 25));
    (void)snprintf(facts->unsupported_detail, sizeof facts->unsupported_detail, "%s", query_text(query, 26));
}

/* Words and stores that rest on less than was asked for: rows of findings say so. */
static enum tt_status read_weak(struct results *results, struct verdict_facts *facts, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT f.seq, k.code, f.word, f.detail, (SELECT count(*) FROM finding n WHERE n.kind = f.kind) "
                "FROM finding f JOIN finding_kind k ON k.id = f.kind "
                "WHERE k.code = 'evidence-too-weak' ORDER BY f.id LIMIT 1",
                err);
    if (query_next(&query)) {
        read_place(&query, 0, &facts->first_weak);
        (void)snprintf(facts->weak_detail, sizeof facts->weak_detail, "%s", query_text(&query, 3));
        facts->weak = query_number(&query, 4, INT64_MAX);
    }
    return query_end(&query);
}

/* As order/checkpoint.c has it: undecided at the last checkpoint, nothing behind it, other bytes equal. */
static enum tt_status read_unread(struct results *results, struct verdict_facts *facts, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT c.space, c.tainted_bytes FROM comparison c "
                "WHERE c.checkpoint = (SELECT max(id) FROM checkpoint) "
                "AND EXISTS(SELECT 1 FROM comparison o JOIN space s ON s.id = o.space "
                "           WHERE o.equal_bytes > 0 AND s.name NOT IN ('srca', 'srcb')) "
                "AND NOT EXISTS(SELECT 1 FROM finding f JOIN finding_kind k ON k.id = f.kind "
                "               WHERE k.code = 'words-not-judged')",
                err);
    while (query_next(&query)) {
        const uint64_t space = query_number(&query, 0, TT_SPACE_COUNT), bytes = query_number(&query, 1, INT64_MAX);
        if (space == TT_SPACE_SRCA)
            facts->unread_srca = bytes;
        else if (space == TT_SPACE_SRCB)
            facts->unread_srcb = bytes;
    }
    return query_end(&query);
}

static int read_window(void *facts, const struct held_window *window)
{
    verdict_add_window(facts, window);
    return 0;
}

enum tt_status results_read_verdict(struct results *results, struct verdict_facts *facts, struct tt_error *err)
{
    struct query query;
    *facts = (struct verdict_facts){.chip = results->run.chip};
    query_begin(&query, results, "SELECT " COLUMNS " FROM verdict", err);
    const bool is_there = query_next(&query);
    if (is_there)
        read_facts(&query, facts);
    enum tt_status status = query_end(&query);
    if (status == TT_OK && !is_there)
        status =
            tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: table verdict is empty", results->path);
    if (!status)
        status = results_each_window(results, read_window, facts, err);
    if (!status)
        status = read_unread(results, facts, err);
    return status ? status : read_weak(results, facts, err);
}
