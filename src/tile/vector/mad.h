/* SPDX-License-Identifier: Apache-2.0 */
/* The multiply-add of either chip, x * y + z, bit for bit (V30 to V32). The steps are numbered as there. */
#pragma once

#include "base/usual.h"

/* Intermediate values have the mantissa's hidden one at bit 26: three bits below it to round by. */
enum { MAD_INFINITY = 0x7F800000, MAD_MANTISSA = 0x7FFFFF, MAD_GUARD_BITS = 3, MAD_CUT_BITS = 20 };

struct mad_operand {
    uint32_t sign;     /* in bit 31 */
    int32_t exponent;  /* biased */
    uint32_t fraction; /* the 23 bits */
    uint32_t mantissa; /* with the hidden one; 0 for denormals, which count as zero */
};

static inline struct mad_operand mad_unpack(uint32_t bits)
{
    const uint32_t exponent = bits >> 23 & 0xFF, fraction = bits & MAD_MANTISSA;
    return (struct mad_operand){bits & 0x80000000, (int32_t)exponent, fraction, exponent ? 0x800000 | fraction : 0};
}

static inline bool mad_is_nan(struct mad_operand a)
{
    return a.exponent == 255 && a.fraction;
}

static inline bool mad_is_infinite(struct mad_operand a)
{
    return a.exponent == 255 && !a.fraction;
}

/* "Semi-sticky": what was cut is remembered in bit 0, but not of a value that goes out whole (step 5). */
static inline uint32_t mad_align(uint32_t v, int32_t distance)
{
    if (distance >= 32)
        return 0;
    const uint32_t shifted = v >> distance;
    return shifted | (uint32_t)(shifted && shifted << distance != v);
}

/* Whether the product has no number: a NaN factor, or infinity times zero. */
static inline bool mad_product_is_nan(struct mad_operand x, struct mad_operand y)
{
    return mad_is_nan(x) || mad_is_nan(y) || (mad_is_infinite(x) && !y.mantissa) || (mad_is_infinite(y) && !x.mantissa);
}

/* V31 */
static inline uint32_t mad_special(struct mad_operand x, struct mad_operand y, struct mad_operand z, uint32_t z_bits)
{
    const uint32_t sign = x.sign ^ y.sign;
    const bool is_opposed = (x.exponent == 255 || y.exponent == 255) && z.sign != sign;
    if (mad_product_is_nan(x, y) || mad_is_nan(z) || (mad_is_infinite(z) && is_opposed))
        return 0x7FC00000;
    return mad_is_infinite(z) ? z_bits : sign | MAD_INFINITY;
}

/* V32: the word a NaN leaves, into which the sum's bits will leak; 0 when there is none. */
static inline uint32_t mad_pending_nan(struct mad_operand x, struct mad_operand y, struct mad_operand z,
                                       int32_t exponent)
{
    const uint32_t sign = x.sign ^ y.sign;
    const bool is_opposed = (x.exponent == 255 || y.exponent == 255 || exponent >= 255) && z.sign != sign;
    if (mad_product_is_nan(x, y) || (mad_is_infinite(z) && is_opposed))
        return sign | MAD_INFINITY | 1;
    return mad_is_nan(z) ? z.sign | MAD_INFINITY | 1 : 0;
}

/* Steps 8 to 13 for a sum that is not zero. pending: V32's word or 0. */
static inline uint32_t mad_round(uint32_t sum, int32_t exponent, uint32_t sign, uint32_t pending, bool leaks_nan,
                                 bool rounds)
{
    int32_t shift = 5 - __builtin_clz(sum);
    exponent += shift;
    if (exponent >= 255)
        return pending ? pending : sign | MAD_INFINITY;
    if (leaks_nan && exponent < 0)
        return pending;
    if (!leaks_nan && exponent <= 0) {
        shift++;
        exponent = 0;
    }
    if (shift <= 0)
        sum <<= -shift;
    else if (leaks_nan)
        sum = sum >> shift | (sum & 1);
    else
        sum = sum >> shift | (uint32_t)((sum & ((uint32_t)shift | 1)) != 0);
    uint32_t out = ((uint32_t)exponent << 23) + (sum >> MAD_GUARD_BITS & MAD_MANTISSA);
    if (rounds && (sum & 7) + (out & 1) > 4)
        out++;
    if (out >> 23 == 0)
        return leaks_nan ? pending : sign;
    return (pending ? pending : sign) | out;
}

/* leaks_nan: Wormhole (V32), else Blackhole (V31). rounds: false for the cut result that a probe is shown. */
static inline uint32_t mad_exact(uint32_t x_bits, uint32_t y_bits, uint32_t z_bits, bool leaks_nan, bool rounds)
{
    const struct mad_operand x = mad_unpack(x_bits), y = mad_unpack(y_bits), z = mad_unpack(z_bits);
    const uint32_t sign = x.sign ^ y.sign;
    const uint64_t exact = (uint64_t)x.mantissa * y.mantissa;
    uint32_t product = (uint32_t)(exact >> MAD_CUT_BITS) | (uint32_t)((exact & ((1u << MAD_CUT_BITS) - 1)) != 0);
    int32_t exponent = x.exponent + y.exponent - 127;
    uint32_t pending = 0;

    if (x.exponent == 255 || y.exponent == 255 || z.exponent == 255 || exponent >= 255) {
        if (!leaks_nan)
            return mad_special(x, y, z, z_bits);
        pending = mad_pending_nan(x, y, z, exponent);
        if (!pending)
            return mad_is_infinite(z) ? z_bits : sign | MAD_INFINITY;
        exponent = exponent > 255 ? 255 : exponent;
    }
    if (!product || exponent < 0) {
        if (!pending)
            return z.mantissa ? z_bits : leaks_nan ? 0 : sign & z.sign;
        product = 0;
        exponent = 0;
    }
    const int32_t apart = exponent - z.exponent;
    const uint32_t addend = mad_align(z.mantissa << MAD_GUARD_BITS, apart > 0 ? apart : 0);
    product = mad_align(product, apart < 0 ? -apart : 0);
    exponent = apart > 0 ? exponent : z.exponent;

    const bool is_product_larger = product >= addend;
    const uint32_t larger = is_product_larger ? product : addend, smaller = is_product_larger ? addend : product;
    const uint32_t sum = sign == z.sign ? larger + smaller : larger - smaller;
    if (!sum)
        return pending;
    return mad_round(sum, exponent, is_product_larger ? sign : z.sign, pending, leaks_nan, rounds);
}
