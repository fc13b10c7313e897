/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form in portable C: operands taken apart, products and sums made of them, eight columns at once (M24 to
 * M33). Steps as in arithmetic.c, which it is tested equal to. */
#include "tile/fast/built_twice.h"
#include "tile/matrix/fast/quick_lanes.h"

/* ---- operands ---- */

static inline lanes quick_significand(lanes upper)
{
    return (upper & (int16_t)(SRC_HIDDEN_BIT - 1)) | (int16_t)SRC_HIDDEN_BIT;
}

/* M25 */
static inline lanes slice_a(lanes upper, bool is_low)
{
    const lanes m11 = quick_significand(upper);
    return is_low ? m11 >> 1 & 0x1F : m11 >> 6;
}

static inline lanes slice_b(lanes upper, bool is_low)
{
    const lanes m11 = quick_significand(upper);
    return is_low ? (m11 & 0xF) * (int16_t)8 : m11 >> 4;
}

/* ---- products: M28, M29 ---- */

/* A row taken apart: slices, signed, and exponents. A zero is slice 0 and an exponent far below. */
struct sliced {
    int16_t slices[SRC_COLUMNS], exponents[SRC_COLUMNS];
};

static inline void slice_row(struct sliced *out, const uint32_t *from, uint32_t mask, bool is_b, bool is_low)
{
    for (unsigned at = 0; at < SRC_COLUMNS; at += HALF_COLUMNS) {
        const struct quick_columns cells = quick_take(from + at, mask);
        const lanes slices = is_b ? slice_b(cells.upper, is_low) * (int16_t)QUICK_FINE : slice_a(cells.upper, is_low);
        const lanes counts = cells.exponent > 0;
        lanes_store(&out->slices[at], lanes_turned(slices, quick_signs(cells.upper)) & counts);
        lanes_store(&out->exponents[at], lanes_choose(counts, cells.exponent, lanes_of(QUICK_ZERO)));
    }
}

/* The columns of one group of one row. */
static void sum_group(const struct matrix_math *math, const struct sliced *a, const int16_t *slices,
                      const int16_t *exponents, struct quick_addends *to, uint32_t at)
{
    lanes exponent[GROUP][ROW_HALVES], largest[ROW_HALVES], sum[ROW_HALVES] = {{0}};
    for (unsigned half = 0; half < ROW_HALVES; half++)
        largest[half] = lanes_of(math->zero_exponent);
    for (unsigned k = 0; k < GROUP; k++) {
        const int16_t of_b = (int16_t)(exponents[k] + math->adjustment);
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            exponent[k][half] = lanes_load(&a[k].exponents[half * HALF_COLUMNS]) + of_b;
            largest[half] = lanes_max(largest[half], exponent[k][half]);
        }
    }
    for (unsigned k = 0; k < GROUP; k++) {
        lanes apart[ROW_HALVES], powers[ROW_HALVES];
        for (unsigned half = 0; half < ROW_HALVES; half++)
            apart[half] = largest[half] - exponent[k][half];
        lanes_powers(apart, powers);
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            /* Half of a negative one goes down: it is a little less, and all others stay what they are. */
            const lanes product = lanes_load(&a[k].slices[half * HALF_COLUMNS]) * slices[k];
            sum[half] += quick_shifted_fine(product + (product >> 15), powers[half]);
        }
    }
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const lanes counts = largest[half] > 0;
        quick_put(to, at + half * HALF_COLUMNS, sum[half] & counts, largest[half] & counts);
    }
}

static void quick_products(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    struct sliced a[FACE_ROWS];
    struct quick_addends x, y;
    for (uint32_t row = 0; row < FACE_ROWS; row++)
        slice_row(&a[row], work->a[row], math->srca_mask, false, math->phase & 1);
    for (uint32_t row = 0; row < work->rows; row++) {
        struct sliced b;
        slice_row(&b, work->b[row * work->b_row_step], math->srcb_mask, true, math->phase & 2);
        sum_group(math, a, b.slices, b.exponents, &x, row * DST_COLUMNS);
        sum_group(math, a + GROUP, b.slices + GROUP, b.exponents + GROUP, &y, row * DST_COLUMNS);
    }
    quick_accumulate(work, &x, &y);
}

/* ---- element by element ---- */

/* M25 to M27, M31: zero, and what is too small to count, has the exponent of a zero. */
static inline void quick_multiply(const struct matrix_math *math, const struct quick_columns a[ROW_HALVES],
                                  const struct quick_columns b[ROW_HALVES], struct quick_addends *out, uint32_t at)
{
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const lanes product = slice_a(a[half].upper, math->phase & 1) * slice_b(b[half].upper, math->phase & 2);
        const lanes exponent = a[half].exponent + b[half].exponent + (int16_t)math->adjustment;
        const lanes counts = lanes_min(lanes_min(a[half].exponent, b[half].exponent), exponent) > 0;
        quick_put(out, at + half * HALF_COLUMNS,
                  lanes_turned(product, quick_signs(a[half].upper ^ b[half].upper)) & counts,
                  lanes_choose(counts, exponent, lanes_of(math->zero_exponent)));
    }
}

/* M33. The operand with the larger exponent is X; of like exponents nothing is shifted, and either may be. */
static inline void quick_add(const struct matrix_math *math, const struct quick_columns a[ROW_HALVES],
                             const struct quick_columns b[ROW_HALVES], struct quick_addends *out, uint32_t at)
{
    enum { REBIAS = 112, ZERO_EXPONENT = 97 };
    const bool rebiases = math->is_wide && !math->has_8bit_exponent;
    lanes most[ROW_HALVES], least[ROW_HALVES], apart[ROW_HALVES], powers[ROW_HALVES];
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        most[half] = lanes_max(a[half].exponent, b[half].exponent);
        least[half] = lanes_min(a[half].exponent, b[half].exponent);
        apart[half] = most[half] - least[half];
    }
    lanes_powers(apart, powers);
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const lanes swaps = a[half].exponent < b[half].exponent;
        const lanes larger = lanes_choose(swaps, b[half].upper, a[half].upper);
        const lanes smaller = lanes_choose(swaps, a[half].upper, b[half].upper);
        const lanes large = quick_significand(larger) & (most[half] > 0);
        const lanes small = quick_shifted(quick_significand(smaller) & (least[half] > 0), powers[half]);
        const lanes rebiased = lanes_choose(most[half] > 0, most[half] + (int16_t)REBIAS, lanes_of(ZERO_EXPONENT));
        quick_put(out, at + half * HALF_COLUMNS,
                  lanes_turned(large, quick_signs(larger)) + lanes_turned(small, quick_signs(smaller)),
                  rebiases ? rebiased : most[half]);
    }
}

static void quick_elements(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    const int16_t flip = work->operation == MATRIX_SUBTRACT ? SRC_MINUS_ZERO >> 8 : 0; /* M32 */
    struct quick_addends terms;
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *from = work->b[row * work->b_row_step];
        uint32_t same[SRC_COLUMNS];
        for (unsigned column = 0; work->broadcasts_b_column && column < SRC_COLUMNS; column++)
            same[column] = from[0];
        struct quick_columns a[ROW_HALVES], b[ROW_HALVES];
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            a[half] = quick_take(&work->a[row][half * HALF_COLUMNS], math->srca_mask);
            b[half] = quick_take(&(work->broadcasts_b_column ? same : from)[half * HALF_COLUMNS], math->srcb_mask);
            b[half].upper ^= flip;
        }
        if (work->operation == MATRIX_MULTIPLY)
            quick_multiply(math, a, b, &terms, row * DST_COLUMNS);
        else
            quick_add(math, a, b, &terms, row * DST_COLUMNS);
    }
    quick_accumulate(work, &terms, NULL);
}

BUILT_TWICE void quick_floats(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        quick_products(work);
    else
        quick_elements(work);
}
