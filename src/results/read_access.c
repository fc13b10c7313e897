/* SPDX-License-Identifier: Apache-2.0 */
/* Who touched what, and what an instruction's stages held. */
#include "results/reader_internal.h"

#include "isa/chip.h"

enum { STAGES_MAX = 32, ACCESS_ID_BITS = 16 };

#define ACCESS_COLUMNS                                                                                                 \
    "a.seq, a.space, a.unit, a.instance, a.stream, a.is_write, a.lo, a.hi, a.tile, a.first_datum, a.before, a.after"

static enum tt_status visit_accesses(struct query *query, int (*visit)(void *, const struct results_access_row *),
                                     void *user)
{
    while (query_next(query)) {
        struct results_access_row row = {
            .seq = query_number(query, 0, INT64_MAX),
            .space = (enum tt_space)query_number(query, 1, TT_SPACE_COUNT - 1),
            .unit = (enum tt_unit)query_number(query, 2, TT_UNIT_COUNT - 1),
            .instance = (uint8_t)query_number(query, 3, UINT8_MAX),
            .stream = (enum access_stream)query_number(query, 4, ACCESS_PACK_PADDING),
            .is_write = query_number(query, 5, 1),
            .lo = (uint32_t)query_number(query, 6, UINT32_MAX),
            .hi = (uint32_t)query_number(query, 7, UINT32_MAX),
            .tile = (uint32_t)query_number(query, 8, UINT32_MAX),
            .first_datum = (uint32_t)query_number(query, 9, UINT32_MAX),
        };
        query->is_damaged |= row.hi < row.lo;
        row.before = query_bytes(query, 10, row.hi - row.lo);
        row.after = query_bytes(query, 11, row.hi - row.lo);
        if (query->is_damaged || visit(user, &row))
            break;
    }
    return query_end(query);
}

enum tt_status results_accesses_of(struct results *results, uint64_t seq,
                                   int (*visit)(void *, const struct results_access_row *), void *user,
                                   struct tt_error *err)
{
    if (seq >> (63 - ACCESS_ID_BITS))
        return TT_OK;
    struct query query;
    query_begin(&query, results, "SELECT " ACCESS_COLUMNS " FROM access a WHERE a.id BETWEEN ?1 AND ?2 ORDER BY a.id",
                err);
    query_bind(&query, 1, seq << ACCESS_ID_BITS);
    query_bind(&query, 2, ((seq + 1) << ACCESS_ID_BITS) - 1);
    return visit_accesses(&query, visit, user);
}

/* What overlaps [lo, hi) begins below hi, and not further below lo than the longest write is long. */
enum tt_status results_writers(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                               int (*visit)(void *, const struct results_access_row *), void *user,
                               struct tt_error *err)
{
    uint64_t last = seq >> (63 - ACCESS_ID_BITS) ? INT64_MAX : ((seq + 1) << ACCESS_ID_BITS) - 1;
    struct query query;
    query_begin(&query, results,
                "SELECT " ACCESS_COLUMNS " FROM space s JOIN access a ON a.space = s.id AND a.is_write = 1 "
                "AND a.lo < ?3 AND a.lo > ?2 - s.longest_write AND a.hi > ?2 AND a.id <= ?4 "
                "WHERE s.id = ?1 ORDER BY a.id DESC",
                err);
    query_bind(&query, 1, (uint64_t)space);
    query_bind(&query, 2, lo);
    query_bind(&query, 3, hi);
    query_bind(&query, 4, last);
    return visit_accesses(&query, visit, user);
}

/* ---- stage blocks ---- */

static bool holds(const struct results_block_row *row, uint64_t seq)
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
        bool is_held = holds(&block.row, seq);
        *is_done = is_held && visit(user, &block.row);
        block_clear(&block);
        if (!is_held)
            return TT_OK;
    }
    return TT_OK;
}

enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    bool is_done = false;
    for (uint64_t instance = 0; instance < PACKERS_MAX && !is_done; instance++) {
        struct query query;
        query_begin(&query, results,
                    "SELECT id, stages FROM stage_group WHERE unit = ?1 AND instance = ?2 AND last_seq >= ?3 "
                    "ORDER BY last_seq LIMIT 1",
                    err);
        query_bind(&query, 1, (uint64_t)unit);
        query_bind(&query, 2, instance);
        query_bind(&query, 3, seq);
        if (query_next(&query)) {
            uint64_t group = query_number(&query, 0, INT64_MAX / STAGES_MAX - 1);
            uint64_t stages = query_number(&query, 1, UINT32_MAX);
            if (!query.is_damaged)
                query.status = visit_group(results, (int64_t)group, stages, seq, visit, user, &is_done, err);
        }
        enum tt_status status = query_end(&query);
        if (status != TT_OK)
            return status;
    }
    return TT_OK;
}
