/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form of a computing instruction: what arithmetic.c and arithmetic_int.c do step by step, over rows at once.
 * It has no intermediate values that could be reported, and knows one reading only: the device's. */
#pragma once

#include "tile/matrix/compute.h"

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

/* Integers (INT8_math) with 32-bit Dst alone. */
void quick_run(struct quick_work *work);
