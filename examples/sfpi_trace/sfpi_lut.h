// SPDX-License-Identifier: Apache-2.0
// Included by sfpi.h: SFPLUT and SFPLUTFP32.
#pragma once

namespace sfpi
{

// ---- lines of a * |x| + b, chosen by |x| ----

// Forms of the coefficients; the sign is that of x, or what comes out (lut_sign).
enum { lut_fp32 = 0, lut_fp16_six = 2, lut_fp16_six_wide = 3, lut_keeps_sign = 4, lut_fp16_three = 10 };

// Below 1, below 2 and above; a and b of eight bits each in one register.
inline vFloat lut_of(const vFloat &x, const vInt &l0, const vInt &l1, const vInt &l2, unsigned form)
{
    op &of = now().add("SFPLUT");
    of.operands = {{nullptr, l0.id, 0}, {nullptr, l1.id, 1}, {nullptr, l2.id, 2}, {nullptr, x.id, 3}};
    of.fields = {{"instr_mod0", form}};
    return vFloat::of(now().result_of(of, "lreg_ind"));
}
inline vFloat lut(const vFloat &x, const vInt &l0, const vInt &l1, const vInt &l2)
{
    return lut_of(x, l0, l1, l2, lut_keeps_sign);
}
inline vFloat lut_sign(const vFloat &x, const vInt &l0, const vInt &l1, const vInt &l2)
{
    return lut_of(x, l0, l1, l2, 0);
}
inline vFloat lut2_of(const vFloat &x, const vVal &a0, const vVal &a1, const vVal &a2, const vVal &b0, const vVal &b1,
                      const vVal &b2, unsigned form)
{
    op &of = now().add("SFPLUTFP32");
    of.operands = {{nullptr, a0.id, 0}, {nullptr, a1.id, 1}, {nullptr, a2.id, 2}, {nullptr, b0.id, 4},
                   {nullptr, b1.id, 5}, {nullptr, b2.id, 6}, {nullptr, x.id, 3}};
    of.fields = {{"instr_mod1", form}};
    return vFloat::of(now().result_of(of));
}
// a and b of FP16 in one register, for three ranges.
inline vFloat lut2_of(const vFloat &x, const vVal &l0, const vVal &l1, const vVal &l2, unsigned form)
{
    op &of = now().add("SFPLUTFP32");
    of.operands = {{nullptr, l0.id, 0}, {nullptr, l1.id, 1}, {nullptr, l2.id, 2}, {nullptr, x.id, 3}};
    of.fields = {{"instr_mod1", form}};
    return vFloat::of(now().result_of(of));
}
inline vFloat lut2(const vFloat &x, const vFloat &a0, const vFloat &a1, const vFloat &a2, const vFloat &b0,
                   const vFloat &b1, const vFloat &b2)
{
    return lut2_of(x, a0, a1, a2, b0, b1, b2, lut_fp32 | lut_keeps_sign);
}
inline vFloat lut2_sign(const vFloat &x, const vFloat &a0, const vFloat &a1, const vFloat &a2, const vFloat &b0,
                        const vFloat &b1, const vFloat &b2)
{
    return lut2_of(x, a0, a1, a2, b0, b1, b2, lut_fp32);
}
// Two of FP16 in each, for six ranges; mode 1 and 2 have them end elsewhere.
inline vFloat lut2(const vFloat &x, const vInt &a01, const vInt &a23, const vInt &a45, const vInt &b01, const vInt &b23,
                   const vInt &b45, int mode = 1)
{
    return lut2_of(x, a01, a23, a45, b01, b23, b45, (mode == 1 ? lut_fp16_six : lut_fp16_six_wide) | lut_keeps_sign);
}
inline vFloat lut2_sign(const vFloat &x, const vInt &a01, const vInt &a23, const vInt &a45, const vInt &b01,
                        const vInt &b23, const vInt &b45, int mode = 1)
{
    return lut2_of(x, a01, a23, a45, b01, b23, b45, mode == 1 ? lut_fp16_six : lut_fp16_six_wide);
}
inline vFloat lut2(const vFloat &x, const vInt &l0, const vInt &l1, const vInt &l2)
{
    return lut2_of(x, l0, l1, l2, lut_fp16_three | lut_keeps_sign);
}
inline vFloat lut2_sign(const vFloat &x, const vInt &l0, const vInt &l1, const vInt &l2)
{
    return lut2_of(x, l0, l1, l2, lut_fp16_three);
}

} // namespace sfpi
