// SPDX-License-Identifier: Apache-2.0
// The public names of SFPI's vector classes over trace.h, so that source of vector kernels runs on the host and leaves
// words. Names and what they stand for are those of the public interface; nothing else is.
#pragma once

#include "trace.h"

#include <cmath>
#include <limits>

#define sfpi_inline inline

namespace sfpi {

using sfpi_trace::fixed;
using sfpi_trace::none;
using sfpi_trace::now;
using sfpi_trace::op;

inline uint32_t bits_of(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// ---- words with one result ----

inline int unary(const char *name, int x, unsigned mod = 0, unsigned imm = 0)
{
    op &of = now().add(name);
    of.operands = {{"lreg_c", x}};
    of.fields = {{"instr_mod1", mod}, {"imm12_math", imm & 0xFFF}};
    return now().result_of(of);
}

// The result takes the place of d, which is an operand.
inline int in_place(const char *name, int d, int x, unsigned mod = 0, unsigned imm = 0)
{
    op &of = now().add(name);
    of.operands = {{"lreg_c", x}};
    of.in_place = d;
    of.fields = {{"instr_mod1", mod}, {"imm12_math", imm & 0xFFF}};
    return now().result_of(of);
}

inline int multiply(int a, int b)
{
    op &of = now().add("SFPMUL");
    of.operands = {{"lreg_src_a", a}, {"lreg_src_b", b}, {"lreg_src_c", fixed(sfpi_trace::zero_register)}};
    return now().result_of(of);
}

inline int add(int a, int b)
{
    op &of = now().add("SFPADD");
    of.operands = {{"lreg_src_a", fixed(sfpi_trace::one_register)}, {"lreg_src_b", a}, {"lreg_src_c", b}};
    return now().result_of(of);
}

inline int subtract(int a, int b)
{
    op &of = now().add("SFPMAD");
    of.operands = {{"lreg_src_a", fixed(sfpi_trace::minus_one_register)}, {"lreg_src_b", b}, {"lreg_src_c", a}};
    return now().result_of(of);
}

// ---- values ----

class vVal {
public:
    int id = none;
    vVal() = default;
    explicit vVal(int value) : id(value)
    {
    }

protected:
    void set(int value)
    {
        id = now().assign(id, value);
    }
};

// A number as its 16 bits, of FP16 or of BF16, or of a float that is cut to them.
struct sFloat16a {
    uint32_t fp32;
    explicit sFloat16a(uint32_t bits) : fp32((bits & 0x8000) << 16 | (((bits & 0x7FFF) + (112u << 10)) << 13))
    {
    }
    explicit sFloat16a(int bits) : sFloat16a((uint32_t)bits)
    {
    }
    explicit sFloat16a(float value) : fp32(bits_of(value) & 0xFFFFE000)
    {
    }
};
struct sFloat16b {
    uint32_t fp32;
    explicit sFloat16b(uint32_t bits) : fp32(bits << 16)
    {
    }
    explicit sFloat16b(int bits) : sFloat16b((uint32_t)bits)
    {
    }
    explicit sFloat16b(float value) : fp32(bits_of(value) & 0xFFFF0000)
    {
    }
};
using s2vFloat16a = sFloat16a;
using s2vFloat16b = sFloat16b;
using s2vFloat16 = sFloat16b;

class vFloat : public vVal {
public:
    vFloat() = default;
    vFloat(const vFloat &) = default;
    vFloat(float value) : vVal(now().constant(bits_of(value)))
    {
    }
    vFloat(sFloat16a value) : vVal(now().constant(value.fp32))
    {
    }
    vFloat(sFloat16b value) : vVal(now().constant(value.fp32))
    {
    }
    static vFloat of(int value)
    {
        vFloat one;
        one.id = value;
        return one;
    }
    vFloat &operator=(const vFloat &other)
    {
        set(other.id);
        return *this;
    }
    vFloat operator-() const
    {
        return of(unary("SFPMOV", id, 1));
    }
    vFloat &operator+=(const vFloat &b)
    {
        return *this = of(add(id, b.id));
    }
    vFloat &operator-=(const vFloat &b)
    {
        return *this = of(subtract(id, b.id));
    }
    vFloat &operator*=(const vFloat &b)
    {
        return *this = of(multiply(id, b.id));
    }
};

inline vFloat operator+(const vFloat &a, const vFloat &b)
{
    return vFloat::of(add(a.id, b.id));
}
inline vFloat operator-(const vFloat &a, const vFloat &b)
{
    return vFloat::of(subtract(a.id, b.id));
}
inline vFloat operator*(const vFloat &a, const vFloat &b)
{
    return vFloat::of(multiply(a.id, b.id));
}

// An integer as a constant: a pattern of 32 bits. 0 is what register 9 holds.
inline int integer_constant(int32_t value)
{
    return now().constant((uint32_t)value);
}

class vInt : public vVal {
public:
    vInt() = default;
    vInt(const vInt &) = default;
    vInt(int value) : vVal(integer_constant(value))
    {
    }
    static vInt of(int value)
    {
        vInt one;
        one.id = value;
        return one;
    }
    vInt &operator=(const vInt &other)
    {
        set(other.id);
        return *this;
    }
    vInt operator~() const
    {
        return of(unary("SFPNOT", id));
    }
    // By a negative number to the right; Blackhole has a form that keeps the sign.
    vInt shifted(int by, bool keeps_sign) const
    {
        const unsigned form = keeps_sign && !now().is_wormhole ? 3 : 1;
        return of(in_place("SFPSHFT", id, fixed(sfpi_trace::zero_register), form, (unsigned)by));
    }
    vInt operator<<(int by) const
    {
        return shifted(by, false);
    }
    vInt operator>>(int by) const
    {
        return shifted(-by, true);
    }
};

class vUInt : public vInt {
public:
    vUInt() = default;
    vUInt(int value) : vInt(value)
    {
    }
    vUInt(const vInt &of) : vInt(of)
    {
    }
    vUInt operator>>(int by) const
    {
        return shifted(-by, false);
    }
};

inline vInt operator+(const vInt &a, const vInt &b)
{
    return vInt::of(in_place("SFPIADD", a.id, b.id, 4));
}
// SFPIADD takes d from c.
inline vInt operator-(const vInt &a, const vInt &b)
{
    return vInt::of(in_place("SFPIADD", b.id, a.id, 6));
}
inline vInt operator+(const vInt &a, int b)
{
    return b >= -2048 && b < 2048 ? vInt::of(unary("SFPIADD", a.id, 5, (unsigned)b)) : a + vInt(b);
}
inline vInt operator-(const vInt &a, int b)
{
    return a + -b;
}
inline vInt operator&(const vInt &a, const vInt &b)
{
    return vInt::of(in_place("SFPAND", a.id, b.id));
}
inline vInt operator|(const vInt &a, const vInt &b)
{
    return vInt::of(in_place("SFPOR", a.id, b.id));
}
inline vInt operator^(const vInt &a, const vInt &b)
{
    return vInt::of(in_place("SFPXOR", a.id, b.id));
}
inline vInt &operator+=(vInt &a, const vInt &b)
{
    return a = a + b;
}
inline vInt &operator-=(vInt &a, const vInt &b)
{
    return a = a - b;
}
inline vInt &operator&=(vInt &a, const vInt &b)
{
    return a = a & b;
}
inline vInt &operator|=(vInt &a, const vInt &b)
{
    return a = a | b;
}
inline vInt &operator^=(vInt &a, const vInt &b)
{
    return a = a ^ b;
}
inline vInt &operator<<=(vInt &a, int by)
{
    return a = a << by;
}
inline vInt &operator>>=(vInt &a, int by)
{
    return a = a >> by;
}

template <typename To, typename From> To reinterpret(const From &from)
{
    To to;
    to.id = from.id;
    return to;
}

const vFloat vConst0 = vFloat::of(fixed(9)), vConst1 = vFloat::of(fixed(10)), vConstNeg1 = vFloat::of(fixed(11));
const vFloat vConst0p8373 = vFloat::of(fixed(8));
const vInt vConstTileId = vInt::of(fixed(15));

// Registers 12 to 14: what SFPCONFIG takes out of register 0.
template <typename Value, typename Number> struct programmable {
    int reg;
    operator Value() const
    {
        return Value::of(fixed(reg));
    }
    void operator=(const Value &value) const
    {
        op &of = now().add("SFPCONFIG");
        of.operands = {{nullptr, value.id, 0}};
        of.fields = {{"config_dest", (unsigned)reg}};
    }
    void operator=(Number value) const
    {
        *this = Value(value);
    }
};
const programmable<vFloat, float> vConstFloatPrgm0 = {12}, vConstFloatPrgm1 = {13}, vConstFloatPrgm2 = {14};
const programmable<vInt, int> vConstIntPrgm0 = {12}, vConstIntPrgm1 = {13}, vConstIntPrgm2 = {14};

// ---- Dst ----

class dst_row {
public:
    explicit dst_row(unsigned row) : at(row)
    {
    }
    operator vFloat() const
    {
        op &of = now().add("SFPLOAD");
        of.fields = {{"instr_mod0", now().format}, {"dest_reg_addr", at}};
        return vFloat::of(now().result_of(of, "lreg_ind"));
    }
    dst_row &operator=(const vFloat &value)
    {
        op &of = now().add("SFPSTORE");
        of.operands = {{"lreg_ind", value.id}};
        of.fields = {{"instr_mod0", now().format}, {"dest_reg_addr", at}};
        return *this;
    }
    dst_row &operator=(const dst_row &other)
    {
        return *this = (vFloat)other;
    }

private:
    unsigned at;
};

inline vFloat operator*(const dst_row &a, const vFloat &b)
{
    return (vFloat)a * b;
}
inline vFloat operator+(const dst_row &a, const vFloat &b)
{
    return (vFloat)a + b;
}
inline vFloat operator-(const dst_row &a, const vFloat &b)
{
    return (vFloat)a - b;
}
inline vFloat operator-(const dst_row &a)
{
    return -(vFloat)a;
}

// Two rows of the state are one of dst_reg; dst_reg++ goes on by counting here.
struct dst_registers {
    dst_row operator[](int i) const
    {
        return dst_row(now().row + 2u * (unsigned)i);
    }
    void operator++(int) const
    {
        now().row += 2;
    }
};
const dst_registers dst_reg;

// ---- functions of one word ----

inline vInt exexp(const vFloat &x)
{
    return vInt::of(unary("SFPEXEXP", x.id));
}
inline vInt exexp_nodebias(const vFloat &x)
{
    return vInt::of(unary("SFPEXEXP", x.id, 1));
}
inline vInt exman8(const vFloat &x)
{
    return vInt::of(unary("SFPEXMAN", x.id));
}
inline vInt exman9(const vFloat &x)
{
    return vInt::of(unary("SFPEXMAN", x.id, 1));
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
    return vFloat::of(in_place("SFPSETMAN", mantissa.id, x.id));
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
    return vFloat::of(in_place("SFPSETSGN", sign.id, x.id));
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

// Three lines of a * |x| + b, for |x| below 1, below 2 and above; coefficients in FP32. keeps_sign: of x.
inline vFloat lut2(const vFloat &x, const vFloat &a0, const vFloat &a1, const vFloat &a2, const vFloat &b0,
                   const vFloat &b1, const vFloat &b2, bool keeps_sign = false)
{
    op &of = now().add("SFPLUTFP32");
    of.operands = {{nullptr, a0.id, 0}, {nullptr, a1.id, 1}, {nullptr, a2.id, 2}, {nullptr, b0.id, 4},
                   {nullptr, b1.id, 5}, {nullptr, b2.id, 6}, {nullptr, x.id, 3}};
    of.fields = {{"instr_mod1", keeps_sign ? 4u : 0u}};
    return vFloat::of(now().result_of(of));
}

} // namespace sfpi

#include "sfpi_flags.h"
