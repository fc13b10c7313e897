/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form in portable C: products and group sums in lanes of 16 bits, which any compiler makes vectors of, the
 * rest an element at a time. Steps as in arithmetic.c. */
#include "tile/matrix/quick.h"

#include "numeric/cells.h"

#include <string.h>

enum { LANES_16 = 8, HALVES = DST_COLUMNS / LANES_16, SHIFT_MAX = 31 };

typedef int16_t lanes __attribute__((vector_size(2 * LANES_16)));
typedef uint16_t unsigned_lanes __attribute__((vector_size(2 * LANES_16)));

/* An addend: a signed whole number of units 2^-10, and the exponent they count from. */
struct addend {
    int32_t units, exponent;
};

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

/* ---- accumulate: M36 to M41 ---- */

static uint32_t align(uint32_t mantissa, int32_t apart, uint32_t borrow)
{
    const uint32_t shift = (uint32_t)(apart < SHIFT_MAX ? apart : SHIFT_MAX);
    return (mantissa + (1u << shift >> 1) - (shift ? borrow : 0)) >> shift;
}

static int32_t signed_of(uint32_t magnitude, uint32_t sign)
{
    return sign ? -(int32_t)magnitude : (int32_t)magnitude;
}

static uint32_t normalise(const struct matrix_math *math, int32_t total, int32_t exponent)
{
    enum { WRONG_SHIFT = 27, FP16_LARGEST = 31 << 23 | 0x3FF << 13, INFINITY_BITS = 255 << 23 };
    const uint32_t sign = total < 0;
    uint32_t sum = (uint32_t)(total < 0 ? -total : total);
    const int32_t dropped = math->is_wide ? 0 : math->has_8bit_exponent ? 16 : 13;
    int32_t shift = __builtin_clz(sum | 1) - 8;
    if (sum == 0 || exponent <= 0)
        return 0;
    if (math->has_fault && sign && sum == 1)
        shift -= WRONG_SHIFT;
    exponent -= shift;
    shift -= dropped;
    sum = shift < 0 ? (sum + (1u << (-shift - 1))) >> -shift : sum << shift;
    sum <<= dropped;
    exponent += (int32_t)(sum >> 24 & 1);
    if (exponent <= 0)
        return 0;
    const uint32_t word = (uint32_t)exponent << 23 | (sum & 0x7FFFFF);
    if (math->is_wide || math->has_8bit_exponent)
        return sign << 31 | (exponent >= 255 ? (uint32_t)INFINITY_BITS : word);
    return sign << 31 | (exponent >= 32 ? (uint32_t)FP16_LARGEST : word);
}

static uint32_t accumulate(const struct matrix_math *math, uint32_t held, struct addend x, struct addend y)
{
    const int32_t exponent_dst = (int32_t)(held >> 23 & 0xFF);
    const uint32_t sx = x.units < 0, sy = y.units < 0;
    int32_t exponent = exponent_dst > x.exponent ? exponent_dst : x.exponent;
    exponent = exponent > y.exponent ? exponent : y.exponent;
    uint32_t dst = exponent_dst ? MANTISSA_ONE | (held & 0x7FFFFF) : 0;
    dst = align(dst, exponent - exponent_dst, 0);
    uint32_t mx = align((uint32_t)(sx ? -x.units : x.units) << PRODUCT_SHIFT, exponent - x.exponent, sx);
    uint32_t my = align((uint32_t)(sy ? -y.units : y.units) << PRODUCT_SHIFT, exponent - y.exponent, sy);
    if (!math->is_wide) {
        dst = (dst + 0x1000) & ~0x1FFFu;
        mx = (mx + 0x1000 - sx) & ~0x1FFFu;
        my = (my + 0x1000 - sy) & ~0x1FFFu;
    }
    return normalise(math, signed_of(dst, held >> 31) + signed_of(mx, sx) + signed_of(my, sy), exponent);
}

static void accumulate_cell(struct quick_work *work, uint32_t row, unsigned column, struct addend x, struct addend y)
{
    const struct matrix_math *math = work->math;
    uint16_t *high = &work->high[row][column], *low = &work->low[row][column];
    const uint32_t cells = math->is_wide ? (uint32_t)*high << 16 | *low : *high;
    const uint32_t word = accumulate(math, matrix_dst_to_word(math, cells), x, y);
    const uint32_t out = matrix_word_to_dst(math, word);
    *high = (uint16_t)(math->is_wide ? out >> 16 : out);
    *low = (uint16_t)out;
}

/* ---- products: M28, M29 ---- */

static lanes load(const int16_t *from)
{
    lanes out;
    memcpy(&out, from, sizeof out);
    return out;
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

static void sum_group(const struct matrix_math *math, const struct sliced *a, const struct sliced *b, unsigned group,
                      unsigned half, int16_t *units, int16_t *exponents)
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
    sum &= largest > 0;
    largest &= largest > 0;
    memcpy(units + half * LANES_16, &sum, sizeof sum);
    memcpy(exponents + half * LANES_16, &largest, sizeof largest);
}

static void products(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    struct sliced a[FACE_ROWS], b[MATRIX_ROWS_MAX];
    slice_rows(a, work->a, 1, FACE_ROWS, math->srca_mask, false, math->phase & 1);
    slice_rows(b, work->b, work->b_row_step, work->rows, math->srcb_mask, true, math->phase & 2);
    for (uint32_t row = 0; row < work->rows; row++) {
        int16_t units[GROUPS][DST_COLUMNS], exponents[GROUPS][DST_COLUMNS];
        for (unsigned group = 0; group < GROUPS; group++) {
            for (unsigned half = 0; half < HALVES; half++)
                sum_group(math, a, &b[row], group, half, units[group], exponents[group]);
        }
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            accumulate_cell(work, row, column, (struct addend){units[0][column], exponents[0][column]},
                            (struct addend){units[1][column], exponents[1][column]});
    }
}

/* ---- element by element ---- */

static struct addend of_term(struct matrix_term term)
{
    const int32_t units = (int32_t)(term.mantissa >> PRODUCT_SHIFT);
    return (struct addend){term.sign ? -units : units, term.exponent};
}

static void elements(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    const uint32_t flip = work->operation == MATRIX_SUBTRACT ? SRC_MINUS_ZERO : 0;
    const struct addend nothing = {0};
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *from_b = work->b[row * work->b_row_step];
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            const uint32_t a = work->a[row][column] & math->srca_mask;
            const uint32_t b = from_b[work->broadcasts_b_column ? 0 : column] & math->srcb_mask;
            const struct matrix_term term = work->operation == MATRIX_MULTIPLY
                                                ? matrix_product_term(math, matrix_product(math, a, b))
                                                : matrix_sum_term(math, a, b ^ flip);
            accumulate_cell(work, row, column, of_term(term), nothing);
        }
    }
}

void quick_portable(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}
