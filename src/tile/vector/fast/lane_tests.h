/* SPDX-License-Identifier: Apache-2.0 */
/* Part of lane_loops.h: comparisons of 32 lanes, as a bit each, and what they choose (V33, V40, V50). */
#pragma once

#include "base/little.h"
#include "tile/fast/avx2.h"
#include "tile/vector/fast/lane_put.h"

/* Bit 31 of each. */
LANE_TARGET static uint32_t negative(const uint32_t values[LANES])
{
    uint32_t mask = 0;
#ifdef LANE_HAS_SHIFTS
    for (unsigned lane = 0; lane < LANES; lane += 8)
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(avx2_load(&values[lane]))) << lane;
#else
    uint8_t bytes[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        bytes[lane] = (uint8_t)(values[lane] >> 31);
    for (unsigned lane = 0; lane < LANES; lane += 8) /* the factor brings bit 8 i to bit 56 + i */
        mask |= (uint32_t)(load_u64(&bytes[lane]) * UINT64_C(0x0102040810204080) >> 56) << lane;
#endif
    return mask;
}

LANE_TARGET static uint32_t not_zero(const uint32_t values[LANES])
{
    uint32_t any[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        any[lane] = values[lane] ? UINT32_MAX : 0;
    return negative(any);
}

LANE_TARGET static uint32_t greater(const uint32_t d[LANES], const uint32_t x[LANES], uint32_t turn,
                                    uint32_t result[restrict LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (order(d[lane]) > order(x[lane]) ? UINT32_MAX : 0) ^ turn;
    return negative(result);
}

/* ---- SFPLUTFP32 ---- */

enum {
    HALF = 0x3F000000,
    ONE = 0x3F800000,
    ONE_AND_HALF = 0x3FC00000,
    TWO = 0x40000000,
    THREE = 0x40400000,
    FOUR = 0x40800000,
    LUT_ARGUMENT = 3,
    LUT_ADDENDS = 4
};

/* The entry of a table of three for a magnitude. */
static inline uint32_t entry(uint32_t first, uint32_t second, uint32_t third, uint32_t b)
{
    const uint32_t later = b < TWO ? second : third;
    return b < ONE ? first : later;
}

LANE_TARGET static void lut_fp32(uint32_t lreg[LREGS][LANES], bool ends_at_four, uint32_t a[restrict LANES],
                                 uint32_t b[restrict LANES], uint32_t c[restrict LANES])
{
    (void)ends_at_four; /* of halves of segments */
    for (unsigned lane = 0; lane < LANES; lane++) {
        b[lane] = lreg[LUT_ARGUMENT][lane] & ~(uint32_t)LANE_SIGN;
        a[lane] = entry(lreg[0][lane], lreg[1][lane], lreg[2][lane], b[lane]);
        c[lane] = entry(lreg[LUT_ADDENDS][lane], lreg[LUT_ADDENDS + 1][lane], lreg[LUT_ADDENDS + 2][lane], b[lane]);
    }
}

/* FP16, whose largest exponent comes out as 0. */
static inline uint32_t coefficient(uint32_t x)
{
    const uint32_t exponent = x >> 10 & 31, rebiased = exponent == 31 ? 0 : exponent + 112;
    return (x >> 15 & 1) << 31 | rebiased << 23 | (x & 0x3FF) << 13;
}

LANE_TARGET static void lut_fp16(uint32_t lreg[LREGS][LANES], bool ends_at_four, uint32_t a[restrict LANES],
                                 uint32_t b[restrict LANES], uint32_t c[restrict LANES])
{
    const uint32_t last_cut = ends_at_four ? FOUR : THREE;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t x = lreg[LUT_ARGUMENT][lane] & ~(uint32_t)LANE_SIGN;
        const uint32_t first = entry(lreg[0][lane], lreg[1][lane], lreg[2][lane], x);
        const uint32_t second =
            entry(lreg[LUT_ADDENDS][lane], lreg[LUT_ADDENDS + 1][lane], lreg[LUT_ADDENDS + 2][lane], x);
        const uint32_t is_low = x < entry(HALF, ONE_AND_HALF, last_cut, x) ? UINT32_MAX : 0;
        b[lane] = x;
        a[lane] = coefficient((first & is_low) | (first >> 16 & ~is_low));
        c[lane] = coefficient((second & is_low) | (second >> 16 & ~is_low));
    }
}

static const struct lane_tests lane_tests = {
    .negative = negative,
    .not_zero = not_zero,
    .greater = greater,
    .lut_fp32 = lut_fp32,
    .lut_fp16 = lut_fp16,
};
