/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of Dst and of the source banks, and what a probe sees of reading and writing them (M5 to M9, M60). */
#include "tile/matrix/matrix_internal.h"

enum { SRC_ROW_BYTES = SRC_COLUMNS * 4 };

static void rows_read_cells(struct tile *tile, uint32_t at, bool is_wide, uint32_t values[DST_COLUMNS])
{
    matrix_saw_dst_read(tile, at, is_wide);
    tile_dst_reads(tile, TT_UNIT_MATRIX, at, 1, is_wide);
    tile_saw_row(tile, at, is_wide);
    if (!tile->state.dst_valid[at]) {
        memset(values, 0, DST_COLUMNS * sizeof *values);
        return;
    }
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        values[column] = tile->state.dst[at][column];
}

void matrix_read_row16(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t values[DST_COLUMNS])
{
    rows_read_cells(tile, matrix_physical_row(set, row, false), false, values);
}

void matrix_read_upper(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t written,
                       uint32_t values[DST_COLUMNS])
{
    rows_read_cells(tile, matrix_physical_row(set, row, true), written != ALL_COLUMNS, values);
}

void matrix_read_row32(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t values[DST_COLUMNS])
{
    const uint32_t at = matrix_physical_row(set, row, true);
    matrix_saw_dst_read(tile, at, true);
    tile_dst_reads(tile, TT_UNIT_MATRIX, at, 1, true);
    tile_saw_row(tile, at, true);
    if (!tile->state.dst_valid[at]) {
        memset(values, 0, DST_COLUMNS * sizeof *values);
        return;
    }
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        values[column] = (uint32_t)tile->state.dst[at][column] << 16 | tile->state.dst[at + DST_LOW_HALF][column];
}

static void rows_put_cells(struct tile *tile, uint32_t row, const uint32_t values[DST_COLUMNS], unsigned shift,
                           uint32_t columns)
{
    uint16_t *held = tile->state.dst[row];
    uint16_t cells[DST_COLUMNS];
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        cells[column] = (uint16_t)(values[column] >> shift);
    if (columns != ALL_COLUMNS) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            cells[column] = columns >> column & 1 ? cells[column] : held[column];
    }
    if (tile_places_probed(tile))
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, row * DST_ROW_BYTES, (row + 1) * DST_ROW_BYTES, held, cells);
    memcpy(held, cells, sizeof cells);
}

bool matrix_row_is_valid(const struct tile *tile, const struct matrix_settings *set, uint32_t row, bool is_wide)
{
    return tile->state.dst_valid[matrix_physical_row(set, row, is_wide)];
}

static void report_valid(struct tile *tile, uint32_t first, uint32_t count, bool is_valid)
{
    uint8_t after[DST_ROWS];
    memset(after, is_valid, count);
    if (memcmp(&tile->state.dst_valid[first], after, count) != 0)
        tile_saw_write(tile, TT_SPACE_DST_VALID, TT_UNIT_MATRIX, first, first + count, &tile->state.dst_valid[first],
                       after);
}

void matrix_put_valid(struct tile *tile, uint32_t first, uint32_t count, bool is_valid)
{
    tile_saw_control(tile, CONTROL_SETS, TT_SPACE_DST_VALID, first, first + count);
    if (tile_places_probed(tile))
        report_valid(tile, first, count, is_valid);
    if (count == 1) /* mostly; no call */
        tile->state.dst_valid[first] = is_valid;
    else
        memset(&tile->state.dst_valid[first], is_valid, count);
}

void matrix_write_row16(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                        const uint32_t values[DST_COLUMNS], uint32_t columns)
{
    const uint32_t at = matrix_physical_row(set, row, false);
    rows_put_cells(tile, at, values, 0, columns);
    matrix_put_valid(tile, at, 1, true);
    tile_dst_wrote(tile, at, 1, set->narrow_is_upper);
    if (set->narrow_is_upper)
        tile_lose_low_half(tile, TT_UNIT_MATRIX, at);
}

void matrix_write_row32(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                        const uint32_t values[DST_COLUMNS], uint32_t columns)
{
    const uint32_t at = matrix_physical_row(set, row, true);
    rows_put_cells(tile, at, values, 16, columns);
    rows_put_cells(tile, at + DST_LOW_HALF, values, 0, columns);
    matrix_put_valid(tile, at, 1, true);
    tile_dst_wrote(tile, at, 1, true);
}

/* Physical rows one behind the other. */
static void put_together(struct tile *tile, uint32_t at, uint32_t rows, const uint16_t (*cells)[DST_COLUMNS])
{
    if (tile_places_probed(tile))
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, at * DST_ROW_BYTES, (at + rows) * DST_ROW_BYTES,
                       tile->state.dst[at], cells);
    memcpy(tile->state.dst[at], cells, rows * (size_t)DST_ROW_BYTES);
    matrix_put_valid(tile, at, rows, true);
}

void matrix_write_rows16(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t rows,
                         const uint16_t (*cells)[DST_COLUMNS])
{
    uint32_t end;
    for (uint32_t i = 0; i < rows; i = end) {
        const uint32_t at = matrix_physical_row(set, row + i, false);
        end = i + 1;
        while (end < rows && matrix_physical_row(set, row + end, false) == at + end - i)
            end++;
        put_together(tile, at, end - i, &cells[i]);
        tile_dst_wrote(tile, at, end - i, set->narrow_is_upper);
        for (uint32_t k = 0; set->narrow_is_upper && k < end - i; k++)
            tile_lose_low_half(tile, TT_UNIT_MATRIX, at + k);
    }
}

void matrix_write_src(struct tile *tile, enum tt_space space, unsigned bank, uint32_t row,
                      const uint32_t cells[SRC_COLUMNS])
{
    uint32_t *held = space == TT_SPACE_SRCA ? tile->state.srca[bank][row] : tile->state.srcb[bank][row];
    if (tile_probed(tile, PROBE_ACCESS)) {
        const uint32_t lo = (bank * SRC_ROWS + row) * SRC_ROW_BYTES;
        tile_saw_write(tile, space, TT_UNIT_MATRIX, lo, lo + SRC_ROW_BYTES, held, cells);
    }
    memcpy(held, cells, SRC_ROW_BYTES);
}

void matrix_saw_src_read(struct tile *tile, enum tt_space space, unsigned bank, uint32_t row, uint32_t rows)
{
    if (!tile_probed(tile, PROBE_ACCESS))
        return;
    const uint32_t lo = (bank * SRC_ROWS + row) * SRC_ROW_BYTES;
    tile_saw_read(tile, space, TT_UNIT_MATRIX, 0, lo, lo + rows * SRC_ROW_BYTES);
}
