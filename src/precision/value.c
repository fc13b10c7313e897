/* SPDX-License-Identifier: Apache-2.0 */
/* Datums as numbers in binary64, which holds each of them. */
#include "precision/precision_internal.h"

#include <math.h>

enum { EXPONENT_SHIFT = 8, DATUM_MASK = 0xFF };

static struct value_parts parts_of(enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    if (info && info->is_block)
        return format_parts(format, bits & DATUM_MASK, bits >> EXPONENT_SHIFT & DATUM_MASK);
    return format_parts(format, bits, 0);
}

double precision_value(enum format format, uint32_t bits)
{
    const struct value_parts parts = parts_of(format, bits);
    if (parts.kind == VALUE_NAN)
        return NAN;
    const double magnitude =
        parts.kind == VALUE_INFINITE ? INFINITY : ldexp((double)parts.significand, parts.exponent2);
    return parts.is_negative ? -magnitude : magnitude;
}

double value_ulp(enum format format, double magnitude)
{
    const struct format_info *info = format_get(format);
    if (!info || info->is_integer)
        return 1;
    const int least = 2 - (1 << (info->exponent_bits - 1)); /* exponent of the smallest normal number */
    int exponent = least;
    if (magnitude != 0 && isfinite(magnitude)) {
        (void)frexp(magnitude, &exponent);
        exponent--;
    }
    return ldexp(1, (exponent > least ? exponent : least) - info->mantissa_bits);
}

double value_block_ulp(enum format format, uint32_t bits)
{
    return ldexp(1, parts_of(format, bits).exponent2);
}
