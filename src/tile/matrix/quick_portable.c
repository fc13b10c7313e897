/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form in portable C: products and group sums in lanes of 16 bits, which any compiler makes vectors of, the
 * rest an element at a time. Steps as in arithmetic.c. */
#include "tile/matrix/quick.h"

#include "numeric/cells.h"

#include <string.h>

enum { LANES_16 = 8, HALVES = DST_COLUMNS / LANES_16, SHIFT_MAX = 31 };

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

/* ---- accumulate: M36 to M41. Without branches on data, which no processor would foresee. ---- */

static int32_t larger_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static uint32_t align(uint32_t mantissa, int32_t apart, uint32_t borrow)
{
    const uint32_t shift = (uint32_t)(apart < SHIFT_MAX ? apart : SHIFT_MAX);
    return (mantissa + (1u << shift >> 1) - (borrow & (uint32_t)(shift != 0))) >> shift;
}

/* sign: 0 or 1. */
static int32_t with_sign(uint32_t magnitude, uint32_t sign)
{
    return (int32_t)((magnitude ^ -sign) + sign);
}

static uint32_t sign_of(int32_t value)
{
    return (uint32_t)value >> 31;
}

static uint32_t magnitude_of(int32_t value)
{
    return (uint32_t)with_sign((uint32_t)value, sign_of(value));
}

/* How Dst holds sums. Known where a row is accumulated, so that each has a loop of its own. */
enum kind { KIND_WIDE, KIND_BF16, KIND_FP16 };

/* Addends of a row: signed whole numbers of units 2^-10, and the exponents they count from. */
struct addends {
    int32_t units[DST_COLUMNS], exponents[DST_COLUMNS];
};

static inline uint32_t normalise(enum kind kind, bool has_fault, int32_t total, int32_t exponent)
{
    enum { WRONG_SHIFT = 27, FP16_LARGEST = 31 << 23 | 0x3FF << 13, INFINITY_BITS = 255 << 23 };
    const uint32_t sign = (uint32_t)total & UINT32_C(0x80000000);
    uint32_t sum = magnitude_of(total);
    const int32_t dropped = kind == KIND_WIDE ? 0 : kind == KIND_BF16 ? 16 : 13;
    int32_t shift = __builtin_clz(sum | 1) - 8;
    if (sum == 0 || exponent <= 0)
        return 0;
    if (has_fault && total == -1)
        shift -= WRONG_SHIFT;
    exponent -= shift;
    shift -= dropped;
    if (kind == KIND_WIDE) {
        const uint32_t right = (uint32_t)larger_of(-shift, 0), left = (uint32_t)larger_of(shift, 0);
        sum = (sum + (1u << right >> 1)) >> right << left;
    } else { /* a multiple of 2^13, so that it always goes to the right */
        sum = (sum + (1u << -shift >> 1)) >> -shift << dropped;
    }
    exponent += (int32_t)(sum >> 24 & 1);
    if (exponent <= 0)
        return 0;
    const uint32_t word = (uint32_t)exponent << 23 | (sum & 0x7FFFFF);
    if (kind != KIND_FP16)
        return sign | (exponent >= 255 ? (uint32_t)INFINITY_BITS : word);
    return sign | (exponent >= 32 ? (uint32_t)FP16_LARGEST : word);
}

static inline int32_t addend(enum kind kind, int32_t units, int32_t apart)
{
    const uint32_t sign = sign_of(units), mantissa = align(magnitude_of(units) << PRODUCT_SHIFT, apart, sign);
    return with_sign(kind == KIND_WIDE ? mantissa : (mantissa + 0x1000 - sign) & ~0x1FFFu, sign);
}

static inline uint32_t accumulate(enum kind kind, bool has_fault, uint32_t held, const struct addends *x,
                                  const struct addends *y, unsigned column)
{
    const int32_t exponent_dst = (int32_t)(held >> 23 & 0xFF);
    const uint32_t hidden = (uint32_t)(exponent_dst != 0);
    int32_t exponent = larger_of(exponent_dst, x->exponents[column]);
    if (y)
        exponent = larger_of(exponent, y->exponents[column]);
    uint32_t dst = align((MANTISSA_ONE | (held & 0x7FFFFF)) & -hidden, exponent - exponent_dst, 0);
    if (kind != KIND_WIDE)
        dst = (dst + 0x1000) & ~0x1FFFu;
    int32_t total = with_sign(dst, held >> 31) + addend(kind, x->units[column], exponent - x->exponents[column]);
    if (y)
        total += addend(kind, y->units[column], exponent - y->exponents[column]);
    return normalise(kind, has_fault, total, exponent);
}

static inline void accumulate_kind(enum kind kind, bool has_fault, uint16_t *high, uint16_t *low,
                                   const struct addends *x, const struct addends *y)
{
    for (unsigned column = 0; column < DST_COLUMNS; column++) {
        uint32_t word = kind == KIND_WIDE   ? dst32_to_fp32((uint32_t)high[column] << 16 | low[column])
                        : kind == KIND_BF16 ? dst16_to_bf16(high[column]) << 16
                                            : dst16_to_fp16(high[column]);
        if (kind == KIND_FP16)
            word = (word >> 15) << 31 | (word & 0x7FFF) << 13;
        const uint32_t out = accumulate(kind, has_fault, word, x, y, column);
        if (kind == KIND_FP16)
            high[column] = (uint16_t)dst16_from_fp16((out >> 31) << 15 | (out >> 13 & 0x7FFF));
        else
            high[column] = (uint16_t)dst16_from_bf16(out >> 16);
        if (kind == KIND_WIDE)
            low[column] = (uint16_t)out;
    }
}

/* y: null for none. */
static inline void accumulate_row(struct quick_work *work, uint32_t row, const struct addends *x,
                                  const struct addends *y)
{
    const struct matrix_math *math = work->math;
    if (math->is_wide)
        accumulate_kind(KIND_WIDE, math->has_fault, work->high[row], work->low[row], x, y);
    else if (math->has_8bit_exponent)
        accumulate_kind(KIND_BF16, math->has_fault, work->high[row], work->low[row], x, y);
    else
        accumulate_kind(KIND_FP16, math->has_fault, work->high[row], work->low[row], x, y);
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
        struct addends x, y;
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            x.units[column] = units[0][column];
            y.units[column] = units[1][column];
            x.exponents[column] = exponents[0][column];
            y.exponents[column] = exponents[1][column];
        }
        accumulate_row(work, row, &x, &y);
    }
}

/* ---- element by element ---- */

/* Eight elements of an addend row. */
static void put_lanes(struct addends *to, unsigned half, lanes units, lanes exponents)
{
    for (unsigned i = 0; i < LANES_16; i++) {
        to->units[half * LANES_16 + i] = units[i];
        to->exponents[half * LANES_16 + i] = exponents[i];
    }
}

/* M27, M31: zero, and what is too small to count, has the exponent of a zero. */
static void multiply(const struct matrix_math *math, const struct sliced *a, const struct sliced *b,
                     struct addends *out)
{
    const lanes zero_exponent = (lanes){0} + (int16_t)math->zero_exponent;
    for (unsigned half = 0; half < HALVES; half++) {
        const lanes exponent =
            load(&a->exponents[half * LANES_16]) + load(&b->exponents[half * LANES_16]) + (int16_t)math->adjustment;
        const lanes product = load(&a->slices[half * LANES_16]) * load(&b->slices[half * LANES_16]);
        const lanes counts = exponent > 0;
        put_lanes(out, half, product & counts, choose(counts, exponent, zero_exponent));
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

/* M33 */
static void add(const struct matrix_math *math, const struct parts *a, const struct parts *b, struct addends *out)
{
    enum { REBIAS = 112, ZERO_EXPONENT = 97 };
    const bool rebiases = math->is_wide && !math->has_8bit_exponent;
    for (unsigned half = 0; half < HALVES; half++) {
        const unsigned at = half * LANES_16;
        const lanes ea = load(&a->exponents[at]), eb = load(&b->exponents[at]);
        const lanes ma = load(&a->mantissas[at]), mb = load(&b->mantissas[at]);
        const lanes sa = load(&a->signs[at]), sb = load(&b->signs[at]);
        const lanes swaps = (ea < eb) | ((ea == eb) & (ma < mb));
        const lanes exponent = choose(swaps, eb, ea), apart = exponent - choose(swaps, ea, eb);
        const lanes small = round_off(choose(swaps, ma, mb), apart & 15) & ~(apart > 15);
        const lanes differs = sa ^ sb, sign = choose(swaps, sb, sa);
        const lanes sum = choose(swaps, mb, ma) + ((small ^ differs) - differs);
        const lanes rebiased = choose(exponent == 0, (lanes){0} + ZERO_EXPONENT, exponent + REBIAS);
        put_lanes(out, half, (sum ^ sign) - sign, rebiases ? rebiased : exponent);
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
    for (uint32_t row = 0; row < work->rows; row++) {
        uint32_t broadcast[SRC_COLUMNS];
        const uint32_t *cells = row_of_b(work, row, broadcast);
        struct addends terms;
        if (work->operation == MATRIX_MULTIPLY) {
            struct sliced a, b;
            slice_rows(&a, &work->a[row], 1, 1, math->srca_mask, false, math->phase & 1);
            slice_rows(&b, (const uint32_t(*)[SRC_COLUMNS])cells, 1, 1, math->srcb_mask, true, math->phase & 2);
            multiply(math, &a, &b, &terms);
        } else {
            struct parts a, b;
            take_apart(&a, work->a[row], math->srca_mask, 0);
            take_apart(&b, cells, math->srcb_mask, flip);
            add(math, &a, &b, &terms);
        }
        accumulate_row(work, row, &terms, NULL);
    }
}

void quick_portable(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}
