/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over rows of Src and Dst, for which compilers know vectors. There are two builds of one text (block_loops.h):
 * for any machine, and for AVX2. */
#pragma once

#include "tile/matrix/fast/quick.h"

struct block_loops {
    /* words: FP32 patterns; each becomes the largest of itself and its column of 16 rows of masked cells (M53). */
    void (*maximum)(const uint32_t (*cells)[SRC_COLUMNS], uint32_t words[SRC_COLUMNS]);
    /* Rows of Dst to cells of Src (M57): 16-bit cells, or FP32 from an upper and a lower row. */
    void (*bf16_cells)(const uint16_t from[DST_COLUMNS], uint32_t cells[SRC_COLUMNS]);
    void (*fp16_cells)(const uint16_t from[DST_COLUMNS], uint32_t cells[SRC_COLUMNS]);
    void (*tf32_cells)(const uint16_t high[DST_COLUMNS], const uint16_t low[DST_COLUMNS], uint32_t cells[SRC_COLUMNS]);
    /* Cells masked, and 0 where the exponent is 0 unless zeros are numbers (M58). */
    void (*moved_cells)(const uint32_t (*from)[SRC_COLUMNS], uint32_t rows, uint32_t mask, bool keeps_zeros,
                        uint32_t (*to)[SRC_COLUMNS]);
    /* The same as rows of 16-bit Dst; step: rows of the source from one to the next, 0 or 1 (M55, M56). */
    void (*bf16_rows)(const uint32_t (*from)[SRC_COLUMNS], uint32_t step, uint32_t rows, uint32_t mask,
                      bool keeps_zeros, uint16_t (*to)[DST_COLUMNS]);
    void (*fp16_rows)(const uint32_t (*from)[SRC_COLUMNS], uint32_t step, uint32_t rows, uint32_t mask,
                      bool keeps_zeros, uint16_t (*to)[DST_COLUMNS]);
    void (*transpose)(uint32_t face[FACE_ROWS][SRC_COLUMNS]);
};

extern const struct block_loops block_loops_plain;
#if defined(__x86_64__)
extern const struct block_loops block_loops_avx2; /* taken only where the machine has it */
#endif

static inline const struct block_loops *block_loops_of(const struct tile *tile)
{
#if defined(__x86_64__)
    if (tile->fast == TILE_FAST_AVX2)
        return &block_loops_avx2;
#endif
    (void)tile;
    return &block_loops_plain;
}
