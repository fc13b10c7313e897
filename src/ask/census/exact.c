/* SPDX-License-Identifier: Apache-2.0 */
/* Exact numbers; exact.h. */
#include "ask/census/exact.h"

enum { TOP = 60 /* where sums have the first digit of a summand */ };

const struct exact_format exact_fp32 = {"fp32", 8, 23, 0, false};
const struct exact_format exact_bf16 = {"bf16", 8, 7, 5, true};
const struct exact_format exact_fp16 = {"fp16", 5, 10, 1, true};
static const struct exact_format exact_tf32 = {"tf32", 8, 10, 4, true};

const struct exact_format *exact_format_find(const char *name)
{
    static const struct exact_format *const formats[] = {&exact_bf16, &exact_tf32, &exact_fp16, &exact_fp32};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    }
    return NULL;
}

static int top_of(uint64_t significand)
{
    return 63 - __builtin_clzll(significand);
}

static void raise_to_top(struct exact *value)
{
    const int up = TOP - top_of(value->significand);
    value->significand <<= up;
    value->exponent -= up;
}

/* The smaller number on the scale of the larger. Bits that are shifted out leave a sticky bit. */
static uint64_t exact_shifted(uint64_t significand, int down)
{
    if (down == 0)
        return significand;
    if (down > TOP)
        return 1;
    return significand >> down | ((significand & ((UINT64_C(1) << down) - 1)) != 0);
}

static struct exact special_sum(const struct exact *a, const struct exact *b)
{
    const bool are_opposed = a->kind == b->kind && a->is_negative != b->is_negative;
    if (a->kind == EXACT_UNDEFINED || b->kind == EXACT_UNDEFINED || are_opposed)
        return (struct exact){.kind = EXACT_UNDEFINED};
    return a->kind == EXACT_INFINITE ? *a : *b;
}

struct exact exact_sum(struct exact a, struct exact b)
{
    if (a.kind != EXACT_FINITE || b.kind != EXACT_FINITE)
        return special_sum(&a, &b);
    if (a.significand == 0)
        return b;
    if (b.significand == 0)
        return a;
    raise_to_top(&a);
    raise_to_top(&b);
    if (a.exponent < b.exponent) {
        const struct exact lower = a;
        a = b;
        b = lower;
    }
    const uint64_t addend = exact_shifted(b.significand, a.exponent - b.exponent);
    if (a.is_negative == b.is_negative) {
        a.significand += addend;
    } else if (a.significand >= addend) {
        a.significand -= addend;
    } else {
        a.significand = addend - a.significand;
        a.is_negative = b.is_negative;
    }
    return a;
}

struct exact exact_product(struct exact a, struct exact b)
{
    const bool is_negative = a.is_negative != b.is_negative;
    const bool has_infinity = a.kind == EXACT_INFINITE || b.kind == EXACT_INFINITE;
    const bool has_zero =
        (a.kind == EXACT_FINITE && a.significand == 0) || (b.kind == EXACT_FINITE && b.significand == 0);
    if (a.kind == EXACT_UNDEFINED || b.kind == EXACT_UNDEFINED || (has_infinity && has_zero))
        return (struct exact){.kind = EXACT_UNDEFINED};
    return (struct exact){.kind = has_infinity ? EXACT_INFINITE : EXACT_FINITE,
                          .is_negative = is_negative,
                          .significand = a.significand * b.significand,
                          .exponent = a.exponent + b.exponent};
}

/* The significand in units of 2 to `unit`. */
static uint64_t in_units(const struct exact *value, int unit, enum exact_rounding rounding)
{
    const int down = unit - value->exponent;
    if (down <= 0)
        return value->significand << -down;
    if (down > 63)
        return 0;
    const uint64_t whole = value->significand >> down, rest = value->significand & ((UINT64_C(1) << down) - 1);
    const uint64_t half = UINT64_C(1) << (down - 1);
    return whole + (rounding == EXACT_NEAREST && (rest > half || (rest == half && (whole & 1))));
}

uint32_t exact_round(const struct exact_format *format, struct exact value, enum exact_rounding rounding)
{
    const uint32_t infinity = exact_infinity_of(format);
    const uint32_t sign = (uint32_t)value.is_negative << (exact_bits(format) - 1);
    const int lowest = 1 - exact_bias(format) - (int)format->mantissa_bits;
    if (value.kind == EXACT_UNDEFINED)
        return 0;
    if (value.kind == EXACT_INFINITE)
        return sign | infinity;
    if (value.significand == 0)
        return sign;
    const int unit = value.exponent + top_of(value.significand) - (int)format->mantissa_bits;
    const int used = unit < lowest ? lowest : unit;
    const uint64_t units = in_units(&value, used, rounding);
    /* A carry out of the mantissa steps the exponent, as it should. */
    const int64_t bits = ((int64_t)(used - lowest) << format->mantissa_bits) + (int64_t)units;
    if (bits < (int64_t)infinity)
        return sign | (uint32_t)bits;
    return sign | (rounding == EXACT_NEAREST ? infinity : infinity - 1);
}

uint32_t exact_round_unsigned(unsigned bits, struct exact value, enum exact_rounding rounding)
{
    const uint32_t most = (UINT32_C(1) << bits) - 1;
    if (value.kind == EXACT_UNDEFINED || value.is_negative || (value.kind == EXACT_FINITE && value.significand == 0))
        return 0;
    if (value.kind == EXACT_INFINITE || value.exponent + top_of(value.significand) > (int)bits)
        return most;
    const uint64_t whole = in_units(&value, 0, rounding);
    return whole > most ? most : (uint32_t)whole;
}
