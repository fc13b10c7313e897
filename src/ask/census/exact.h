/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as mathematics has them, in integers: the value of a pattern, sums and products of two without an error that
 * rounding could see, and the pattern of a format that is nearest. */
#pragma once

#include "base/usual.h"

/* A format with a sign on top, an exponent and a mantissa; the upper bits of an FP32 pattern. */
struct exact_format {
    const char *name;
    unsigned exponent_bits, mantissa_bits;
    unsigned code;      /* of the register fields */
    bool is_of_sources; /* cells of SrcA and SrcB hold it */
};

enum exact_kind { EXACT_FINITE, EXACT_INFINITE, EXACT_UNDEFINED };

/* significand times 2 to the exponent. */
struct exact {
    enum exact_kind kind;
    bool is_negative;
    uint64_t significand;
    int exponent;
};

enum exact_rounding { EXACT_NEAREST, EXACT_TRUNCATED };

/* Null where there is none of this name. */
const struct exact_format *exact_format_find(const char *name);
extern const struct exact_format exact_fp32, exact_bf16, exact_fp16;

static inline unsigned exact_bits(const struct exact_format *format)
{
    return 1 + format->exponent_bits + format->mantissa_bits;
}

/* The FP32 pattern of the same value. */
static inline uint32_t exact_as_fp32(const struct exact_format *format, uint32_t bits)
{
    return bits << (32 - exact_bits(format));
}

static inline int exact_bias(const struct exact_format *format)
{
    return (1 << (format->exponent_bits - 1)) - 1;
}

static inline uint32_t exact_infinity_of(const struct exact_format *format)
{
    return ((UINT32_C(1) << format->exponent_bits) - 1) << format->mantissa_bits;
}

static inline struct exact exact_of(const struct exact_format *format, uint32_t bits)
{
    const uint32_t magnitude = bits & ((UINT32_C(1) << (exact_bits(format) - 1)) - 1);
    const uint32_t mantissa = magnitude & ((UINT32_C(1) << format->mantissa_bits) - 1);
    const int field = (int)(magnitude >> format->mantissa_bits);
    struct exact value = {.is_negative = bits >> (exact_bits(format) - 1) & 1};
    if (magnitude >= exact_infinity_of(format)) {
        value.kind = mantissa ? EXACT_UNDEFINED : EXACT_INFINITE;
        return value;
    }
    value.significand = field ? mantissa | UINT32_C(1) << format->mantissa_bits : mantissa;
    value.exponent = (field ? field : 1) - exact_bias(format) - (int)format->mantissa_bits;
    return value;
}

/* Digits that lie so far below the first that no format here sees them count as one that is not 0. */
struct exact exact_sum(struct exact a, struct exact b);
struct exact exact_product(struct exact a, struct exact b);

/* Ties to even, or lower bits are cut; too large is infinity, or cut the largest number. Undefined: 0. */
uint32_t exact_round(const struct exact_format *format, struct exact value, enum exact_rounding rounding);
/* As an unsigned number of `bits` bits; a value outside becomes the nearest one. */
uint32_t exact_round_unsigned(unsigned bits, struct exact value, enum exact_rounding rounding);

/* Patterns in the order of their values, both zeros the same: a unit in the last place is a step. */
static inline int64_t exact_place(const struct exact_format *format, uint32_t bits)
{
    const unsigned sign_at = exact_bits(format) - 1;
    const int64_t magnitude = bits & ((UINT32_C(1) << sign_at) - 1);
    return bits >> sign_at & 1 ? -magnitude : magnitude;
}
