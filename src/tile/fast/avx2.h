/* SPDX-License-Identifier: Apache-2.0 */
/* What the AVX2 forms of the matrix and the vector unit share. Functions with the attribute AVX2 run only where
 * the machine has it. */
#pragma once

#if defined(__x86_64__)

#include <immintrin.h>
#include <stdint.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i avx2_constant(uint32_t bits)
{
    return _mm256_set1_epi32((int)bits);
}

AVX2 static inline __m256i avx2_load(const void *from)
{
    return _mm256_loadu_si256(from);
}

/* How far a leading one in a byte stands from bit 6: -1 to 6, by the byte's halves. A half that is zero never is the
 * least. A byte of 128 and more reads 0 for its lower half, which is more than its upper one has. */
AVX2 static inline __m256i avx2_places_in_bytes(__m256i v)
{
    enum { NONE = 64 };
    const __m256i of_upper = _mm256_setr_epi8(NONE, 2, 1, 1, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, NONE, 2, 1, 1,
                                              0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m256i of_lower = _mm256_setr_epi8(NONE, 6, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, NONE, 6, 5, 5, 4, 4, 4,
                                              4, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15));
    return _mm256_min_epi8(_mm256_shuffle_epi8(of_lower, v), _mm256_shuffle_epi8(of_upper, upper));
}

/* How far numbers from 1 to 2^31 - 1 must go left until the leading one stands at bit 30: the least of four bytes, each
 * with the places above it. Of 0: not negative. */
AVX2 static inline __m256i avx2_places_to_bit_30(__m256i v)
{
    __m256i least = _mm256_add_epi8(avx2_places_in_bytes(v), avx2_constant(0x00081018));
    least = _mm256_min_epi8(least, _mm256_slli_epi32(least, 16));
    least = _mm256_min_epi8(least, _mm256_slli_epi32(least, 8));
    return _mm256_srli_epi32(least, 24);
}

/* The same in lanes of 16 bits, of numbers from 1 to 2^15 - 1 to bit 14; it stands in both bytes of a lane. */
AVX2 static inline __m256i avx2_places_to_bit_14(__m256i v)
{
    const __m256i turned = _mm256_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 1, 0, 3, 2, 5, 4, 7,
                                            6, 9, 8, 11, 10, 13, 12, 15, 14);
    const __m256i least = _mm256_add_epi8(avx2_places_in_bytes(v), avx2_constant(0x00080008));
    return _mm256_min_epi8(least, _mm256_shuffle_epi8(least, turned));
}

#endif
