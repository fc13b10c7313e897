/* SPDX-License-Identifier: Apache-2.0 */
/* Integers in portable C, eight columns at once; sums in 32 bits (M45 to M48). Steps as in arithmetic_int.c, which it
 * is tested equal to. */
#include "numeric/cells.h"
#include "tile/fast/built_twice.h"
#include "tile/matrix/fast/quick_lanes.h"

/* Signed slices of eight columns, where they stand in a magnitude: they have at most 10 bits, and sums of products 24.
 */
static inline lanes signed_slices(const uint32_t *cells, int16_t mask, lanes keeps_zeros)
{
    enum { CELL = 2 * SRC_MINUS_ZERO - 1 /* above it a snapshot may hold anything */ };
    const struct quick_columns columns = quick_take(cells, CELL);
    return lanes_turned(columns.upper & mask, quick_signs(columns.upper)) & ((columns.exponent > 0) | keeps_zeros);
}

static inline int16_t integers_mask_of(struct quick_slice slice)
{
    return (int16_t)(slice.mask << slice.shift);
}

static inline lanes all_ones_if(bool condition)
{
    return lanes_of(condition ? -1 : 0);
}

/* ---- Dst ---- */

/* Where a sum of two has left what 32 bits hold: the largest number of the sign that both have. */
static inline words saturated(words total, words a, words b)
{
    const words left = ((a ^ total) & (b ^ total)) >> 31;
    return (total & ~left) | (((a >> 31) ^ INT32_MAX) & left);
}

/* Adds sums to eight columns of Dst, which are signs and magnitudes, saturated (M48). */
static inline void integers_add_sums(struct lanes_32 sums, lanes retains, uint16_t *high, uint16_t *low)
{
    const lanes cells = lanes_load(high) & retains, lower = lanes_load(low) & retains;
    const lanes upper = (lanes_up(cells, 7) & 0x7F80) | (lanes_down(cells, 8) & 0x7F);
    const struct lanes_32 minus = lanes_widened(cells >> 15);
    struct lanes_32 held = lanes_joined(lower, upper), negative, magnitude, top;
    for (unsigned i = 0; i < 2; i++) {
        held.of[i] = (held.of[i] ^ minus.of[i]) - minus.of[i];
        const words total = saturated(held.of[i] + sums.of[i], held.of[i], sums.of[i]);
        negative.of[i] = total >> 31;
        magnitude.of[i] = (total ^ negative.of[i]) - negative.of[i];
        magnitude.of[i] += magnitude.of[i] >> 31; /* the least number has no magnitude of its own */
        top.of[i] = magnitude.of[i] >> 16;
    }
    const lanes word = lanes_packed(top), sign = lanes_packed(negative) & INT16_MIN;
    lanes_store(high, (lanes_up(word, 8) & 0x7F00) | lanes_down(word, 7) | sign);
    lanes_store(low, lanes_narrowed(magnitude));
}

/* ---- products ---- */

enum { PAIRS = FACE_ROWS / 2, FOURS = SRC_COLUMNS / 4 };

/* Rows of SrcA by twos: of each column a slice of the first, then of the second. */
static void take_face(const uint32_t (*rows)[SRC_COLUMNS], int16_t mask, lanes pairs[PAIRS][FOURS])
{
    const lanes no = {0};
    for (unsigned pair = 0; pair < PAIRS; pair++)
        for (unsigned half = 0; half < ROW_HALVES; half++)
            lanes_interleave(signed_slices(&rows[2 * pair][half * HALF_COLUMNS], mask, no),
                             signed_slices(&rows[2 * pair + 1][half * HALF_COLUMNS], mask, no), &pairs[pair][2 * half]);
}

static void integers_products(struct quick_work *work)
{
    const int16_t of_a = integers_mask_of(quick_slice_of_a(work)), of_b = integers_mask_of(quick_slice_of_b(work));
    const lanes keeps_zeros = all_ones_if(work->math->keeps_srcb_zeros), retains = all_ones_if(!work->overwrites);
    lanes a[PAIRS][FOURS];
    take_face(work->a, of_a, a);
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *from = work->b[row * work->b_row_step];
        words sums[FOURS] = {{0}};
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            const lanes b = signed_slices(&from[half * HALF_COLUMNS], of_b, keeps_zeros);
            for (unsigned pair = 0; pair < PAIRS / ROW_HALVES; pair++) {
                const lanes same = lanes_pair(b, pair);
                for (unsigned four = 0; four < FOURS; four++)
                    sums[four] += lanes_paired_products(a[half * (PAIRS / ROW_HALVES) + pair][four], same);
            }
        }
        for (unsigned half = 0; half < ROW_HALVES; half++)
            integers_add_sums((struct lanes_32){{sums[2 * half], sums[2 * half + 1]}}, retains,
                              &work->high[row][half * HALF_COLUMNS], &work->low[row][half * HALF_COLUMNS]);
    }
}

/* ---- element by element ---- */

static void integers_elements(struct quick_work *work)
{
    const int16_t of_a = integers_mask_of(quick_slice_of_a(work)), of_b = integers_mask_of(quick_slice_of_b(work));
    const lanes keeps_zeros = all_ones_if(work->math->keeps_srcb_zeros), retains = all_ones_if(!work->overwrites);
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *from = work->b[row * work->b_row_step];
        for (unsigned at = 0; at < SRC_COLUMNS; at += HALF_COLUMNS) {
            const lanes a = signed_slices(&work->a[row][at], of_a, (lanes){0});
            const lanes of_columns = signed_slices(&from[work->broadcasts_b_column ? 0 : at], of_b, keeps_zeros);
            const lanes b = work->broadcasts_b_column ? lanes_of(of_columns[0]) : of_columns;
            const struct lanes_32 sums = work->operation == MATRIX_MULTIPLY ? lanes_products(a, b)
                                         : work->operation == MATRIX_ADD    ? lanes_widened(a + b)
                                                                            : lanes_widened(a - b);
            integers_add_sums(sums, retains, &work->high[row][at], &work->low[row][at]);
        }
    }
}

BUILT_TWICE void quick_integers(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        integers_products(work);
    else
        integers_elements(work);
}
