/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over values of 32 bits, each stage's own, and to and from those of 16 (narrow.h). There are two builds of one
 * text (whole_loops.h): for any machine, and for AVX2. They give what the functions of the stages give, datum by datum
 * (tests/unit/pack/test_pack_whole.c). */
#pragma once

#include "tile/pack/pack_internal.h"

struct whole_loops {
    void (*convert[PACK_CONVERSION_COUNT])(uint32_t *values, uint32_t count); /* null: PACK_AS_IS */
    /* INT32 over 2^shift, at most 31, to INT8 or UINT8. */
    void (*descale)(uint32_t *values, uint32_t count, unsigned shift, bool is_unsigned);
    /* ReLU of values with their sign in bit 31: those up to the threshold to 0; to the range of 0 to the threshold,
     * less the bits that are not compared. */
    void (*zero_up_to)(uint32_t *values, uint32_t count, int32_t threshold);
    void (*clamp)(uint32_t *values, uint32_t count, uint32_t threshold, unsigned shift);
    void (*widen)(const uint16_t *restrict halves, uint32_t count, uint32_t *restrict values);
    void (*narrow)(const uint32_t *restrict values, uint32_t count, uint16_t *restrict halves);
    void (*bytes)(const uint32_t *restrict values, uint32_t count, uint8_t *restrict to);
    /* A row of the tile position: the columns whose bit is not set become `fill`. */
    void (*mask_16)(uint16_t *restrict halves, uint16_t columns, uint16_t fill);
    void (*mask_32)(uint32_t *restrict values, uint16_t columns, uint32_t fill);
};

extern const struct whole_loops whole_loops_plain;
#if defined(__x86_64__)
extern const struct whole_loops whole_loops_avx2; /* taken only where the machine has it */
#endif

static inline const struct whole_loops *whole_loops_of(const struct tile *tile)
{
#if defined(__x86_64__)
    if (tile->fast == TILE_FAST_AVX2)
        return &whole_loops_avx2;
#endif
    (void)tile;
    return &whole_loops_plain;
}
