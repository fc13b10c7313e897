/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of rows marked or filled at once (M61, M62). */
#include "tile/fast/fill.h"
#include "tile/matrix/fast/matrix_fast.h"

#include <string.h>

bool matrix_fast_mark(struct tile *tile, uint32_t first, uint32_t count, bool is_valid)
{
    if (tile_places_probed(tile))
        return false;
    memset(&tile->state.dst_valid[first], is_valid, count);
    tile->fast_taken[FAST_MATRIX_CLEAR] = true;
    return true;
}

bool matrix_fast_fill(struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell)
{
    if (tile_probed(tile, PROBE_ACCESS))
        return false;
    fill_bank(tile, rows, cell);
    tile->fast_taken[FAST_MATRIX_CLEAR] = true;
    return true;
}
