/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLUT and SFPLUTFP32, as the tile does them and as their precision is followed: which registers, which bits of the
 * modifier, which segment (V33, V34). */
#pragma once

#include <stdint.h>

/* The argument; the first of three registers with the second coefficients, the first ones being in L0 to L2. */
enum { LUT_ARGUMENT = 3, LUT_SECOND = 4 };
/* Of the modifier; LUT_FP16 is of SFPLUTFP32 alone. */
enum { LUT_FP16 = 2, LUT_KEEPS_SIGN = 4, LUT_RESULT_BY_L7 = 8 };
enum { LUT_SEGMENTS = 3 };

/* FP32 patterns of the bounds between segments. */
enum { LUT_ONE = 0x3F800000, LUT_TWO = 0x40000000 };

/* Of a magnitude in FP32; a NaN lies above all bounds. */
static inline unsigned lut_segment(uint32_t magnitude)
{
    return magnitude < LUT_ONE ? 0 : magnitude < LUT_TWO ? 1 : 2;
}

enum { LUT_HALF = 0x3F000000, LUT_ONE_AND_HALF = 0x3FC00000, LUT_THREE = 0x40400000, LUT_FOUR = 0x40800000 };

/* Which half of the segment's register, 1 the upper one: the segments of FP16 are half as long. */
static inline unsigned lut_half(uint32_t magnitude, uint32_t mod)
{
    enum { ENDS_AT_FOUR = 3 };
    const uint32_t last_cut = (mod & 3) == ENDS_AT_FOUR ? LUT_FOUR : LUT_THREE;
    return !(magnitude < LUT_HALF || (magnitude >= LUT_ONE && magnitude < LUT_ONE_AND_HALF) ||
             (magnitude >= LUT_TWO && magnitude < last_cut));
}
