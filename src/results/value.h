/* SPDX-License-Identifier: Apache-2.0 */
/* One value of a stage as its parts and as a number. */
#pragma once

#include "numeric/format.h"
#include "results/database.h"

struct value {
    bool is_datum; /* false: an address, an exponent, or a code that is no format: bits alone */
    bool is_block;
    uint32_t bits; /* of a block format: the datum alone */
    uint32_t shared_exponent;
    struct value_parts parts;
};

/* bits as in probe_stage: a block datum with its shared exponent in bits 15:8. */
struct value value_decode(enum format format, uint32_t bits);

/* Its bits alone. */
static inline uint32_t value_bits(enum format format, uint32_t bits)
{
    enum { BLOCK_DATUM = 0xFF };
    return format_is_datum(format) && format_get(format)->is_block ? bits & BLOCK_DATUM : bits;
}

/* A finite datum as a number; 2^exponent2, its last place. No format has an exponent that a double has not. */
double value_finite(const struct value *value);
double value_unit(const struct value *value);
/* The number it stands for: REAL, also of an infinity, INTEGER for addresses and exponents; null: a NaN. */
void value_result(sqlite3_context *context, struct value value);
