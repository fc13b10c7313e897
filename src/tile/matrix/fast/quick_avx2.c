/* SPDX-License-Identifier: Apache-2.0 */
/* The quick form where the machine has AVX2: operands taken apart, products and sums made of them, 16 columns a
 * register (M24 to M33). Steps as in arithmetic.c, which it is tested equal to. */
#include "tile/matrix/fast/quick_avx2.h"

#if defined(__x86_64__)

AVX2 static inline __m256i significand(__m256i upper)
{
    return _mm256_or_si256(_mm256_and_si256(upper, quick_constant(0x3FF)), quick_constant(SRC_HIDDEN_BIT));
}

/* M25 */
AVX2 static inline __m256i slice_a(__m256i upper, bool is_low)
{
    const __m256i m11 = significand(upper);
    return is_low ? _mm256_and_si256(_mm256_srli_epi16(m11, 1), quick_constant(0x1F)) : _mm256_srli_epi16(m11, 6);
}

AVX2 static inline __m256i slice_b(__m256i upper, bool is_low)
{
    const __m256i m11 = significand(upper);
    return is_low ? _mm256_slli_epi16(_mm256_and_si256(m11, quick_constant(0xF)), 3) : _mm256_srli_epi16(m11, 4);
}

/* ---- products: M28, M29 ---- */

/* A row of slices, signed, and exponents. A zero is slice 0 and an exponent far below. */
struct sliced {
    int16_t slices[SRC_COLUMNS], exponents[SRC_COLUMNS];
};

AVX2 static inline __m256i exponents_or_far_below(__m256i exponent)
{
    return _mm256_blendv_epi8(quick_constant(QUICK_ZERO), exponent, quick_counts(exponent));
}

AVX2 static inline void slice_row_a(struct sliced *out, const uint32_t *from, uint32_t mask, bool is_low)
{
    const struct quick_cells a = quick_load(from, mask);
    const __m256i slice = quick_with_sign(slice_a(a.upper, is_low), a.upper);
    _mm256_storeu_si256((void *)out->slices, _mm256_and_si256(slice, quick_counts(a.exponent)));
    _mm256_storeu_si256((void *)out->exponents, exponents_or_far_below(a.exponent));
}

/* In the order of columns: each is multiplied by a row of SrcA. Slices are doubled, for a factor of 2^15 is negative.
 */
AVX2 static inline void slice_row_b(struct sliced *out, const uint32_t *from, const struct matrix_math *math)
{
    const struct quick_cells b = quick_load(from, math->srcb_mask);
    const __m256i slice = quick_with_sign(slice_b(b.upper, math->phase & 2), b.upper);
    const __m256i twice = _mm256_and_si256(_mm256_add_epi16(slice, slice), quick_counts(b.exponent));
    const __m256i exponent = _mm256_add_epi16(exponents_or_far_below(b.exponent), quick_constant(math->adjustment));
    _mm256_storeu_si256((void *)out->slices, quick_turn(twice));
    _mm256_storeu_si256((void *)out->exponents, quick_turn(exponent));
}

/* Sixteen columns of one group of one row. */
AVX2 static inline void sum_group(const struct matrix_math *math, const struct sliced *a, const int16_t *slices,
                                  const int16_t *exponents, __m256i *units, __m256i *largest)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i exponent[GROUP], sum = zero, top = quick_constant(math->zero_exponent);
    for (unsigned k = 0; k < GROUP; k++) {
        exponent[k] = _mm256_add_epi16(avx2_load(a[k].exponents), _mm256_set1_epi16(exponents[k]));
        top = _mm256_max_epi16(top, exponent[k]);
    }
    for (unsigned k = 0; k < GROUP; k++) {
        const __m256i product = _mm256_mullo_epi16(avx2_load(a[k].slices), _mm256_set1_epi16(slices[k]));
        const __m256i aligned = quick_shift(_mm256_abs_epi16(product), _mm256_sub_epi16(top, exponent[k]));
        sum = _mm256_add_epi16(sum, _mm256_sign_epi16(aligned, product));
    }
    *units = _mm256_and_si256(sum, quick_counts(top));
    *largest = _mm256_max_epi16(top, zero);
}

AVX2 static void products(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    struct sliced a[FACE_ROWS];
    struct quick_terms x, y;
    for (uint32_t row = 0; row < FACE_ROWS; row++)
        slice_row_a(&a[row], work->a[row], math->srca_mask, math->phase & 1);
    for (uint32_t row = 0; row < work->rows; row++) {
        struct sliced b;
        slice_row_b(&b, work->b[row * work->b_row_step], math);
        sum_group(math, a, b.slices, b.exponents, &x.units[row], &x.exponents[row]);
        sum_group(math, a + GROUP, b.slices + GROUP, b.exponents + GROUP, &y.units[row], &y.exponents[row]);
    }
    quick_accumulate_avx2(work, &x, &y);
}

/* ---- element by element ---- */

/* M25 to M27, M31 */
AVX2 static inline void multiply(const struct matrix_math *math, struct quick_cells a, struct quick_cells b,
                                 struct quick_terms *out, uint32_t row)
{
    const __m256i product = _mm256_mullo_epi16(slice_a(a.upper, math->phase & 1), slice_b(b.upper, math->phase & 2));
    const __m256i exponent =
        _mm256_add_epi16(_mm256_add_epi16(a.exponent, b.exponent), quick_constant(math->adjustment));
    const __m256i is_number = quick_counts(_mm256_min_epi16(_mm256_min_epi16(a.exponent, b.exponent), exponent));
    out->units[row] = _mm256_and_si256(quick_with_sign(product, _mm256_xor_si256(a.upper, b.upper)), is_number);
    out->exponents[row] = _mm256_blendv_epi8(quick_constant(math->zero_exponent), exponent, is_number);
}

/* M33. The operand with the larger exponent is X; of like exponents nothing is shifted, and either may be. */
AVX2 static inline void add(const struct matrix_math *math, struct quick_cells a, struct quick_cells b,
                            struct quick_terms *out, uint32_t row)
{
    enum { REBIAS = 112, ZERO_EXPONENT = 97 };
    const __m256i swaps = _mm256_cmpgt_epi16(b.exponent, a.exponent);
    const __m256i larger = _mm256_blendv_epi8(a.upper, b.upper, swaps);
    const __m256i smaller = _mm256_blendv_epi8(b.upper, a.upper, swaps);
    const __m256i least = _mm256_min_epi16(a.exponent, b.exponent);
    __m256i exponent = _mm256_max_epi16(a.exponent, b.exponent);
    const __m256i large = _mm256_and_si256(significand(larger), quick_counts(exponent));
    const __m256i small = _mm256_and_si256(significand(smaller), quick_counts(least));
    const __m256i aligned = quick_shift(_mm256_add_epi16(small, small), _mm256_sub_epi16(exponent, least));
    if (math->is_wide && !math->has_8bit_exponent)
        exponent = _mm256_blendv_epi8(quick_constant(ZERO_EXPONENT), _mm256_add_epi16(exponent, quick_constant(REBIAS)),
                                      quick_counts(exponent));
    out->units[row] = _mm256_add_epi16(quick_with_sign(large, larger), quick_with_sign(aligned, smaller));
    out->exponents[row] = exponent;
}

AVX2 static void elements(struct quick_work *work)
{
    const struct matrix_math *math = work->math;
    const __m256i flip = quick_constant(work->operation == MATRIX_SUBTRACT ? SRC_MINUS_ZERO >> 8 : 0); /* M32 */
    struct quick_terms terms;
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t *from = work->b[row * work->b_row_step];
        uint32_t same[SRC_COLUMNS];
        for (unsigned column = 0; work->broadcasts_b_column && column < SRC_COLUMNS; column++)
            same[column] = from[0];
        const struct quick_cells a = quick_load(work->a[row], math->srca_mask);
        struct quick_cells b = quick_load(work->broadcasts_b_column ? same : from, math->srcb_mask);
        b.upper = _mm256_xor_si256(b.upper, flip);
        if (work->operation == MATRIX_MULTIPLY)
            multiply(math, a, b, &terms, row);
        else
            add(math, a, b, &terms, row);
    }
    quick_accumulate_avx2(work, &terms, NULL);
}

AVX2 void quick_avx2(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}

#else

void quick_avx2(struct quick_work *work)
{
    quick_portable(work);
}

#endif
