/* SPDX-License-Identifier: Apache-2.0 */
/* 32 multiply-adds: portable, and eight at a time where the machine has AVX2 (vector.md V30). Lanes with infinities,
 * NaN or a product that overflows take the scalar way. */
#include "tile/vector/mad.h"

void mad_run_portable(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32],
                      bool leaks_nan, uint32_t out[static 32])
{
    if (leaks_nan) {
        for (int i = 0; i < 32; i++)
            out[i] = mad_exact(x[i], y[i], z[i], true, true);
    } else {
        for (int i = 0; i < 32; i++)
            out[i] = mad_exact(x[i], y[i], z[i], false, true);
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i constant(uint32_t bits)
{
    return _mm256_set1_epi32((int)bits);
}

AVX2 static inline __m256i exponent_of(__m256i bits)
{
    return _mm256_and_si256(_mm256_srli_epi32(bits, 23), constant(0xFF));
}

/* With the hidden one; 0 where the exponent is. */
AVX2 static inline __m256i mantissa_of(__m256i bits, __m256i exponent)
{
    const __m256i is_zero = _mm256_cmpeq_epi32(exponent, _mm256_setzero_si256());
    const __m256i mantissa =
        _mm256_or_si256(_mm256_and_si256(bits, constant(MAD_MANTISSA)), constant(MAD_MANTISSA + 1u));
    return _mm256_andnot_si256(is_zero, mantissa);
}

/* Step 2: the upper 28 bits of eight products of 48, and whether anything was cut below them. */
AVX2 static inline __m256i product_of(__m256i x, __m256i y)
{
    const __m256i even = _mm256_mul_epu32(x, y);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(x, 32), _mm256_srli_epi64(y, 32));
    const __m256i upper =
        _mm256_blend_epi32(_mm256_srli_epi64(even, MAD_CUT_BITS), _mm256_slli_epi64(odd, 32 - MAD_CUT_BITS), 0xAA);
    const __m256i lower = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
    const __m256i cut = _mm256_and_si256(lower, constant((1u << MAD_CUT_BITS) - 1));
    return _mm256_or_si256(upper, _mm256_min_epi32(cut, constant(1)));
}

/* mad_align(); a shift by 32 and more gives 0 here too. */
AVX2 static inline __m256i align(__m256i v, __m256i distance)
{
    const __m256i shifted = _mm256_srlv_epi32(v, distance);
    const __m256i is_exact = _mm256_cmpeq_epi32(_mm256_sllv_epi32(shifted, distance), v);
    return _mm256_or_si256(shifted, _mm256_andnot_si256(is_exact, _mm256_min_epi32(shifted, constant(1))));
}

/* Leading zeros of numbers from 1 to 2^31 - 1: a table of nibbles, then the first byte, then half that has any. */
AVX2 static inline __m256i leading_zeros(__m256i v)
{
    const __m256i table = _mm256_setr_epi8(4, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 2, 1, 1, 1, 1, 0, 0,
                                           0, 0, 0, 0, 0, 0);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i low = _mm256_and_si256(v, _mm256_set1_epi8(15));
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15));
    const __m256i low_count = _mm256_and_si256(_mm256_shuffle_epi8(table, low), _mm256_cmpeq_epi8(high, zero));
    const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, high), low_count);

    const __m256i upper8 = _mm256_srli_epi16(bytes, 8);
    const __m256i lower8 = _mm256_and_si256(bytes, _mm256_cmpeq_epi16(upper8, _mm256_set1_epi16(8)));
    const __m256i halves = _mm256_add_epi16(upper8, _mm256_and_si256(lower8, _mm256_set1_epi16(0xFF)));

    const __m256i upper16 = _mm256_srli_epi32(halves, 16);
    const __m256i lower16 = _mm256_and_si256(halves, _mm256_cmpeq_epi32(upper16, constant(16)));
    return _mm256_add_epi32(upper16, _mm256_and_si256(lower16, constant(0xFFFF)));
}

/* Steps 8 to 13. The sum goes left until its leading one is at bit 31, so that eight bits are left to round by; in
 * them Blackhole's sticky bits stand where they count, and Wormhole's are made. Lanes whose sum is 0 hold anything. */
AVX2 static inline __m256i round_sum(__m256i sum, __m256i exponent, __m256i sign, bool leaks_nan)
{
    const __m256i zero = _mm256_setzero_si256(), one = constant(1);
    __m256i zeros = leading_zeros(sum);
    __m256i less_one = _mm256_sub_epi32(_mm256_add_epi32(exponent, constant(4)), zeros); /* the exponent, less one */
    const __m256i is_under = _mm256_cmpgt_epi32(leaks_nan ? constant(UINT32_MAX) : zero, less_one);
    less_one = _mm256_max_epi32(less_one, leaks_nan ? constant(UINT32_MAX) : zero);
    if (!leaks_nan) /* step 9: one place lower */
        zeros = _mm256_add_epi32(zeros, is_under);
    const __m256i normal = _mm256_sllv_epi32(sum, zeros);
    __m256i rest = _mm256_and_si256(normal, constant(0xFF));
    if (leaks_nan) { /* step 10: only bit 0 of a sum that goes right */
        const __m256i sticky = _mm256_and_si256(sum, _mm256_min_epi32(_mm256_srli_epi32(sum, 27), one));
        rest = _mm256_or_si256(_mm256_and_si256(rest, constant(0xE0)), sticky);
    }
    __m256i out = _mm256_add_epi32(_mm256_slli_epi32(less_one, 23), _mm256_srli_epi32(normal, 8));
    rest = _mm256_add_epi32(rest, _mm256_and_si256(out, one));
    out = _mm256_sub_epi32(out, _mm256_cmpgt_epi32(rest, constant(0x80)));
    __m256i is_zero = _mm256_cmpeq_epi32(_mm256_srli_epi32(out, 23), zero);
    out = _mm256_min_epu32(out, constant(MAD_INFINITY));
    if (!leaks_nan)
        return _mm256_or_si256(sign, _mm256_andnot_si256(is_zero, out));
    is_zero = _mm256_or_si256(is_zero, is_under);
    return _mm256_andnot_si256(is_zero, _mm256_or_si256(sign, out));
}

/* Eight lanes; in *special those that are not to be used. */
AVX2 static inline __m256i mad_eight(__m256i x, __m256i y, __m256i z, bool leaks_nan, unsigned *special)
{
    const __m256i zero = _mm256_setzero_si256(), top = constant(0x80000000);
    const __m256i ex = exponent_of(x), ey = exponent_of(y), ez = exponent_of(z);
    const __m256i mz = mantissa_of(z, ez);
    const __m256i sign = _mm256_and_si256(_mm256_xor_si256(x, y), top);
    const __m256i opposed = _mm256_and_si256(_mm256_xor_si256(sign, z), top);
    const __m256i product = product_of(mantissa_of(x, ex), mantissa_of(y, ey));
    const __m256i exponent = _mm256_sub_epi32(_mm256_add_epi32(ex, ey), constant(127));

    const __m256i larger_exponent = _mm256_max_epi32(exponent, ez);
    const __m256i largest = _mm256_max_epi32(_mm256_max_epi32(ex, ey), larger_exponent);
    *special = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(largest, constant(254))));
    const __m256i has_none = _mm256_or_si256(_mm256_cmpeq_epi32(product, zero), _mm256_cmpgt_epi32(zero, exponent));

    /* Steps 5 and 6: one of the two is shifted; the sum takes the sign of that with the larger exponent, or turns it.
     */
    const __m256i apart = _mm256_sub_epi32(exponent, ez);
    const __m256i is_z_first = _mm256_cmpgt_epi32(zero, apart);
    const __m256i addend = _mm256_slli_epi32(mz, MAD_GUARD_BITS);
    const __m256i first = _mm256_blendv_epi8(product, addend, is_z_first);
    const __m256i second = align(_mm256_blendv_epi8(addend, product, is_z_first), _mm256_abs_epi32(apart));
    const __m256i total = _mm256_add_epi32(first, _mm256_sign_epi32(second, _mm256_or_si256(opposed, constant(1))));
    const __m256i turned = _mm256_xor_si256(_mm256_and_si256(opposed, is_z_first), _mm256_and_si256(total, top));
    const __m256i sum_sign = _mm256_xor_si256(sign, turned);

    __m256i out = round_sum(_mm256_abs_epi32(total), larger_exponent, sum_sign, leaks_nan);
    out = _mm256_andnot_si256(_mm256_cmpeq_epi32(total, zero), out);
    /* Step 4: no product. */
    const __m256i nothing = leaks_nan ? zero : _mm256_and_si256(sign, z);
    const __m256i alone = _mm256_blendv_epi8(z, nothing, _mm256_cmpeq_epi32(mz, zero));
    return _mm256_blendv_epi8(out, alone, has_none);
}

AVX2 void mad_run_avx2(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32],
                       bool leaks_nan, uint32_t out[static 32])
{
    for (int at = 0; at < 32; at += 8) {
        const __m256i vx = _mm256_loadu_si256((const __m256i *)(const void *)&x[at]);
        const __m256i vy = _mm256_loadu_si256((const __m256i *)(const void *)&y[at]);
        const __m256i vz = _mm256_loadu_si256((const __m256i *)(const void *)&z[at]);
        unsigned special;
        const __m256i result =
            leaks_nan ? mad_eight(vx, vy, vz, true, &special) : mad_eight(vx, vy, vz, false, &special);
        _mm256_storeu_si256((__m256i *)(void *)&out[at], result);
        for (; special; special &= special - 1) {
            const int i = __builtin_ctz(special);
            out[at + i] = mad_exact(x[at + i], y[at + i], z[at + i], leaks_nan, true);
        }
    }
}

bool mad_has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

#else

void mad_run_avx2(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32], bool leaks_nan,
                  uint32_t out[static 32])
{
    mad_run_portable(x, y, z, leaks_nan, out);
}

bool mad_has_avx2(void)
{
    return false;
}

#endif

void mad_run(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32], bool leaks_nan,
             uint32_t out[static 32])
{
    if (mad_has_avx2())
        mad_run_avx2(x, y, z, leaks_nan, out);
    else
        mad_run_portable(x, y, z, leaks_nan, out);
}
