/* SPDX-License-Identifier: Apache-2.0 */
/* The value of a pattern of each format: docs/semantics/formats.md, F-1.1 to F-2.5. */
#include "numeric/format.h"

#include "numeric/sign_magnitude.h"

#include <stddef.h>
#include <strings.h>

/* clang-format off */
static const struct format_info formats[FORMAT_COUNT] = {
    /*                    name        storage exponent mantissa block  integer */
    [FORMAT_FP32]      = {"FP32",     32,     8,       23,      false, false},
    [FORMAT_FP16]      = {"FP16",     16,     5,       10,      false, false},
    [FORMAT_BFP8A]     = {"BFP8a",     8,     5,        7,      true,  false},
    [FORMAT_BFP4A]     = {"BFP4a",     4,     5,        3,      true,  false},
    [FORMAT_TF32]      = {"TF32",     32,     8,       10,      false, false},
    [FORMAT_BF16]      = {"BF16",     16,     8,        7,      false, false},
    [FORMAT_BFP8]      = {"BFP8",      8,     8,        7,      true,  false},
    [FORMAT_BFP4]      = {"BFP4",      4,     8,        3,      true,  false},
    [FORMAT_INT32]     = {"INT32",    32,     0,       31,      false, true},
    [FORMAT_INT16]     = {"INT16",    16,     0,       15,      false, true},
    [FORMAT_FP8_E5M2]  = {"FP8_E5M2",  8,     5,        2,      false, false},
    [FORMAT_BFP2A]     = {"BFP2a",     2,     5,        1,      true,  false},
    [FORMAT_INT8]      = {"INT8",      8,     0,        7,      false, true},
    [FORMAT_BFP2]      = {"BFP2",      2,     8,        1,      true,  false},
    [FORMAT_FP8_E4M3]  = {"FP8_E4M3",  8,     4,        3,      false, false},
    [FORMAT_UINT8]     = {"UINT8",     8,     0,        8,      false, true},
    [FORMAT_E8M6]      = {"E8M6",     16,     8,        6,      false, false},
    [FORMAT_E5M7]      = {"E5M7",     16,     5,        7,      false, false},
    [FORMAT_E5M6]      = {"E5M6",     16,     5,        6,      false, false},
    [FORMAT_TF32_19]   = {"TF32_19",  32,     8,       10,      false, false},
    [FORMAT_ADDRESS]   = {"ADDRESS",  32,     0,       32,      false, true},
    [FORMAT_EXPONENT]  = {"EXPONENT",  8,     0,        8,      false, true},
    [FORMAT_WORD]      = {"WORD",     32,     0,       32,      false, true},
};
/* clang-format on */

const struct format_info *format_get(enum format format)
{
    if ((unsigned)format >= FORMAT_COUNT || !formats[format].name) {
        return NULL;
    }
    return &formats[format];
}

/* As tt-metal, the low-level kernels and NumPy call them. There "b" is the eight-bit exponent, here its absence is. */
static const struct {
    const char *name;
    enum format format;
} other_names[] = {
    {"float32", FORMAT_FP32},   {"f32", FORMAT_FP32},      {"float16", FORMAT_FP16},   {"f16", FORMAT_FP16},
    {"float16_b", FORMAT_BF16}, {"bfloat16", FORMAT_BF16}, {"f16b", FORMAT_BF16},      {"bfp8_b", FORMAT_BFP8},
    {"bfloat8_b", FORMAT_BFP8}, {"bfp4_b", FORMAT_BFP4},   {"bfloat4_b", FORMAT_BFP4}, {"bfp2_b", FORMAT_BFP2},
};

enum format format_find(const char *name)
{
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcasecmp(other_names[i].name, name) == 0)
            return other_names[i].format;
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].name && strcasecmp(formats[i].name, name) == 0)
            return (enum format)i;
    return FORMAT_COUNT;
}

static uint32_t format_low_mask(unsigned bits)
{
    return bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
}

/* Bits below the mantissa that the container keeps zero: 13 of a TF32, 1 of an E8M6. */
static unsigned format_padding_of(enum format format, const struct format_info *info)
{
    unsigned used = 1u + info->exponent_bits + info->mantissa_bits;
    return format == FORMAT_TF32_19 ? 0 : info->storage_bits - used;
}

static int format_bias_of(const struct format_info *info)
{
    return (1 << (info->exponent_bits - 1)) - 1;
}

static struct value_parts integer_parts(uint32_t bits, const struct format_info *info)
{
    struct value_parts parts = {.kind = VALUE_FINITE};
    parts.significand = bits & format_low_mask(info->mantissa_bits);
    parts.raw_mantissa = (uint32_t)parts.significand;
    parts.is_negative = info->mantissa_bits < info->storage_bits && (bits >> info->mantissa_bits & 1);
    return parts;
}

/* F-2.5: no leading one; a sign without magnitude is minus infinity. */
static struct value_parts block_parts(uint32_t bits, uint32_t shared_exponent, const struct format_info *info)
{
    struct value_parts parts = {.kind = VALUE_FINITE, .raw_exponent = shared_exponent};
    parts.raw_mantissa = bits & format_low_mask(info->mantissa_bits);
    parts.is_negative = bits >> info->mantissa_bits & 1;
    parts.significand = parts.raw_mantissa;
    parts.exponent2 = (int)shared_exponent - format_bias_of(info) - (info->mantissa_bits - 1);
    if (parts.is_negative && parts.raw_mantissa == 0) {
        parts.kind = VALUE_INFINITE;
    }
    return parts;
}

/* F-2.3: eight exponent bits have infinity and NaN where IEEE has them. F-2.2: fewer have numbers there, but for the
 * pattern of all ones. */
static enum value_kind format_kind_of(const struct value_parts *parts, const struct format_info *info)
{
    if (parts->raw_exponent != format_low_mask(info->exponent_bits)) {
        return VALUE_FINITE;
    }
    if (info->exponent_bits == 8) {
        return parts->raw_mantissa ? VALUE_NAN : VALUE_INFINITE;
    }
    return parts->raw_mantissa == format_low_mask(info->mantissa_bits) ? VALUE_INFINITE : VALUE_FINITE;
}

static struct value_parts float_parts(uint32_t bits, unsigned padding, const struct format_info *info)
{
    bits >>= padding;
    struct value_parts parts = {.raw_mantissa = bits & format_low_mask(info->mantissa_bits),
                                .raw_exponent = bits >> info->mantissa_bits & format_low_mask(info->exponent_bits),
                                .is_negative = bits >> (info->mantissa_bits + info->exponent_bits) & 1};
    parts.kind = format_kind_of(&parts, info);
    parts.significand = parts.raw_mantissa | (parts.raw_exponent ? UINT64_C(1) << info->mantissa_bits : 0);
    parts.exponent2 = (int)(parts.raw_exponent ? parts.raw_exponent : 1) - format_bias_of(info) - info->mantissa_bits;
    return parts;
}

struct value_parts format_parts(enum format format, uint32_t bits, uint32_t shared_exponent)
{
    const struct format_info *info = format_get(format);
    if (!info) {
        return (struct value_parts){.kind = VALUE_NAN, .raw_mantissa = bits};
    }
    if (info->is_integer) {
        return integer_parts(bits, info);
    }
    if (info->is_block) {
        return block_parts(bits, shared_exponent, info);
    }
    return float_parts(bits, format_padding_of(format, info), info);
}

static uint64_t format_distance(int64_t a, int64_t b)
{
    return (uint64_t)(a > b ? a - b : b - a);
}

/* The value in units of 2^lowest, or an INT64 extreme when it does not fit; lowest not above its exponent. */
static int64_t block_units(const struct value_parts *parts, int lowest)
{
    int shift = parts->exponent2 - lowest;
    bool fits = shift <= 54; /* seven bits and the difference of two stay below 2^63 */
    int64_t units = 0;
    if (parts->significand) {
        units = fits ? (int64_t)(parts->significand << shift) : INT64_MAX;
    }
    return parts->is_negative ? -units : units;
}

static uint64_t block_ulps(const struct value_parts *a, const struct value_parts *b)
{
    bool a_infinite = a->kind == VALUE_INFINITE, b_infinite = b->kind == VALUE_INFINITE;
    if (a_infinite || b_infinite) {
        return a_infinite && b_infinite ? 0 : UINT64_MAX;
    }
    int lowest = a->exponent2 < b->exponent2 ? a->exponent2 : b->exponent2;
    int64_t a_units = block_units(a, lowest), b_units = block_units(b, lowest);
    if (a_units == INT64_MAX || a_units == -INT64_MAX || b_units == INT64_MAX || b_units == -INT64_MAX) {
        return UINT64_MAX;
    }
    return format_distance(a_units, b_units);
}

uint64_t format_ulps(enum format format, uint32_t a, uint32_t a_shared, uint32_t b, uint32_t b_shared)
{
    const struct format_info *info = format_get(format);
    if (!info) {
        return a == b ? 0 : UINT64_MAX;
    }
    if (info->is_block) {
        struct value_parts a_parts = format_parts(format, a, a_shared), b_parts = format_parts(format, b, b_shared);
        return block_ulps(&a_parts, &b_parts);
    }
    if (info->is_integer && info->mantissa_bits == info->storage_bits) {
        return format_distance(a & format_low_mask(info->storage_bits), b & format_low_mask(info->storage_bits));
    }
    /* Sign and magnitude throughout: patterns are ordered like the values, both zeros in the same place. */
    unsigned padding = info->is_integer ? 0 : format_padding_of(format, info);
    unsigned width = 1u + info->exponent_bits + info->mantissa_bits;
    uint64_t apart =
        format_distance(sign_magnitude_value(a >> padding, width), sign_magnitude_value(b >> padding, width));
    /* Bits that the container should keep zero still make two patterns different. */
    bool padding_differs = ((a ^ b) & format_low_mask(padding)) != 0;
    return apart == 0 && padding_differs ? 1 : apart;
}
