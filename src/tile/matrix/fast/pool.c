/* SPDX-License-Identifier: Apache-2.0 */
/* GMPOOL as recorded (M53): the maximum of whole words, where scales are one and no index is retained. */
#include "numeric/cells.h"
#include "tile/matrix/fast/matrix_fast.h"

#include <string.h>

/* Sign and magnitude to what compares as a signed number. */
static int32_t key(uint32_t word)
{
    return (int32_t)(word >> 31 ? word ^ INT32_MAX : word);
}

static uint32_t maximum(const struct gmpool *pool, unsigned column, uint32_t max)
{
    for (uint32_t row = 0; row < FACE_ROWS; row++) {
        const uint32_t cell = pool->a[row][column];
        const uint32_t word = src_exponent(cell) == 0 ? 0 : src_to_fp32(cell);
        if (key(word) > key(max))
            max = word;
    }
    return max;
}

void matrix_fast_pool(struct tile *tile, struct gmpool *pool)
{
    enum { UPPER_19_BITS = 0xFFFFE000 };
    for (unsigned column = 0; column < DST_COLUMNS; column++) {
        uint32_t *cells = &pool->dst[0][column];
        const uint32_t held = matrix_dst_to_word(&pool->math, *cells) & UPPER_19_BITS;
        *cells = matrix_word_to_dst(&pool->math, maximum(pool, column, held));
    }
    tile->fast_taken[FAST_MATRIX_POOL]++;
    memset(pool->dst[1], 0, (POOL_ROWS - 1) * sizeof pool->dst[0]);
}
