/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of narrow.h, written so that a compiler makes vectors of 16-bit lanes of them: no intermediate needs 17
 * bits, and what is compared is signed (SSE2 has no other). */
#include "base/little.h"
#include "numeric/cells.h"
#include "tile/fast/built_twice.h"
#include "tile/pack/fast/narrow.h"

/* The datums of a PACR that reads four whole rows, by far the most common count: a loop whose length the compiler knows
 * costs half. */
enum { WHOLE_GROUP = 64 };

static inline int16_t lower_of(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

static inline int16_t higher_of(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

static inline int16_t magnitude_of(uint16_t half)
{
    return (int16_t)(half & 0x7FFF);
}

/* A loop whose length the compiler knows where it is that of a whole group. OF is an expression of i. */
#define NARROW_LOOP(NAME, FROM, FROM_NAME, TO, TO_NAME, OF)                                                            \
    BUILT_TWICE static void NAME(const FROM *restrict FROM_NAME, uint32_t count, TO *restrict TO_NAME)                 \
    {                                                                                                                  \
        if (count == WHOLE_GROUP) {                                                                                    \
            for (uint32_t i = 0; i < WHOLE_GROUP; i++)                                                                 \
                TO_NAME[i] = (TO)(OF);                                                                                 \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            TO_NAME[i] = (TO)(OF);                                                                                     \
    }
#define NARROW_IN_PLACE(NAME, OF)                                                                                      \
    BUILT_TWICE static void NAME(uint16_t *restrict halves, uint32_t count)                                            \
    {                                                                                                                  \
        if (count == WHOLE_GROUP) {                                                                                    \
            for (uint32_t i = 0; i < WHOLE_GROUP; i++)                                                                 \
                halves[i] = OF(halves[i]);                                                                             \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            halves[i] = OF(halves[i]);                                                                                 \
    }

/* ---- cells ---- */

NARROW_LOOP(bf16_cells, uint16_t, cells, uint16_t, halves, dst16_to_bf16(cells[i]))
NARROW_LOOP(fp16_cells, uint16_t, cells, uint16_t, halves, dst16_to_fp16(cells[i]))
NARROW_LOOP(plain_cells, uint16_t, cells, uint16_t, halves, cells[i])

/* ---- early conversions: numeric/early.h says what and why ---- */

static inline uint16_t flush_bf16(uint16_t half)
{
    const int16_t magnitude = lower_of(magnitude_of(half), 0x7F80);
    return (uint16_t)(magnitude > 0x7F ? magnitude | (half & 0x8000) : 0);
}

static inline uint16_t flush_fp16(uint16_t half)
{
    return (uint16_t)(magnitude_of(half) > 0x3FF ? half : 0);
}

static inline uint16_t e8m6_of_bf16(uint16_t half)
{
    return (uint16_t)((flush_bf16(half) + 1) & 0xFFFE);
}

NARROW_IN_PLACE(bf16_flush_all, flush_bf16)
NARROW_IN_PLACE(fp16_flush_all, flush_fp16)
NARROW_IN_PLACE(bf16_to_e8m6_all, e8m6_of_bf16)

/* `add` goes to the lowest bit of the upper half of an FP32 value; a NaN is an infinity before and after. */
static inline int16_t round_upper_half(uint16_t upper, uint16_t add)
{
    const int16_t magnitude = lower_of(magnitude_of(upper), 0x7F80);
    return lower_of((int16_t)(magnitude + (int16_t)add), 0x7F80);
}

/* A denormal to +0, anything else gets the sign of the value it came from. */
static inline uint16_t narrow_loops_with_sign(int16_t magnitude, uint16_t upper)
{
    return (uint16_t)(magnitude > 0x7F ? magnitude | (upper & 0x8000) : 0);
}

static inline uint16_t bf16_of_halves(uint16_t upper, uint16_t lower)
{
    return narrow_loops_with_sign(round_upper_half(upper, lower >> 15), upper);
}

/* The result has one bit less: half of it is the lowest bit of the upper half. */
static inline uint16_t e8m6_of_halves(uint16_t upper, uint16_t lower)
{
    (void)lower;
    return narrow_loops_with_sign((int16_t)(round_upper_half(upper, 1) & 0x7FFE), upper);
}

NARROW_LOOP(fp32_to_bf16_all, uint32_t, values, uint16_t, halves,
            bf16_of_halves((uint16_t)(values[i] >> 16), (uint16_t)values[i]))
NARROW_LOOP(fp32_to_e8m6_all, uint32_t, values, uint16_t, halves,
            e8m6_of_halves((uint16_t)(values[i] >> 16), (uint16_t)values[i]))
NARROW_LOOP(upper_half_all, uint32_t, values, uint16_t, halves, values[i] >> 16)

/* ---- ReLU, exponents ---- */

BUILT_TWICE static void zero_up_to_all(uint16_t *restrict halves, uint32_t count, int16_t threshold)
{
    for (uint32_t i = 0; i < count; i++)
        halves[i] = (int16_t)halves[i] > threshold ? halves[i] : 0;
}

BUILT_TWICE static void clamp_all(uint16_t *restrict halves, uint32_t count, int16_t threshold)
{
    for (uint32_t i = 0; i < count; i++) {
        const int16_t low = lower_of((int16_t)halves[i], threshold);
        halves[i] = (uint16_t)(low > 0 ? low : 0);
    }
}

BUILT_TWICE static inline int16_t largest_of(const uint16_t *restrict halves, uint32_t count, uint16_t bits)
{
    int16_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int16_t value = (int16_t)(halves[i] & bits);
        most = value > most ? value : most;
    }
    return most;
}

BUILT_TWICE static uint32_t largest_of_all(const uint16_t *restrict halves, uint32_t count, uint32_t mask)
{
    const uint16_t bits = (uint16_t)mask;
    return (uint32_t)(count == WHOLE_GROUP ? largest_of(halves, WHOLE_GROUP, bits) : largest_of(halves, count, bits));
}

/* ---- block floats ---- */

/* As bfp_datum() of numeric/bfp.h. No 16-bit lane shifts by a distance of its own, so it is shifted by 4, 2 and 1 where
 * that bit of the distance is set. Half up: ((m >> d) + 1) >> 1 is (m + 2^d) >> (d + 1). */
static inline uint16_t narrow_datum(uint16_t element, int16_t shared, unsigned width)
{
    const int16_t exponent = (int16_t)(element >> 7 & 0xFF), distance = (int16_t)(shared - exponent);
    uint16_t m = (uint16_t)((element & 0x7F) | (exponent ? 0x80 : 0));
    m = distance > 7 ? 0 : m;
    m = distance & 4 ? (uint16_t)(m >> 4) : m;
    m = distance & 2 ? (uint16_t)(m >> 2) : m;
    m = distance & 1 ? (uint16_t)(m >> 1) : m;
    m = (uint16_t)(m + 1);
    m = (uint16_t)lower_of((int16_t)(m >> 1), 127);
    m = (uint16_t)(m >> (8 - width));
    const uint16_t sign = (uint16_t)(element >> 15);
    return (uint16_t)(m ? m | sign << (width - 1) : 0);
}

/* Halves again and again: vectors, where a loop over 16 would be taken apart. */
static inline int16_t group_exponent(const uint16_t group[PACK_GROUP])
{
    int16_t most[PACK_GROUP / 2];
    for (size_t i = 0; i < PACK_GROUP / 2; i++)
        most[i] = higher_of((int16_t)(group[i] & 0x7F80), (int16_t)(group[i + PACK_GROUP / 2] & 0x7F80));
    for (size_t step = PACK_GROUP / 4; step; step /= 2) {
        for (size_t i = 0; i < step; i++)
            most[i] = higher_of(most[i], most[i + step]);
    }
    return (int16_t)(most[0] >> 7);
}

/* width is a constant where this is called. */
static inline void assemble_width(uint16_t *restrict halves, uint32_t groups, unsigned width,
                                  uint8_t *restrict exponents)
{
    for (size_t g = 0; g < groups; g++) {
        uint16_t *group = &halves[g * PACK_GROUP];
        const int16_t shared = group_exponent(group);
        for (size_t i = 0; i < PACK_GROUP; i++)
            group[i] = narrow_datum(group[i], shared, width);
        exponents[g] = (uint8_t)shared;
    }
}

BUILT_TWICE static void assemble_all(uint16_t *restrict halves, uint32_t groups, unsigned width,
                                     uint8_t *restrict exponents)
{
    if (width == 8)
        assemble_width(halves, groups, 8, exponents);
    else if (width == 4)
        assemble_width(halves, groups, 4, exponents);
    else
        assemble_width(halves, groups, 2, exponents);
}

/* ---- bytes: as datum_store.c ---- */

NARROW_LOOP(store_8_all, uint16_t, halves, uint8_t, bytes, halves[i])

BUILT_TWICE static void store_4_all(const uint16_t *restrict halves, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count / 2; i++)
        bytes[i] = (uint8_t)(halves[2 * i] | halves[2 * i + 1] << 4);
}

BUILT_TWICE static void store_2_all(const uint16_t *restrict halves, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count / 4; i++)
        bytes[i] = (uint8_t)(halves[4 * i] | halves[4 * i + 1] << 2 | halves[4 * i + 2] << 4 | halves[4 * i + 3] << 6);
}

/* ---- 32 bits ---- */

BUILT_TWICE static void fp32_cells(const uint16_t *restrict high, const uint16_t *restrict low, uint32_t count,
                                   uint32_t *restrict values)
{
    if (count == WHOLE_GROUP) {
        uint16_t upper[WHOLE_GROUP];
        for (uint32_t i = 0; i < WHOLE_GROUP; i++)
            upper[i] = (uint16_t)dst16_to_bf16(high[i]);
        for (uint32_t i = 0; i < WHOLE_GROUP; i++)
            values[i] = (uint32_t)upper[i] << 16 | low[i];
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = (uint32_t)(uint16_t)dst16_to_bf16(high[i]) << 16 | low[i];
}

BUILT_TWICE static uint32_t largest_of_all_32(const uint32_t *restrict values, uint32_t count, uint32_t mask)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t value = (int32_t)(values[i] & mask);
        most = value > most ? value : most;
    }
    return (uint32_t)most;
}

#undef NARROW_LOOP
#undef NARROW_IN_PLACE

const struct narrow_loops narrow_loops = {
    .bf16_cells = bf16_cells,
    .fp16_cells = fp16_cells,
    .plain_cells = plain_cells,
    .bf16_flush = bf16_flush_all,
    .fp16_flush = fp16_flush_all,
    .bf16_to_e8m6 = bf16_to_e8m6_all,
    .fp32_to_bf16 = fp32_to_bf16_all,
    .fp32_to_e8m6 = fp32_to_e8m6_all,
    .upper_half = upper_half_all,
    .zero_up_to = zero_up_to_all,
    .clamp = clamp_all,
    .largest = largest_of_all,
    .assemble = assemble_all,
    .store_8 = store_8_all,
    .store_4 = store_4_all,
    .store_2 = store_2_all,
    .fp32_cells = fp32_cells,
    .largest_32 = largest_of_all_32,
};
