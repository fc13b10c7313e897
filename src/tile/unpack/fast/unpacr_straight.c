/* SPDX-License-Identifier: Apache-2.0 */
/* The short way through UNPACR's third paragraph where no probe wants the stages between: loops from L1 straight to
 * cells. What comes out is what the stages make of it (tests/unit/unpack/test_unpack_fast.c). straight.c says for which
 * settings; what lies outside L1 or the bank, or would raise a finding, goes the long way. */
#include "numeric/dst_rows.h"
#include "tile/unpack/fast/unpack_fast.h"

#include <string.h>

enum { DST_ROWS_TOGETHER = 4 /* which every order of Dst's rows keeps together */ };

static bool lies_in_l1(const struct tile *tile, uint64_t addr, uint64_t bytes)
{
    return addr <= tile->chip->l1_bytes && bytes <= tile->chip->l1_bytes - addr;
}

static const uint8_t *datums_at(const struct unpacr *job)
{
    const uint64_t addr = job->cursor.row_bits / 8;
    const uint64_t bytes = (uint64_t)job->cursor.left * job->set->datum_bits / 8;
    return lies_in_l1(job->tile, addr, bytes) ? &job->tile->state.l1[addr] : NULL;
}

/* Null where the datums are no whole groups, or exponents lie outside L1. */
static const uint8_t *exponents_at(const struct unpacr *job)
{
    const struct unpack_cursor *cursor = &job->cursor;
    if ((cursor->index | cursor->left) % UNPACK_GROUP || !lies_in_l1(job->tile, cursor->exponent, cursor->left / 16))
        return NULL;
    return &job->tile->state.l1[cursor->exponent];
}

/* output_address.c: the first row in the bank, or one beyond it for what goes the long way. */
static uint32_t first_src_row(const struct unpacr *job)
{
    const struct unpack_cursor *cursor = &job->cursor;
    const uint32_t row = cursor->place / SRC_COLUMNS;
    if (job->set->target == UNPACK_TO_SRCB)
        return row < SRC_ROWS ? row + cursor->row_counter : SRC_ROWS;
    if (row < UNPACK_ROWS_BEFORE || row >= SRC_ROWS + UNPACK_ROWS_BEFORE)
        return SRC_ROWS;
    if (cursor->has_row_override)
        return row - UNPACK_ROWS_BEFORE;
    const uint32_t last = (cursor->place + cursor->left - 1) / SRC_COLUMNS - UNPACK_ROWS_BEFORE;
    const bool is_suspect = last >= UNPACK_LOW_ROWS && tile_probed(job->tile, PROBE_FINDING);
    return is_suspect ? SRC_ROWS : row - UNPACK_ROWS_BEFORE + cursor->row_counter;
}

/* Where the cells begin, or null where they do not all lie in the bank. */
static uint32_t *cells_at(const struct unpacr *job)
{
    const struct unpack_cursor *cursor = &job->cursor;
    const uint32_t row = first_src_row(job), column = cursor->place % SRC_COLUMNS;
    if (row >= SRC_ROWS || cursor->left > (SRC_ROWS - row) * SRC_COLUMNS - column)
        return NULL;
    return &unpack_source(job->tile, job->unpacker)[cursor->bank][row][column];
}

/* ---- where a probe wants accesses: block by block, as the stages report them ---- */

static void see_read(const struct unpacr *job, const uint8_t *bytes, uint32_t count)
{
    const uint32_t lo = (uint32_t)(bytes - job->tile->state.l1);
    tile_saw_read(job->tile, TT_SPACE_L1, unpack_unit(job->unpacker), 0, lo, lo + count);
}

/* The exponents of so many datums. */
static void see_exponents(const struct unpacr *job, const uint8_t *exponents, uint32_t count)
{
    for (uint32_t i = 0; i < count / UNPACK_GROUP; i++)
        see_read(job, &exponents[i], 1);
}

static void put_seen(const struct unpacr *job, uint32_t *cells, const uint32_t *after, uint32_t count)
{
    const enum tt_space space = job->unpacker ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    const uint32_t lo = 4 * (uint32_t)(cells - unpack_source(job->tile, job->unpacker)[0][0]);
    tile_saw_write(job->tile, space, unpack_unit(job->unpacker), lo, lo + 4 * count, cells, after);
    memcpy(cells, after, count * sizeof *cells);
}

static uint32_t next_block(const struct unpacr *job, uint32_t at)
{
    const uint32_t left = job->cursor.left - at, most = job->set->block_datums;
    return left < most ? left : most;
}

static void to_src_seen(const struct unpacr *job, const uint8_t *datums, uint32_t *cells)
{
    for (uint32_t at = 0, count; at < job->cursor.left; at += count) {
        uint32_t after[UNPACK_BLOCK_MAX];
        count = next_block(job, at);
        const uint32_t bytes = count * job->set->datum_bits / 8;
        see_read(job, datums, bytes);
        job->set->fast.src(datums, count, after);
        put_seen(job, &cells[at], after, count);
        datums += bytes;
    }
}

static void blocks_to_src_seen(const struct unpacr *job, const uint8_t *datums, const uint8_t *exponents,
                               uint32_t *cells)
{
    for (uint32_t at = 0, count; at < job->cursor.left; at += count) {
        uint32_t after[UNPACK_BLOCK_MAX];
        count = next_block(job, at);
        const uint32_t bytes = count * job->set->datum_bits / 8;
        see_read(job, datums, bytes);
        see_exponents(job, exponents, count);
        job->set->fast.blocks(datums, exponents, count, after);
        put_seen(job, &cells[at], after, count);
        datums += bytes;
        exponents += count / UNPACK_GROUP;
    }
}

/* ---- the ways ---- */

static bool to_src(const struct unpacr *job)
{
    const uint8_t *datums = datums_at(job);
    uint32_t *cells = cells_at(job);
    if (!datums || !cells)
        return false;
    if (tile_probed(job->tile, PROBE_ACCESS)) {
        to_src_seen(job, datums, cells);
        return true;
    }
    see_read(job, datums, job->cursor.left * job->set->datum_bits / 8);
    job->set->fast.src(datums, job->cursor.left, cells);
    return true;
}

static bool blocks_to_src(const struct unpacr *job)
{
    const uint8_t *datums = datums_at(job), *exponents = exponents_at(job);
    uint32_t *cells = cells_at(job);
    if (!datums || !exponents || !cells)
        return false;
    if (tile_probed(job->tile, PROBE_ACCESS)) {
        blocks_to_src_seen(job, datums, exponents, cells);
        return true;
    }
    see_read(job, datums, job->cursor.left * job->set->datum_bits / 8);
    see_read(job, exponents, job->cursor.left / UNPACK_GROUP);
    job->set->fast.blocks(datums, exponents, job->cursor.left, cells);
    return true;
}

/* Whole rows, as many at a time as stand together. */
static bool unpacr_straight_to_dst(const struct unpacr *job)
{
    struct tile_state *state = &job->tile->state;
    const struct unpack_cursor *cursor = &job->cursor;
    const uint8_t *datums = datums_at(job);
    if (!datums || cursor->has_row_override || (cursor->place | cursor->left) % DST_COLUMNS)
        return false;
    uint32_t logical = cursor->place / DST_COLUMNS - UNPACK_ROWS_BEFORE;
    see_read(job, datums, cursor->left * (uint32_t)sizeof(uint32_t));
    for (uint32_t left = cursor->left / DST_COLUMNS, rows; left; left -= rows, logical += rows) {
        const uint32_t row = dst_adj32(logical % DST_ROWS, job->set->has_remap, job->set->has_swizzle);
        rows = DST_ROWS_TOGETHER - logical % DST_ROWS_TOGETHER;
        rows = rows < left ? rows : left;
        if (tile_only_places_probed(job->tile))
            tile_report_dst_place(job->tile, TT_UNIT_UNPACK0, row, rows, true);
        job->set->fast.dst(datums, rows * DST_COLUMNS, state->dst[row], state->dst[row + DST_LOW_HALF]);
        memset(&state->dst_valid[row], 1, rows);
        datums += rows * DST_COLUMNS * sizeof(uint32_t);
    }
    return true;
}

bool unpack_fast_work(const struct unpacr *job)
{
    bool is_done = false;
    if (tile_probed(job->tile, PROBE_STAGE) || job->f->zero_write2 || !job->cursor.left)
        return false;
    if (job->set->fast.src)
        is_done = to_src(job);
    else if (job->set->fast.blocks)
        is_done = blocks_to_src(job);
    else if (job->set->fast.dst && !tile_probed(job->tile, PROBE_ACCESS))
        is_done = unpacr_straight_to_dst(job);
    job->tile->fast_taken[FAST_UNPACR] |= is_done;
    return is_done;
}
