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
