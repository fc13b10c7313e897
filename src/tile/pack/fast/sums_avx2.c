/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 where the machine has AVX2: eight sums at once, in integers. Steps as in numeric/l1_acc.c, which
 * it is tested equal to (P-10.2 to P-10.4). */
#include "tile/fast/avx2.h"
#include "tile/pack/fast/sums.h"

#if defined(__x86_64__)

enum { LANES_32 = 8, LEADING_ONE = 30, OPERAND_ONE = 29 };

/* What a float is made of; constants where these are passed on. */
struct lane_shape {
    int mantissa_bits, sign_bit;
};

/* Eight exact sums, rounded to nearest even as if exponents had no end. */
struct lane_sum {
    __m256i magnitude; /* rounded */
    __m256i exponent;  /* before it was rounded */
    __m256i sign;
    __m256i is_zero; /* all ones where nothing is left */
};

/* With denormals as zeros of their sign. */
AVX2 static inline __m256i flushed(__m256i bits, struct lane_shape shape)
{
    const __m256i magnitude = _mm256_and_si256(bits, avx2_constant((1u << shape.sign_bit) - 1));
    const __m256i is_number = _mm256_cmpgt_epi32(magnitude, avx2_constant((1u << shape.mantissa_bits) - 1));
    return _mm256_and_si256(magnitude, is_number);
}

/* The leading one at bit 29: six bits and more below the last that counts, and room for the carry. */
AVX2 static inline __m256i significand(__m256i magnitude, struct lane_shape shape)
{
    const uint32_t one = 1u << shape.mantissa_bits;
    const __m256i bits = _mm256_or_si256(_mm256_and_si256(magnitude, avx2_constant(one - 1)), avx2_constant(one));
    const __m256i lifted = _mm256_slli_epi32(bits, OPERAND_ONE - shape.mantissa_bits);
    return _mm256_andnot_si256(_mm256_cmpeq_epi32(magnitude, _mm256_setzero_si256()), lifted);
}

/* What is lost stays visible in the lowest bit. */
AVX2 static inline __m256i shift_jam(__m256i value, __m256i places)
{
    const __m256i shifted = _mm256_srlv_epi32(value, places);
    const __m256i is_exact = _mm256_cmpeq_epi32(_mm256_sllv_epi32(shifted, places), value);
    return _mm256_or_si256(shifted, _mm256_andnot_si256(is_exact, avx2_constant(1)));
}

/* A number whose leading one stands at bit 30, over 2^drop to nearest even. */
AVX2 static inline __m256i shift_even(__m256i value, int drop)
{
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(value, drop), avx2_constant(1));
    const __m256i below_half = avx2_constant((1u << (drop - 1)) - 1);
    return _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(value, below_half), odd), drop);
}

AVX2 static inline struct lane_sum add(__m256i d, __m256i x, struct lane_shape shape)
{
    const __m256i zero = _mm256_setzero_si256(), sign_bit = avx2_constant(1u << shape.sign_bit);
    const __m256i from_d = flushed(d, shape), from_x = flushed(x, shape);
    const __m256i large = _mm256_max_epu32(from_d, from_x), small = _mm256_min_epu32(from_d, from_x);
    const __m256i owner = _mm256_blendv_epi8(d, x, _mm256_cmpgt_epi32(from_x, from_d));
    const __m256i subtracts = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_xor_si256(d, x), sign_bit), sign_bit);
    const __m256i exponent = _mm256_srli_epi32(large, shape.mantissa_bits);
    const __m256i apart = _mm256_sub_epi32(exponent, _mm256_srli_epi32(small, shape.mantissa_bits));
    const __m256i moved = shift_jam(significand(small, shape), apart);
    const __m256i signed_one = _mm256_sub_epi32(_mm256_xor_si256(moved, subtracts), subtracts);
    const __m256i total = _mm256_add_epi32(significand(large, shape), signed_one);
    const __m256i places = avx2_places_to_bit_30(total);
    struct lane_sum sum;
    sum.is_zero = _mm256_cmpeq_epi32(total, zero);
    sum.exponent = _mm256_sub_epi32(_mm256_add_epi32(exponent, avx2_constant(1)), places);
    sum.magnitude = shift_even(_mm256_sllv_epi32(total, places), LEADING_ONE - shape.mantissa_bits);
    /* A leading one adds one to the exponent. */
    sum.magnitude = _mm256_add_epi32(
        sum.magnitude, _mm256_slli_epi32(_mm256_sub_epi32(sum.exponent, avx2_constant(1)), shape.mantissa_bits));
    sum.sign = _mm256_and_si256(_mm256_blendv_epi8(owner, _mm256_and_si256(d, x), sum.is_zero), sign_bit);
    return sum;
}

/* Too small is a zero of its sign, too large is infinite. */
AVX2 static inline __m256i finish(struct lane_sum sum, uint32_t infinity)
{
    const __m256i is_normal = _mm256_cmpgt_epi32(sum.exponent, _mm256_setzero_si256());
    const __m256i magnitude = _mm256_min_epu32(sum.magnitude, avx2_constant(infinity));
    return _mm256_or_si256(sum.sign, _mm256_and_si256(_mm256_andnot_si256(sum.is_zero, is_normal), magnitude));
}

AVX2 static inline bool has_special(__m256i d, __m256i x, uint32_t infinity)
{
    const __m256i largest = avx2_constant(infinity - 1);
    return _mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpgt_epi32(d, largest), _mm256_cmpgt_epi32(x, largest)));
}

/* Of formats with an infinity: lanes that have one, or no number, are left to the function. */
AVX2 static inline void sums(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                             pack_accumulate *function, struct lane_shape shape, uint32_t infinity)
{
    const __m256i magnitudes = avx2_constant((1u << shape.sign_bit) - 1);
    uint32_t i = 0;
    for (; i + LANES_32 <= count; i += LANES_32) {
        const __m256i d = avx2_load(&held[i]), x = avx2_load(&values[i]);
        if (has_special(_mm256_and_si256(d, magnitudes), _mm256_and_si256(x, magnitudes), infinity))
            pack_sums(&held[i], LANES_32, &values[i], function);
        else
            _mm256_storeu_si256((void *)&values[i], finish(add(d, x, shape), infinity));
    }
    pack_sums(&held[i], count - i, &values[i], function);
}

AVX2 void pack_sums_fp32_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                              pack_accumulate *function)
{
    sums(held, count, values, function, (struct lane_shape){23, 31}, 0x7F800000);
}

AVX2 void pack_sums_bf16_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                              pack_accumulate *function)
{
    sums(held, count, values, function, (struct lane_shape){7, 15}, 0x7F80);
}

/* P-10.4: no infinity; the quirk of what is too small, and of an exact zero. */
AVX2 static inline __m256i finish_fp16(struct lane_sum sum, __m256i d)
{
    const __m256i zero = _mm256_setzero_si256(), largest = avx2_constant(0x7FFF);
    const __m256i is_large = _mm256_cmpgt_epi32(_mm256_and_si256(d, avx2_constant(0x7C00)), avx2_constant(29u << 10));
    const __m256i when_tiny = _mm256_and_si256(_mm256_cmpgt_epi32(zero, sum.exponent), largest);
    const __m256i is_normal = _mm256_cmpgt_epi32(sum.exponent, zero);
    __m256i magnitude = _mm256_blendv_epi8(when_tiny, _mm256_min_epu32(sum.magnitude, largest), is_normal);
    magnitude = _mm256_blendv_epi8(magnitude, _mm256_and_si256(is_large, largest), sum.is_zero);
    return _mm256_or_si256(sum.sign, magnitude);
}

AVX2 void pack_sums_fp16_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                              pack_accumulate *function)
{
    uint32_t i = 0;
    for (; i + LANES_32 <= count; i += LANES_32) {
        const __m256i d = avx2_load(&held[i]), x = avx2_load(&values[i]);
        const struct lane_sum sum = add(d, x, (struct lane_shape){10, 15});
        _mm256_storeu_si256((void *)&values[i], finish_fp16(sum, d));
    }
    pack_sums(&held[i], count - i, &values[i], function);
}

#else

void pack_sums_fp32_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                         pack_accumulate *function)
{
    pack_sums(held, count, values, function);
}

void pack_sums_bf16_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                         pack_accumulate *function)
{
    pack_sums(held, count, values, function);
}

void pack_sums_fp16_avx2(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                         pack_accumulate *function)
{
    pack_sums(held, count, values, function);
}

#endif
