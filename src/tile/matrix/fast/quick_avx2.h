/* SPDX-License-Identifier: Apache-2.0 */
/* What the two halves of the AVX2 form share: addends, and powers of two in lanes of 16 bits. A register holds a row
 * of 16 lanes in the order in which packing two registers of 8 leaves them: columns 0 to 3, 8 to 11, 4 to 7, 12 to 15;
 * unpacking undoes it. */
#pragma once

#include "tile/fast/avx2.h"
#include "tile/matrix/fast/quick.h"

#if defined(__x86_64__)

/* An addend of each element, a register a row: a signed whole number of units 2^-10, and the exponent they count from,
 * which is not below 0. */
struct quick_terms {
    __m256i units[MATRIX_ROWS_MAX], exponents[MATRIX_ROWS_MAX];
};

/* From the order of columns to that of packing, and back. */
AVX2 static inline __m256i quick_turn(__m256i lanes)
{
    return _mm256_permute4x64_epi64(lanes, 0xD8);
}

/* Of n from 0 to 14, which stands in both bytes of a lane, a number of 16 bits from one table: its lower byte stands at
 * n, its upper one at n with bit 3 turned. */
AVX2 static inline __m256i quick_by_table(__m256i table, __m256i n)
{
    return _mm256_shuffle_epi8(table, _mm256_xor_si256(n, _mm256_set1_epi16(0x0800)));
}

/* 2^(14 - apart); from 14 on 1. */
AVX2 static inline __m256i quick_power(__m256i apart)
{
    const __m256i both = _mm256_setr_epi8(0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14, 0, 0, 2, 2, 4, 4, 6, 6,
                                          8, 8, 10, 10, 12, 12, 14, 14);
    const __m256i table = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                                           -128, 64, 32, 16, 8, 4, 2, 1, 0);
    const __m256i near = _mm256_min_epi16(apart, _mm256_set1_epi16(14));
    return quick_by_table(table, _mm256_shuffle_epi8(near, both));
}

/* A signed number, given doubled, over 2^apart, rounded half up. */
AVX2 static inline __m256i quick_shift(__m256i doubled, __m256i apart)
{
    return _mm256_mulhrs_epi16(doubled, quick_power(apart));
}

/* ---- operands ---- */

enum { QUICK_LANES_32 = 8 };

/* A row of masked cells: sign in bit 10 and mantissa in 9:0; exponents. */
struct quick_cells {
    __m256i upper, exponent;
};

AVX2 static inline __m256i quick_constant(int32_t value)
{
    return _mm256_set1_epi16((int16_t)value);
}

AVX2 static inline struct quick_cells quick_load(const uint32_t *from, uint32_t mask)
{
    const __m256i lower = avx2_constant(mask), exponents = avx2_constant(0xFF);
    const __m256i low = _mm256_and_si256(avx2_load(from), lower);
    const __m256i high = _mm256_and_si256(avx2_load(from + QUICK_LANES_32), lower);
    return (struct quick_cells){
        .upper = _mm256_packus_epi32(_mm256_srli_epi32(low, 8), _mm256_srli_epi32(high, 8)),
        .exponent = _mm256_packus_epi32(_mm256_and_si256(low, exponents), _mm256_and_si256(high, exponents)),
    };
}

/* All ones where the exponent is not 0. */
AVX2 static inline __m256i quick_counts(__m256i exponent)
{
    return _mm256_cmpgt_epi16(exponent, _mm256_setzero_si256());
}

/* Takes the signs of upper parts of cells. */
AVX2 static inline __m256i quick_with_sign(__m256i magnitude, __m256i upper)
{
    return _mm256_sign_epi16(magnitude, _mm256_or_si256(_mm256_slli_epi16(upper, 5), quick_constant(1)));
}

/* Adds the terms to the rows of Dst, or writes them there (M36 to M41). y: the second addend of products, or null. */
void quick_accumulate_avx2(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y);

#endif
