// SPDX-License-Identifier: Apache-2.0
// The public names of SFPI's vector classes over trace.h, so that source of vector kernels runs on the host and leaves
// words. Names and what they stand for are those of the public interface; nothing else is.
#pragma once

#include "trace.h"

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

class vInt;
class vUInt;

class vFloat : public vVal {
public:
    vFloat() = default;
    vFloat(const vFloat &) = default;
    vFloat(float value) : vVal(now().constant(bits_of(value)))
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
    vInt operator+(const vInt &b) const
    {
        return of(in_place("SFPIADD", id, b.id, 4));
    }
    // SFPIADD takes d from c.
    vInt operator-(const vInt &b) const
    {
        return of(in_place("SFPIADD", b.id, id, 6));
    }
    vInt operator+(int b) const
    {
        return b >= -2048 && b < 2048 ? of(unary("SFPIADD", id, 5, (unsigned)b)) : *this + vInt(b);
    }
    vInt operator-(int b) const
    {
        return *this + -b;
    }
    vInt operator&(const vInt &b) const
    {
        return of(in_place("SFPAND", id, b.id));
    }
    vInt operator|(const vInt &b) const
    {
        return of(in_place("SFPOR", id, b.id));
    }
    vInt operator^(const vInt &b) const
    {
        return of(in_place("SFPXOR", id, b.id));
    }
    vInt operator~() const
    {
        return of(unary("SFPNOT", id));
    }
    vInt operator<<(int by) const
    {
        return of(in_place("SFPSHFT", id, fixed(sfpi_trace::zero_register), 1, (unsigned)by));
    }
    vInt operator>>(int by) const
    {
        return *this << -by;
    }
    vInt &operator+=(const vInt &b)
    {
        return *this = *this + b;
    }
    vInt &operator-=(const vInt &b)
    {
        return *this = *this - b;
    }
    vInt &operator<<=(int by)
    {
        return *this = *this << by;
    }
};

class vUInt : public vInt {
public:
    vUInt() = default;
    vUInt(const vInt &of) : vInt(of)
    {
    }
};

template <typename To, typename From> To reinterpret(const From &from)
{
    To to;
    to.id = from.id;
    return to;
}

const vFloat vConst0 = vFloat::of(fixed(9)), vConst1 = vFloat::of(fixed(10)), vConstNeg1 = vFloat::of(fixed(11));
const vFloat vConst0p8373 = vFloat::of(fixed(8));
const vInt vConstTileId = vInt::of(fixed(15));

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

// Two rows of the state are one of dst_reg; dst_reg++ goes on by counting here.
struct dst_registers {
    dst_row operator[](int i) const
    {
        return dst_row(now().row + 2u * (unsigned)i);
    }
    void operator++(int)
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

// ---- flags ----

// A condition: narrows the lanes that are enabled when it is asked.
struct condition {
    enum kind { LESS, EQUAL, GREATER_EQUAL, NOT_EQUAL, GREATER, LESS_EQUAL, AND, OR, NOT } is;
    int value = none;
    std::vector<condition> of;
};

inline void set_flags(int value, unsigned mod)
{
    op &of = now().add("SFPSETCC");
    of.operands = {{"lreg_c", value}};
    of.fields = {{"instr_mod1", mod}};
}
inline void push_flags()
{
    now().has_flags = true;
    now().depth++;
    now().add("SFPPUSHC");
}
inline void pop_flags()
{
    now().depth--;
    now().add("SFPPOPC");
}

// Lanes that are enabled and for which it holds: 1 in those of a register, else 0.
inline int holds(const condition &what);

inline void narrow(const condition &what)
{
    enum { IF_NEGATIVE = 0, IF_NOT_ZERO = 2, IF_POSITIVE = 4, IF_ZERO = 6 };
    switch (what.is) {
    case condition::LESS:
        set_flags(what.value, IF_NEGATIVE);
        break;
    case condition::EQUAL:
        set_flags(what.value, IF_ZERO);
        break;
    case condition::GREATER_EQUAL:
        set_flags(what.value, IF_POSITIVE);
        break;
    case condition::NOT_EQUAL:
        set_flags(what.value, IF_NOT_ZERO);
        break;
    case condition::GREATER:
        set_flags(what.value, IF_POSITIVE);
        set_flags(what.value, IF_NOT_ZERO);
        break;
    case condition::AND:
        narrow(what.of[0]);
        narrow(what.of[1]);
        break;
    case condition::LESS_EQUAL:
    case condition::OR:
        set_flags(holds(what), IF_NOT_ZERO);
        break;
    case condition::NOT:
        set_flags(holds(what.of[0]), IF_ZERO);
        break;
    }
}

inline int holds(const condition &what)
{
    const condition negative{condition::LESS, what.value, {}}, zero{condition::EQUAL, what.value, {}};
    op &begin = now().add("SFPMOV");
    begin.operands = {{"lreg_c", fixed(sfpi_trace::zero_register)}};
    int result = now().result_of(begin);
    const std::vector<condition> either = what.is == condition::OR           ? what.of
                                          : what.is == condition::LESS_EQUAL ? std::vector<condition>{negative, zero}
                                                                             : std::vector<condition>{what};
    for (const condition &one : either) {
        push_flags();
        narrow(one);
        result = now().assign(result, fixed(sfpi_trace::one_register));
        pop_flags();
    }
    return result;
}

inline condition operator&&(const condition &a, const condition &b)
{
    return {condition::AND, none, {a, b}};
}
inline condition operator||(const condition &a, const condition &b)
{
    return {condition::OR, none, {a, b}};
}
inline condition operator!(const condition &a)
{
    return {condition::NOT, none, {a}};
}

#define SFPI_TRACE_COMPARISON(sign, kind)                                                                              \
    inline condition operator sign(const vFloat &a, const vFloat &b)                                                   \
    {                                                                                                                  \
        return {condition::kind, b.id == vConst0.id ? a.id : subtract(a.id, b.id), {}};                                \
    }                                                                                                                  \
    inline condition operator sign(const vFloat &a, float b)                                                           \
    {                                                                                                                  \
        return a sign vFloat(b);                                                                                       \
    }                                                                                                                  \
    inline condition operator sign(const vInt &a, const vInt &b)                                                       \
    {                                                                                                                  \
        return {condition::kind, b.id == vConst0.id ? a.id : (a - b).id, {}};                                          \
    }                                                                                                                  \
    inline condition operator sign(const vInt &a, int b)                                                               \
    {                                                                                                                  \
        return {condition::kind, b == 0 ? a.id : (a - b).id, {}};                                                      \
    }
SFPI_TRACE_COMPARISON(<, LESS)
SFPI_TRACE_COMPARISON(==, EQUAL)
SFPI_TRACE_COMPARISON(>=, GREATER_EQUAL)
SFPI_TRACE_COMPARISON(!=, NOT_EQUAL)
SFPI_TRACE_COMPARISON(>, GREATER)
SFPI_TRACE_COMPARISON(<=, LESS_EQUAL)

// The levels of a v_if: one, and one more for each v_elseif.
class branches {
public:
    void begin(const condition &what)
    {
        push_flags();
        levels++;
        narrow(what);
    }
    void otherwise()
    {
        now().add("SFPCOMPC");
    }
    void otherwise(const condition &what)
    {
        otherwise();
        begin(what);
    }
    ~branches()
    {
        while (levels--)
            pop_flags();
    }

private:
    int levels = 0;
};

} // namespace sfpi

#define v_if(...)                                                                                                      \
    {                                                                                                                  \
        sfpi::branches sfpi_branches;                                                                                  \
        sfpi_branches.begin(__VA_ARGS__);
#define v_elseif(...)                                                                                                  \
    sfpi_branches.otherwise();                                                                                         \
    sfpi_branches.begin(__VA_ARGS__);
#define v_else sfpi_branches.otherwise();
#define v_endif }
#define v_and(...) sfpi::narrow(__VA_ARGS__)
