/* SPDX-License-Identifier: Apache-2.0 */
/* What the two halves of the portable form share: addends. */
#pragma once

#include "tile/matrix/fast/quick.h"

enum { QUICK_ELEMENTS_MAX = MATRIX_ROWS_MAX * DST_COLUMNS };

/* An addend of each element, row by row: a signed whole number of units 2^-10, and the exponent they count from, which
 * is not below 0. */
struct quick_addends {
    int16_t units[QUICK_ELEMENTS_MAX], exponents[QUICK_ELEMENTS_MAX];
};

/* Adds the terms to the rows of Dst, or writes them there (M36 to M41). y: the second addend of products, or null. */
void quick_accumulate_portable(struct quick_work *work, const struct quick_addends *x, const struct quick_addends *y);
