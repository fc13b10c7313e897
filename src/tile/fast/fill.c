/* SPDX-License-Identifier: Apache-2.0 */
#include "tile/fast/fill.h"

#include "tile/fast/avx2.h"

#include <string.h>

enum { CELLS = SRC_ROWS * SRC_COLUMNS };

#if defined(__x86_64__)
/* For four kilobytes the library's memset turns to string instructions, which take twice as long where they are in the
 * cache already. */
AVX2 static void fill_avx2(uint32_t *cells, uint32_t cell)
{
    enum { EACH = 8, AT_ONCE = 4 * EACH };
    const __m256i filled = avx2_constant(cell);
    for (unsigned i = 0; i < CELLS; i += AT_ONCE) {
        _mm256_storeu_si256((void *)&cells[i], filled);
        _mm256_storeu_si256((void *)&cells[i + EACH], filled);
        _mm256_storeu_si256((void *)&cells[i + 2 * EACH], filled);
        _mm256_storeu_si256((void *)&cells[i + 3 * EACH], filled);
    }
}
#endif

void fill_bank(const struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell)
{
    uint32_t *cells = rows[0];
#if defined(__x86_64__)
    if (tile->fast == TILE_FAST_AVX2) {
        fill_avx2(cells, cell);
        return;
    }
#endif
    (void)tile;
    if (cell == 0)
        memset(cells, 0, CELLS * sizeof *cells);
    for (unsigned i = 0; cell && i < CELLS; i++)
        cells[i] = cell;
}
