/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR_NOP: a source bank filled at once (U-8). */
#include "tile/unpack/fast/unpack_fast.h"

#include <string.h>

bool unpack_fast_clear(struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell)
{
    uint32_t *cells = rows[0];
    if (tile_probed(tile, PROBE_ACCESS))
        return false;
    if (cell == 0)
        memset(cells, 0, SRC_ROWS * SRC_COLUMNS * sizeof *cells);
    for (uint32_t i = 0; cell && i < SRC_ROWS * SRC_COLUMNS; i++)
        cells[i] = cell;
    tile->fast_taken[FAST_UNPACK_CLEAR]++;
    return true;
}
