/* SPDX-License-Identifier: Apache-2.0 */
/* Rows into a source bank at once: MOVD2A, MOVD2B, MOVB2A, TRNSPSRCB (M57, M58, M63); out of one: MOVA2D, MOVB2D (M55,
 * M56). */
#include "tile/matrix/fast/blocks.h"
#include "tile/matrix/fast/matrix_fast.h"

#include <string.h>

static bool may(struct tile *tile)
{
    if (tile_probed(tile, PROBE_ACCESS))
        return false;
    tile->fast_taken[FAST_MATRIX_MOVE] = true;
    return true;
}

static void move_row(struct tile *tile, const struct block_loops *loops, const struct matrix_settings *set,
                     enum matrix_style style, bool is_low, uint32_t row, uint32_t *to)
{
    const bool is_wide = set->has_32bit_dst || (set->narrow_is_upper && is_low); /* M57x */
    const uint32_t at = matrix_physical_row(set, row, is_wide);
    matrix_saw_dst_read(tile, at, is_wide);
    const uint16_t *high = tile->state.dst[at], *low = is_wide ? tile->state.dst[at + DST_LOW_HALF] : NULL;
    if (!tile->state.dst_valid[at])
        memset(to, 0, SRC_COLUMNS * sizeof *to);
    else if (style == STYLE_FP16)
        loops->fp16_cells(is_wide && is_low ? low : high, to);
    else if (style == STYLE_TF32 && is_wide)
        loops->tf32_cells(high, low, to);
    else
        loops->bf16_cells(is_wide && is_low ? low : high, to);
}

bool matrix_fast_move_dst(struct tile *tile, const struct matrix_settings *set, enum matrix_style style, bool is_low,
                          uint32_t dst_row, uint32_t rows, uint32_t (*to)[SRC_COLUMNS])
{
    const bool is_low_tf32 = style == STYLE_TF32 && is_low;
    if (is_low_tf32 || !matrix_moves_all_columns(tile) || !may(tile))
        return false;
    for (uint32_t i = 0; i < rows; i++)
        move_row(tile, block_loops_of(tile), set, style, is_low, dst_row + i, to[i]);
    return true;
}

void matrix_fast_move_srcb(struct tile *tile, const uint32_t (*from)[SRC_COLUMNS], uint32_t rows, uint32_t mask,
                           bool keeps_zeros, uint32_t (*to)[SRC_COLUMNS])
{
    tile->fast_taken[FAST_MATRIX_MOVE] = true;
    block_loops_of(tile)->moved_cells(from, rows, mask, keeps_zeros, to);
}

void matrix_fast_move_rows(struct tile *tile, enum matrix_style style, const uint32_t (*from)[SRC_COLUMNS],
                           uint32_t step, uint32_t rows, uint32_t mask, bool keeps_zeros, uint16_t (*to)[DST_COLUMNS])
{
    const struct block_loops *loops = block_loops_of(tile);
    tile->fast_taken[FAST_MATRIX_MOVE] = true;
    (style == STYLE_FP16 ? loops->fp16_rows : loops->bf16_rows)(from, step, rows, mask, keeps_zeros, to);
}

bool matrix_fast_transpose(struct tile *tile, uint32_t (*face)[SRC_COLUMNS])
{
    if (!may(tile))
        return false;
    block_loops_of(tile)->transpose(face);
    return true;
}
