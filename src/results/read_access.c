/* SPDX-License-Identifier: Apache-2.0 */
/* Who touched what, and what an instruction's stages held. */
#include "results/reader_internal.h"

#include "base/search.h"
#include "results/value.h"

static bool read_access_is_before(const void *item, const void *sought)
{
    const struct results_access_row *row = item;
    const uint64_t *seq = sought;
    return row->seq < *seq;
}

/* The accesses of an event among a page's, in order. */
static void visit_event(const struct access_page *page, uint64_t seq,
                        int (*visit)(void *, const struct results_access_row *), void *user)
{
    size_t first = search_first(page->rows, page->count, sizeof *page->rows, &seq, read_access_is_before);
    for (; first < page->count && page->rows[first].seq == seq; first++)
        if (visit(user, &page->rows[first]))
            return;
}

enum tt_status results_accesses_of(struct results *results, uint64_t seq,
                                   int (*visit)(void *, const struct results_access_row *), void *user,
                                   struct tt_error *err)
{
    enum tt_status status = results_want_events(results, err);
    if (status)
        return status;
    struct held_page *held = page_cache_find(&results->accesses, seq);
    if (!held) {
        struct query query;
        query_begin(&query, results, ACCESS_PAGES_BY_SEQ, err);
        query_bind(&query, 1, seq);
        query_bind(&query, 2, seq);
        if (query_next(&query))
            held = page_cache_load(&results->accesses, query.statement, results->path, &query.status, err);
        status = query_end(&query);
    }
    if (status || !held)
        return status;
    held->users++;
    visit_event(&held->page, seq, visit, user);
    held->users--;
    return TT_OK;
}

struct place {
    enum tt_space space;
    uint32_t lo, hi;
    uint64_t last;
};

/* True when the visitor has seen enough. */
static bool visit_writes(const struct access_page *page, const struct place *place,
                         int (*visit)(void *, const struct results_access_row *), void *user)
{
    const uint64_t behind = place->last + 1;
    size_t i = place->last < page->last_seq
                   ? search_first(page->rows, page->count, sizeof *page->rows, &behind, read_access_is_before)
                   : page->count;
    while (i-- > 0) {
        const struct results_access_row *row = &page->rows[i];
        if (row->is_write && row->space == place->space && row->lo < place->hi && row->hi > place->lo &&
            visit(user, row))
            return true;
    }
    return false;
}

static bool visit_held(struct held_page *held, const struct place *place,
                       int (*visit)(void *, const struct results_access_row *), void *user)
{
    held->users++; /* the visitor may ask the next question */
    const bool is_done = visit_writes(&held->page, place, visit, user);
    held->users--;
    return is_done;
}

enum tt_status results_writers(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                               int (*visit)(void *, const struct results_access_row *), void *user,
                               struct tt_error *err)
{
    const struct place place = {space, lo, hi, seq};
    const enum tt_status wanted = results_want_events(results, err);
    if (wanted)
        return wanted;
    /* Mostly it was written not long before, and no other page need be looked for. */
    struct held_page *held = page_cache_find(&results->accesses, seq);
    const uint64_t first = held ? held->page.first_seq : 0;
    bool is_done = held && (visit_held(held, &place, visit, user) || first == 0);
    if (is_done)
        return TT_OK;
    struct query query;
    query_begin(&query, results, ACCESS_PAGES_BY_PLACE " DESC", err);
    const uint64_t values[] = {0, held ? first - 1 : seq, (uint64_t)space, 1, lo, hi};
    for (int i = 0; i < 6; i++)
        query_bind(&query, i + 1, values[i]);
    while (!is_done && query_next(&query)) {
        held = page_cache_load(&results->accesses, query.statement, results->path, &query.status, err);
        is_done = !held || visit_held(held, &place, visit, user);
    }
    return query_end(&query);
}

enum tt_status results_each_access(struct results *results, uint64_t first, uint64_t last,
                                   int (*visit)(void *, const struct results_access_row *), void *user,
                                   struct tt_error *err)
{
    const enum tt_status wanted = results_want_events(results, err);
    if (wanted)
        return wanted;
    bool is_done = false;
    struct query query;
    query_begin(&query, results, ACCESS_PAGES_BY_SEQ, err);
    query_bind(&query, 1, first);
    query_bind(&query, 2, last);
    while (!is_done && query_next(&query)) {
        struct held_page *held =
            page_cache_load(&results->accesses, query.statement, results->path, &query.status, err);
        if (!held)
            break;
        held->users++;
        const struct access_page *page = &held->page;
        for (size_t i = 0; i < page->count && !is_done; i++)
            if (page->rows[i].seq >= first && page->rows[i].seq <= last)
                is_done = visit(user, &page->rows[i]) != 0;
        held->users--;
    }
    return query_end(&query);
}

/* ---- stage blocks ---- */

static bool read_access_holds(const struct results_block_row *row, uint64_t seq)
{
    for (uint32_t i = 0; i < row->insn_count; i++)
        if (row->seqs[i] == seq)
            return true;
    return false;
}

/* All stages of a group that holds seq. *is_done when the visitor has seen enough. */
static enum tt_status visit_group(struct results *results, int64_t group, uint64_t stages, uint64_t seq,
                                  int (*visit)(void *, const struct results_block_row *), void *user, bool *is_done,
                                  struct tt_error *err)
{
    for (int64_t stage = 0; stage < STAGES_MAX && !*is_done; stage++) {
        if (!(stages >> stage & 1))
            continue;
        struct block block;
        enum tt_status status = block_load(&block, &results->blocks, group * STAGES_MAX + stage, err);
        if (status != TT_OK)
            return status == TT_END ? TT_OK : status;
        bool is_held = read_access_holds(&block.row, seq);
        *is_done = is_held && visit(user, &block.row);
        block_clear(&block);
        if (!is_held)
            return TT_OK;
    }
    return TT_OK;
}

/* Which group of each instance holds an event: 0, none. */
struct groups_of {
    int64_t id[PROBE_INSTANCES];
    uint64_t stages[PROBE_INSTANCES];
};

/* Of those that have rows. */
static enum tt_status find_rows(struct results *results, enum tt_unit unit, uint64_t seq, struct groups_of *of,
                                struct tt_error *err)
{
    for (uint64_t instance = 0; instance < PROBE_INSTANCES; instance++) {
        struct query query;
        query_begin(&query, results,
                    "SELECT id, stages FROM stage_group WHERE unit = ?1 AND instance = ?2 AND last_seq >= ?3 "
                    "ORDER BY last_seq LIMIT 1",
                    err);
        query_bind(&query, 1, (uint64_t)unit);
        query_bind(&query, 2, instance);
        query_bind(&query, 3, seq);
        if (query_next(&query)) {
            of->id[instance] = (int64_t)query_number(&query, 0, INT64_MAX / STAGES_MAX - 1);
            of->stages[instance] = query_number(&query, 1, UINT32_MAX);
        }
        enum tt_status status = query_end(&query);
        if (status != TT_OK)
            return status;
    }
    return TT_OK;
}

static bool has_event(const struct stage_page *page, const struct paged_group *group, uint64_t seq)
{
    const uint64_t *seqs = stage_page_seqs(page, group);
    for (uint32_t i = 0; group->first_seq <= seq && seq <= group->last_seq && i < group->insns; i++)
        if (seqs[i] == seq)
            return true;
    return false;
}

static void find_in_page(const struct stage_page *page, uint64_t seq, struct groups_of *of)
{
    for (size_t i = 0; i < page->group_count; i++) {
        const struct paged_group *group = stage_page_group(page, i);
        if (group->instance < PROBE_INSTANCES && has_event(page, group, seq)) {
            of->id[group->instance] = group->id;
            of->stages[group->instance] = group->stages;
        }
    }
}

/* Of those in pages: one of which is at hand where neighbouring events are asked for. */
static enum tt_status find_paged(struct results *results, enum tt_unit unit, uint64_t seq, struct groups_of *of,
                                 struct tt_error *err)
{
    struct stage_page *page = &results->blocks.scratch->page;
    struct query query;
    query_begin(&query, results,
                STAGE_PAGE_COLUMNS " FROM stage_page WHERE unit = ?1 AND first_seq <= ?2 AND last_seq >= ?2 "
                                   "ORDER BY first_group",
                err);
    query_bind(&query, 1, (uint64_t)unit);
    query_bind(&query, 2, seq);
    while (query_next(&query)) {
        query.status = stage_page_load(page, query.statement, results->path, err);
        if (query.status == TT_OK)
            find_in_page(page, seq, of);
    }
    return query_end(&query);
}

enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    bool is_done = false;
    struct groups_of of = {{0}, {0}};
    enum tt_status status =
        is_paged(unit) ? find_paged(results, unit, seq, &of, err) : find_rows(results, unit, seq, &of, err);
    for (unsigned instance = 0; instance < PROBE_INSTANCES && !is_done && !status; instance++)
        if (of.id[instance])
            status = visit_group(results, of.id[instance], of.stages[instance], seq, visit, user, &is_done, err);
    return status;
}

/* ---- groups ---- */

/* After the last stage that has datums, as far as the table of formats says so. */
static void read_access_count_datums(const struct stage_page *page, const struct paged_group *group,
                                     struct results_group_row *row)
{
    const struct paged_block *blocks = stage_page_blocks(page, group);
    row->format = UINT8_MAX;
    for (size_t i = 0; i < group->block_count; i++) {
        if (!value_decode((enum format)blocks[i].format, 0).is_datum)
            continue;
        row->datums = blocks[i].count;
        row->format = blocks[i].format;
    }
}

static enum tt_status each_paged(struct results *results, enum tt_unit unit,
                                 int (*visit)(void *, const struct results_group_row *), void *user,
                                 struct tt_error *err)
{
    struct stage_page page = {.is_loaded = false}; /* its own: the visitor may ask for blocks */
    bool is_done = false;
    struct query query;
    query_begin(&query, results, STAGE_PAGE_HEADS " FROM stage_page WHERE unit = ?1 ORDER BY first_group", err);
    query_bind(&query, 1, (uint64_t)unit);
    while (!is_done && query_next(&query)) {
        query.status = stage_page_load(&page, query.statement, results->path, err);
        for (size_t i = 0; query.status == TT_OK && i < page.group_count && !is_done; i++) {
            const struct paged_group *group = stage_page_group(&page, i);
            struct results_group_row row = {.id = group->id,
                                            .instance = group->instance,
                                            .tile = group->tile,
                                            .first_datum = group->first_datum,
                                            .insns = group->insns,
                                            .first_seq = group->first_seq,
                                            .last_seq = group->last_seq,
                                            .stages = group->stages,
                                            .l1_lo = 1};
            read_access_count_datums(&page, group, &row);
            is_done = visit(user, &row) != 0;
        }
    }
    stage_page_clear(&page);
    return query_end(&query);
}

enum tt_status results_each_group(struct results *results, enum tt_unit unit,
                                  int (*visit)(void *, const struct results_group_row *), void *user,
                                  struct tt_error *err)
{
    if (is_paged(unit))
        return each_paged(results, unit, visit, user, err);
    struct query query;
    query_begin(
        &query, results,
        "SELECT g.id, instance, tile, first_datum, insns, first_seq, last_seq, stages, ifnull(l1_lo, 1), "
        "ifnull(l1_hi, 0), ifnull(b.count, 0), ifnull(b.format, 255) FROM stage_group g "
        "LEFT JOIN stage_block b ON b.id = (SELECT max(x.id) FROM stage_block x JOIN format f ON f.id = x.format "
        "AND f.is_datum WHERE x.id BETWEEN g.id * 32 AND g.id * 32 + 31) WHERE unit = ?1 ORDER BY g.id",
        err);
    query_bind(&query, 1, (uint64_t)unit);
    while (query_next(&query)) {
        struct results_group_row row = {
            .id = (int64_t)query_number(&query, 0, INT64_MAX / STAGES_MAX - 1),
            .instance = (uint8_t)query_number(&query, 1, PROBE_INSTANCES - 1),
            .tile = (uint32_t)query_number(&query, 2, UINT32_MAX),
            .first_datum = (uint32_t)query_number(&query, 3, UINT32_MAX),
            .insns = (uint32_t)query_number(&query, 4, UINT32_MAX),
            .first_seq = query_number(&query, 5, INT64_MAX),
            .last_seq = query_number(&query, 6, INT64_MAX),
            .stages = (uint32_t)query_number(&query, 7, UINT32_MAX),
            .l1_lo = (uint32_t)query_number(&query, 8, UINT32_MAX),
            .l1_hi = (uint32_t)query_number(&query, 9, UINT32_MAX),
            .datums = (uint32_t)query_number(&query, 10, UINT32_MAX),
            .format = (uint8_t)query_number(&query, 11, UINT8_MAX),
        };
        row.has_l1 = row.l1_lo <= row.l1_hi;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}

enum tt_status results_blocks_in(struct results *results, const struct results_group_row *group,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    for (int stage = 0; stage < STAGES_MAX; stage++) {
        if (!(group->stages >> stage & 1))
            continue;
        struct block block;
        enum tt_status status = block_load(&block, &results->blocks, group->id * STAGES_MAX + stage, err);
        if (status != TT_OK)
            return status == TT_END ? TT_OK : status;
        const bool is_done = visit(user, &block.row) != 0;
        block_clear(&block);
        if (is_done)
            return TT_OK;
    }
    return TT_OK;
}
