/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form in portable C: operands taken apart, products and sums made of them in lanes of 16 bits, which any
 * compiler makes vectors of (M24 to M33). Steps as in arithmetic.c, which it is tested equal to. */
#include "tile/matrix/fast/quick_portable.h"

#include <string.h>

enum { LANES_16 = 8, HALVES = DST_COLUMNS / LANES_16 };

typedef int16_t lanes __attribute__((vector_size(2 * LANES_16)));
typedef uint16_t unsigned_lanes __attribute__((vector_size(2 * LANES_16)));

/* Operands taken apart: a row's slices, signed, and exponents. A zero is slice 0 and an exponent far below. */
struct sliced {
    int16_t slices[SRC_COLUMNS], exponents[SRC_COLUMNS];
};

static void slice_rows(struct sliced *out, const uint32_t (*cells)[SRC_COLUMNS], uint32_t step, uint32_t rows,
                       uint32_t mask, bool is_b, bool is_low)
{
    for (uint32_t row = 0; row < rows; row++) {
        const uint32_t *from = cells[row * step];
        for (unsigned column = 0; column < SRC_COLUMNS; column++) {
            const uint32_t cell = from[column] & mask;
            const uint32_t m11 = SRC_HIDDEN_BIT | src_mantissa(cell);
            const uint32_t a5 = is_low ? m11 >> 1 & 0x1F : m11 >> 6, b7 = is_low ? (m11 & 0xF) << 3 : m11 >> 4;
            const int32_t magnitude = (int32_t)(is_b ? b7 : a5);
            const int32_t value = src_sign(cell) ? -magnitude : magnitude;
            const bool is_zero = src_exponent(cell) == 0;
            out[row].slices[column] = (int16_t)(is_zero ? 0 : value);
            out[row].exponents[column] = (int16_t)(is_zero ? QUICK_ZERO : src_exponent(cell));
        }
    }
}

/* ---- products: M28, M29 ---- */

static lanes load(const int16_t *from)
{
    lanes out;
    memcpy(&out, from, sizeof out);
    return out;
}

/* Eight elements. */
static void put_lanes(struct quick_addends *to, uint32_t at, lanes units, lanes exponents)
{
    memcpy(&to->units[at], &units, sizeof units);
    memcpy(&to->exponents[at], &exponents, sizeof exponents);
}

static lanes choose(lanes mask, lanes yes, lanes no)
{
    return (yes & mask) | (no & ~mask);
}

/* Half up of the magnitude over 2^shift; shift is 0 to 15, bit by bit, for lanes of 16 bits have no shift of their
 * own everywhere. */
static lanes round_off(lanes magnitude, lanes shift)
{
    unsigned_lanes twice = (unsigned_lanes)(magnitude + magnitude);
    for (int bit = 1; bit < 16; bit *= 2) {
        const unsigned_lanes mask = (unsigned_lanes)((shift & (int16_t)bit) != 0);
        twice = (twice & ~mask) | (twice >> (unsigned short)bit & mask);
    }
    return (lanes)((twice + 1) >> 1);
}

/* Eight columns of one group of one row. */
static void sum_group(const struct matrix_math *math, const struct sliced *a, const struct sliced *b, unsigned group,
                      unsigned half, lanes *units, lanes *exponents)
{
    lanes exponent[GROUP], sum = {0};
    lanes largest = sum + (int16_t)math->zero_exponent;
    for (unsigned k = 0; k < GROUP; k++) {
        const unsigned at = group * GROUP + k;
        exponent[k] = load(&a[at].exponents[half * LANES_16]) + (int16_t)(b->exponents[at] + math->adjustment);
        largest = choose(exponent[k] > largest, exponent[k], largest);
    }
    for (unsigned k = 0; k < GROUP; k++) {
        const unsigned at = group * GROUP + k;
        const lanes product = load(&a[at].slices[half * LANES_16]) * b->slices[at];
        const lanes sign = product >> 15, apart = largest - exponent[k];
        const lanes aligned = round_off((product ^ sign) - sign, apart & 15) & ~(apart > 15);
        sum += (aligned ^ sign) - sign;
    }
    *units = sum & (largest > 0);
    *exponents = largest & (largest > 0);
}

static void products(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    struct sliced a[FACE_ROWS], b[MATRIX_ROWS_MAX];
    slice_rows(a, work->a, 1, FACE_ROWS, math->srca_mask, false, math->phase & 1);
    slice_rows(b, work->b, work->b_row_step, work->rows, math->srcb_mask, true, math->phase & 2);
    struct quick_addends terms[GROUPS];
    for (uint32_t row = 0; row < work->rows; row++) {
        for (unsigned group = 0; group < GROUPS; group++) {
            for (unsigned half = 0; half < HALVES; half++) {
                lanes units, exponents;
                sum_group(math, a, &b[row], group, half, &units, &exponents);
                put_lanes(&terms[group], row * DST_COLUMNS + half * LANES_16, units, exponents);
            }
        }
    }
    quick_accumulate_portable(work, &terms[0], &terms[1]);
}

/* ---- element by element ---- */

/* M27, M31: zero, and what is too small to count, has the exponent of a zero. */
static void multiply(const struct matrix_math *math, const struct sliced *a, const struct sliced *b,
                     struct quick_addends *out, uint32_t at)
{
    const lanes zero_exponent = (lanes){0} + (int16_t)math->zero_exponent;
    for (unsigned half = 0; half < HALVES; half++) {
        const lanes exponent =
            load(&a->exponents[half * LANES_16]) + load(&b->exponents[half * LANES_16]) + (int16_t)math->adjustment;
        const lanes product = load(&a->slices[half * LANES_16]) * load(&b->slices[half * LANES_16]);
        const lanes counts = exponent > 0;
        put_lanes(out, at + half * LANES_16, product & counts, choose(counts, exponent, zero_exponent));
    }
}

/* A row's cells taken apart: signs (0 or -1), exponents, mantissas with the hidden bit; all zero where one is. */
struct parts {
    int16_t signs[SRC_COLUMNS], exponents[SRC_COLUMNS], mantissas[SRC_COLUMNS];
};

static void take_apart(struct parts *out, const uint32_t cells[SRC_COLUMNS], uint32_t mask, uint32_t flip)
{
    for (unsigned column = 0; column < SRC_COLUMNS; column++) {
        const uint32_t cell = (cells[column] & mask) ^ flip;
        const int32_t counts = -(int32_t)(src_exponent(cell) != 0);
        out->signs[column] = (int16_t)(-(int32_t)src_sign(cell) & counts);
        out->exponents[column] = (int16_t)src_exponent(cell);
        out->mantissas[column] = (int16_t)((int32_t)(SRC_HIDDEN_BIT | src_mantissa(cell)) & counts);
    }
}

/* M33. The operand with the larger exponent is X; of like exponents nothing is shifted, and either may be. */
static void add(const struct matrix_math *math, const struct parts *a, const struct parts *b, struct quick_addends *out,
                uint32_t at)
{
    enum { REBIAS = 112, ZERO_EXPONENT = 97 };
    const bool rebiases = math->is_wide && !math->has_8bit_exponent;
    for (unsigned half = 0; half < HALVES; half++) {
        const unsigned from = half * LANES_16;
        const lanes ea = load(&a->exponents[from]), eb = load(&b->exponents[from]);
        const lanes ma = load(&a->mantissas[from]), mb = load(&b->mantissas[from]);
        const lanes sa = load(&a->signs[from]), sb = load(&b->signs[from]);
        const lanes swaps = ea < eb;
        const lanes exponent = choose(swaps, eb, ea), apart = exponent - choose(swaps, ea, eb);
        const lanes small = round_off(choose(swaps, ma, mb), apart & 15) & ~(apart > 15);
        const lanes differs = sa ^ sb, sign = choose(swaps, sb, sa);
        const lanes sum = choose(swaps, mb, ma) + ((small ^ differs) - differs);
        const lanes rebiased = choose(exponent == 0, (lanes){0} + ZERO_EXPONENT, exponent + REBIAS);
        put_lanes(out, at + from, (sum ^ sign) - sign, rebiases ? rebiased : exponent);
    }
}

static const uint32_t *row_of_b(const struct quick_work *work, uint32_t row, uint32_t broadcast[SRC_COLUMNS])
{
    const uint32_t *cells = work->b[row * work->b_row_step];
    if (!work->broadcasts_b_column)
        return cells;
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        broadcast[column] = cells[0];
    return broadcast;
}

static void elements(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    const uint32_t flip = work->operation == MATRIX_SUBTRACT ? SRC_MINUS_ZERO : 0;
    struct quick_addends terms;
    for (uint32_t row = 0; row < work->rows; row++) {
        uint32_t broadcast[SRC_COLUMNS];
        const uint32_t *cells = row_of_b(work, row, broadcast);
        if (work->operation == MATRIX_MULTIPLY) {
            struct sliced a, b;
            slice_rows(&a, &work->a[row], 1, 1, math->srca_mask, false, math->phase & 1);
            slice_rows(&b, (const uint32_t(*)[SRC_COLUMNS])cells, 1, 1, math->srcb_mask, true, math->phase & 2);
            multiply(math, &a, &b, &terms, row * DST_COLUMNS);
        } else {
            struct parts a, b;
            take_apart(&a, work->a[row], math->srca_mask, 0);
            take_apart(&b, cells, math->srcb_mask, flip);
            add(math, &a, &b, &terms, row * DST_COLUMNS);
        }
    }
    quick_accumulate_portable(work, &terms, NULL);
}

void quick_portable(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}
