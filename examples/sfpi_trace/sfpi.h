// SPDX-License-Identifier: Apache-2.0
// The public names of SFPI's vector classes over trace.h, so that source of vector kernels runs on the host and leaves
// words. Names and what they stand for are those of the public interface; nothing else is.
#pragma once

#include "trace.h"

#include <cmath>
#include <limits>
#include <type_traits>

#define sfpi_inline inline

namespace sfpi
{

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

class vVal
{
  public:
    int id = none;
    vVal() = default;
    int get() const
    {
        return id;
    }
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

class vFloat : public vVal
{
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

class vInt : public vVal
{
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

class vUInt : public vInt
{
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

template <typename To, typename From> To as(const From &from)
{
    return reinterpret<To>(from);
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

class dst_row
{
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

} // namespace sfpi

inline sfpi::vFloat __builtin_rvtt_sfpmad(int a, int b, int c, int mod)
{
    sfpi_trace::op &of = sfpi::now().add("SFPMAD");
    of.operands = {{"lreg_src_a", a}, {"lreg_src_b", b}, {"lreg_src_c", c}};
    of.fields = {{"instr_mod1", (unsigned)mod}};
    return sfpi::vFloat::of(sfpi::now().result_of(of));
}

#include "sfpi_words.h"
#include "sfpi_flags.h"
#include "sfpi_lut.h"
