/* SPDX-License-Identifier: Apache-2.0 */
/* What the matrix unit's datasheet knows of its fast paths. A tile that takes none never comes here. */
#pragma once

#include "tile/matrix/gmpool.h"

#include <string.h>

/* Does the work of a computing instruction. False: nothing changed, and the numbered steps have to do it.
 * compute_rows.c */
bool matrix_fast_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job);

/* The maximum, in the form that recordings show; the result is that of gmpool_general(). pool.c */
void matrix_fast_pool(struct tile *tile, struct gmpool *pool);

/* Eight rows of Dst marked valid or not, where nobody listens. */
static inline void matrix_fast_mark_eight(struct tile *tile, uint32_t first, bool is_valid)
{
    const uint64_t eight = is_valid ? UINT64_C(0x0101010101010101) : 0;
    memcpy(&tile->state.dst_valid[first], &eight, sizeof eight);
    tile->fast_taken[FAST_MATRIX_CLEAR] = true;
}

/* ---- runs.c: false, with nothing changed, where a probe is to hear of each row ---- */

/* Rows of Dst marked valid or not. */
bool matrix_fast_mark(struct tile *tile, uint32_t first, uint32_t count, bool is_valid);
/* A whole bank of a source. */
bool matrix_fast_fill(struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell);

/* ---- moves.c: likewise, and where columns are left out or no recording shows the form ---- */

bool matrix_fast_move_dst(struct tile *tile, const struct matrix_settings *set, enum matrix_style style, bool is_low,
                          uint32_t dst_row, uint32_t rows, uint32_t (*to)[SRC_COLUMNS]);
/* Asked for by the next alone, which calls nothing before its loop. */
static inline bool matrix_fast_may_move(const struct tile *tile)
{
    return tile->fast && !tile_probed(tile, PROBE_ACCESS) && matrix_moves_all_columns(tile);
}
void matrix_fast_move_srcb(struct tile *tile, const uint32_t (*from)[SRC_COLUMNS], uint32_t rows, uint32_t mask,
                           bool keeps_zeros, uint32_t (*to)[SRC_COLUMNS]);
/* Rows as 16-bit Dst holds them, into `to`; whoever listens hears of them when they are written. */
void matrix_fast_move_rows(struct tile *tile, enum matrix_style style, const uint32_t (*from)[SRC_COLUMNS],
                           uint32_t step, uint32_t rows, uint32_t mask, bool keeps_zeros, uint16_t (*to)[DST_COLUMNS]);
bool matrix_fast_transpose(struct tile *tile, uint32_t (*face)[SRC_COLUMNS]);
