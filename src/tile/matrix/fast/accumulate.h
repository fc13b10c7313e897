/* SPDX-License-Identifier: Apache-2.0 */
/* What the portable forms of accumulating share: rows of lanes. */
#pragma once

#include "tile/matrix/fast/quick_lanes.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A row of lanes. */
struct row {
    lanes of[ROW_HALVES];
};

ALWAYS_INLINE struct row load_row(const void *from)
{
    struct row out;
    memcpy(&out, from, sizeof out);
    return out;
}

/* The exponent of a cell of Dst. */
ALWAYS_INLINE lanes exponents_of(enum quick_kind kind, lanes cells)
{
    return cells & (int16_t)(kind == QUICK_FP16 ? 0x1F : 0xFF);
}

/* For Dst of 32 bits; y: null for none. */
void quick_accumulate_wide(struct quick_work *work, const struct quick_addends *x, const struct quick_addends *y);
