/* SPDX-License-Identifier: Apache-2.0 */
/* A part of sfpi.h: functions of one word. */
#pragma once

namespace sfpi
{

sfpi_inline vInt exexp(const vFloat &x)
{
    return vInt::of(words::unary(0x77, 0, 0, x.get()));
}
sfpi_inline vInt exexp_nodebias(const vFloat &x)
{
    return vInt::of(words::unary(0x77, 1, 0, x.get()));
}
sfpi_inline vInt exman8(const vFloat &x)
{
    return vInt::of(words::unary(0x78, 0, 0, x.get()));
}
sfpi_inline vInt exman9(const vFloat &x)
{
    return vInt::of(words::unary(0x78, 1, 0, x.get()));
}

// The part is a number, or the lowest bits of a vector.
template <typename Part> sfpi_inline vFloat setexp(const vFloat &x, const Part &exponent)
{
    if constexpr (is_vector<Part>) {
        return vFloat::of(words::in_place(0x82, 0, 0, words::in_register(operand<INT>(exponent)), x.get()));
    } else {
        return vFloat::of(words::unary(0x82, 1, std::uint32_t(exponent) & 0xFF, x.get()));
    }
}
template <typename Part> sfpi_inline vFloat setman(const vFloat &x, const Part &mantissa)
{
    if constexpr (is_vector<Part>) {
        return vFloat::of(words::in_place(0x83, 0, 0, words::in_register(operand<INT>(mantissa)), x.get()));
    } else {
        return vFloat::of(words::unary(0x83, 1, std::uint32_t(mantissa), x.get()));
    }
}
template <typename Value, typename Part> sfpi_inline vec<kind_of<Value>> setsgn(const Value &value, const Part &sign)
{
    constexpr kind K = kind_of<Value>;
    const vec<K> x = value;
    if constexpr (is_vector<Part>) {
        return vec<K>::of(words::in_place(0x89, 0, 0, words::in_register(operand<kind_of<Part>>(sign)), x.get()));
    } else {
        return vec<K>::of(words::unary(0x89, 1, std::uint32_t(sign) & 1, x.get()));
    }
}
sfpi_inline vFloat addexp(const vFloat &x, std::uint32_t exponent)
{
    return vFloat::of(words::unary(0x76, 1, exponent & 0xFF, x.get()));
}
sfpi_inline vFloat abs(const vFloat &x)
{
    return vFloat::of(words::unary(0x7D, 1, 0, x.get()));
}
sfpi_inline vInt abs(const vInt &x)
{
    return vInt::of(words::unary(0x7D, 0, 0, x.get()));
}
namespace RoundMode
{
enum RoundMode {
    NearestEven,
    Stochastic,
    Zero, // Blackhole
    Even = NearestEven,
    Nearest = NearestEven
};
}

sfpi_inline vFloat int32_to_float(const vInt &x, int mode = RoundMode::Stochastic)
{
    return vFloat::of(words::unary(0x90, mode != 0, 0, x.get()));
}
sfpi_inline vUInt rounded(const vFloat &x, std::uint32_t form, int mode)
{
    return vUInt::of(words::unary(0x8E, form, std::uint32_t(mode) << 9, x.get()));
}
sfpi_inline vUInt float_to_fp16a(const vFloat &x, int mode = RoundMode::Stochastic)
{
    return rounded(x, SFPSTOCHRND_MOD1_FP32_TO_FP16A, mode);
}
sfpi_inline vUInt float_to_fp16b(const vFloat &x, int mode = RoundMode::Stochastic)
{
    return rounded(x, SFPSTOCHRND_MOD1_FP32_TO_FP16B, mode);
}
sfpi_inline vUInt float_to_uint16(const vFloat &x, int mode = RoundMode::Stochastic)
{
    return rounded(x, SFPSTOCHRND_MOD1_FP32_TO_UINT16, mode);
}
sfpi_inline vUInt float_to_int16(const vFloat &x, int mode = RoundMode::Stochastic)
{
    return rounded(x, SFPSTOCHRND_MOD1_FP32_TO_INT16, mode);
}

#ifndef ARCH_WORMHOLE
sfpi_inline vFloat approx_recip(const vFloat &x)
{
    return vFloat::of(words::unary(0x99, SFPARECIP_MOD1_RECIP, 0, x.get()));
}
#endif

// The smaller one in a, the larger in b.
template <kind K> sfpi_inline void vec_min_max(vec<K> &a, vec<K> &b)
{
    float smaller = a.get(), larger = b.get();
    words::swap(smaller, larger, SFPSWAP_MOD1_VEC_MIN_MAX);
    a = vec<K>::of(smaller);
    b = vec<K>::of(larger);
}

// Lines of a * |x| + b, chosen by |x|; the sign is that of x, or what comes out (lut_sign).
sfpi_inline vFloat lut(const vFloat &x, const vUInt &l0, const vUInt &l1, const vUInt &l2)
{
    return vFloat::of(words::lut(x.get(), l0.get(), l1.get(), l2.get(), 4));
}
template <kind K>
sfpi_inline vFloat lut2_of(const vFloat &x, const vec<K> &a0, const vec<K> &a1, const vec<K> &a2, const vec<K> &b0,
                           const vec<K> &b1, const vec<K> &b2, int mode, bool keeps_sign)
{
    const std::uint32_t form = K == FLOAT ? 0 : mode == 1 ? 2 : 3;
    return vFloat::of(words::lut_six(x.get(), a0.get(), a1.get(), a2.get(), b0.get(), b1.get(), b2.get(),
                                     form | (keeps_sign ? 4 : 0)));
}
template <kind K>
sfpi_inline vFloat lut2(const vFloat &x, const vec<K> &a0, const vec<K> &a1, const vec<K> &a2, const vec<K> &b0,
                        const vec<K> &b1, const vec<K> &b2, int mode = 1)
{
    return lut2_of(x, a0, a1, a2, b0, b1, b2, mode, true);
}
template <kind K>
sfpi_inline vFloat lut2_sign(const vFloat &x, const vec<K> &a0, const vec<K> &a1, const vec<K> &a2, const vec<K> &b0,
                             const vec<K> &b1, const vec<K> &b2, int mode = 1)
{
    return lut2_of(x, a0, a1, a2, b0, b1, b2, mode, false);
}

} // namespace sfpi
