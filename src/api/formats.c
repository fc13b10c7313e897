/* SPDX-License-Identifier: Apache-2.0 */
/* Datums of the device's formats as numbers and back. Binary64 holds every datum exactly, so that nothing is rounded
 * but where a nearest datum is asked for (numeric/nearest.h). */
#include "api/api.h"
#include "base/little.h"
#include "numeric/host_page.h"
#include "numeric/nearest.h"

#include <math.h>

enum { DOUBLE_EXPONENT = 11, DOUBLE_MANTISSA = 52 };

static enum tt_status find_format(uint32_t code, const struct format_info **info, struct tt_error *err)
{
    *info = code < FORMAT_COUNT ? format_get((enum format)code) : NULL;
    return *info ? TT_OK : tt_fail(err, TT_BAD_INPUT, "no format has the number %" PRIu32, code);
}

/* One for each datum of a block format, and for no other. */
static enum tt_status check_exponents(const struct format_info *info, const uint8_t *exponents, struct tt_error *err)
{
    return info->is_block && !exponents
               ? tt_fail(err, TT_BAD_INPUT, "datums of %s have a shared exponent, and none came", info->name)
               : TT_OK;
}

TTREPLAY_EXPORT uint32_t ttreplay_format_end(void)
{
    return FORMAT_COUNT;
}

TTREPLAY_EXPORT int ttreplay_format(uint32_t code, struct ttreplay_format *out)
{
    const struct format_info *info;
    API_TRY(find_format(code, &info, NULL));
    *out = (struct ttreplay_format){
        .name = info->name,
        .code = code,
        .storage_bits = info->storage_bits,
        .exponent_bits = info->exponent_bits,
        .mantissa_bits = info->mantissa_bits,
        .is_block = info->is_block,
        .is_integer = info->is_integer,
        .page_bytes = host_page_bytes((enum format)code),
    };
    return 0;
}

static double formats_number(const struct value_parts *parts)
{
    double magnitude = parts->kind == VALUE_NAN        ? NAN
                       : parts->kind == VALUE_INFINITE ? INFINITY
                                                       : ldexp((double)parts->significand, parts->exponent2);
    return parts->is_negative ? -magnitude : magnitude;
}

TTREPLAY_EXPORT int ttreplay_decode(uint32_t code, size_t count, const uint32_t *bits, const uint8_t *exponents,
                                    double *values, char *error)
{
    API_ERROR;
    const struct format_info *info;
    API_TRY(find_format(code, &info, err));
    API_TRY(check_exponents(info, exponents, err));
    for (size_t i = 0; i < count; i++) {
        const struct value_parts parts = format_parts((enum format)code, bits[i], info->is_block ? exponents[i] : 0);
        values[i] = formats_number(&parts);
    }
    return 0;
}

static struct value_parts formats_parts_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value_of_ieee(bits, DOUBLE_EXPONENT, DOUBLE_MANTISSA);
}

/* Of an integer format, a significand that counts ones; a pattern without a value stays as it is, and has no datum. */
static void count_ones(struct value_parts *parts)
{
    if (!parts->significand)
        parts->exponent2 = 0;
    for (; parts->exponent2 < 0 && !(parts->significand & 1); parts->exponent2++)
        parts->significand >>= 1;
    for (; parts->exponent2 > 0 && parts->significand <= UINT32_MAX; parts->exponent2--)
        parts->significand <<= 1;
}

static enum tt_status encode_one(uint32_t code, const struct format_info *info, double value, uint32_t *bits,
                                 struct tt_error *err)
{
    struct value_parts parts = formats_parts_of(value);
    if (info->is_integer && parts.kind == VALUE_FINITE)
        count_ones(&parts);
    return nearest_datum((enum format)code, &parts, bits)
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT, "%s has no datum for %.17g", info->name, value);
}

static enum tt_status encode_block(uint32_t code, const struct format_info *info, const double values[BFP_GROUP],
                                   uint32_t bits[BFP_GROUP], uint8_t *exponent, struct tt_error *err)
{
    struct value_parts parts[BFP_GROUP];
    uint32_t shared;
    for (int i = 0; i < BFP_GROUP; i++)
        parts[i] = formats_parts_of(values[i]);
    REFUSE_IF(!nearest_block((enum format)code, parts, bits, &shared), err,
              "a block of %s holds a NaN or infinity, for which it has no datum", info->name);
    *exponent = (uint8_t)shared;
    return TT_OK;
}

TTREPLAY_EXPORT int ttreplay_encode(uint32_t code, size_t count, const double *values, uint32_t *bits,
                                    uint8_t *exponents, char *error)
{
    API_ERROR;
    const struct format_info *info;
    API_TRY(find_format(code, &info, err));
    API_TRY(check_exponents(info, exponents, err));
    if (info->is_block && count % BFP_GROUP)
        return (int)tt_fail(err, TT_BAD_INPUT, "%zu datums of %s: blocks have %d", count, info->name, BFP_GROUP);
    for (size_t i = 0; i < count; i += info->is_block ? BFP_GROUP : 1)
        API_TRY(info->is_block ? encode_block(code, info, &values[i], &bits[i], &exponents[i / BFP_GROUP], err)
                               : encode_one(code, info, values[i], &bits[i], err));
    return 0;
}

TTREPLAY_EXPORT int ttreplay_ulps(uint32_t code, size_t count, const uint32_t *a, const uint8_t *a_exponents,
                                  const uint32_t *b, const uint8_t *b_exponents, uint64_t *ulps, char *error)
{
    API_ERROR;
    const struct format_info *info;
    API_TRY(find_format(code, &info, err));
    API_TRY(check_exponents(info, a_exponents && b_exponents ? a_exponents : NULL, err));
    for (size_t i = 0; i < count; i++)
        ulps[i] = format_ulps((enum format)code, a[i], info->is_block ? a_exponents[i] : 0, b[i],
                              info->is_block ? b_exponents[i] : 0);
    return 0;
}

/* The bits that a datum takes in memory; so many datums must fill whole bytes. */
static enum tt_status find_width(uint32_t code, size_t count, unsigned *width, struct tt_error *err)
{
    const struct format_info *info;
    TRY(find_format(code, &info, err));
    *width = info->storage_bits;
    return count * *width % 8
               ? tt_fail(err, TT_BAD_INPUT, "%zu datums of %s do not fill whole bytes", count, info->name)
               : TT_OK;
}

TTREPLAY_EXPORT int ttreplay_to_bytes(uint32_t code, size_t count, const uint32_t *bits, uint8_t *bytes, char *error)
{
    API_ERROR;
    unsigned width;
    API_TRY(find_width(code, count, &width, err));
    for (size_t i = 0; i < count; i++) {
        if (width >= 8) {
            store_number(&bytes[i * (width / 8)], width / 8, bits[i]);
            continue;
        }
        const unsigned shift = (unsigned)(i * width % 8), mask = (1u << width) - 1;
        bytes[i * width / 8] = (uint8_t)((shift ? bytes[i * width / 8] : 0u) | (bits[i] & mask) << shift);
    }
    return 0;
}

TTREPLAY_EXPORT int ttreplay_from_bytes(uint32_t code, size_t count, const uint8_t *bytes, uint32_t *bits, char *error)
{
    API_ERROR;
    unsigned width;
    API_TRY(find_width(code, count, &width, err));
    for (size_t i = 0; i < count; i++)
        bits[i] = width < 8 ? (uint32_t)bytes[i * width / 8] >> i * width % 8 & ((1u << width) - 1)
                            : load_number(&bytes[i * (width / 8)], width / 8);
    return 0;
}

static enum tt_status formats_find_page(uint32_t code, const struct format_info **info, struct tt_error *err)
{
    TRY(find_format(code, info, err));
    return host_page_bytes((enum format)code)
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT, "tiles of %s do not become pages here", (*info)->name);
}

TTREPLAY_EXPORT int ttreplay_page_decode(uint32_t code, const uint8_t *page, uint32_t *bits, uint8_t *exponents,
                                         char *error)
{
    API_ERROR;
    const struct format_info *info;
    API_TRY(formats_find_page(code, &info, err));
    API_TRY(check_exponents(info, exponents, err));
    host_page_decode((enum format)code, page, bits);
    for (size_t i = 0; i < HOST_DATUMS && info->is_block; i++) {
        exponents[i] = (uint8_t)(bits[i] >> 8);
        bits[i] &= UINT8_MAX;
    }
    return 0;
}

TTREPLAY_EXPORT int ttreplay_page_encode(uint32_t code, const uint32_t *values, uint8_t *page, char *error)
{
    API_ERROR;
    const struct format_info *info;
    API_TRY(formats_find_page(code, &info, err));
    host_page_encode((enum format)code, values, page);
    return 0;
}
