/* SPDX-License-Identifier: Apache-2.0 */
/* Visitors over what ran, what was found, and how it was held against the recording. */
#include "results/reader_internal.h"

#include "isa/chip.h"
#include "isa/findings.h"

#include <stdlib.h>
#include <string.h>

enum tt_status results_each_checkpoint(struct results *results,
                                       int (*visit)(void *, const struct results_checkpoint_row *), void *user,
                                       struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT id, name, after_event FROM checkpoint ORDER BY id", err);
    while (query_next(&query)) {
        struct results_checkpoint_row row = {
            .checkpoint = (uint32_t)query_number(&query, 0, UINT32_MAX),
            .id = query_text(&query, 1),
            .after_event = sqlite3_column_int64(query.statement, 2),
        };
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_comparison(struct results *results,
                                       int (*visit)(void *, const struct results_comparison_row *), void *user,
                                       struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT checkpoint, space, known_bytes, equal_bytes, differing_bytes, tainted_bytes "
                "FROM comparison ORDER BY id",
                err);
    while (query_next(&query)) {
        struct results_comparison_row row = {
            .checkpoint = (uint32_t)query_number(&query, 0, UINT32_MAX),
            .space = (enum tt_space)query_number(&query, 1, TT_SPACE_COUNT - 1),
            .known_bytes = query_number(&query, 2, INT64_MAX),
            .equal_bytes = query_number(&query, 3, INT64_MAX),
            .differing_bytes = query_number(&query, 4, INT64_MAX),
            .tainted_bytes = query_number(&query, 5, INT64_MAX),
        };
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_unknown_input(struct results *results, int (*visit)(void *, const struct unknown_input *),
                                          void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT id, name, space, lo, hi, mask, is_assumed FROM unknown_input ORDER BY id",
                err);
    while (query_next(&query)) {
        const struct unknown_input row = {
            .number = (unsigned)query_number(&query, 0, ORIGINS_MAX - 1),
            .name = query_text(&query, 1),
            .space = (enum tt_space)query_number(&query, 2, TT_SPACE_COUNT - 1),
            .lo = (uint32_t)query_number(&query, 3, UINT32_MAX),
            .hi = (uint32_t)query_number(&query, 4, UINT32_MAX),
            .mask = (uint32_t)query_number(&query, 5, UINT32_MAX),
            .is_assumed = query_number(&query, 6, 1),
        };
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

/* "[1,17]"; false: no such set. */
static bool read_set(const char *text, origin_set *origins)
{
    *origins = 0;
    for (const char *at = text; *at == '[' || *at == ',';) {
        char *end;
        const unsigned long number = strtoul(at + 1, &end, 10);
        if (end == at + 1)
            return *at == '[' && strcmp(end, "]") == 0;
        if (number >= ORIGIN_BITS)
            return false;
        *origins |= origin_bit((unsigned)number);
        at = end;
        if (strcmp(at, "]") == 0)
            return true;
    }
    return false;
}

enum tt_status results_each_undecided(struct results *results, int (*visit)(void *, const struct replay_undecided *),
                                      void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT checkpoint, space, lo, hi, origins FROM undecided ORDER BY id", err);
    while (query_next(&query)) {
        struct replay_undecided row = {
            .checkpoint = (uint32_t)query_number(&query, 0, UINT32_MAX),
            .space = (enum tt_space)query_number(&query, 1, TT_SPACE_COUNT - 1),
            .lo = (uint32_t)query_number(&query, 2, UINT32_MAX),
            .hi = (uint32_t)query_number(&query, 3, UINT32_MAX),
        };
        query.is_damaged |= !read_set(query_text(&query, 4), &row.origins) || row.hi <= row.lo;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_window(struct results *results, int (*visit)(void *, const struct held_window *),
                                   void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT checkpoint, space, lo, hi, result FROM held_window ORDER BY checkpoint, space, lo", err);
    while (query_next(&query)) {
        const struct held_window row = {
            .checkpoint = (uint32_t)query_number(&query, 0, UINT32_MAX),
            .space = (enum tt_space)query_number(&query, 1, TT_SPACE_COUNT - 1),
            .lo = (uint32_t)query_number(&query, 2, UINT32_MAX),
            .hi = (uint32_t)query_number(&query, 3, UINT32_MAX),
            .result = (enum held_window_result)query_number(&query, 4, WINDOW_UNDECIDED),
        };
        query.is_damaged |= row.hi <= row.lo;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_mismatch(struct results *results, int (*visit)(void *, const struct results_mismatch_row *),
                                     void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT checkpoint, space, lo, hi, is_tainted, held, replayed, known FROM mismatch "
                "ORDER BY checkpoint, space, lo",
                err);
    while (query_next(&query)) {
        struct results_mismatch_row row = {
            .checkpoint = (uint32_t)query_number(&query, 0, UINT32_MAX),
            .space = (enum tt_space)query_number(&query, 1, TT_SPACE_COUNT - 1),
            .lo = (uint32_t)query_number(&query, 2, UINT32_MAX),
            .hi = (uint32_t)query_number(&query, 3, UINT32_MAX),
            .is_tainted = query_number(&query, 4, 1),
        };
        uint32_t bytes = row.hi - row.lo;
        row.held = query_bytes(&query, 5, bytes);
        row.replayed = query_bytes(&query, 6, bytes);
        row.known = query_bytes(&query, 7, bytes);
        query.is_damaged |= row.hi <= row.lo || !row.held || !row.replayed || !row.known;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

/* Numbers of findings differ from build to build; their codes do not. */
struct finding_ids {
    finding_id id[1024];
};

static enum tt_status read_finding_ids(struct results *results, struct finding_ids *ids, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT DISTINCT k.id, k.code FROM finding f JOIN finding_kind k ON k.id = f.kind",
                err);
    while (query_next(&query)) {
        uint64_t kind = query_number(&query, 0, sizeof ids->id / sizeof ids->id[0] - 1);
        const char *code = query_text(&query, 1);
        if (!finding_find(code, &ids->id[kind]))
            query.status = tt_fail(err, TT_BAD_INPUT, "%s: a finding '%.100s', which this tool does not know",
                                   results->path, code);
    }
    return query_end(&query);
}

enum tt_status results_each_finding(struct results *results, int (*visit)(void *, const struct results_finding_row *),
                                    void *user, struct tt_error *err)
{
    struct finding_ids ids;
    enum tt_status status = read_finding_ids(results, &ids, err);
    if (status != TT_OK)
        return status;
    struct query query;
    query_begin(&query, results,
                "SELECT f.seq, k.id, f.unit, f.instance, f.detail FROM finding f JOIN finding_kind k ON k.id = f.kind "
                "ORDER BY f.id",
                err);
    while (query_next(&query)) {
        struct results_finding_row row = {
            .seq = query_number(&query, 0, INT64_MAX),
            .id = ids.id[query_number(&query, 1, sizeof ids.id / sizeof ids.id[0] - 1)],
            .unit = (enum tt_unit)query_number(&query, 2, TT_UNIT_COUNT - 1),
            .instance = (uint8_t)query_number(&query, 3, UINT8_MAX),
            .detail = query_text(&query, 4),
        };
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_wait(struct results *results, int (*visit)(void *, const struct results_wait_row *),
                                 void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results,
                "SELECT thread, is_core, first_seq, last_seq, event, what, releaser, releaser_seq IS NOT NULL, "
                "ifnull(releaser_seq, 0) FROM wait ORDER BY first_seq, id",
                err);
    while (query_next(&query)) {
        struct results_wait_row row = {
            .thread = (uint8_t)query_number(&query, 0, THREADS - 1),
            .is_core = query_number(&query, 1, 1),
            .first_seq = query_number(&query, 2, INT64_MAX),
            .last_seq = query_number(&query, 3, INT64_MAX),
            .event = query_number(&query, 4, INT64_MAX),
            .what = query_text(&query, 5),
            .releaser = query_text(&query, 6),
            .has_releaser_seq = query_number(&query, 7, 1),
            .releaser_seq = query_number(&query, 8, INT64_MAX),
        };
        query.is_damaged |= row.last_seq < row.first_seq;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_each_stuck(struct results *results, int (*visit)(void *, const struct results_stuck_row *),
                                  void *user, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT who, what, releaser, how FROM stuck ORDER BY id", err);
    while (query_next(&query)) {
        const struct results_stuck_row row = {
            .who = query_text(&query, 0),
            .what = query_text(&query, 1),
            .releaser = query_text(&query, 2),
            .how = query_text(&query, 3),
        };
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}
