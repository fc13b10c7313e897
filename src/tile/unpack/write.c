/* SPDX-License-Identifier: Apache-2.0 */
/* Values as cells into SrcA, SrcB or Dst. U-5.4; row order of Dst: F-3.4 to F-3.6 */
#include "base/guard/built_wide.h"
#include "numeric/dst_rows.h"
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"

/* ---- SrcA and SrcB ---- */

static void scatter(uint32_t bank[SRC_ROWS][SRC_COLUMNS], const struct unpack_run *run, const uint32_t *cells)
{
    uint32_t *to = &bank[run->row][run->column];
    const uint32_t step = run->down * (uint32_t)SRC_COLUMNS + run->right;
    if (step == 1) {
        memcpy(to, cells, run->count * sizeof *cells);
        return;
    }
    for (uint32_t k = 0; k < run->count; k++)
        to[k * step] = cells[k];
}

static void write_mark(uint16_t touched[SRC_ROWS], const struct unpack_run *run)
{
    uint32_t cell = run->row * (uint32_t)SRC_COLUMNS + run->column;
    for (uint32_t k = 0; k < run->count; k++, cell += run->down * (uint32_t)SRC_COLUMNS + run->right)
        touched[cell / SRC_COLUMNS] |= (uint16_t)(1u << cell % SRC_COLUMNS);
}

static bool is_touched(const uint16_t touched[SRC_ROWS], uint32_t cell)
{
    return touched[cell / SRC_COLUMNS] >> cell % SRC_COLUMNS & 1;
}

/* Reports the written cells of a bank, neighbours as one range: no block has more than a report takes. */
static void report_cells(const struct unpack_settings *set, struct tile *tile, unsigned bank,
                         const uint16_t touched[SRC_ROWS], const uint32_t *after)
{
    enum { CELLS = SRC_ROWS * SRC_COLUMNS };
    static_assert(UNPACK_BLOCK_MAX * sizeof *after <= TILE_SAW_BYTES_MAX, "a block goes into one report");
    const enum tt_space space = set->unpacker ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    const uint32_t *before = unpack_source(tile, set->unpacker)[bank][0];
    for (uint32_t from = 0, to; from < CELLS; from = to) {
        to = from + 1;
        if (!touched[from / SRC_COLUMNS])
            to = from / SRC_COLUMNS * SRC_COLUMNS + SRC_COLUMNS;
        if (!is_touched(touched, from))
            continue;
        while (to < CELLS && is_touched(touched, to))
            to++;
        tile_saw_write(tile, space, unpack_unit(set->unpacker), 4 * (bank * CELLS + from), 4 * (bank * CELLS + to),
                       &before[from], &after[from]);
    }
}

static void write_src_seen(const struct unpack_settings *set, struct unpack_block *block)
{
    const unsigned bank = block->cursor->bank;
    uint32_t(*cells)[SRC_COLUMNS] = unpack_source(block->tile, set->unpacker)[bank];
    uint32_t after[SRC_ROWS][SRC_COLUMNS];
    uint16_t touched[SRC_ROWS] = {0};
    memcpy(after, cells, sizeof after);
    for (uint32_t i = 0; i < block->run_count; i++) {
        write_mark(touched, &block->runs[i]);
        scatter(after, &block->runs[i], &block->values[block->runs[i].first]);
    }
    report_cells(set, block->tile, bank, touched, after[0]);
    memcpy(cells, after, sizeof after);
}

static void write_src(const struct unpack_settings *set, struct unpack_block *block)
{
    uint32_t(*cells)[SRC_COLUMNS] = unpack_source(block->tile, set->unpacker)[block->cursor->bank];
    for (uint32_t i = 0; i < block->run_count; i++)
        scatter(cells, &block->runs[i], &block->values[block->runs[i].first]);
}

/* ---- Dst ---- */

static void report_dst_row(struct tile *tile, uint32_t row, const struct unpack_run *run, const uint16_t *after)
{
    const uint32_t together = run->right == 1 ? run->count : 1;
    for (uint32_t k = 0; k < run->count; k += together) {
        const uint32_t column = run->column + k * run->right, lo = 2 * (row * DST_COLUMNS + column);
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_UNPACK0, lo, lo + 2 * together, &tile->state.dst[row][column],
                       &after[column]);
    }
}

BUILT_WIDE static void shift_cells(const uint32_t *restrict cells, uint32_t count, unsigned shift,
                                   uint16_t *restrict to)
{
    for (uint32_t k = 0; k < count; k++)
        to[k] = (uint16_t)(cells[k] >> shift);
}

/* The part of a run in its r-th row. */
static inline struct unpack_run run_in_row(const struct unpack_run *run, uint32_t r)
{
    struct unpack_run part = *run;
    const uint32_t before = r ? r * DST_COLUMNS - run->column : 0, left = run->count - before;
    part.column = r ? 0 : run->column;
    part.first = (uint16_t)(run->first + before);
    part.count = (uint16_t)(left + part.column < DST_COLUMNS ? left : (uint32_t)DST_COLUMNS - part.column);
    return run->right == 1 ? part : *run;
}

/* Stores one physical row's part of a run, reported; shift chooses the half of a 32-bit value. */
static void write_dst_row(struct tile *tile, uint32_t row, const struct unpack_run *part, const uint32_t *cells,
                          unsigned shift)
{
    uint16_t after[DST_COLUMNS];
    memcpy(after, tile->state.dst[row], sizeof after);
    for (uint32_t k = 0; k < part->count; k++)
        after[part->column + k * part->right] = (uint16_t)(cells[part->first + k] >> shift);
    if (tile_places_probed(tile))
        report_dst_row(tile, row, part, after);
    memcpy(tile->state.dst[row], after, sizeof after);
}

/* Bit a column. */
static uint16_t columns_of(const struct unpack_run *part)
{
    uint32_t columns = 0;
    if (part->right == 1)
        return (uint16_t)(((1u << part->count) - 1) << part->column);
    for (uint32_t k = 0; k < part->count; k++)
        columns |= 1u << (part->column + k * part->right);
    return (uint16_t)columns;
}

/* U-5.8: the row that is behind the unpacker now. */
static void leave_row(struct tile *tile, struct unpack_cursor *cursor)
{
    if (cursor->filled_columns && cursor->filled_columns != UINT16_MAX)
        tile_finding(tile, FINDING_UNPACK_DST_ROW_IN_PART, TT_UNIT_UNPACK0, 0, "%s (row %u, columns %04X)",
                     finding_get(FINDING_UNPACK_DST_ROW_IN_PART)->doc, (unsigned)cursor->filled_row,
                     (unsigned)cursor->filled_columns);
    cursor->filled_columns = 0;
}

/* Which columns of a row that was not valid are written, before it is marked valid. */
static void write_fill_row(struct unpack_block *block, uint32_t row, const struct unpack_run *part)
{
    struct unpack_cursor *cursor = block->cursor;
    if (row != cursor->filled_row)
        leave_row(block->tile, cursor);
    if (!cursor->filled_columns && block->tile->state.dst_valid[row])
        return;
    cursor->filled_row = row;
    cursor->filled_columns |= columns_of(part);
}

/* The cells of all rows at once where nobody looks at what they held and no column is left out, else row by row. */
static void write_run(const struct unpack_settings *set, struct unpack_block *block, const struct unpack_run *run)
{
    struct tile *tile = block->tile;
    const bool is_wide = set->target == UNPACK_TO_DST32, is_whole = run->right == 1 && !tile_probed(tile, PROBE_ACCESS);
    const unsigned upper = is_wide && !set->is_low_first ? 16 : 0, lower = 16 - upper;
    const uint32_t first = dst_row16(run->row, set->has_remap, set->has_swizzle, is_wide || set->narrow_is_upper);
    const uint32_t rows = run->right == 1 ? ((uint32_t)run->column + run->count + DST_COLUMNS - 1) / DST_COLUMNS : 1;
    const uint32_t *cells = &block->values[run->first];
    if (is_whole && tile_only_places_probed(tile))
        tile_report_dst_place(tile, TT_UNIT_UNPACK0, first, rows, is_wide);
    if (is_whole)
        shift_cells(cells, run->count, upper, &tile->state.dst[first][run->column]);
    if (is_whole && is_wide)
        shift_cells(cells, run->count, lower, &tile->state.dst[first + DST_LOW_HALF][run->column]);
    tile_dst_wrote(tile, first, rows, is_wide || set->narrow_is_upper);
    for (uint32_t row = first; row < first + rows; row++) {
        const struct unpack_run part = run_in_row(run, row - first);
        write_fill_row(block, row, &part);
        if (!is_whole)
            write_dst_row(tile, row, &part, block->values, upper);
        if (!is_whole && is_wide)
            write_dst_row(tile, row + DST_LOW_HALF, &part, block->values, lower);
        if (!is_wide && set->narrow_is_upper)
            tile_lose_low_half(tile, TT_UNIT_UNPACK0, row);
        tile_make_row_valid(tile, TT_UNIT_UNPACK0, row);
    }
}

static void write_dst(const struct unpack_settings *set, struct unpack_block *block)
{
    for (uint32_t i = 0; i < block->run_count; i++)
        write_run(set, block, &block->runs[i]);
    if (!block->cursor->left)
        leave_row(block->tile, block->cursor);
}

void unpack_write(const struct unpack_settings *set, struct unpack_block *block)
{
    set->cells(block->values, block->count);
    if (set->target == UNPACK_TO_DST16 || set->target == UNPACK_TO_DST32)
        write_dst(set, block);
    else if (tile_probed(block->tile, PROBE_ACCESS))
        write_src_seen(set, block);
    else
        write_src(set, block);
}
