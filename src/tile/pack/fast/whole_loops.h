/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of whole.h, written so that a compiler makes vectors of them. Each build is a file that includes this one;
 * WHOLE_TARGET, where that defines it, says for which machine, and WHOLE_LOOPS names it. */
#pragma once

#include "tile/pack/fast/whole.h"

#ifndef WHOLE_TARGET
#define WHOLE_TARGET
#define WHOLE_LOOPS whole_loops_plain
#endif

#define LOOP(NAME, FUNCTION)                                                                                           \
    WHOLE_TARGET static void loop_##FUNCTION(uint32_t *values, uint32_t count)                                         \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
PACK_CONVERSIONS(LOOP)
#undef LOOP

/* As int32_to_int8() and int32_to_uint8(), where no sum needs a 33rd bit: half a unit has 30. */
WHOLE_TARGET static void descale(uint32_t *values, uint32_t count, unsigned shift, bool is_unsigned)
{
    const uint32_t half = round_half(shift), most = is_unsigned ? 255 : 127, sign = is_unsigned ? 0 : 1u << 7;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t minus = (uint32_t)((int32_t)values[i] >> 31);
        const uint32_t magnitude = u32_min(((values[i] & INT32_MAX) + half) >> shift, most);
        values[i] = (minus & sign) | (is_unsigned ? magnitude & ~minus : magnitude);
    }
}

WHOLE_TARGET static void zero_up_to(uint32_t *values, uint32_t count, int32_t threshold)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = (int32_t)values[i] > threshold ? values[i] : 0;
}

WHOLE_TARGET static void clamp(uint32_t *values, uint32_t count, uint32_t threshold, unsigned shift)
{
    const int32_t limit = (int32_t)u32_min(threshold >> shift, INT32_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t value = (int32_t)values[i], positive = value > 0 ? value : 0;
        values[i] = positive >> shift > limit ? threshold : (uint32_t)positive;
    }
}

WHOLE_TARGET static void widen(const uint16_t *restrict halves, uint32_t count, uint32_t *restrict values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = halves[i];
}

WHOLE_TARGET static void narrow(const uint32_t *restrict values, uint32_t count, uint16_t *restrict halves)
{
    for (uint32_t i = 0; i < count; i++)
        halves[i] = (uint16_t)values[i];
}

WHOLE_TARGET static void bytes(const uint32_t *restrict values, uint32_t count, uint8_t *restrict to)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (uint8_t)values[i];
}

static const uint16_t column_bits[DST_COLUMNS] = {1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                                                  1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};

WHOLE_TARGET static void mask_16(uint16_t *restrict halves, uint16_t columns, uint16_t fill)
{
    for (unsigned i = 0; i < DST_COLUMNS; i++)
        halves[i] = columns & column_bits[i] ? halves[i] : fill;
}

WHOLE_TARGET static void mask_32(uint32_t *restrict values, uint16_t columns, uint32_t fill)
{
    for (unsigned i = 0; i < DST_COLUMNS; i++)
        values[i] = columns & column_bits[i] ? values[i] : fill;
}

#define LOOP_OF(NAME, FUNCTION) [PACK_##NAME] = loop_##FUNCTION,
const struct whole_loops WHOLE_LOOPS = {
    .convert = {PACK_CONVERSIONS(LOOP_OF)},
    .descale = descale,
    .zero_up_to = zero_up_to,
    .clamp = clamp,
    .widen = widen,
    .narrow = narrow,
    .bytes = bytes,
    .mask_16 = mask_16,
    .mask_32 = mask_32,
};
#undef LOOP_OF
