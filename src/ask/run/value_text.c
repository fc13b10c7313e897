/* SPDX-License-Identifier: Apache-2.0 */
/* Datums as numbers and as text. */
#include "ask/run/value_text.h"

#include "base/text/text.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "precision/precision.h"

#include <math.h>

const char *format_text(enum format format, char text[static VALUE_TEXT_MAX])
{
    const struct format_info *info = format_get(format);
    if (info)
        return info->name;
    return text_print(text, VALUE_TEXT_MAX, "code %d", (int)format);
}

char *bits_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX])
{
    const struct format_info *info = format_get(format);
    if (info && info->is_block)
        return text_print(text, VALUE_TEXT_MAX, "%02x:%0*x", (bits >> 8) & 0xFF, info->storage_bits > 4 ? 2 : 1,
                          bits & 0xFF);
    int digits = 8;
    if (info && format == FORMAT_TF32_19)
        digits = 5;
    else if (info && info->storage_bits)
        digits = (info->storage_bits + 3) / 4;
    return text_print(text, VALUE_TEXT_MAX, "%0*x", digits, bits);
}

char *ulps_text(uint64_t ulps, char text[static VALUE_TEXT_MAX])
{
    unsigned power = 0;
    while (ulps >> power > 1)
        power++;
    if (power < ULPS_WHOLE_BITS)
        return text_print(text, VALUE_TEXT_MAX, "%" PRIu64, ulps);
    return text_print(text, VALUE_TEXT_MAX, "2^%u", power);
}

/* Decimal digits by which any two values differ. */
static int digits_of(const struct format_info *info)
{
    return info->is_integer ? 10 : info->mantissa_bits > 10 ? 9 : 8;
}

int value_text_width(enum format format)
{
    const struct format_info *info = format_get(format);
    return info ? digits_of(info) + 6 : 10; /* sign, point, "e+38" */
}

bool value_is_close(enum format format, uint32_t a, uint32_t b, double rtol, double atol)
{
    const double of_a = precision_value(format, a), of_b = precision_value(format, b);
    return isfinite(of_a) && isfinite(of_b) && fabs(of_a - of_b) <= atol + rtol * fabs(of_b);
}

char *value_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX])
{
    if (!format_is_datum(format))
        return text_print(text, VALUE_TEXT_MAX, "%u", bits);
    return text_print(text, VALUE_TEXT_MAX, "%.*g", digits_of(format_get(format)), precision_value(format, bits));
}

const char *format_code_text(uint32_t code, char text[static VALUE_TEXT_MAX])
{
    char format[VALUE_TEXT_MAX];
    return text_print(text, VALUE_TEXT_MAX, "%" PRIu32 " (%.16s)", code, format_text((enum format)code, format));
}

static bool field_is_format(const char *name)
{
    const bool is_forced = strstr(name, "Ovrd") || strstr(name, "override") || strstr(name, "Unsigned");
    return !is_forced && (strstr(name, "_data_format") || strncmp(name, "ALU_FORMAT_SPEC_REG", 19) == 0);
}

const char *field_value_text(const struct reg_field *field, uint32_t value, bool has_both,
                             char text[static VALUE_TEXT_MAX])
{
    if (field_is_format(field->name))
        return format_code_text(value, text);
    if (value < 10)
        return text_print(text, VALUE_TEXT_MAX, "%" PRIu32, value);
    return has_both && value <= UINT16_MAX
               ? text_print(text, VALUE_TEXT_MAX, "%" PRIu32 " (0x%" PRIx32 ")", value, value)
               : text_print(text, VALUE_TEXT_MAX, "0x%" PRIx32, value);
}

const char *unit_text(enum tt_unit unit, unsigned instance, char text[static UNIT_TEXT_MAX])
{
    return unit == TT_UNIT_PACK ? text_print(text, UNIT_TEXT_MAX, "packer %u", instance)
                                : text_print(text, UNIT_TEXT_MAX, "%s unit", unit_name(unit));
}
