/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h, written so that a compiler makes vectors of them. Each build is a file that includes this one;
 * LANE_TARGET, where that defines it, says for which machine. */
#pragma once

#include "tile/prng.h"
#include "tile/vector/fast/lane_cells.h"
#include "tile/vector/fast/lane_tests.h"

/* A loop over the lanes: x is that of C. */
#define LANE_LOOP(NAME, EXPRESSION)                                                                                    \
    LANE_TARGET static void NAME(const struct lane_work *work)                                                         \
    {                                                                                                                  \
        const uint32_t *c = work->c, constant = work->constant, other = work->other;                                   \
        uint32_t result[LANES];                                                                                        \
        (void)constant;                                                                                                \
        (void)other;                                                                                                   \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t x = c[lane];                                                                                \
            result[lane] = (EXPRESSION);                                                                               \
        }                                                                                                              \
        put(work, result);                                                                                             \
    }

/* ---- integers ---- */

/* Zeros above the first one; 32 of zero. With vectors by bits filled up below it and counted: they have no count. */
static inline uint32_t leading_zeros(uint32_t x)
{
#ifdef LANE_HAS_SHIFTS
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x = ~(x | x >> 16);
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0F0F0F0F;
    x += x >> 8;
    return (x + (x >> 16)) & 63;
#else
    return x ? (uint32_t)__builtin_clz(x) : 32;
#endif
}

/* Right where the amount is negative. */
static inline uint32_t shifted(uint32_t value, uint32_t amount, uint32_t is_arithmetic)
{
    const uint32_t right = (0u - amount) & 31, negative = (uint32_t)((int32_t)value >> 31) & (0u - is_arithmetic);
    const uint32_t down = ((value ^ negative) >> right) ^ negative;
    return (int32_t)amount < 0 ? down : value << (amount & 31);
}

LANE_LOOP(blend, (x & constant) ^ other)
LANE_LOOP(add_constant, x + constant)
LANE_LOOP(exexp, (x >> 23 & 0xFF) - constant)
LANE_LOOP(abs_int, (int32_t)x < 0 ? 0u - x : x)
LANE_LOOP(abs_float, x > (LANE_SIGN | LANE_EXPONENT) ? x : x & ~(uint32_t)LANE_SIGN)
LANE_LOOP(lz, leading_zeros(x &constant))
LANE_LOOP(cast_other_sign, (int32_t)x < 0 ? LANE_SIGN | (0u - x) : x)
LANE_LOOP(copy, x)

/* The same of two operands: y is that of B. */
#define LANE_LOOP_OF_TWO(NAME, EXPRESSION)                                                                             \
    LANE_TARGET static void NAME(const struct lane_work *work)                                                         \
    {                                                                                                                  \
        const uint32_t *b = work->b, *c = work->c, constant = work->constant, other = work->other;                     \
        uint32_t result[LANES];                                                                                        \
        (void)constant;                                                                                                \
        (void)other;                                                                                                   \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t x = c[lane], y = b[lane];                                                                   \
            result[lane] = (EXPRESSION);                                                                               \
        }                                                                                                              \
        put(work, result);                                                                                             \
    }

LANE_LOOP_OF_TWO(bits_and, y &x)
LANE_LOOP_OF_TWO(bits_or, y | x)
LANE_LOOP_OF_TWO(bits_xor, y ^ x)
LANE_LOOP_OF_TWO(insert, (x & constant) | ((y << other) & ~constant))
LANE_LOOP_OF_TWO(add, x + (y ^ constant) - constant)

LANE_TARGET static void shift_by_lane(const struct lane_work *work)
{
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = shifted(work->b[lane], work->c[lane], work->constant);
    put(work, result);
}

LANE_TARGET static void shift_by_one(const struct lane_work *work)
{
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = shifted(work->b[lane], work->constant, work->other);
    put(work, result);
}

LANE_TARGET static void mul24_low(const struct lane_work *work)
{
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (work->a[lane] & LANE_MANTISSA) * (work->b[lane] & LANE_MANTISSA) & LANE_MANTISSA;
    put(work, result);
}

LANE_TARGET static void mul24_high(const struct lane_work *work)
{
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (uint32_t)((uint64_t)(work->a[lane] & LANE_MANTISSA) * (work->b[lane] & LANE_MANTISSA) >> 23);
    put(work, result);
}

/* ---- floats ---- */

/* An integer's magnitude with its leading one at bit 31; 8 bits go, to nearest even. -0 stays. */
static inline uint32_t cast_nearest(uint32_t x)
{
    const uint32_t magnitude = x & ~(uint32_t)LANE_SIGN, zeros = leading_zeros(magnitude) & 31;
    const uint32_t normal = magnitude << zeros;
    const uint32_t is_up = normal >> 7 & (uint32_t)((normal & 0x17F) != 0);
    const uint32_t made = (x & LANE_SIGN) | (((157 - zeros) << 23) + (normal >> 8));
    return magnitude ? made + (is_up & 1) : x;
}

LANE_LOOP(cast_to_nearest, cast_nearest(x))

/* Of the upper seven bits of a mantissa: floor(128 * (2 / (1 + (i + 1/2) / 128) - 1) + 1/2), as reciprocal.c has it. */
#define LANE_DIVISOR(I) (257 + 2 * (I))
#define LANE_ENTRY(I) (2 * 65536 + LANE_DIVISOR(I)) / (2 * LANE_DIVISOR(I)) - 128
#define LANE_ENTRIES_4(I) LANE_ENTRY(I), LANE_ENTRY((I) + 1), LANE_ENTRY((I) + 2), LANE_ENTRY((I) + 3)
#define LANE_ENTRIES_16(I) LANE_ENTRIES_4(I), LANE_ENTRIES_4((I) + 4), LANE_ENTRIES_4((I) + 8), LANE_ENTRIES_4((I) + 12)
static const uint32_t reciprocals[128] = {LANE_ENTRIES_16(0),  LANE_ENTRIES_16(16), LANE_ENTRIES_16(32),
                                          LANE_ENTRIES_16(48), LANE_ENTRIES_16(64), LANE_ENTRIES_16(80),
                                          LANE_ENTRIES_16(96), LANE_ENTRIES_16(112)};

static inline uint32_t reciprocal_of(uint32_t x)
{
    const uint32_t u = x & ~(uint32_t)LANE_SIGN;
    uint32_t made = (253 - (u >> 23)) << 23 | reciprocals[u >> 16 & 0x7F] << 16;
    made = u < LANE_ONE ? LANE_EXPONENT : made;
    made = u >= 0x7E800000 ? 0 : made;
    return (x & LANE_SIGN) | made;
}

LANE_LOOP(reciprocal, reciprocal_of(x))

LANE_TARGET static void round_float(const struct lane_work *work)
{
    const uint32_t cut_bits = work->constant, mask = (1u << cut_bits) - 1, align = 23 - cut_bits;
    const uint32_t up = work->traits->rounds_to_zero ? 0 : align, down = align - up; /* of what is cut, of thresholds */
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t x = work->c[lane], cut = x & mask, exponent = x & LANE_EXPONENT;
        const uint32_t is_up = cut << up >= work->b[lane] >> down;
        const uint32_t made =
            exponent == LANE_EXPONENT ? x & (LANE_SIGN | LANE_EXPONENT) : x - cut + (is_up << cut_bits);
        result[lane] = exponent ? made : 0;
    }
    put(work, result);
}

/* The whole part and the 23 bits behind the point of a float of exponent -1 to 15; beyond these it is none or all. */
static inline uint32_t integer_of(uint32_t x, uint32_t threshold, uint32_t most, uint32_t sign)
{
    const int32_t exponent = (int32_t)(x >> 23 & 0xFF) - 127;
    const uint32_t mantissa = LANE_ONE | (x & LANE_MANTISSA), up = (uint32_t)exponent & 15;
    const uint32_t whole = exponent < 0 ? 0 : mantissa >> (23 - up);
    const uint32_t part = exponent < 0 ? mantissa >> 1 : mantissa << up & LANE_MANTISSA;
    uint32_t magnitude = whole + (part >= threshold ? 1 : 0);
    magnitude = magnitude > most || exponent >= 16 ? most : magnitude;
    magnitude = exponent < -1 ? 0 : magnitude;
    return magnitude ? sign | magnitude : 0;
}

LANE_TARGET static void round_to_integer(const struct lane_work *work)
{
    const uint32_t signs = work->mod ? LANE_SIGN : 0;
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = integer_of(work->c[lane], work->b[lane], work->constant, work->c[lane] & signs);
    put(work, result);
}

/* ---- random numbers ---- */

LANE_TARGET static void prng(uint32_t state[restrict LANES], uint32_t lanes, uint32_t values[restrict LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t before = state[lane], after = prng_step(before);
        values[lane] = before;
        state[lane] = lanes >> lane & 1 ? after : before;
    }
}

/* ---- lanes that change places ---- */

LANE_TARGET static inline void enter(const struct lane_work *work, bool rotates)
{
    uint32_t result[LANES];
    for (unsigned row = 0; row < LANES; row += VECTOR_COLUMNS) {
        const uint32_t last = work->c[row + VECTOR_COLUMNS - 1];
        memcpy(&result[row + 1], &work->c[row], (VECTOR_COLUMNS - 1) * sizeof *result);
        result[row] = rotates ? last : 0;
    }
    put(work, result);
}

LANE_TARGET static void rotate_rows(const struct lane_work *work)
{
    enter(work, true);
}

LANE_TARGET static void shift_rows(const struct lane_work *work)
{
    enter(work, false);
}

LANE_TARGET static void swap(uint32_t *restrict c, uint32_t *restrict d, uint32_t lanes, uint32_t larger)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t x = c[lane], y = d[lane], is_less = order(x) < order(y);
        const uint32_t swaps = 0u - ((lanes >> lane) & ~(is_less ^ larger >> lane) & 1);
        const uint32_t differs = (x ^ y) & swaps;
        c[lane] = x ^ differs;
        d[lane] = y ^ differs;
    }
}

LANE_TARGET static void transpose(uint32_t registers[4][LANES])
{
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned row = i + 1; row < 4; row++) {
            uint32_t *of_i = &registers[i][row * VECTOR_COLUMNS], *of_row = &registers[row][i * VECTOR_COLUMNS];
            uint32_t held[VECTOR_COLUMNS];
            memcpy(held, of_i, sizeof held);
            memcpy(of_i, of_row, sizeof held);
            memcpy(of_row, held, sizeof held);
        }
    }
}

LANE_TARGET static void exchange(uint32_t *restrict c, uint32_t *restrict d, uint32_t lanes)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t differs = (c[lane] ^ d[lane]) & (0u - (lanes >> lane & 1));
        c[lane] ^= differs;
        d[lane] ^= differs;
    }
}

static const struct lane_loops loops = {
    .blend = blend,
    .insert = insert,
    .bits_and = bits_and,
    .bits_or = bits_or,
    .bits_xor = bits_xor,
    .add_constant = add_constant,
    .add = add,
    .exexp = exexp,
    .abs_int = abs_int,
    .abs_float = abs_float,
    .lz = lz,
    .cast_to_nearest = cast_to_nearest,
    .cast_other_sign = cast_other_sign,
    .shift_by_lane = shift_by_lane,
    .shift_by_one = shift_by_one,
    .rotate_rows = rotate_rows,
    .shift_rows = shift_rows,
    .reciprocal = reciprocal,
    .mul24_low = mul24_low,
    .mul24_high = mul24_high,
    .round_float = round_float,
    .round_to_integer = round_to_integer,
    .copy = copy,
    .prng = prng,
    .swap = swap,
    .transpose = transpose,
    .exchange = exchange,
    .load = lane_loads,
    .store = lane_stores,
    .tests = &lane_tests,
};
