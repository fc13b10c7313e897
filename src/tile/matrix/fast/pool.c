/* SPDX-License-Identifier: Apache-2.0 */
/* GMPOOL as recorded (M53): the maximum of whole words, where scales are one and no index is retained. */
#include "tile/matrix/fast/blocks.h"
#include "tile/matrix/fast/matrix_fast.h"

#include <string.h>

void matrix_fast_pool(struct tile *tile, struct gmpool *pool)
{
    enum { UPPER_19_BITS = 0xFFFFE000 };
    uint32_t *cells = pool->dst[0];
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        cells[column] = matrix_dst_to_word(&pool->math, cells[column]) & UPPER_19_BITS;
    block_loops_of(tile)->maximum((const uint32_t(*)[SRC_COLUMNS])pool->a, cells);
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        cells[column] = matrix_word_to_dst(&pool->math, cells[column]);
    tile->fast_taken[FAST_MATRIX_POOL] = true;
    memset(pool->dst[1], 0, (POOL_ROWS - 1) * sizeof pool->dst[0]);
}
