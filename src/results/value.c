/* SPDX-License-Identifier: Apache-2.0 */
/* Values as SQL shows them. Doubles are exact here: no format has more than 32 significant bits. */
#include "results/value.h"

#include <math.h>

struct value value_decode(enum format format, uint32_t bits)
{
    const struct format_info *info = format_get(format);
    struct value value = {.bits = value_bits(format, bits)};
    if (!format_is_datum(format))
        return value;
    value.is_datum = true;
    value.is_block = info->is_block;
    if (info->is_block)
        value.shared_exponent = bits >> 8 & 0xFF;
    value.parts = format_parts(format, value.bits, value.shared_exponent);
    return value;
}

double value_unit(const struct value *value)
{
    enum { BIAS = 1023, MANTISSA_BITS = 52 };
    const uint64_t bits = (uint64_t)(value->parts.exponent2 + BIAS) << MANTISSA_BITS;
    double unit;
    memcpy(&unit, &bits, sizeof unit);
    return unit;
}

double value_finite(const struct value *value)
{
    const double magnitude = (double)value->parts.significand * value_unit(value);
    return value->parts.is_negative ? -magnitude : magnitude;
}

void value_result(sqlite3_context *context, struct value value)
{
    if (!value.is_datum) {
        sqlite3_result_int64(context, value.bits);
        return;
    }
    switch (value.parts.kind) {
    case VALUE_INFINITE:
        sqlite3_result_double(context, value.parts.is_negative ? -INFINITY : INFINITY);
        return;
    case VALUE_NAN: /* no REAL of SQLite's */
        sqlite3_result_null(context);
        return;
    case VALUE_FINITE:
        break;
    }
    sqlite3_result_double(context, value_finite(&value));
}
