// SPDX-License-Identifier: Apache-2.0
// Included by sfpi.h: functions of one word.
#pragma once

namespace sfpi
{

// ---- functions of one word ----

enum class ExponentMode { Debias, NoDebias, Unbiased = Debias, Biased = NoDebias };
enum class MantissaMode { FractionOnly, WithUnitBit, ImplicitOne = WithUnitBit };
enum class RoundMode { NearestEven, Stochastic, Zero, Even = NearestEven, Nearest = NearestEven };
inline int form_of(RoundMode mode)
{
    if (mode == RoundMode::Zero && now().is_wormhole)
        sfpi_trace::trace::fail("rounding towards zero is Blackhole's");
    return (int)mode;
}

inline vInt exexp(const vFloat &x, ExponentMode mode = ExponentMode::Debias)
{
    return vInt::of(unary("SFPEXEXP", x.id, mode == ExponentMode::NoDebias));
}
inline vInt exexp_nodebias(const vFloat &x)
{
    return exexp(x, ExponentMode::NoDebias);
}
inline vInt exman(const vFloat &x, MantissaMode mode = MantissaMode::FractionOnly)
{
    return vInt::of(unary("SFPEXMAN", x.id, mode == MantissaMode::FractionOnly));
}
inline vInt exman8(const vFloat &x)
{
    return exman(x, MantissaMode::WithUnitBit);
}
inline vInt exman9(const vFloat &x)
{
    return exman(x);
}
inline vFloat copyexp(const vFloat &x, const vFloat &exponent)
{
    return vFloat::of(in_place("SFPSETEXP", exponent.id, x.id, 2));
}
inline vFloat setman(const vFloat &x, int mantissa)
{
    return vFloat::of(unary("SFPSETMAN", x.id, 1, (unsigned)mantissa));
}
inline vFloat copyman(const vFloat &x, const vVal &mantissa)
{
    return vFloat::of(in_place("SFPSETMAN", mantissa.id, x.id));
}
inline vFloat copysgn(const vFloat &x, const vVal &sign)
{
    return vFloat::of(in_place("SFPSETSGN", sign.id, x.id));
}
inline vInt copysgn(const vInt &x, const vVal &sign)
{
    return vInt::of(in_place("SFPSETSGN", sign.id, x.id));
}
inline vInt lz_nosgn(const vVal &x)
{
    return vInt::of(unary("SFPLZ", x.id, 4));
}
inline vInt shft(const vInt &x, int by)
{
    return x.shifted(by, false);
}
inline vFloat setexp(const vFloat &x, int exponent)
{
    return vFloat::of(unary("SFPSETEXP", x.id, 1, (unsigned)exponent));
}
inline vFloat setexp(const vFloat &x, const vInt &exponent)
{
    return vFloat::of(in_place("SFPSETEXP", exponent.id, x.id));
}
inline vFloat setman(const vFloat &x, const vInt &mantissa)
{
    return copyman(x, mantissa);
}
inline vFloat setsgn(const vFloat &x, int sign)
{
    return vFloat::of(unary("SFPSETSGN", x.id, 1, (unsigned)sign));
}
inline vInt setsgn(const vInt &x, int sign)
{
    return vInt::of(unary("SFPSETSGN", x.id, 1, (unsigned)sign));
}
inline vFloat setsgn(const vFloat &x, const vFloat &sign)
{
    return copysgn(x, sign);
}
inline vFloat addexp(const vFloat &x, int exponent)
{
    return vFloat::of(unary("SFPDIVP2", x.id, 1, (unsigned)exponent));
}
inline vFloat abs(const vFloat &x)
{
    return vFloat::of(unary("SFPABS", x.id, 1));
}
inline vInt abs(const vInt &x)
{
    return vInt::of(unary("SFPABS", x.id));
}
inline vInt lz(const vInt &x)
{
    return vInt::of(unary("SFPLZ", x.id));
}
inline vInt shft(const vInt &x, const vInt &by)
{
    return vInt::of(in_place("SFPSHFT", x.id, by.id));
}
inline vFloat int32_to_float(const vInt &x, int mode = 0)
{
    op &of = now().add("SFPCAST");
    of.operands = {{"lreg_src_c", x.id}};
    of.fields = {{"instr_mod1", (unsigned)mode}};
    return vFloat::of(now().result_of(of));
}
inline int round_to(const vVal &x, unsigned form, int mode)
{
    op &of = now().add("SFP_STOCH_RND");
    of.operands = {{"lreg_src_c", x.id}};
    of.fields = {{"instr_mod1", form}, {"rnd_mode", (unsigned)mode}};
    return now().result_of(of);
}
inline vFloat float_to_fp16a(const vFloat &x, int mode = 0)
{
    return vFloat::of(round_to(x, 0, mode));
}
inline vFloat float_to_fp16b(const vFloat &x, int mode = 0)
{
    return vFloat::of(round_to(x, 1, mode));
}
inline vInt float_to_uint8(const vFloat &x, int mode = 0)
{
    return vInt::of(round_to(x, 2, mode));
}
inline vInt float_to_int8(const vFloat &x, int mode = 0)
{
    return vInt::of(round_to(x, 3, mode));
}
inline vInt float_to_uint16(const vFloat &x, int mode = 0)
{
    return vInt::of(round_to(x, 6, mode));
}
inline vInt float_to_int16(const vFloat &x, int mode = 0)
{
    return vInt::of(round_to(x, 7, mode));
}
inline vFloat int32_to_float(const vInt &x, RoundMode mode)
{
    return int32_to_float(x, (int)mode);
}
inline vFloat float_to_fp16a(const vFloat &x, RoundMode mode)
{
    return float_to_fp16a(x, form_of(mode));
}
inline vFloat float_to_fp16b(const vFloat &x, RoundMode mode)
{
    return float_to_fp16b(x, form_of(mode));
}

// Values of fewer bits, which stand in registers as floats and integers.
struct vFloat16a : vFloat {
    using vFloat::vFloat;
};
struct vFloat16b : vFloat {
    using vFloat::vFloat;
};
struct vSMag16 : vInt {
    using vInt::vInt;
};
struct vUInt16 : vUInt {
    using vUInt::vUInt;
};
template <typename To> To convert(const vFloat &x, RoundMode mode = RoundMode::Stochastic)
{
    static_assert(std::is_same_v<To, vFloat16a> || std::is_same_v<To, vFloat16b> || std::is_same_v<To, vSMag16> ||
                      std::is_same_v<To, vUInt16>,
                  "vFloat is converted to vFloat16a, vFloat16b, vSMag16 and vUInt16");
    To to;
    to.id = round_to(x,
                     std::is_same_v<To, vFloat16a>   ? 0
                     : std::is_same_v<To, vFloat16b> ? 1
                     : std::is_same_v<To, vUInt16>   ? 6
                                                     : 7,
                     form_of(mode));
    return to;
}

// What kernels use of the compiler's own names.
enum { SFPMAD_MOD1_OFFSET_NONE = 0 };
// Blackhole.
inline vFloat approx_recip(const vFloat &x)
{
    if (now().is_wormhole)
        sfpi_trace::trace::fail("approx_recip is Blackhole's");
    return vFloat::of(unary("SFPARECIP", x.id));
}

// The smaller one in a, the larger in b.
inline void vec_min_max(vFloat &a, vFloat &b)
{
    op &of = now().add("SFPSWAP");
    of.in_place = a.id;
    of.also_in_place = b.id;
    of.fields = {{"instr_mod1", 1}};
    const int smaller = now().result_of(of);
    of.second = now().values++;
    b.id = now().ops.back().second;
    a.id = smaller;
}

} // namespace sfpi
