/* SPDX-License-Identifier: Apache-2.0 */
/* Format codes, and the value of a pattern of each format. Register codes 0 to 15: docs/semantics/F-1.1. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum format {
    FORMAT_FP32 = 0,
    FORMAT_FP16 = 1,
    FORMAT_BFP8A = 2,
    FORMAT_BFP4A = 3,
    FORMAT_TF32 = 4,
    FORMAT_BF16 = 5,
    FORMAT_BFP8 = 6,
    FORMAT_BFP4 = 7,
    FORMAT_INT32 = 8,
    FORMAT_INT16 = 9,
    FORMAT_FP8_E5M2 = 10,
    FORMAT_BFP2A = 11,
    FORMAT_INT8 = 14,
    FORMAT_BFP2 = 15,
    /* Not register codes: what stages hold in between, and what a mode bit makes of a code. */
    FORMAT_FP8_E4M3 = 16,
    FORMAT_UINT8,
    FORMAT_E8M6,     /* BF16 container, bit 0 zero */
    FORMAT_E5M7,     /* FP16 container, low 3 bits zero */
    FORMAT_E5M6,     /* FP16 container, low 4 bits zero */
    FORMAT_TF32_19,  /* sign 18, exponent 17:10, mantissa 9:0 */
    FORMAT_ADDRESS,  /* not a datum: an L1 byte address */
    FORMAT_EXPONENT, /* a shared exponent, 8 bits */
    FORMAT_WORD,     /* not a datum: a register, a counter, a word of configuration */
    FORMAT_COUNT
};

struct format_info {
    const char *name;      /* "BF16" */
    uint8_t storage_bits;  /* of a datum in L1: 32, 16, 8, 4, 2 */
    uint8_t exponent_bits; /* 8, 5, 4; 0 for integers */
    uint8_t mantissa_bits; /* stored, without the hidden one; for BFP the magnitude */
    bool is_block;         /* shares an exponent with 15 neighbours */
    bool is_integer;
};

const struct format_info *format_get(enum format format); /* null for codes 12, 13 and beyond FORMAT_COUNT */
/* False: an address, an exponent, a word, or no format. */
static inline bool format_is_datum(enum format format)
{
    return format < FORMAT_ADDRESS && format_get(format);
}
/* "bfp8", or as tt-metal and NumPy call it, "bfloat8_b"; whatever its case. FORMAT_COUNT: there is none. */
enum format format_find(const char *name);

/* A datum taken apart: value = (-1)^sign * significand * 2^exponent2 when kind is FINITE. */
enum value_kind { VALUE_FINITE, VALUE_INFINITE, VALUE_NAN };
struct value_parts {
    enum value_kind kind;
    bool is_negative;
    uint32_t raw_exponent, raw_mantissa;
    uint64_t significand;
    int exponent2;
};

/* bits: the datum alone in its low bits; shared_exponent counts for block formats only. Denormals keep their IEEE
 * value; the chips' own reading (FP16 and FP8: exponent 31 is ordinary, all ones is infinity) as F-2.2 and F-2.3. */
struct value_parts format_parts(enum format format, uint32_t bits, uint32_t shared_exponent);

/* The distance of two datums of one format in units in the last place: the number of representable patterns from one
 * to the other counting both zeros as one. For block formats: of the magnitudes as they stand if the exponents are
 * equal, else of the values in units of the smaller exponent's last place (saturating). */
uint64_t format_ulps(enum format format, uint32_t a, uint32_t a_shared, uint32_t b, uint32_t b_shared);
