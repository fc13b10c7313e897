/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form in plain C: a step at a time over the columns of a row and without branches on data, so that compilers
 * make vectors of it. Floating numbers are M24 to M41, integers M45 to M48. Steps as in
 * arithmetic.c, addends.h and arithmetic_int.c, which it is tested equal to. */
#include "tile/matrix/fast/quick.h"

#include "base/guard/built_wide.h"
#include "numeric/cells.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { COLUMNS = DST_COLUMNS, FAR_BELOW = -2000 /* an exponent of zero */, SHIFT_MAX = 31 };
enum { LOW_BITS = 1 << 13 /* below a unit of 16-bit Dst */, ONE = MANTISSA_ONE };

/* A row of numbers: signed, and the exponents that they count from. */
struct numbers {
    int32_t of[COLUMNS], exponent[COLUMNS];
};

/* v over 2^apart, rounded half up; half away from zero. */
ALWAYS_INLINE int32_t half_up(int32_t v, int32_t apart)
{
    return ((v * 2 >> (apart < SHIFT_MAX ? apart : SHIFT_MAX)) + 1) >> 1;
}

ALWAYS_INLINE int32_t half_away(int32_t v, int32_t apart)
{
    return (((v * 2 + (v >> 31)) >> (apart < SHIFT_MAX ? apart : SHIFT_MAX)) + 1) >> 1;
}

/* sign: 0 or -1 */
ALWAYS_INLINE int32_t with_sign(int32_t magnitude, int32_t sign)
{
    return (magnitude ^ sign) - sign;
}

/* ---- operands ---- */

/* The bits of a significand that count (M25, M46): moved up by three places, then down, then masked. */
struct operand {
    uint32_t cells, mask;
    unsigned down;
    int32_t zero; /* the exponent of zero */
    bool keeps_zeros;
};

static struct operand operand_of(const struct quick_work *work, bool is_b)
{
    enum { ALL = 0x7FF, ALL_OF_INTEGER = 0x3FF };
    const struct matrix_math *math = work->math;
    const bool is_low = math->phase & (is_b ? B_LOW_SLICE : A_LOW_SLICE);
    const bool is_whole = work->operation == MATRIX_ADD || work->operation == MATRIX_SUBTRACT;
    if (math->is_int8) {
        const uint32_t slice = is_b ? (is_low ? 0x00F : 0x3F0) : is_low ? 0x01F : 0x0E0;
        return (struct operand){UINT32_MAX, is_whole ? (uint32_t)ALL_OF_INTEGER : slice, 3, 0,
                                is_b && math->keeps_srcb_zeros};
    }
    const uint32_t cells = is_b ? math->srcb_mask : math->srca_mask;
    if (is_whole)
        return (struct operand){cells, ALL, 3, 0, false};
    if (is_b)
        return (struct operand){cells, is_low ? 0x78 : 0x7F, is_low ? 0 : 7, FAR_BELOW, false};
    return (struct operand){cells, 0x1F, is_low ? 4 : 9, FAR_BELOW, false};
}

ALWAYS_INLINE void take(struct numbers *out, const uint32_t *from, struct operand operand)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        const uint32_t cell = from[i] & operand.cells;
        const int32_t exponent = src_exponent(cell), sign = -(int32_t)src_sign(cell);
        const uint32_t slice = (SRC_HIDDEN_BIT | src_mantissa(cell)) << 3 >> operand.down & operand.mask;
        out->of[i] = exponent || operand.keeps_zeros ? with_sign((int32_t)slice, sign) : 0;
        out->exponent[i] = exponent ? exponent : operand.zero;
    }
}

ALWAYS_INLINE void take_b(struct numbers *out, const struct quick_work *work, uint32_t row, struct operand operand)
{
    const uint32_t *from = work->b[row * work->b_row_step];
    uint32_t same[COLUMNS];
    for (unsigned i = 0; work->broadcasts_b_column && i < COLUMNS; i++)
        same[i] = from[0];
    take(out, work->broadcasts_b_column ? same : from, operand);
}

/* ---- addends: whole numbers of units 2^-10 ---- */

/* M28, M29: the products of eight rows of SrcA with as many columns of a row of SrcB, whose exponents have the
 * adjustment already. The loops of a column are unrolled, so that its largest and its sum stay in registers. */
ALWAYS_INLINE void sum_group(const struct matrix_math *math, const struct numbers *a, const int32_t *b,
                             const int32_t *b_exponents, struct numbers *out)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        int32_t largest = math->zero_exponent, sum = 0;
#pragma GCC unroll 8
        for (unsigned k = 0; k < GROUP; k++) {
            const int32_t exponent = a[k].exponent[i] + b_exponents[k];
            largest = exponent > largest ? exponent : largest;
        }
#pragma GCC unroll 8
        for (unsigned k = 0; k < GROUP; k++)
            sum += half_away(a[k].of[i] * b[k], largest - (a[k].exponent[i] + b_exponents[k]));
        out->of[i] = largest > 0 ? sum : 0;
        out->exponent[i] = largest > 0 ? largest : 0;
    }
}

/* M25 to M27, M31: zero, and what is too small to count, has the exponent of a zero. */
ALWAYS_INLINE void multiply_rows(const struct matrix_math *math, const struct numbers *a, const struct numbers *b,
                                 struct numbers *out)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        const int32_t exponent = a->exponent[i] + b->exponent[i] + math->adjustment;
        out->of[i] = exponent > 0 ? a->of[i] * b->of[i] : 0;
        out->exponent[i] = exponent > 0 ? exponent : math->zero_exponent;
    }
}

/* M32, M33. Of like exponents nothing is shifted, and either may be the larger. */
ALWAYS_INLINE void add_rows(const struct matrix_math *math, const struct numbers *a, const struct numbers *b,
                            bool subtracts, struct numbers *out)
{
    enum { REBIAS = 112, ZERO_EXPONENT = 97 };
    const bool rebiases = math->is_wide && !math->has_8bit_exponent;
    const int32_t flip = subtracts ? -1 : 0;
    for (unsigned i = 0; i < COLUMNS; i++) {
        const int32_t apart = a->exponent[i] - b->exponent[i], of_b = with_sign(b->of[i], flip);
        const int32_t most = apart < 0 ? b->exponent[i] : a->exponent[i];
        const int32_t large = apart < 0 ? of_b : a->of[i], small = apart < 0 ? a->of[i] : of_b;
        out->of[i] = large + half_away(small, apart < 0 ? -apart : apart);
        out->exponent[i] = !rebiases ? most : most ? most + REBIAS : ZERO_EXPONENT;
    }
}

/* ---- Dst of floating numbers ---- */

enum dst_kind { DST_WIDE, DST_BF16, DST_FP16 };

ALWAYS_INLINE uint32_t word_of(enum dst_kind kind, uint32_t high, uint32_t low)
{
    if (kind != DST_FP16)
        return dst16_to_bf16(high) << 16 | (kind == DST_WIDE ? low : 0);
    const uint32_t half = dst16_to_fp16(high);
    return half >> 15 << 31 | (half & 0x7FFF) << FP16_LOW_BITS;
}

/* M39: a 16-bit Dst drops the lower bits of each addend. */
ALWAYS_INLINE int32_t without_low(enum dst_kind kind, int32_t v)
{
    return kind == DST_WIDE ? v : (v + LOW_BITS / 2) & -LOW_BITS;
}

/* M36 to M39: sums in units 2^-23 at the largest exponent of the addends and Dst. y: null for none. */
ALWAYS_INLINE void sum_up(enum dst_kind kind, const struct numbers *x, const struct numbers *y, const uint32_t *words,
                          struct numbers *out)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        const int32_t exponent = (int32_t)(words[i] >> 23 & 0xFF), sign = (int32_t)words[i] >> 31;
        const int32_t held = exponent ? (int32_t)(words[i] & (ONE - 1)) | ONE : 0;
        int32_t most = x->exponent[i] > exponent ? x->exponent[i] : exponent;
        most = y && y->exponent[i] > most ? y->exponent[i] : most;
        out->exponent[i] = most;
        out->of[i] = with_sign(without_low(kind, half_up(held, most - exponent)), sign) +
                     without_low(kind, half_up(x->of[i] * (1 << PRODUCT_SHIFT), most - x->exponent[i]));
        if (y)
            out->of[i] += without_low(kind, half_up(y->of[i] * (1 << PRODUCT_SHIFT), most - y->exponent[i]));
    }
}

/* `by` where v can go up by so many places and stays below bit 31, else 0. */
ALWAYS_INLINE int32_t room(int32_t v, int32_t by)
{
    return v < 1 << (31 - by) ? by : 0;
}

/* M40, M41: the leading one goes to bit 30, so that 31 bits are rounded to the mantissa of Dst and one more. Exponents
 * count two less: the leading one adds one, the other goes on where the number is known not to be zero. */
ALWAYS_INLINE void round_off(enum dst_kind kind, bool has_fault, const struct numbers *sums, uint32_t *words)
{
    enum { WRONG_SHIFT = 27, LEAST = -3, MOST = 253 /* beyond these an exponent more or less changes nothing */ };
    const unsigned dropped = kind == DST_WIDE ? 7 : kind == DST_BF16 ? 7 + 16 : 7 + 13;
    const int32_t limit = (kind == DST_FP16 ? 31 << 23 | 0x3FF << 13 : 255 << 23) - ONE;
    for (unsigned i = 0; i < COLUMNS; i++) {
        const uint32_t sign = (uint32_t)sums->of[i] & UINT32_C(1) << 31;
        const int32_t v = sums->of[i] < 0 ? -sums->of[i] : sums->of[i];
        const int32_t by16 = room(v, 16), v16 = v << by16, by8 = room(v16, 8), v8 = v16 << by8, by4 = room(v8, 4);
        const int32_t v4 = v8 << by4, by2 = room(v4, 2), v2 = v4 << by2, by1 = room(v2, 1);
        const uint32_t normal = (uint32_t)v2 << by1;
        const uint32_t rounded = (normal + (1u << (dropped - 1))) >> dropped << (dropped - 7);
        int32_t less_two = sums->exponent[i] + 5 - (by16 + by8 + by4 + by2 + by1);
        less_two += has_fault && sums->of[i] == -1 ? WRONG_SHIFT : 0;
        less_two = less_two < LEAST ? LEAST : less_two > MOST ? MOST : less_two;
        const int32_t less_one = less_two * ONE + (int32_t)rounded, word = less_one < limit ? less_one : limit;
        words[i] = v && less_one >= 0 ? (uint32_t)(word + ONE) | sign : 0;
    }
}

/* overwrites: what was there counts as zero. */
ALWAYS_INLINE void load_words(enum dst_kind kind, bool overwrites, const struct quick_work *work, uint32_t row,
                              uint32_t *words)
{
    const uint16_t *high = work->high[row], *low = work->low[row];
    for (unsigned i = 0; i < COLUMNS; i++)
        words[i] = overwrites ? 0 : word_of(kind, high[i], kind == DST_WIDE ? low[i] : 0);
}

ALWAYS_INLINE void store_words(enum dst_kind kind, const struct quick_work *work, uint32_t row, const uint32_t *words)
{
    uint16_t *high = work->high[row], *low = work->low[row], halves[COLUMNS];
    for (unsigned i = 0; i < COLUMNS; i++)
        halves[i] =
            (uint16_t)(kind == DST_FP16 ? words[i] >> 31 << 15 | (words[i] >> FP16_LOW_BITS & 0x7FFF) : words[i] >> 16);
    for (unsigned i = 0; i < COLUMNS; i++)
        high[i] = (uint16_t)(kind == DST_FP16 ? dst16_from_fp16(halves[i]) : dst16_from_bf16(halves[i]));
    for (unsigned i = 0; kind == DST_WIDE && i < COLUMNS; i++)
        low[i] = (uint16_t)words[i];
}

ALWAYS_INLINE void accumulate(enum dst_kind kind, bool overwrites, const struct quick_work *work, uint32_t row,
                              const struct numbers *x, const struct numbers *y)
{
    uint32_t words[COLUMNS];
    struct numbers sums;
    load_words(kind, overwrites, work, row, words);
    sum_up(kind, x, y, words, &sums);
    round_off(kind, kind == DST_WIDE && work->math->set->has_fault, &sums, words);
    store_words(kind, work, row, words);
}

ALWAYS_INLINE void multiply_faces(enum dst_kind kind, const struct quick_work *work)
{
    const struct operand of_a = operand_of(work, false), of_b = operand_of(work, true);
    struct numbers a[FACE_ROWS], b, x, y;
    for (uint32_t row = 0; row < FACE_ROWS; row++)
        take(&a[row], work->a[row], of_a);
    for (uint32_t row = 0; row < work->rows; row++) {
        take_b(&b, work, row, of_b);
        for (unsigned i = 0; i < COLUMNS; i++)
            b.exponent[i] += work->math->adjustment;
        sum_group(work->math, a, b.of, b.exponent, &x);
        sum_group(work->math, a + GROUP, b.of + GROUP, b.exponent + GROUP, &y);
        accumulate(kind, work->overwrites, work, row, &x, &y);
    }
}

ALWAYS_INLINE void take_elements(enum dst_kind kind, bool overwrites, const struct quick_work *work)
{
    const struct operand of_a = operand_of(work, false), of_b = operand_of(work, true);
    struct numbers a, b, x;
    for (uint32_t row = 0; row < work->rows; row++) {
        take(&a, work->a[row], of_a);
        take_b(&b, work, row, of_b);
        if (work->operation == MATRIX_MULTIPLY)
            multiply_rows(work->math, &a, &b, &x);
        else
            add_rows(work->math, &a, &b, work->operation == MATRIX_SUBTRACT, &x);
        accumulate(kind, overwrites, work, row, &x, NULL);
    }
}

ALWAYS_INLINE void run_floats(enum dst_kind kind, const struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        multiply_faces(kind, work);
    else if (work->overwrites)
        take_elements(kind, true, work);
    else
        take_elements(kind, false, work);
}

/* ---- integers ---- */

/* M48: Dst is signs and magnitudes; a sum that leaves 32 bits is the largest number of the sign that both have. */
ALWAYS_INLINE void add_integers(const struct quick_work *work, uint32_t row, const int32_t *sums)
{
    uint32_t words[COLUMNS];
    load_words(DST_WIDE, work->overwrites, work, row, words);
    for (unsigned i = 0; i < COLUMNS; i++) {
        const int32_t held = with_sign((int32_t)(words[i] & INT32_MAX), (int32_t)words[i] >> 31);
        int32_t total = (int32_t)((uint32_t)held + (uint32_t)sums[i]);
        total = ((held ^ total) & (sums[i] ^ total)) < 0 ? held >> 31 ^ INT32_MAX : total;
        uint32_t magnitude = total < 0 ? 0 - (uint32_t)total : (uint32_t)total;
        magnitude -= magnitude >> 31; /* the least number has no magnitude of its own */
        words[i] = ((uint32_t)total & UINT32_C(1) << 31) | magnitude;
    }
    store_words(DST_WIDE, work, row, words);
}

ALWAYS_INLINE void multiply_integer_faces(const struct quick_work *work)
{
    const struct operand of_a = operand_of(work, false), of_b = operand_of(work, true);
    struct numbers a[FACE_ROWS], b;
    for (uint32_t row = 0; row < FACE_ROWS; row++)
        take(&a[row], work->a[row], of_a);
    for (uint32_t row = 0; row < work->rows; row++) {
        int32_t sums[COLUMNS];
        take_b(&b, work, row, of_b);
        for (unsigned i = 0; i < COLUMNS; i++) {
            sums[i] = 0;
#pragma GCC unroll 16
            for (unsigned k = 0; k < PRODUCTS; k++)
                sums[i] += a[k].of[i] * b.of[k];
        }
        add_integers(work, row, sums);
    }
}

ALWAYS_INLINE void take_integers(const struct quick_work *work)
{
    const struct operand of_a = operand_of(work, false), of_b = operand_of(work, true);
    const int32_t flip = work->operation == MATRIX_SUBTRACT ? -1 : 0;
    const bool multiplies = work->operation == MATRIX_MULTIPLY;
    struct numbers a, b;
    for (uint32_t row = 0; row < work->rows; row++) {
        int32_t sums[COLUMNS];
        take(&a, work->a[row], of_a);
        take_b(&b, work, row, of_b);
        for (unsigned i = 0; i < COLUMNS; i++)
            sums[i] = multiplies ? a.of[i] * b.of[i] : a.of[i] + with_sign(b.of[i], flip);
        add_integers(work, row, sums);
    }
}

ALWAYS_INLINE void run_integers(const struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        multiply_integer_faces(work);
    else
        take_integers(work);
}

BUILT_WIDE void quick_run(struct quick_work *work)
{
    if (work->math->is_int8)
        run_integers(work);
    else if (work->math->is_wide)
        run_floats(DST_WIDE, work);
    else if (work->math->has_8bit_exponent)
        run_floats(DST_BF16, work);
    else
        run_floats(DST_FP16, work);
}
