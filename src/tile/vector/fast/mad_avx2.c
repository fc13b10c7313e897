/* SPDX-License-Identifier: Apache-2.0 */
/* 32 multiply-adds, eight at a time where the machine has AVX2 (V30). Lanes with infinities, NaN or a product that
 * overflows take the scalar way. Constants are few, and masks made by shifts where that is as quick: gcc builds each
 * constant again where it is used. */
#include "tile/vector/fast/mad_lanes.h"

#include "tile/fast/avx2.h"

#if defined(__x86_64__)

AVX2 static inline __m256i exponent_of(__m256i bits)
{
    return _mm256_srli_epi32(_mm256_add_epi32(bits, bits), 24);
}

/* With the hidden one, whatever the exponent, which stands at bit 31. */
AVX2 static inline __m256i mantissa_of(__m256i bits)
{
    return _mm256_or_si256(_mm256_slli_epi32(bits, 8), avx2_constant(0x80000000));
}

/* yes where bit 31 of mask is set. */
AVX2 static inline __m256i choose(__m256i mask, __m256i yes, __m256i no)
{
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(no), _mm256_castsi256_ps(yes), _mm256_castsi256_ps(mask)));
}

/* Step 2: the upper 28 bits of eight products of 48, and whether anything was cut below them. Mantissas stand so that
 * the upper half of 64 bits is the result. */
AVX2 static inline __m256i product_of(__m256i x, __m256i y)
{
    const __m256i mx = mantissa_of(x), my = _mm256_srli_epi32(mantissa_of(y), 24 - MAD_CUT_BITS);
    const __m256i even = _mm256_mul_epu32(mx, my);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(mx, 32), _mm256_srli_epi64(my, 32));
    const __m256i upper = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA);
    const __m256i cut = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
    return _mm256_or_si256(upper, _mm256_min_epu32(cut, avx2_constant(1)));
}

/* mad_align(); a shift by 32 and more gives 0 here too. */
AVX2 static inline __m256i align(__m256i v, __m256i distance)
{
    const __m256i shifted = _mm256_srlv_epi32(v, distance);
    const __m256i is_cut = _mm256_cmpgt_epi32(v, _mm256_sllv_epi32(shifted, distance));
    return _mm256_or_si256(shifted, _mm256_and_si256(is_cut, _mm256_min_epi32(shifted, avx2_constant(1))));
}

/* Steps 7 to 13. The sum goes left until its leading one is at bit 30, so that seven bits are left to round by; in
 * them Blackhole's sticky bits stand where they count, and Wormhole's are made. sign: in bit 31. */
AVX2 static inline __m256i round_sum(__m256i sum, __m256i exponent, __m256i sign, bool leaks_nan)
{
    const __m256i one = avx2_constant(1), least = leaks_nan ? avx2_constant(UINT32_MAX) : _mm256_setzero_si256();
    const __m256i places = avx2_places_to_bit_30(sum);
    __m256i less_one =
        _mm256_sub_epi32(_mm256_add_epi32(exponent, avx2_constant(3)), places); /* the leading one adds it */
    const __m256i is_under = _mm256_cmpgt_epi32(least, less_one);
    less_one = _mm256_max_epi32(less_one, least);
    __m256i value;
    if (leaks_nan) { /* step 10: only bit 0 of a sum that goes right */
        const __m256i sticky = _mm256_and_si256(sum, _mm256_min_epi32(_mm256_srli_epi32(sum, 27), one));
        value = _mm256_or_si256(_mm256_and_si256(_mm256_sllv_epi32(sum, places), avx2_constant(0xFFFFFFF0)), sticky);
    } else { /* step 9: one place lower */
        value = _mm256_sllv_epi32(sum, _mm256_add_epi32(places, is_under));
    }
    const __m256i is_odd = _mm256_and_si256(_mm256_srli_epi32(value, 7), one);
    value = _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(value, avx2_constant(0x3F)), is_odd), 7);
    value = _mm256_add_epi32(value, _mm256_slli_epi32(less_one, 23));
    value = _mm256_min_epu32(value, avx2_constant(MAD_INFINITY));
    const __m256i counts = _mm256_cmpgt_epi32(value, avx2_constant(MAD_MANTISSA));
    if (leaks_nan)
        value = _mm256_and_si256(_mm256_or_si256(value, sign), _mm256_andnot_si256(is_under, counts));
    else
        value = _mm256_or_si256(_mm256_and_si256(value, counts), sign);
    return _mm256_sign_epi32(value, sum); /* as it is, or 0 where the sum is */
}

/* Eight lanes; in *special those that are not to be used. */
AVX2 static inline __m256i mad_eight(__m256i x, __m256i y, __m256i z, bool leaks_nan, unsigned *special)
{
    const __m256i zero = _mm256_setzero_si256(), top = avx2_constant(0x80000000);
    const __m256i ex = exponent_of(x), ey = exponent_of(y), ez = exponent_of(z);
    const __m256i sign = _mm256_xor_si256(x, y); /* here and below bit 31 is what counts */
    const __m256i product = product_of(x, y);
    const __m256i exponent = _mm256_sub_epi32(_mm256_add_epi32(ex, ey), avx2_constant(127));
    const __m256i has_none = _mm256_or_si256(exponent, _mm256_cmpeq_epi32(_mm256_min_epi32(ex, ey), zero));
    const __m256i larger_exponent = _mm256_max_epi32(exponent, ez);
    const __m256i largest = _mm256_max_epi32(_mm256_max_epi32(ex, ey), larger_exponent);
    *special = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(largest, avx2_constant(254))));

    const __m256i z_counts = _mm256_cmpgt_epi32(ez, zero);
    const __m256i addend = _mm256_and_si256(_mm256_srli_epi32(mantissa_of(z), 8 - MAD_GUARD_BITS), z_counts);

    /* Steps 5 and 6: one of the two is shifted; the sum takes the sign of the other, or turns it. */
    const __m256i apart = _mm256_sub_epi32(exponent, ez); /* below zero: the addend comes first */
    const __m256i first = choose(apart, addend, product);
    const __m256i second = align(choose(apart, product, addend), _mm256_abs_epi32(apart));
    const __m256i opposed = _mm256_or_si256(_mm256_xor_si256(sign, z), avx2_constant(1));
    const __m256i total = _mm256_add_epi32(first, _mm256_sign_epi32(second, opposed));
    const __m256i sum_sign = _mm256_and_si256(_mm256_xor_si256(choose(apart, z, sign), total), top);
    const __m256i out = round_sum(_mm256_abs_epi32(total), larger_exponent, sum_sign, leaks_nan);

    /* Step 4: no product. Blackhole: minus zero if both are. */
    const __m256i remaining = leaks_nan ? z_counts : _mm256_or_si256(z_counts, _mm256_and_si256(sign, top));
    return choose(has_none, _mm256_and_si256(z, remaining), out);
}

/* leaks_nan is known where it is called, so that each chip has a loop of its own. */
AVX2 static inline __attribute__((always_inline)) void run(const uint32_t x[static 32], const uint32_t y[static 32],
                                                           const uint32_t z[static 32], bool leaks_nan,
                                                           uint32_t out[static 32])
{
    for (int at = 0; at < 32; at += 8) {
        unsigned special;
        const __m256i result = mad_eight(avx2_load(&x[at]), avx2_load(&y[at]), avx2_load(&z[at]), leaks_nan, &special);
        _mm256_storeu_si256((__m256i *)(void *)&out[at], result);
        for (; special; special &= special - 1) {
            const int i = at + __builtin_ctz(special);
            out[i] = mad_exact(x[i], y[i], z[i], leaks_nan, true);
        }
    }
}

AVX2 void mad_lanes_avx2(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32],
                         bool leaks_nan, uint32_t out[static 32])
{
    if (leaks_nan)
        run(x, y, z, true, out);
    else
        run(x, y, z, false, out);
}

#else

void mad_lanes_avx2(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32],
                    bool leaks_nan, uint32_t out[static 32])
{
    mad_lanes_portable(x, y, z, leaks_nan, out);
}

#endif
