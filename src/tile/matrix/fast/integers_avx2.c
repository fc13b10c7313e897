/* SPDX-License-Identifier: Apache-2.0 */
/* Integers where the machine has AVX2: products of bytes, elements in lanes of 16 bits, sums in 32 bits only where they
 * are added to Dst (M45 to M48). Steps as in arithmetic_int.c, which it is tested equal to. */
#include "numeric/cells.h"
#include "tile/matrix/fast/quick_avx2.h"

#if defined(__x86_64__)

/* ---- Dst ---- */

/* Adds the sums of eight columns to what Dst holds of them: magnitudes, of which turns says 1, or -1 for a negative
 * one. The result is seen from that sign. A sum is far below 2^30. */
AVX2 static inline __m256i saturated(__m256i magnitudes, __m256i turns, __m256i sums)
{
    const __m256i added = _mm256_sign_epi32(sums, turns);
    const __m256i room = _mm256_sub_epi32(avx2_constant(INT32_MAX), _mm256_max_epi32(added, _mm256_setzero_si256()));
    return _mm256_add_epi32(_mm256_min_epi32(magnitudes, room), added);
}

/* A row, of which sums has columns 0 to 3 and 8 to 11, then the others: as interleaving a row of 16 bits leaves them.
 * retains: all ones, or zero where Dst counts as zero. Cells are permuted in lanes of 16 bits. */
AVX2 static inline void add_to_dst(uint16_t *high, uint16_t *low, const __m256i sums[2], __m256i retains)
{
    const __m256i cells = _mm256_and_si256(avx2_load(high), retains), lower = _mm256_and_si256(avx2_load(low), retains);
    const __m256i upper = _mm256_or_si256(_mm256_and_si256(_mm256_slli_epi16(cells, 7), quick_constant(0x7F80)),
                                          _mm256_and_si256(_mm256_srli_epi16(cells, 8), quick_constant(0x7F)));
    const __m256i signs = _mm256_srai_epi16(cells, 15), turns = _mm256_or_si256(signs, quick_constant(1));
    const __m256i total[2] = {
        saturated(_mm256_unpacklo_epi16(lower, upper), _mm256_unpacklo_epi16(turns, signs), sums[0]),
        saturated(_mm256_unpackhi_epi16(lower, upper), _mm256_unpackhi_epi16(turns, signs), sums[1]),
    };
    const __m256i magnitude[2] = {_mm256_abs_epi32(total[0]), _mm256_abs_epi32(total[1])};
    const __m256i word = _mm256_packus_epi32(_mm256_srli_epi32(magnitude[0], 16), _mm256_srli_epi32(magnitude[1], 16));
    const __m256i seen = _mm256_max_epi16(_mm256_packs_epi32(total[0], total[1]), quick_constant(-INT16_MAX));
    const __m256i sign = _mm256_sign_epi16(seen, turns); /* of the least number there would be none */
    const __m256i exponent = _mm256_srli_epi16(word, 7);
    const __m256i mantissa = _mm256_and_si256(_mm256_slli_epi16(word, 8), quick_constant(0x7F00));
    _mm256_storeu_si256((void *)high, _mm256_or_si256(_mm256_or_si256(exponent, mantissa),
                                                      _mm256_and_si256(sign, _mm256_set1_epi16(INT16_MIN))));
    _mm256_storeu_si256((void *)low, _mm256_packus_epi32(_mm256_and_si256(magnitude[0], avx2_constant(0xFFFF)),
                                                         _mm256_and_si256(magnitude[1], avx2_constant(0xFFFF))));
}

/* ---- operands ---- */

/* Two registers of cells in lanes of 16 bits, a cell of the second behind one of the first: the bits that have the
 * exponent and the lower part of the mantissa, and those with the rest and the sign. */
struct cell_halves {
    __m256i lower, upper;
};

AVX2 static inline struct cell_halves halves_of(__m256i first, __m256i second)
{
    enum { ODD = 0xAA };
    return (struct cell_halves){
        .lower = _mm256_blend_epi16(first, _mm256_slli_epi32(second, 16), ODD),
        .upper = _mm256_blend_epi16(_mm256_srli_epi32(first, 16), second, ODD),
    };
}

enum { MANTISSA_AT = 8, SIGN_TO_TOP = 13 /* from bit 2 of the upper half */ };

AVX2 static inline __m256i shifted_down(__m256i lanes, unsigned places)
{
    return _mm256_srl_epi16(lanes, _mm_cvtsi32_si128((int)places));
}

/* Slices; what lies above their mask is no part of them. */
AVX2 static inline __m256i sliced(struct cell_halves cells, struct quick_slice slice)
{
    const __m256i upper = _mm256_sll_epi16(cells.upper, _mm_cvtsi32_si128(MANTISSA_AT - slice.shift));
    const __m256i moved = _mm256_or_si256(shifted_down(cells.lower, MANTISSA_AT + slice.shift), upper);
    return _mm256_and_si256(moved, quick_constant((int16_t)slice.mask));
}

/* All ones where the exponent is zero, and that counts. */
AVX2 static inline __m256i zeros_of(__m256i lower, __m256i keeps_zeros)
{
    const __m256i exponents = _mm256_or_si256(_mm256_and_si256(lower, quick_constant(0xFF)), keeps_zeros);
    return _mm256_cmpeq_epi16(exponents, _mm256_setzero_si256());
}

/* Signed slices of sixteen cells, a column of each half behind the other: 0, 8, 1, 9 and so on. */
AVX2 static inline __m256i signed_row(const uint32_t *from, struct quick_slice slice, __m256i keeps_zeros)
{
    const struct cell_halves cells = halves_of(avx2_load(from), avx2_load(from + QUICK_LANES_32));
    const __m256i signs = _mm256_or_si256(_mm256_slli_epi16(cells.upper, SIGN_TO_TOP), quick_constant(1));
    return _mm256_sign_epi16(sliced(cells, slice), _mm256_andnot_si256(zeros_of(cells.lower, keeps_zeros), signs));
}

/* Lower bytes of one register and upper ones of another. */
AVX2 static inline __m256i bytes_of_both(__m256i lower, __m256i upper)
{
    return _mm256_blendv_epi8(lower, upper, _mm256_set1_epi16(-0x100));
}

/* Cells of four registers, a byte each in a lane of 32 bits: slices take the signs, and are zero where the exponent is.
 */
AVX2 static inline __m256i signed_bytes(struct cell_halves even, struct cell_halves odd, __m256i slices,
                                        __m256i keeps_zeros)
{
    const __m256i exponents = _mm256_or_si256(bytes_of_both(even.lower, _mm256_slli_epi16(odd.lower, 8)), keeps_zeros);
    const __m256i signs =
        bytes_of_both(_mm256_slli_epi16(even.upper, SIGN_TO_TOP - 8), _mm256_slli_epi16(odd.upper, SIGN_TO_TOP));
    const __m256i is_zero = _mm256_cmpeq_epi8(exponents, _mm256_setzero_si256());
    return _mm256_sign_epi8(slices, _mm256_andnot_si256(is_zero, _mm256_or_si256(signs, _mm256_set1_epi8(1))));
}

/* Slices of four registers of SrcA, which lie within a byte of their cells. */
AVX2 static inline __m256i bytes_of_a(const __m256i cells[4], struct quick_slice slice)
{
    const struct cell_halves even = halves_of(cells[0], cells[2]), odd = halves_of(cells[1], cells[3]);
    const __m256i mantissas = bytes_of_both(_mm256_srli_epi16(even.lower, MANTISSA_AT), odd.lower);
    const __m256i slices = _mm256_and_si256(shifted_down(mantissas, slice.shift), _mm256_set1_epi8((char)slice.mask));
    return signed_bytes(even, odd, slices, _mm256_setzero_si256());
}

/* Of SrcB, which do not. */
AVX2 static inline __m256i bytes_of_b(const __m256i cells[4], struct quick_slice slice, __m256i keeps_zeros)
{
    const struct cell_halves even = halves_of(cells[0], cells[2]), odd = halves_of(cells[1], cells[3]);
    const __m256i slices = _mm256_or_si256(sliced(even, slice), _mm256_slli_epi16(sliced(odd, slice), 8));
    return signed_bytes(even, odd, slices, keeps_zeros);
}

AVX2 static inline __m256i all_ones_if(bool condition)
{
    return avx2_constant(condition ? UINT32_MAX : 0);
}

/* ---- products ---- */

/* A product of bytes takes one unsigned, that of SrcB: B_BIAS makes it so, and is taken off a whole column at once.
 * Slices of A have 5 bits, those of B 6: a lane of 16 bits has the sum of eight products, and wraps on the way alone.
 */
enum { EACH = 4, FOURS = FACE_ROWS / EACH, B_BIAS = 64 };

/* Rows of SrcA by fours, in the halves that add_to_dst() takes; and what B_BIAS adds to the sums, negative. */
struct face {
    __m256i rows[FOURS][2], less_bias[2];
};

AVX2 static inline void take_face(const uint32_t (*rows)[SRC_COLUMNS], struct quick_slice slice, struct face *out)
{
    const __m256i bias = _mm256_set1_epi8(B_BIAS), zero = _mm256_setzero_si256();
    out->less_bias[0] = out->less_bias[1] = zero;
    for (unsigned four = 0; four < FOURS; four++) {
        __m256i bytes[2];
        for (unsigned half = 0; half < 2; half++) {
            __m256i cells[EACH];
            for (unsigned k = 0; k < EACH; k++)
                cells[k] = avx2_load(&rows[EACH * four + k][half * QUICK_LANES_32]);
            bytes[half] = bytes_of_a(cells, slice);
        }
        out->rows[four][0] = _mm256_permute2x128_si256(bytes[0], bytes[1], 0x20);
        out->rows[four][1] = _mm256_permute2x128_si256(bytes[0], bytes[1], 0x31);
        for (unsigned half = 0; half < 2; half++)
            out->less_bias[half] =
                _mm256_sub_epi16(out->less_bias[half], _mm256_maddubs_epi16(bias, out->rows[four][half]));
    }
}

/* Two rows of SrcB, of each in turn four columns a word: 0 to 3 and 8 to 11 of the first row, then of the second, in
 * both halves of the first register; 4 to 7 and 12 to 15 in the other. */
struct two_rows {
    __m256i words[2];
};

AVX2 static inline struct two_rows take_rows(const uint32_t *first, const uint32_t *second, struct quick_slice slice,
                                             __m256i keeps_zeros)
{
    const __m256i cells[] = {avx2_load(first), avx2_load(first + QUICK_LANES_32), avx2_load(second),
                             avx2_load(second + QUICK_LANES_32)};
    const __m256i by_columns = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5,
                                                9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m256i signed_slices = bytes_of_b(cells, slice, keeps_zeros);
    const __m256i bytes = _mm256_shuffle_epi8(_mm256_add_epi8(signed_slices, _mm256_set1_epi8(B_BIAS)), by_columns);
    return (struct two_rows){
        {_mm256_permute2x128_si256(bytes, bytes, 0x00), _mm256_permute2x128_si256(bytes, bytes, 0x11)}};
}

/* b: four columns of a row of SrcB a word, by fours. factor: what a product's slices stand above the lowest, as a power
 * of two in each lane. */
AVX2 static inline void add_products(const struct face *a, const __m256i b[FOURS], __m256i factor, __m256i sums[2])
{
    for (unsigned half = 0; half < 2; half++) {
        __m256i sum = a->less_bias[half];
        for (unsigned four = 0; four < FOURS; four++)
            sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(b[four], a->rows[four][half]));
        sums[half] = _mm256_madd_epi16(sum, factor);
    }
}

/* There is an even number of rows. */
AVX2 static void products(struct quick_work *work)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    const __m256i factor = _mm256_set1_epi16((int16_t)(1 << (of_a.shift + of_b.shift)));
    const __m256i keeps_zeros = all_ones_if(work->math->keeps_srcb_zeros), retains = all_ones_if(!work->overwrites);
    struct face a;
    take_face(work->a, of_a, &a);
    for (uint32_t row = 0; row < work->rows; row += 2) {
        const struct two_rows b =
            take_rows(work->b[row * work->b_row_step], work->b[(row + 1) * work->b_row_step], of_b, keeps_zeros);
        const __m256i first[FOURS] = {_mm256_shuffle_epi32(b.words[0], 0x00), _mm256_shuffle_epi32(b.words[1], 0x00),
                                      _mm256_shuffle_epi32(b.words[0], 0x55), _mm256_shuffle_epi32(b.words[1], 0x55)};
        const __m256i second[FOURS] = {_mm256_shuffle_epi32(b.words[0], 0xAA), _mm256_shuffle_epi32(b.words[1], 0xAA),
                                       _mm256_shuffle_epi32(b.words[0], 0xFF), _mm256_shuffle_epi32(b.words[1], 0xFF)};
        __m256i sums[2];
        add_products(&a, first, factor, sums);
        add_to_dst(work->high[row], work->low[row], sums, retains);
        add_products(&a, second, factor, sums);
        add_to_dst(work->high[row + 1], work->low[row + 1], sums, retains);
    }
}

/* ---- element by element ---- */

/* Known where it is called, so that each operation has a loop of its own. */
AVX2 static inline __attribute__((always_inline)) void elements(struct quick_work *work,
                                                                enum matrix_operation operation)
{
    const struct quick_slice of_a = quick_slice_of_a(work), of_b = quick_slice_of_b(work);
    const uint32_t factor = 1u << (of_a.shift + of_b.shift);
    const __m256i keeps_zeros = all_ones_if(work->math->keeps_srcb_zeros), retains = all_ones_if(!work->overwrites);
    const __m256i of_first = avx2_constant(factor), of_second = avx2_constant(factor << 16);
    for (uint32_t row = 0; row < work->rows; row++) {
        const __m256i a = signed_row(work->a[row], of_a, _mm256_setzero_si256());
        __m256i b = signed_row(work->b[row * work->b_row_step], of_b, keeps_zeros);
        if (work->broadcasts_b_column)
            b = _mm256_broadcastw_epi16(_mm256_castsi256_si128(b));
        const __m256i results = operation == MATRIX_MULTIPLY ? _mm256_mullo_epi16(a, b)
                                : operation == MATRIX_ADD    ? _mm256_add_epi16(a, b)
                                                             : _mm256_sub_epi16(a, b);
        const __m256i columns[2] = {_mm256_madd_epi16(results, of_first), _mm256_madd_epi16(results, of_second)};
        const __m256i sums[2] = {_mm256_permute2x128_si256(columns[0], columns[1], 0x20),
                                 _mm256_permute2x128_si256(columns[0], columns[1], 0x31)};
        add_to_dst(work->high[row], work->low[row], sums, retains);
    }
}

AVX2 void quick_integers_avx2(struct quick_work *work)
{
    if (work->operation == MATRIX_PRODUCTS)
        products(work);
    else if (work->operation == MATRIX_MULTIPLY)
        elements(work, MATRIX_MULTIPLY);
    else if (work->operation == MATRIX_ADD)
        elements(work, MATRIX_ADD);
    else
        elements(work, MATRIX_SUBTRACT);
}

#else

void quick_integers_avx2(struct quick_work *work)
{
    quick_integers_portable(work);
}

#endif
