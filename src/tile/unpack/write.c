/* SPDX-License-Identifier: Apache-2.0 */
/* Values as cells into SrcA, SrcB or Dst. U-5.4; row order of Dst: F-3.4 to F-3.6 */
#include "numeric/dst_rows.h"
#include "tile/unpack/unpack_internal.h"

#include "finding_ids.h"

#include <assert.h>
#include <string.h>

/* ---- SrcA and SrcB ---- */

static void scatter(uint32_t bank[SRC_ROWS][SRC_COLUMNS], const struct unpack_run *run, const uint32_t *cells)
{
    if (!run->down && run->right == 1) {
        memcpy(&bank[run->row][run->column], cells, run->count * sizeof *cells);
        return;
    }
    uint32_t *to = &bank[run->row][run->column];
    const uint32_t step = run->down * (uint32_t)SRC_COLUMNS + run->right;
    for (uint32_t k = 0; k < run->count; k++)
        to[k * step] = cells[k];
}

static void write_mark(uint16_t touched[SRC_ROWS], const struct unpack_run *run)
{
    for (uint32_t k = 0; k < run->count; k++)
        touched[run->row + k * run->down] |= (uint16_t)(1u << (run->column + k * run->right));
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

/* Stores one physical row's share of a run; shift chooses the half of a 32-bit value. */
static void write_dst_row(struct tile *tile, uint32_t row, const struct unpack_run *run, const uint32_t *cells,
                          unsigned shift)
{
    uint16_t seen[DST_COLUMNS];
    const bool is_probed = tile_places_probed(tile);
    uint16_t *to = is_probed ? seen : tile->state.dst[row];
    for (uint32_t k = 0; k < run->count; k++)
        to[run->column + k * run->right] = (uint16_t)(cells[k] >> shift);
    if (!is_probed)
        return;
    report_dst_row(tile, row, run, seen);
    for (uint32_t k = 0; k < run->count; k++)
        tile->state.dst[row][run->column + k * run->right] = seen[run->column + k * run->right];
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

/* Which columns of a row that was not valid are written, before the run marks it valid. */
static void write_fill_row(struct unpack_block *block, uint32_t row, const struct unpack_run *run)
{
    struct unpack_cursor *cursor = block->cursor;
    if (row != cursor->filled_row)
        leave_row(block->tile, cursor);
    if (!cursor->filled_columns && block->tile->state.dst_valid[row])
        return;
    cursor->filled_row = row;
    for (uint32_t k = 0; k < run->count; k++)
        cursor->filled_columns |= (uint16_t)(1u << (run->column + k * run->right));
}

static void write_dst(const struct unpack_settings *set, struct unpack_block *block)
{
    const bool is_wide = set->target == UNPACK_TO_DST32;
    for (uint32_t i = 0; i < block->run_count; i++) {
        const struct unpack_run *run = &block->runs[i];
        const uint32_t *cells = &block->values[run->first];
        const uint32_t row = dst_row16(run->row, set->has_remap, set->has_swizzle, is_wide || set->narrow_is_upper);
        write_fill_row(block, row, run);
        if (is_wide) {
            write_dst_row(block->tile, row, run, cells, set->is_low_first ? 0 : 16);
            write_dst_row(block->tile, row + DST_LOW_HALF, run, cells, set->is_low_first ? 16 : 0);
        } else {
            write_dst_row(block->tile, row, run, cells, 0);
            if (set->narrow_is_upper)
                tile_lose_low_half(block->tile, TT_UNIT_UNPACK0, row);
        }
        tile_make_row_valid(block->tile, TT_UNIT_UNPACK0, row);
    }
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
