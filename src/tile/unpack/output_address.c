/* SPDX-License-Identifier: Apache-2.0 */
/* Which cells the block's values go to, as runs within a row. U-5.4, U-5.7 */
#include "numeric/dst_rows.h"
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"

enum { NO_ROW = UINT32_MAX };

static void output_address_warn(const struct unpack_settings *set, const struct unpack_block *block, finding_id id,
                                uint32_t row)
{
    if (tile_probed(block->tile, PROBE_FINDING))
        tile_finding(block->tile, id, unpack_unit(set->unpacker), 0, "%s (row %u)", finding_get(id)->doc,
                     (unsigned)row);
}

static uint32_t srcb_row(const struct unpack_settings *set, const struct unpack_block *block, uint32_t row)
{
    row += block->cursor->row_counter;
    if (row >= SRC_ROWS)
        output_address_warn(set, block, FINDING_UNPACK_SRCB_ROW, row);
    return row % SRC_ROWS;
}

static uint32_t srca_row(const struct unpack_settings *set, const struct unpack_block *block, uint32_t row)
{
    if (row < UNPACK_ROWS_BEFORE)
        return NO_ROW;
    row -= UNPACK_ROWS_BEFORE;
    const bool is_own = block->cursor->has_row_override;
    const bool wraps_as_recorded = is_own && set->chip->unpack_rows_are_wide;
    if (row >= (is_own ? SRC_ROWS : UNPACK_LOW_ROWS) && !wraps_as_recorded)
        output_address_warn(set, block, FINDING_UNPACK_SRCA_ROW, row);
    if (!is_own || tile_variant(block->tile, VARIANT_UNPACK_SRCA_OVERRIDE) != 0)
        row += block->cursor->row_counter;
    return row % SRC_ROWS;
}

static uint32_t dst_row(const struct unpack_settings *set, const struct unpack_block *block, uint32_t row)
{
    row = (row - UNPACK_ROWS_BEFORE) % DST_ROWS;
    if (!block->cursor->has_row_override)
        return row;
    output_address_warn(set, block, FINDING_UNPACK_DST_OVERRIDE, row);
    return row & (tile_variant(block->tile, VARIANT_UNPACK_DST_OVERRIDE) != 0 ? 0xF : 0x3CF);
}

static uint32_t target_row(const struct unpack_settings *set, const struct unpack_block *block, uint32_t row)
{
    switch (set->target) {
    case UNPACK_TO_SRCB:
        return srcb_row(set, block, row);
    case UNPACK_TO_SRCA:
        return srca_row(set, block, row);
    case UNPACK_TO_DST16:
    case UNPACK_TO_DST32:
        break;
    }
    return dst_row(set, block, row);
}

/* How many rows of a bank, or physical ones of Dst, follow each other from `row` on, as far as none of them is suspect.
 */
static uint32_t rows_in_line(const struct unpack_settings *set, const struct unpack_block *block, uint32_t logical,
                             uint32_t row)
{
    const struct unpack_cursor *cursor = block->cursor;
    if (set->target == UNPACK_TO_DST16 || set->target == UNPACK_TO_DST32)
        return cursor->has_row_override ? 1 : DST_ROWS_TOGETHER - row % DST_ROWS_TOGETHER;
    const uint32_t of_b = cursor->row_counter < SRC_ROWS ? SRC_ROWS - cursor->row_counter : 0;
    const uint32_t of_a = UNPACK_ROWS_BEFORE + (cursor->has_row_override ? (uint32_t)SRC_ROWS : UNPACK_LOW_ROWS);
    const uint32_t end = set->target == UNPACK_TO_SRCB ? of_b : of_a;
    const uint32_t rows = end > logical ? end - logical : 1;
    return rows < SRC_ROWS - row ? rows : SRC_ROWS - row;
}

void unpack_output_address(const struct unpack_settings *set, struct unpack_block *block)
{
    const uint32_t step = set->skips_extra ? set->extra + 1 : 1;
    uint32_t place = block->cursor->place;
    block->run_count = 0;
    for (uint32_t i = 0; i < block->count;) {
        const uint32_t column = place % SRC_COLUMNS, row = target_row(set, block, place / SRC_COLUMNS);
        const bool joins = set->joins_rows && row != NO_ROW;
        const uint32_t rows = joins ? rows_in_line(set, block, place / SRC_COLUMNS, row) : 1;
        uint32_t count = (rows * SRC_COLUMNS - column + step - 1) / step; /* that fit into the rows */
        count = count < block->count - i ? count : block->count - i;
        if (row != NO_ROW)
            block->runs[block->run_count++] =
                (struct unpack_run){(uint16_t)row, (uint8_t)column, 0, (uint8_t)step, (uint16_t)count, (uint16_t)i};
        i += count;
        place += count * step;
    }
    block->cursor->place = place;
}
