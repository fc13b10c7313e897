/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR_NOP: a source bank filled at once (U-8). */
#include "tile/fast/fill.h"
#include "tile/unpack/fast/unpack_fast.h"

bool unpack_fast_clear(struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell)
{
    if (tile_probed(tile, PROBE_ACCESS))
        return false;
    fill_bank(tile, rows, cell);
    tile->fast_taken[FAST_UNPACK_CLEAR] = true;
    return true;
}
