/* SPDX-License-Identifier: Apache-2.0 */
/* Adding two floats exactly, in integers, and rounding to nearest even: IEEE 754-2008, 4.3.1 and 5.4.1. Only the
 * accumulation files of this room include this; inline, so that each format gets an addition of its own shape. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* (-1)^is_negative * significand * 2^exponent2. */
struct exact {
    bool is_negative;
    uint64_t significand;
    int exponent2;
};

/* Exponent and mantissa of a float, without the sign. */
struct shape {
    unsigned exponent_bits, mantissa_bits;
    int bias;
};

/* Most that the higher operand is moved up: 24 + 32 bits leave room for the carry. */
enum { EXACT_ROOM = 32 };

/* Takes a pattern apart with every exponent but 0 an ordinary one. An exponent of 0 gives the denormal's value, or
 * a zero when flush is set. */
static inline struct exact exact_from(uint32_t bits, struct shape shape, bool flush)
{
    uint32_t leading_one = 1u << shape.mantissa_bits;
    uint32_t mantissa = bits & (leading_one - 1);
    uint32_t exponent = bits >> shape.mantissa_bits & ((1u << shape.exponent_bits) - 1);
    uint32_t significand = flush ? 0 : mantissa;
    if (exponent) {
        significand = leading_one | mantissa;
    }
    return (struct exact){.is_negative = bits >> (shape.mantissa_bits + shape.exponent_bits) & 1,
                          .significand = significand,
                          .exponent2 = (int)(exponent ? exponent : 1) - shape.bias - (int)shape.mantissa_bits};
}

/* Shifts right by any count; lost bits stay visible in the lowest bit. */
static inline uint64_t exact_shift_jam(uint64_t value, int count)
{
    if (count > 63) {
        return value != 0;
    }
    uint64_t lost = value & ((UINT64_C(1) << count) - 1);
    return value >> count | (lost != 0);
}

static inline int64_t exact_signed(struct exact value)
{
    return value.is_negative ? -(int64_t)value.significand : (int64_t)value.significand;
}

/* a + b for significands below 2^24. When the exponents are more than 32 apart the sum does not fit: lost bits are ORed
 * into the lowest bit, too far below the first for a rounding to 24 bits or fewer to mistake it. A zero sum is negative
 * only if both are. */
static inline struct exact exact_add(struct exact a, struct exact b)
{
    assert(a.significand >> 24 == 0 && b.significand >> 24 == 0);
    if (a.significand == 0 || b.significand == 0) {
        struct exact sum = a.significand ? a : b;
        sum.is_negative = sum.significand ? sum.is_negative : a.is_negative && b.is_negative;
        return sum;
    }
    struct exact high = a.exponent2 >= b.exponent2 ? a : b;
    struct exact low = a.exponent2 >= b.exponent2 ? b : a;
    int distance = high.exponent2 - low.exponent2;
    if (distance > EXACT_ROOM) {
        low.significand = exact_shift_jam(low.significand, distance - EXACT_ROOM);
        low.exponent2 = high.exponent2 - EXACT_ROOM;
        distance = EXACT_ROOM;
    }
    high.significand <<= distance;
    int64_t total = exact_signed(high) + exact_signed(low);
    return (struct exact){
        .is_negative = total < 0, .significand = (uint64_t)(total < 0 ? -total : total), .exponent2 = low.exponent2};
}

static inline int exact_highest_bit(uint64_t value)
{
    return 63 - __builtin_clzll(value);
}

/* The exponent field the sum would have before rounding if exponents went on below 1. The sum is not zero. */
static inline int exact_exponent(struct exact sum, struct shape shape)
{
    return exact_highest_bit(sum.significand) + sum.exponent2 + shape.bias;
}

/* value / 2^count to nearest, ties to even; count 1 to 62. */
static inline uint64_t exact_shift_even(uint64_t value, int count)
{
    uint64_t below_half = (UINT64_C(1) << (count - 1)) - 1;
    return (value + below_half + (value >> count & 1)) >> count;
}

/* The magnitude nearest to the sum, ties to even, with denormals; as if exponents went on beyond the largest, so that
 * the caller decides about overflow. For sums that exact_add made of this shape. */
static inline uint32_t exact_round(struct exact sum, struct shape shape)
{
    if (sum.significand == 0) {
        return 0;
    }
    int mantissa_bits = (int)shape.mantissa_bits;
    int smallest_unit = 1 - shape.bias - mantissa_bits;
    int unit = exact_highest_bit(sum.significand) + sum.exponent2 - mantissa_bits;
    unit = unit > smallest_unit ? unit : smallest_unit;
    int drop = unit - sum.exponent2;
    uint64_t rounded = drop > 0 ? exact_shift_even(sum.significand, drop) : sum.significand << -drop;
    /* A normal number's leading one stands in `rounded` and adds one to the exponent. */
    return (uint32_t)(rounded + ((uint64_t)(unit - smallest_unit) << mantissa_bits));
}
