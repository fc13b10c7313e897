/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form where the machine has AVX2: 16 columns a register for products, 8 for the rest. Steps as in
 * arithmetic.c, which it is tested equal to. */
#include "tile/matrix/quick.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

enum { LANES_32 = 8 };

/* Operands taken apart: a row's slices, signed, and exponents. A zero is slice 0 and an exponent far below. */
struct sliced {
    int16_t slices[SRC_COLUMNS], exponents[SRC_COLUMNS];
};

/* An addend in 8 lanes: a signed whole number of units 2^-10, and the exponent they count from. */
struct addend {
    __m256i units, exponent;
};

AVX2 static inline __m256i load(const void *from)
{
    return _mm256_loadu_si256(from);
}

AVX2 static inline __m256i constant(int32_t value)
{
    return _mm256_set1_epi32(value);
}

/* Two registers of 8 to one of 16 lanes; values below 2^16. */
AVX2 static inline __m256i narrow(__m256i low, __m256i high)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi32(low, high), 0xD8);
}

/* M25, and zeros apart (M24). */
AVX2 static inline void slice_row(struct sliced *out, const uint32_t *cells, uint32_t mask, bool is_b, bool is_low)
{
    const __m256i low = _mm256_and_si256(load(cells), constant((int32_t)mask));
    const __m256i high = _mm256_and_si256(load(cells + LANES_32), constant((int32_t)mask));
    const __m256i upper = narrow(_mm256_srli_epi32(low, 8), _mm256_srli_epi32(high, 8)); /* sign 10, mantissa 9:0 */
    const __m256i exponent = narrow(_mm256_and_si256(low, constant(0xFF)), _mm256_and_si256(high, constant(0xFF)));
    const __m256i zero = _mm256_cmpeq_epi16(exponent, _mm256_setzero_si256());
    const __m256i sign = _mm256_srai_epi16(_mm256_slli_epi16(upper, 5), 15);
    const __m256i m11 =
        _mm256_or_si256(_mm256_and_si256(upper, _mm256_set1_epi16(0x3FF)), _mm256_set1_epi16(SRC_HIDDEN_BIT));
    __m256i slice;
    if (is_b)
        slice =
            is_low ? _mm256_slli_epi16(_mm256_and_si256(m11, _mm256_set1_epi16(0xF)), 3) : _mm256_srli_epi16(m11, 4);
    else
        slice =
            is_low ? _mm256_and_si256(_mm256_srli_epi16(m11, 1), _mm256_set1_epi16(0x1F)) : _mm256_srli_epi16(m11, 6);
    slice = _mm256_sub_epi16(_mm256_xor_si256(slice, sign), sign);
    _mm256_storeu_si256((void *)out->slices, _mm256_andnot_si256(zero, slice));
    _mm256_storeu_si256((void *)out->exponents, _mm256_blendv_epi8(exponent, _mm256_set1_epi16(QUICK_ZERO), zero));
}

/* ---- accumulate: M36 to M41. Three loops over all of an instruction's elements, so that the constants of each stay
 * in registers. ---- */

enum { VECTORS_MAX = MATRIX_ROWS_MAX * DST_COLUMNS / LANES_32 };

/* Values of an instruction, 8 a register, row by row. */
struct elements {
    uint32_t count; /* of registers */
    struct addend x[VECTORS_MAX], y[VECTORS_MAX];
    __m256i total[VECTORS_MAX], exponent[VECTORS_MAX], mantissa[VECTORS_MAX];
};

/* M38. negative: all ones in lanes whose sign borrows. */
AVX2 static inline __m256i align(__m256i mantissa, __m256i apart, __m256i negative)
{
    const __m256i shift = _mm256_min_epi32(apart, constant(31));
    const __m256i half = _mm256_srli_epi32(_mm256_sllv_epi32(constant(1), shift), 1);
    const __m256i borrow = _mm256_and_si256(negative, _mm256_cmpgt_epi32(shift, _mm256_setzero_si256()));
    return _mm256_srlv_epi32(_mm256_add_epi32(_mm256_add_epi32(mantissa, half), borrow), shift);
}

/* M39 */
AVX2 static inline __m256i drop_low_bits(__m256i mantissa, __m256i negative)
{
    return _mm256_and_si256(_mm256_add_epi32(_mm256_add_epi32(mantissa, constant(0x1000)), negative),
                            constant(~0x1FFF));
}

AVX2 static inline __m256i with_sign(__m256i magnitude, __m256i negative)
{
    return _mm256_sub_epi32(_mm256_xor_si256(magnitude, negative), negative);
}

/* An addend at the common exponent, signed. */
AVX2 static inline __m256i aligned_addend(const struct addend *x, __m256i exponent, bool is_wide)
{
    const __m256i negative = _mm256_srai_epi32(x->units, 31);
    const __m256i mantissa = _mm256_slli_epi32(_mm256_abs_epi32(x->units), PRODUCT_SHIFT);
    const __m256i aligned = align(mantissa, _mm256_sub_epi32(exponent, x->exponent), negative);
    return with_sign(is_wide ? aligned : drop_low_bits(aligned, negative), negative);
}

/* The exponent and mantissa of eight cells of Dst (M36, M41). */
AVX2 static inline __m256i read_dst(const uint16_t *low, bool is_wide, bool has_8bit, __m256i cells, __m256i *exponent)
{
    __m256i dst;
    if (has_8bit)
        dst = _mm256_slli_epi32(_mm256_and_si256(_mm256_srli_epi32(cells, 8), constant(0x7F)), 16);
    else
        dst = _mm256_slli_epi32(_mm256_and_si256(_mm256_srli_epi32(cells, 5), constant(0x3FF)), 13);
    if (is_wide)
        dst = _mm256_or_si256(dst, _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)low)));
    *exponent = _mm256_and_si256(cells, constant(has_8bit ? 0xFF : 0x1F));
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(*exponent, _mm256_setzero_si256()),
                               _mm256_or_si256(dst, constant(MANTISSA_ONE)));
}

/* M36 to M39. The flags are known where it is called, so that each case is a loop of its own. */
AVX2 static inline __attribute__((always_inline)) void add_up(const struct quick_work *work, struct elements *all,
                                                              bool is_wide, bool has_8bit, bool has_y)
{
    const uint16_t *high = work->high[0], *low = work->low[0];
    for (uint32_t i = 0; i < all->count; i++) {
        const __m256i cells = _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)(high + i * LANES_32)));
        const __m256i negative = _mm256_srai_epi32(_mm256_slli_epi32(cells, 16), 31);
        __m256i exponent_dst;
        __m256i dst = read_dst(low + i * LANES_32, is_wide, has_8bit, cells, &exponent_dst);
        __m256i exponent = _mm256_max_epi32(exponent_dst, all->x[i].exponent);
        if (has_y)
            exponent = _mm256_max_epi32(exponent, all->y[i].exponent);
        dst = align(dst, _mm256_sub_epi32(exponent, exponent_dst), _mm256_setzero_si256());
        if (!is_wide)
            dst = drop_low_bits(dst, _mm256_setzero_si256());
        __m256i total = _mm256_add_epi32(with_sign(dst, negative), aligned_addend(&all->x[i], exponent, is_wide));
        if (has_y)
            total = _mm256_add_epi32(total, aligned_addend(&all->y[i], exponent, is_wide));
        all->total[i] = total;
        all->exponent[i] = exponent;
    }
}

/* The same where Dst counts as zero: one addend, whose exponent is not below that of a zero, as it stands. */
AVX2 static inline __attribute__((always_inline)) void take_over(struct elements *all, bool is_wide)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const __m256i negative = _mm256_srai_epi32(all->x[i].units, 31);
        const __m256i mantissa = _mm256_slli_epi32(_mm256_abs_epi32(all->x[i].units), PRODUCT_SHIFT);
        all->total[i] = with_sign(is_wide ? mantissa : drop_low_bits(mantissa, negative), negative);
        all->exponent[i] = all->x[i].exponent;
    }
}

/* How far a number of 1 to 2^31-1 must go left until its leading one stands at bit 30. */
AVX2 static inline __m256i leading(__m256i value)
{
    __m256i count = _mm256_setzero_si256();
    for (int step = 16; step; step /= 2) {
        const __m256i is_small = _mm256_cmpgt_epi32(constant(1 << (31 - step)), value);
        const __m256i by = _mm256_and_si256(is_small, constant(step));
        value = _mm256_sllv_epi32(value, by);
        count = _mm256_add_epi32(count, by);
    }
    return count;
}

/* M40, up to the carry of the last rounding. Lanes that are zero get exponent 0. */
AVX2 static inline __attribute__((always_inline)) void normalise(struct elements *all, bool has_fault, int dropped)
{
    const __m256i zero = _mm256_setzero_si256();
    for (uint32_t i = 0; i < all->count; i++) {
        const __m256i sum = _mm256_abs_epi32(all->total[i]);
        __m256i shift = _mm256_sub_epi32(leading(sum), constant(7));
        if (has_fault) {
            const __m256i wrong = _mm256_cmpeq_epi32(all->total[i], constant(-1));
            shift = _mm256_sub_epi32(shift, _mm256_and_si256(wrong, constant(27)));
        }
        __m256i exponent = _mm256_sub_epi32(all->exponent[i], shift);
        shift = _mm256_sub_epi32(shift, constant(dropped));
        const __m256i right = _mm256_max_epi32(_mm256_sub_epi32(zero, shift), zero);
        const __m256i half = _mm256_srli_epi32(_mm256_sllv_epi32(constant(1), right), 1);
        __m256i bits = _mm256_srlv_epi32(_mm256_add_epi32(sum, half), right);
        bits = _mm256_slli_epi32(_mm256_sllv_epi32(bits, _mm256_max_epi32(shift, zero)), dropped);
        exponent = _mm256_add_epi32(exponent, _mm256_and_si256(_mm256_srli_epi32(bits, 24), constant(1)));
        const __m256i is_zero =
            _mm256_or_si256(_mm256_cmpeq_epi32(sum, zero), _mm256_cmpgt_epi32(constant(1), all->exponent[i]));
        all->mantissa[i] = _mm256_and_si256(bits, constant(0x7FFFFF));
        all->exponent[i] = _mm256_andnot_si256(is_zero, exponent);
    }
}

AVX2 static inline void store_half(uint16_t *to, __m256i values)
{
    _mm_storeu_si128((void *)to, _mm256_castsi256_si128(narrow(values, values)));
}

/* M41 */
AVX2 static inline __attribute__((always_inline)) void store(struct quick_work *work, const struct elements *all,
                                                             bool is_wide, bool has_8bit)
{
    uint16_t *high = work->high[0], *low = work->low[0];
    for (uint32_t i = 0; i < all->count; i++) {
        const __m256i positive = _mm256_cmpgt_epi32(all->exponent[i], _mm256_setzero_si256());
        const __m256i too_large = _mm256_cmpgt_epi32(all->exponent[i], constant(has_8bit ? 254 : 31));
        const __m256i exponent = _mm256_min_epi32(all->exponent[i], constant(has_8bit ? 255 : 31));
        const __m256i mantissa =
            has_8bit ? _mm256_andnot_si256(too_large, all->mantissa[i])
                     : _mm256_or_si256(all->mantissa[i], _mm256_and_si256(too_large, constant(0x3FF << 13)));
        const __m256i sign = _mm256_and_si256(_mm256_srai_epi32(all->total[i], 31), constant(0x8000));
        const __m256i upper = has_8bit ? _mm256_slli_epi32(_mm256_srli_epi32(mantissa, 16), 8)
                                       : _mm256_slli_epi32(_mm256_srli_epi32(mantissa, 13), 5);
        const __m256i cell = _mm256_or_si256(_mm256_or_si256(sign, upper), exponent);
        store_half(high + i * LANES_32, _mm256_and_si256(cell, positive));
        if (is_wide)
            store_half(low + i * LANES_32, _mm256_and_si256(_mm256_and_si256(mantissa, constant(0xFFFF)), positive));
    }
}

AVX2 static void accumulate_wide(struct quick_work *work, struct elements *all, bool has_y)
{
    if (has_y)
        add_up(work, all, true, true, true);
    else if (work->overwrites)
        take_over(all, true);
    else
        add_up(work, all, true, true, false);
    normalise(all, work->math->has_fault, 0);
    store(work, all, true, true);
}

AVX2 static void accumulate_bf16(struct quick_work *work, struct elements *all, bool has_y)
{
    if (has_y)
        add_up(work, all, false, true, true);
    else if (work->overwrites)
        take_over(all, false);
    else
        add_up(work, all, false, true, false);
    normalise(all, work->math->has_fault, 16);
    store(work, all, false, true);
}

AVX2 static void accumulate_fp16(struct quick_work *work, struct elements *all, bool has_y)
{
    if (has_y)
        add_up(work, all, false, false, true);
    else if (work->overwrites)
        take_over(all, false);
    else
        add_up(work, all, false, false, false);
    normalise(all, work->math->has_fault, 13);
    store(work, all, false, false);
}

AVX2 static void accumulate(struct quick_work *work, struct elements *all, bool has_y)
{
    if (work->math->is_wide)
        accumulate_wide(work, all, has_y);
    else if (work->math->has_8bit_exponent)
        accumulate_bf16(work, all, has_y);
    else
        accumulate_fp16(work, all, has_y);
}

/* ---- products: M28, M29 ---- */

/* 2^(14 - apart) for 0 to 14, from one table of bytes: the lower byte by apart, the upper by apart with bit 3 turned.
 */
AVX2 static inline __m256i power(__m256i apart)
{
    const __m256i table = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                                           -128, 64, 32, 16, 8, 4, 2, 1, 0);
    const __m256i both = _mm256_or_si256(apart, _mm256_slli_epi16(apart, 8));
    return _mm256_shuffle_epi8(table, _mm256_xor_si256(both, _mm256_set1_epi16(0x0800)));
}

/* Sixteen columns of one group of one row. */
AVX2 static inline void sum_group(const struct matrix_math *math, const struct sliced *a, const int16_t *slices,
                                  const int16_t *exponents, __m256i *units, __m256i *largest)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i exponent[GROUP], sum = zero, top = _mm256_set1_epi16((int16_t)math->zero_exponent);
    for (unsigned k = 0; k < GROUP; k++) {
        exponent[k] = _mm256_add_epi16(load(a[k].exponents), _mm256_set1_epi16(exponents[k]));
        top = _mm256_max_epi16(top, exponent[k]);
    }
    for (unsigned k = 0; k < GROUP; k++) {
        /* Twice the product, for a factor of 2^15 is negative; half up of what mulhrs drops. */
        const __m256i slice = _mm256_set1_epi16((int16_t)(2 * slices[k]));
        const __m256i product = _mm256_mullo_epi16(load(a[k].slices), slice);
        const __m256i apart = _mm256_min_epi16(_mm256_sub_epi16(top, exponent[k]), _mm256_set1_epi16(14));
        const __m256i aligned = _mm256_mulhrs_epi16(_mm256_abs_epi16(product), power(apart));
        sum = _mm256_add_epi16(sum, _mm256_sign_epi16(aligned, product));
    }
    *units = _mm256_and_si256(sum, _mm256_cmpgt_epi16(top, zero));
    *largest = _mm256_max_epi16(top, zero);
}

AVX2 static inline __m256i widen(__m256i lanes, unsigned half)
{
    return _mm256_cvtepi16_epi32(half ? _mm256_extracti128_si256(lanes, 1) : _mm256_castsi256_si128(lanes));
}

AVX2 static void products(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    struct sliced a[FACE_ROWS];
    struct elements all;
    all.count = 2 * work->rows;
    for (uint32_t row = 0; row < FACE_ROWS; row++)
        slice_row(&a[row], work->a[row], math->srca_mask, false, math->phase & 1);
    for (uint32_t row = 0; row < work->rows; row++) {
        struct sliced b;
        __m256i units[GROUPS], exponents[GROUPS];
        slice_row(&b, work->b[row * work->b_row_step], math->srcb_mask, true, math->phase & 2);
        const __m256i adjusted = _mm256_add_epi16(load(b.exponents), _mm256_set1_epi16((int16_t)math->adjustment));
        _mm256_storeu_si256((void *)b.exponents, adjusted);
        for (unsigned group = 0; group < GROUPS; group++)
            sum_group(math, a + group * GROUP, b.slices + group * GROUP, b.exponents + group * GROUP, &units[group],
                      &exponents[group]);
        for (unsigned half = 0; half < 2; half++) {
            const uint32_t i = 2 * row + half;
            all.x[i] = (struct addend){widen(units[0], half), widen(exponents[0], half)};
            all.y[i] = (struct addend){widen(units[1], half), widen(exponents[1], half)};
        }
    }
    accumulate(work, &all, true);
}

/* ---- element by element, a row of 16 lanes ---- */

/* Signed units and exponents of a row. */
struct row {
    __m256i units, exponent;
};

/* M25 to M27, M31 */
AVX2 static inline struct row multiply(const struct matrix_math *math, const uint32_t *a_cells, const uint32_t *b_cells)
{
    struct sliced a, b;
    slice_row(&a, a_cells, math->srca_mask, false, math->phase & 1);
    slice_row(&b, b_cells, math->srcb_mask, true, math->phase & 2);
    const __m256i sum = _mm256_add_epi16(load(a.exponents), load(b.exponents));
    const __m256i exponent = _mm256_add_epi16(sum, _mm256_set1_epi16((int16_t)math->adjustment));
    const __m256i nothing = _mm256_cmpgt_epi16(_mm256_set1_epi16(1), exponent);
    return (struct row){
        _mm256_andnot_si256(nothing, _mm256_mullo_epi16(load(a.slices), load(b.slices))),
        _mm256_blendv_epi8(exponent, _mm256_set1_epi16((int16_t)math->zero_exponent), nothing),
    };
}

/* Cells taken apart in full; all of it zero where the exponent is. */
struct whole {
    __m256i exponent, mantissa, significand, negative;
};

AVX2 static inline struct whole take_apart(const uint32_t *cells, uint32_t mask)
{
    const __m256i low = _mm256_and_si256(load(cells), constant((int32_t)mask));
    const __m256i high = _mm256_and_si256(load(cells + LANES_32), constant((int32_t)mask));
    const __m256i upper = narrow(_mm256_srli_epi32(low, 8), _mm256_srli_epi32(high, 8)); /* sign 10, mantissa 9:0 */
    const __m256i exponent = narrow(_mm256_and_si256(low, constant(0xFF)), _mm256_and_si256(high, constant(0xFF)));
    const __m256i zero = _mm256_cmpeq_epi16(exponent, _mm256_setzero_si256());
    const __m256i counts = _mm256_andnot_si256(zero, upper);
    const __m256i mantissa = _mm256_and_si256(counts, _mm256_set1_epi16(0x3FF));
    return (struct whole){
        .exponent = exponent,
        .mantissa = mantissa,
        .significand = _mm256_or_si256(mantissa, _mm256_andnot_si256(zero, _mm256_set1_epi16(SRC_HIDDEN_BIT))),
        .negative = _mm256_srai_epi16(_mm256_slli_epi16(counts, 5), 15),
    };
}

AVX2 static inline __m256i with_sign_16(__m256i magnitude, __m256i negative)
{
    return _mm256_sub_epi16(_mm256_xor_si256(magnitude, negative), negative);
}

/* M33 */
AVX2 static inline struct row add(const struct matrix_math *math, struct whole a, struct whole b)
{
    const __m256i is_higher = _mm256_cmpgt_epi16(b.exponent, a.exponent);
    const __m256i is_level = _mm256_cmpeq_epi16(b.exponent, a.exponent);
    const __m256i swaps =
        _mm256_or_si256(is_higher, _mm256_and_si256(is_level, _mm256_cmpgt_epi16(b.mantissa, a.mantissa)));
    const __m256i larger = _mm256_blendv_epi8(a.significand, b.significand, swaps);
    const __m256i smaller = _mm256_blendv_epi8(b.significand, a.significand, swaps);
    const __m256i negative = _mm256_blendv_epi8(a.negative, b.negative, swaps);
    __m256i exponent = _mm256_max_epi16(a.exponent, b.exponent);
    const __m256i apart = _mm256_sub_epi16(exponent, _mm256_min_epi16(a.exponent, b.exponent));
    /* Half up; from 12 on nothing is left. */
    const __m256i aligned =
        _mm256_mulhrs_epi16(_mm256_slli_epi16(smaller, 1), power(_mm256_min_epi16(apart, _mm256_set1_epi16(14))));
    const __m256i sum = _mm256_add_epi16(larger, with_sign_16(aligned, _mm256_xor_si256(a.negative, b.negative)));
    if (math->is_wide && !math->has_8bit_exponent)
        exponent = _mm256_blendv_epi8(_mm256_add_epi16(exponent, _mm256_set1_epi16(112)), _mm256_set1_epi16(97),
                                      _mm256_cmpeq_epi16(exponent, _mm256_setzero_si256()));
    return (struct row){with_sign_16(sum, negative), exponent};
}

AVX2 static inline struct row sum_row(const struct quick_work *work, const uint32_t *a, const uint32_t *b)
{
    struct whole addend = take_apart(b, work->math->srcb_mask);
    if (work->operation == MATRIX_SUBTRACT) /* zeros have no sign to turn */
        addend.negative =
            _mm256_xor_si256(addend.negative, _mm256_cmpgt_epi16(addend.significand, _mm256_setzero_si256()));
    return add(work->math, take_apart(a, work->math->srca_mask), addend);
}

AVX2 static void elements(struct quick_work *work)
{
    struct elements all;
    all.count = 2 * work->rows;
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *b = work->b[row * work->b_row_step];
        uint32_t same[SRC_COLUMNS];
        if (work->broadcasts_b_column) {
            for (unsigned column = 0; column < SRC_COLUMNS; column++)
                same[column] = b[0];
            b = same;
        }
        const struct row out =
            work->operation == MATRIX_MULTIPLY ? multiply(work->math, work->a[row], b) : sum_row(work, work->a[row], b);
        for (unsigned half = 0; half < 2; half++)
            all.x[2 * row + half] = (struct addend){widen(out.units, half), widen(out.exponent, half)};
    }
    accumulate(work, &all, false);
}

AVX2 static void compute(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}

quick_form *quick_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? compute : NULL;
}

#else

quick_form *quick_avx2(void)
{
    return NULL;
}

#endif
