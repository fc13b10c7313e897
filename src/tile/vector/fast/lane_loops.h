/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h, written so that a compiler makes vectors of them. Each build is a file that includes this one;
 * LANE_TARGET, where that defines it, says for which machine, and LANE_LOOPS is the name of its table. */
#pragma once

#include "tile/prng.h"
#include "tile/vector/fast/lane_cells.h"
#include "tile/vector/fast/lane_tests.h"

/* A loop over the lanes: x is that of C. */
#define LANE_LOOP(NAME, EXPRESSION)                                                                                    \
    static inline uint32_t NAME##_of(uint32_t x, uint32_t constant, uint32_t other)                                    \
    {                                                                                                                  \
        (void)constant;                                                                                                \
        (void)other;                                                                                                   \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_work *work)                                                         \
    {                                                                                                                  \
        const uint32_t *c = work->c, constant = work->constant, other = work->other;                                   \
        LANES_PUT(work, NAME##_of(c[lane], constant, other));                                                          \
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

/* To the right, with copies of the sign where it is arithmetic. */
static inline uint32_t shifted_down(uint32_t value, uint32_t amount, uint32_t is_arithmetic)
{
    const uint32_t negative = (uint32_t)((int32_t)value >> 31) & (0u - is_arithmetic);
    return ((value ^ negative) >> amount) ^ negative;
}

/* To the right where the amount is negative. */
static inline uint32_t shifted(uint32_t value, uint32_t amount, uint32_t is_arithmetic)
{
    const uint32_t down = shifted_down(value, (0u - amount) & 31, is_arithmetic);
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
    static inline uint32_t NAME##_of(uint32_t x, uint32_t y, uint32_t constant, uint32_t other)                        \
    {                                                                                                                  \
        (void)constant;                                                                                                \
        (void)other;                                                                                                   \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_work *work)                                                         \
    {                                                                                                                  \
        const uint32_t *b = work->b, *c = work->c, constant = work->constant, other = work->other;                     \
        LANES_PUT(work, NAME##_of(c[lane], b[lane], constant, other));                                                 \
    }

LANE_LOOP_OF_TWO(bits_and, y &x)
LANE_LOOP_OF_TWO(bits_or, y | x)
LANE_LOOP_OF_TWO(bits_xor, y ^ x)
LANE_LOOP_OF_TWO(insert, (x & constant) | ((y << other) & ~constant))
LANE_LOOP_OF_TWO(add, x + (y ^ constant) - constant)

LANE_TARGET static void shift_by_lane(const struct lane_work *work)
{
    const uint32_t *b = work->b, *c = work->c, is_arithmetic = work->constant;
    LANES_PUT(work, shifted(b[lane], c[lane], is_arithmetic));
}

LANE_TARGET static void shift_by_one(const struct lane_work *work)
{
    const uint32_t *b = work->b, amount = work->constant & 31, back = (0u - amount) & 31, is_arithmetic = work->other;
    if ((int32_t)work->constant < 0)
        LANES_PUT(work, shifted_down(b[lane], back, is_arithmetic));
    else
        LANES_PUT(work, b[lane] << amount);
}

LANE_TARGET static void mul24_low(const struct lane_work *work)
{
    const uint32_t *a = work->a, *b = work->b;
    LANES_PUT(work, (a[lane] & LANE_MANTISSA) * (b[lane] & LANE_MANTISSA) & LANE_MANTISSA);
}

LANE_TARGET static void mul24_high(const struct lane_work *work)
{
    const uint32_t *a = work->a, *b = work->b;
    LANES_PUT(work, (uint32_t)((uint64_t)(a[lane] & LANE_MANTISSA) * (b[lane] & LANE_MANTISSA) >> 23));
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

static inline uint32_t table_reciprocal(uint32_t x)
{
    const uint32_t u = x & ~(uint32_t)LANE_SIGN;
    uint32_t made = (253 - (u >> 23)) << 23 | reciprocals[u >> 16 & 0x7F] << 16;
    made = u < LANE_ONE ? LANE_EXPONENT : made;
    made = u >= 0x7E800000 ? 0 : made;
    return (x & LANE_SIGN) | made;
}

LANE_LOOP(reciprocal, table_reciprocal(x))

/* How SFP_STOCH_RND cuts a float: bits that go, and the shifts that bring them and a threshold to one width. */
struct float_cut {
    uint32_t bits, up, down;
};

static inline uint32_t rounded(uint32_t x, uint32_t threshold, struct float_cut how)
{
    const uint32_t cut = x & ((1u << how.bits) - 1), exponent = x & LANE_EXPONENT;
    const uint32_t is_up = cut << how.up >= threshold >> how.down;
    const uint32_t made = exponent == LANE_EXPONENT ? x & (LANE_SIGN | LANE_EXPONENT) : x - cut + (is_up << how.bits);
    return exponent ? made : 0;
}

LANE_TARGET static void round_float(const struct lane_work *work)
{
    const uint32_t *b = work->b, *c = work->c, align = 23 - work->constant;
    const bool is_cut = work->traits->rounds_to_zero;
    const struct float_cut how = {work->constant, is_cut ? 0 : align, is_cut ? align : 0};
    LANES_PUT(work, rounded(c[lane], b[lane], how));
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
    const uint32_t *b = work->b, *c = work->c, most = work->constant, signs = work->mod ? LANE_SIGN : 0;
    LANES_PUT(work, integer_of(c[lane], b[lane], most, c[lane] & signs));
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

typedef uint32_t lane_row __attribute__((vector_size(VECTOR_COLUMNS * sizeof(uint32_t))));

/* Each row a lane further; what enters is the row's last lane, or zero. */
LANE_TARGET static inline void enter(const struct lane_work *work, bool rotates)
{
    const lane_row zeros = {0};
    uint32_t result[LANES];
    for (unsigned row = 0; row < LANES; row += VECTOR_COLUMNS) {
        lane_row held;
        memcpy(&held, &work->c[row], sizeof held);
        held = rotates ? __builtin_shufflevector(held, zeros, 7, 0, 1, 2, 3, 4, 5, 6)
                       : __builtin_shufflevector(held, zeros, 8, 0, 1, 2, 3, 4, 5, 6);
        memcpy(&result[row], &held, sizeof held);
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

const struct lane_loops LANE_LOOPS = {
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
