/* SPDX-License-Identifier: Apache-2.0 */
/* Integers in portable C, in lanes of 16 bits, which any compiler makes vectors of; sums in 32 bits only where they are
 * added to Dst (M45 to M48). Steps as in arithmetic_int.c, which it is tested equal to. Functions stay apart: together
 * their loops are taken for straight code, of which no vectors are made. */
#include "numeric/cells.h"
#include "tile/matrix/fast/quick.h"

#include <string.h>

#define APART __attribute__((noinline))

enum { LANES_16 = 8, HALVES = DST_COLUMNS / LANES_16 };

typedef int16_t lanes __attribute__((vector_size(2 * LANES_16)));

APART static void signed_row(const uint32_t *restrict cells, struct quick_slice slice, bool keeps_zeros,
                             int16_t *restrict out)
{
    const uint32_t always = keeps_zeros;
    for (unsigned column = 0; column < SRC_COLUMNS; column++) {
        const uint32_t cell = cells[column];
        const int32_t sign = -(int32_t)src_sign(cell);
        const int32_t magnitude = (int32_t)(src_mantissa(cell) >> slice.shift & slice.mask);
        const int32_t counts = -(int32_t)((uint32_t)(src_exponent(cell) != 0) | always);
        out[column] = (int16_t)(((magnitude ^ sign) - sign) & counts);
    }
}

/* Adds sums, times a power of two, to a row of Dst: both signs and magnitudes, saturated (M48). */
APART static void add_sums(const int16_t *restrict sums, unsigned shift, bool overwrites, uint16_t *restrict high,
                           uint16_t *restrict low)
{
    const int32_t retains = overwrites ? 0 : -1;
    for (unsigned column = 0; column < DST_COLUMNS; column++) {
        const int32_t sum = (int32_t)((uint32_t)sums[column] << shift);
        const uint32_t word = dst32_to_fp32((uint32_t)high[column] << 16 | low[column]);
        const int32_t sign = -(int32_t)(word >> 31), below = sum >> 31;
        const int32_t least = -INT32_MAX - (sum & below), most = INT32_MAX - (sum & ~below);
        int32_t held = (((int32_t)(word & INT32_MAX) ^ sign) - sign) & retains;
        held = held < least ? least : held;
        held = held > most ? most : held;
        const int32_t total = held + sum, negative = total >> 31;
        const uint32_t magnitude = (uint32_t)((total ^ negative) - negative);
        high[column] = (uint16_t)(dst16_from_bf16(magnitude >> 16) | ((uint32_t)negative & 0x8000));
        low[column] = (uint16_t)magnitude;
    }
}

static lanes load(const int16_t *from)
{
    lanes out;
    memcpy(&out, from, sizeof out);
    return out;
}

static void products(struct quick_work *work)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    int16_t a[FACE_ROWS][SRC_COLUMNS], b[SRC_COLUMNS], sums[DST_COLUMNS];
    for (unsigned k = 0; k < FACE_ROWS; k++)
        signed_row(work->a[k], of_a, false, a[k]);
    for (uint32_t row = 0; row < work->rows; row++) {
        signed_row(work->b[row * work->b_row_step], of_b, work->math->keeps_srcb_zeros, b);
        for (unsigned half = 0; half < HALVES; half++) {
            lanes sum = {0};
            for (unsigned k = 0; k < FACE_ROWS; k++)
                sum += load(&a[k][half * LANES_16]) * b[k];
            memcpy(&sums[half * LANES_16], &sum, sizeof sum);
        }
        add_sums(sums, (unsigned)of_a.shift + of_b.shift, work->overwrites, work->high[row], work->low[row]);
    }
}

static void elements(struct quick_work *work)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    int16_t a[SRC_COLUMNS], b[SRC_COLUMNS];
    for (uint32_t row = 0; row < work->rows; row++) {
        signed_row(work->a[row], of_a, false, a);
        signed_row(work->b[row * work->b_row_step], of_b, work->math->keeps_srcb_zeros, b);
        for (unsigned half = 0; half < HALVES; half++) {
            const lanes x = load(&a[half * LANES_16]);
            const lanes y = work->broadcasts_b_column ? (lanes){0} + b[0] : load(&b[half * LANES_16]);
            const lanes sum = work->operation == MATRIX_MULTIPLY ? x * y
                              : work->operation == MATRIX_ADD    ? x + y
                                                                 : x - y;
            memcpy(&a[half * LANES_16], &sum, sizeof sum);
        }
        add_sums(a, (unsigned)of_a.shift + of_b.shift, work->overwrites, work->high[row], work->low[row]);
    }
}

void quick_integers_portable(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}
