/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds exact values onto the lattice of a format. */
#include "numeric/nearest.h"

enum { WORD_BITS = 64 };

static int highest_bit(uint64_t value)
{
    int bit = -1;
    while (value) {
        value >>= 1;
        bit++;
    }
    return bit;
}

/* significand * 2^-drop, to nearest, ties to even; drop below zero shifts up, and the result then fits. */
static uint64_t nearest_scaled(uint64_t significand, int drop)
{
    if (significand == 0 || drop > WORD_BITS)
        return 0;
    if (drop <= 0)
        return significand << -drop;
    const uint64_t taken = drop < WORD_BITS ? significand >> drop : 0;
    const uint64_t half = UINT64_C(1) << (drop - 1);
    const uint64_t rest = drop < WORD_BITS ? significand & ((half << 1) - 1) : significand;
    return taken + (rest > half || (rest == half && (taken & 1)));
}

struct value_parts value_of_ieee(uint64_t bits, unsigned exponent_bits, unsigned mantissa_bits)
{
    const uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
    const uint32_t most = (1u << exponent_bits) - 1;
    struct value_parts parts = {.raw_exponent = (uint32_t)(bits >> mantissa_bits) & most,
                                .is_negative = bits >> (exponent_bits + mantissa_bits) & 1};
    parts.significand = mantissa | (parts.raw_exponent ? UINT64_C(1) << mantissa_bits : 0);
    parts.exponent2 = (int)(parts.raw_exponent ? parts.raw_exponent : 1) - (int)(most >> 1) - (int)mantissa_bits;
    if (parts.raw_exponent == most)
        parts.kind = mantissa ? VALUE_NAN : VALUE_INFINITE;
    return parts;
}

struct value_parts value_of_integer(uint64_t magnitude, bool is_negative)
{
    return (struct value_parts){.significand = magnitude, .is_negative = is_negative};
}

static bool nearest_integer(const struct format_info *info, const struct value_parts *value, uint32_t *bits)
{
    const uint64_t most = (UINT64_C(1) << info->mantissa_bits) - 1;
    const bool has_sign = info->mantissa_bits < info->storage_bits;
    if (value->kind != VALUE_FINITE || value->exponent2 != 0 || value->significand > most ||
        (value->is_negative && value->significand && !has_sign))
        return false;
    *bits = (uint32_t)value->significand;
    if (value->is_negative && value->significand)
        *bits |= 1u << info->mantissa_bits;
    return true;
}

/* Exponent and mantissa in one: a mantissa that rounds up carries into the exponent by itself. */
static uint32_t nearest_magnitude(const struct format_info *info, const struct value_parts *value, uint32_t infinity)
{
    const int bias = (1 << (info->exponent_bits - 1)) - 1, least = 1 - bias;
    if (value->significand == 0)
        return 0;
    int exponent = value->exponent2 + highest_bit(value->significand);
    if (exponent > bias + 1)
        return infinity;
    if (exponent < least) /* denormal */
        exponent = least;
    const uint64_t steps = nearest_scaled(value->significand, exponent - info->mantissa_bits - value->exponent2);
    const uint64_t magnitude = ((uint64_t)(exponent - least) << info->mantissa_bits) + steps;
    return magnitude < infinity ? (uint32_t)magnitude : infinity;
}

bool nearest_datum(enum format format, const struct value_parts *value, uint32_t *bits)
{
    const struct format_info *info = format_get(format);
    if (info->is_integer)
        return nearest_integer(info, value, bits);
    const unsigned width = info->exponent_bits + info->mantissa_bits;
    /* F-2.2, F-2.3: with eight bits of exponent as IEEE, with fewer the pattern of all ones alone. */
    const bool has_nan = info->exponent_bits == 8;
    const uint32_t infinity =
        has_nan ? ((1u << info->exponent_bits) - 1) << info->mantissa_bits : (UINT32_C(1) << width) - 1;
    uint32_t magnitude = infinity;
    if (value->kind == VALUE_NAN && !has_nan)
        return false;
    if (value->kind == VALUE_NAN)
        magnitude |= 1u << (info->mantissa_bits - 1);
    else if (value->kind == VALUE_FINITE)
        magnitude = nearest_magnitude(info, value, infinity);
    const unsigned padding = format == FORMAT_TF32_19 ? 0 : info->storage_bits - 1 - width;
    *bits = (magnitude | (uint32_t)value->is_negative << width) << padding;
    return true;
}

bool is_of_block(const struct value_parts *value)
{
    return value->kind == VALUE_FINITE || (value->kind == VALUE_INFINITE && value->is_negative);
}

bool nearest_block(enum format format, const struct value_parts values[BFP_GROUP], uint32_t datums[BFP_GROUP],
                   uint32_t *shared)
{
    const struct format_info *info = format_get(format);
    const int bias = (1 << (info->exponent_bits - 1)) - 1, most = (1 << info->exponent_bits) - 1;
    const uint64_t largest = (UINT64_C(1) << info->mantissa_bits) - 1;
    int exponent = 0;
    for (int i = 0; i < BFP_GROUP; i++) {
        if (!is_of_block(&values[i]))
            return false;
        const int own = values[i].exponent2 + highest_bit(values[i].significand) + bias;
        if (values[i].kind == VALUE_FINITE && values[i].significand && own > exponent)
            exponent = own < most ? own : most;
    }
    const int unit = exponent - bias - (info->mantissa_bits - 1);
    for (int i = 0; i < BFP_GROUP; i++) {
        if (values[i].kind == VALUE_INFINITE) {
            datums[i] = 1u << info->mantissa_bits;
            continue;
        }
        const int over = values[i].exponent2 + highest_bit(values[i].significand) - unit;
        const bool fits = values[i].significand == 0 || over < info->mantissa_bits;
        uint64_t magnitude = fits ? nearest_scaled(values[i].significand, unit - values[i].exponent2) : largest;
        if (magnitude > largest)
            magnitude = largest;
        datums[i] = (uint32_t)magnitude;
        if (magnitude && values[i].is_negative)
            datums[i] |= 1u << info->mantissa_bits;
    }
    *shared = (uint32_t)exponent;
    return true;
}
