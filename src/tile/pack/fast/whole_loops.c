/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of whole.h, written so that a compiler makes vectors of them. */
#include "tile/fast/built_twice.h"
#include "tile/pack/fast/whole.h"

#define LOOP(NAME, FUNCTION)                                                                                           \
    BUILT_TWICE static void loop_##FUNCTION(uint32_t *values, uint32_t count)                                          \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
PACK_CONVERSIONS(LOOP)
#undef LOOP

BUILT_TWICE static void widen(const uint16_t *restrict halves, uint32_t count, uint32_t *restrict values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = halves[i];
}

static const uint16_t column_bits[DST_COLUMNS] = {1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                                                  1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};

BUILT_TWICE static void mask_16(uint16_t *restrict halves, uint16_t columns, uint16_t fill)
{
    for (unsigned i = 0; i < DST_COLUMNS; i++)
        halves[i] = columns & column_bits[i] ? halves[i] : fill;
}

BUILT_TWICE static void mask_32(uint32_t *restrict values, uint16_t columns, uint32_t fill)
{
    for (unsigned i = 0; i < DST_COLUMNS; i++)
        values[i] = columns & column_bits[i] ? values[i] : fill;
}

#define LOOP_OF(NAME, FUNCTION) [PACK_##NAME] = loop_##FUNCTION,
const struct whole_loops whole_loops = {
    .convert = {PACK_CONVERSIONS(LOOP_OF)},
    .widen = widen,
    .mask_16 = mask_16,
    .mask_32 = mask_32,
};
#undef LOOP_OF
