/* SPDX-License-Identifier: Apache-2.0 */
/* The quick forms of a computing instruction on floating numbers: what arithmetic.c does step by step, over rows at
 * once. They have no intermediate values that could be reported, and know one reading only: the device's. */
#pragma once

#include "tile/matrix/compute.h"

enum { QUICK_ZERO = -2000 /* in place of an exponent of zero: far below any other */ };

/* How Dst holds sums. Known where rows are accumulated, so that each has loops of its own. */
enum quick_kind { QUICK_WIDE, QUICK_BF16, QUICK_FP16 };

static inline enum quick_kind quick_kind_of(const struct matrix_math *math)
{
    return math->is_wide ? QUICK_WIDE : math->has_8bit_exponent ? QUICK_BF16 : QUICK_FP16;
}

/* One instruction: operands as the banks hold them, and rows of Dst, which are changed in place. */
struct quick_work {
    const struct matrix_math *math;
    enum matrix_operation operation;
    uint32_t rows;
    const uint32_t (*a)[SRC_COLUMNS]; /* 16 rows for products, else as many as rows */
    const uint32_t (*b)[SRC_COLUMNS];
    uint32_t b_row_step; /* 0: one row for all */
    bool broadcasts_b_column;
    bool overwrites;               /* Dst counts as zero, whatever the rows hold */
    uint16_t (*high)[DST_COLUMNS]; /* or the 16-bit cells */
    uint16_t (*low)[DST_COLUMNS];  /* of 32-bit rows */
};

/* The same on integers, INT8_math, with 32-bit Dst (M45 to M48). */
void quick_integers(struct quick_work *work);

/* What a phase takes of a magnitude, moved down: so a product has 11 bits, and sixteen of them have 15 (M46). */
struct quick_slice {
    uint16_t shift, mask;
};

static inline struct quick_slice quick_slice_of_a(const struct quick_work *work)
{
    if (work->operation == MATRIX_ADD || work->operation == MATRIX_SUBTRACT)
        return (struct quick_slice){0, 0x3FF};
    return work->math->phase & 1 ? (struct quick_slice){0, 0x1F} : (struct quick_slice){5, 0x7};
}

static inline struct quick_slice quick_slice_of_b(const struct quick_work *work)
{
    if (work->operation == MATRIX_ADD || work->operation == MATRIX_SUBTRACT)
        return (struct quick_slice){0, 0x3FF};
    return work->math->phase & 2 ? (struct quick_slice){0, 0xF} : (struct quick_slice){4, 0x3F};
}

void quick_floats(struct quick_work *work);
