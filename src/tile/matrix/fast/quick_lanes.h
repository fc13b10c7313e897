/* SPDX-License-Identifier: Apache-2.0 */
/* What the portable forms share: operands of eight columns, and addends. */
#pragma once

#include "tile/matrix/fast/lanes16.h"
#include "tile/matrix/fast/quick.h"

/* ---- operands ---- */

/* Masked cells of eight columns, which have 19 bits: sign in bit 10 and mantissa in 9:0; exponents. */
struct quick_columns {
    lanes upper, exponent;
};

static inline struct quick_columns quick_take(const uint32_t *from, uint32_t mask)
{
    struct lanes_32 upper, lower;
    for (unsigned i = 0; i < 2; i++) {
        words v;
        memcpy(&v, from + i * sizeof v / sizeof *from, sizeof v);
        v &= (int32_t)mask;
        upper.of[i] = v >> 8;
        lower.of[i] = v & 0xFF;
    }
    return (struct quick_columns){.upper = lanes_packed(upper), .exponent = lanes_packed(lower)};
}

/* All ones where negative. */
static inline lanes quick_signs(lanes upper)
{
    return lanes_up(upper, 5) >> 15;
}

/* ---- addends ---- */

enum { QUICK_ELEMENTS_MAX = MATRIX_ROWS_MAX * DST_COLUMNS };

/* An addend of each element, row by row: a signed whole number of units 2^-10, and the exponent they count from, which
 * is not below 0. */
struct quick_addends {
    int16_t units[QUICK_ELEMENTS_MAX], exponents[QUICK_ELEMENTS_MAX];
};

/* Eight of them. */
static inline void quick_put(struct quick_addends *to, uint32_t at, lanes units, lanes exponents)
{
    lanes_store(&to->units[at], units);
    lanes_store(&to->exponents[at], exponents);
}

/* A number below 2^12 over 2^apart, rounded half up; given so many times as large, and the power of apart. */
enum { QUICK_FINE = 8 };

static inline lanes quick_shifted_fine(lanes fine, lanes power)
{
    return (lanes_upper_product(fine, power) + 1) >> 1;
}

static inline lanes quick_shifted(lanes v, lanes power)
{
    return quick_shifted_fine(v * (int16_t)QUICK_FINE, power);
}

/* Adds the terms to the rows of Dst, or writes them there (M36 to M41). y: the second addend of products, or null. */
void quick_accumulate(struct quick_work *work, const struct quick_addends *x, const struct quick_addends *y);
