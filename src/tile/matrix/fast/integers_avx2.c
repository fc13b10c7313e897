/* SPDX-License-Identifier: Apache-2.0 */
/* Integers where the machine has AVX2: a row of 16 lanes of 16 bits a register, sums in 32 bits only where they are
 * added to Dst (M45 to M48). Steps as in arithmetic_int.c, which it is tested equal to. */
#include "numeric/cells.h"
#include "tile/matrix/fast/quick_avx2.h"

#if defined(__x86_64__)

/* A row of signed slices, in the order of packing. */
AVX2 static inline __m256i signed_row(const uint32_t *from, struct quick_slice slice, bool keeps_zeros)
{
    const struct quick_cells cells = quick_load(from, UINT32_MAX >> 13);
    const __m256i moved = _mm256_srl_epi16(cells.upper, _mm_cvtsi32_si128(slice.shift));
    const __m256i value = quick_with_sign(_mm256_and_si256(moved, _mm256_set1_epi16((int16_t)slice.mask)), cells.upper);
    return keeps_zeros ? value : _mm256_and_si256(value, quick_counts(cells.exponent));
}

/* Eight sums to eight words of Dst, which are signs and magnitudes in the order of cells. */
AVX2 static inline __m256i add_to(__m256i high, __m256i low, __m256i sum)
{
    const __m256i zero = _mm256_setzero_si256(), most = avx2_constant(INT32_MAX), least = avx2_constant(1u << 31 | 1);
    const __m256i magnitude =
        _mm256_or_si256(_mm256_or_si256(_mm256_slli_epi32(_mm256_and_si256(high, avx2_constant(0xFF)), 23),
                                        _mm256_slli_epi32(_mm256_and_si256(high, avx2_constant(0x7F00)), 8)),
                        low);
    const __m256i sign = _mm256_srai_epi32(_mm256_slli_epi32(high, 16), 31);
    __m256i held = _mm256_sub_epi32(_mm256_xor_si256(magnitude, sign), sign);
    held = _mm256_max_epi32(held, _mm256_sub_epi32(least, _mm256_min_epi32(sum, zero)));
    held = _mm256_min_epi32(held, _mm256_sub_epi32(most, _mm256_max_epi32(sum, zero)));
    return _mm256_add_epi32(held, sum);
}

AVX2 static inline __m256i upper_cells(__m256i total)
{
    const __m256i magnitude = _mm256_abs_epi32(total);
    const __m256i sign = _mm256_and_si256(_mm256_srli_epi32(total, 16), avx2_constant(0x8000));
    const __m256i mantissa = _mm256_and_si256(_mm256_srli_epi32(magnitude, 8), avx2_constant(0x7F00));
    return _mm256_or_si256(_mm256_or_si256(sign, mantissa), _mm256_srli_epi32(magnitude, 23));
}

AVX2 static inline __m256i lower_cells(__m256i total)
{
    return _mm256_and_si256(_mm256_abs_epi32(total), avx2_constant(0xFFFF));
}

AVX2 static inline void add_sums(const struct quick_work *work, uint32_t row, __m256i sums, unsigned shift)
{
    const __m128i places = _mm_cvtsi32_si128((int)shift);
    const __m256i signs = _mm256_srai_epi16(sums, 15), zero = _mm256_setzero_si256();
    const __m256i sum[2] = {_mm256_sll_epi32(_mm256_unpacklo_epi16(sums, signs), places),
                            _mm256_sll_epi32(_mm256_unpackhi_epi16(sums, signs), places)};
    __m256i total[2];
    for (unsigned half = 0; half < 2; half++) {
        const __m128i high = _mm_loadu_si128((const void *)(work->high[row] + half * QUICK_LANES_32));
        const __m128i low = _mm_loadu_si128((const void *)(work->low[row] + half * QUICK_LANES_32));
        total[half] = work->overwrites ? add_to(zero, zero, sum[half])
                                       : add_to(_mm256_cvtepu16_epi32(high), _mm256_cvtepu16_epi32(low), sum[half]);
    }
    _mm256_storeu_si256((void *)work->high[row],
                        quick_turn(_mm256_packus_epi32(upper_cells(total[0]), upper_cells(total[1]))));
    _mm256_storeu_si256((void *)work->low[row],
                        quick_turn(_mm256_packus_epi32(lower_cells(total[0]), lower_cells(total[1]))));
}

/* Rows 2p and 2p + 1 of SrcA, a byte each in a lane, made unsigned for a product of bytes. */
enum { PAIRS = FACE_ROWS / 2, A_BIAS = 32 };

AVX2 static inline __m256i pair_of_rows(const uint32_t (*rows)[SRC_COLUMNS], struct quick_slice slice)
{
    const __m256i first = signed_row(rows[0], slice, false), second = signed_row(rows[1], slice, false);
    const __m256i bytes = _mm256_blendv_epi8(_mm256_slli_epi16(second, 8), first, _mm256_set1_epi16(0xFF));
    return _mm256_add_epi8(bytes, _mm256_set1_epi8(A_BIAS));
}

/* Sixteen bytes of a row of SrcB, and what the bias of SrcA adds to its sums. */
struct row_of_b {
    int16_t pairs[PAIRS];
    int16_t bias;
};

AVX2 static inline struct row_of_b row_of_b(const uint32_t *from, struct quick_slice slice, bool keeps_zeros)
{
    struct row_of_b out;
    const __m256i row = quick_turn(signed_row(from, slice, keeps_zeros));
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(row), _mm256_extracti128_si256(row, 1));
    const __m128i by_halves = _mm_sad_epu8(_mm_xor_si128(bytes, _mm_set1_epi8(-128)), _mm_setzero_si128());
    const int32_t sum = _mm_cvtsi128_si32(by_halves) + _mm_extract_epi16(by_halves, 4) - 128 * SRC_COLUMNS;
    _mm_storeu_si128((void *)out.pairs, bytes);
    out.bias = (int16_t)(A_BIAS * sum);
    return out;
}

/* Sums wrap, but with the bias off them they have 15 bits. */
AVX2 static void products(struct quick_work *work)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    __m256i a[PAIRS];
    for (unsigned p = 0; p < PAIRS; p++)
        a[p] = pair_of_rows(&work->a[2 * p], of_a);
    for (uint32_t row = 0; row < work->rows; row++) {
        const struct row_of_b b = row_of_b(work->b[row * work->b_row_step], of_b, work->math->keeps_srcb_zeros);
        __m256i sums = _mm256_set1_epi16((int16_t)-b.bias);
        for (unsigned p = 0; p < PAIRS; p++)
            sums = _mm256_add_epi16(sums, _mm256_maddubs_epi16(a[p], _mm256_set1_epi16(b.pairs[p])));
        add_sums(work, row, sums, of_a.shift + of_b.shift);
    }
}

AVX2 static void elements(struct quick_work *work)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    for (uint32_t row = 0; row < work->rows; row++) {
        const __m256i a = signed_row(work->a[row], of_a, false);
        __m256i b = signed_row(work->b[row * work->b_row_step], of_b, work->math->keeps_srcb_zeros);
        if (work->broadcasts_b_column)
            b = _mm256_broadcastw_epi16(_mm256_castsi256_si128(b));
        const __m256i sums = work->operation == MATRIX_MULTIPLY ? _mm256_mullo_epi16(a, b)
                             : work->operation == MATRIX_ADD    ? _mm256_add_epi16(a, b)
                                                                : _mm256_sub_epi16(a, b);
        add_sums(work, row, sums, of_a.shift + of_b.shift);
    }
}

AVX2 void quick_integers_avx2(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else
        elements(work);
}

#else

void quick_integers_avx2(struct quick_work *work)
{
    quick_integers_portable(work);
}

#endif
