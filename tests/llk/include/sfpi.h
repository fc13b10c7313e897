/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the headers of the vendor's compiler: the public names of SFPI's vector classes, over the words of
 * sfpi_words.h. Names and what they stand for are those of the public interface; registers and the order of words are
 * others than that compiler's. What is not here does not compile. */
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "lltt.h"
#include "sfpi_words.h"

namespace sfpi
{

// The operands that kernels of plain instruction words name (V27, V30 to V46).
enum : unsigned {
    SFPLOAD_MOD0_FMT_SRCB = 0,
    SFPLOAD_ADDR_MODE_NOINC = words::is_wormhole ? 3 : 7,
    SFPSTORE_MOD0_FMT_SRCB = 0,
    SFPLOADI_MOD0_FLOATB = 0,
    SFPLOADI_MOD0_FLOATA = 1,
    SFPLOADI_MOD0_USHORT = 2,
    SFPLOADI_MOD0_SHORT = 4,
    SFPLOADI_MOD0_UPPER = 8,
    SFPLOADI_MOD0_LOWER = 10,
    SFPMAD_MOD1_OFFSET_NONE = 0,
    SFPEXEXP_MOD1_SET_CC_SGN_EXP = 2,
    SFPEXEXP_MOD1_SET_CC_COMP_EXP = 8,
    SFPEXMAN_MOD1_PAD9 = 1,
    SFPARECIP_MOD1_RECIP = 0,
    SFPMUL24_MOD1_LOWER = 0,
    SFPMUL24_MOD1_UPPER = 1,
    SFPIADD_MOD1_CC_LT0 = 0,
    SFPIADD_MOD1_ARG_IMM = 1,
    SFPIADD_MOD1_ARG_2SCOMP_LREG_DST = 2,
    SFPIADD_MOD1_CC_NONE = 4,
    SFPIADD_MOD1_CC_GTE0 = 8,
    SFPSETCC_MOD1_LREG_LT0 = 0,
    SFPSETCC_MOD1_LREG_NE0 = 2,
    SFPSETCC_MOD1_LREG_GTE0 = 4,
    SFPSETCC_MOD1_LREG_EQ0 = 6,
    SFPENCC_MOD1_EU_R1 = 0,
    SFPSTOCHRND_RND_EVEN = 0,
    SFPSTOCHRND_RND_STOCH = 1,
    SFPSTOCHRND_MOD1_FP32_TO_FP16A = 0,
    SFPSTOCHRND_MOD1_FP32_TO_FP16B = 1,
    SFPSTOCHRND_MOD1_FP32_TO_UINT16 = 6,
    SFPSTOCHRND_MOD1_FP32_TO_INT16 = 7,
    SFPSHFT2_MOD1_SHFT_LREG = 5,
    SFPSHFT2_MOD1_SHFT_IMM = 6,
    SFPSWAP_MOD1_SWAP = 0,
    SFPSWAP_MOD1_VEC_MIN_MAX = 1,
};

// ---- values ----

// A product, a sum, or both, which is made where it is needed: a product within a sum, the sum in its variable's
// register.
template <std::uint32_t Opcode, typename A, typename B, typename C> struct three {
    A a;
    B b;
    C c;
};
template <std::uint32_t Opcode, typename A, typename B, typename C> sfpi_inline auto three_of(A a, B b, C c)
{
    return three<Opcode, A, B, C>{a, b, c};
}
constexpr std::uint32_t MAD = 0x84, ADD = 0x85, MUL = 0x86;

// What is in a register. An assignment is for the lanes that are enabled, once there was a value before.
class vVal
{
  public:
    vVal() = default;
    vVal(const vVal &) = default;
    sfpi_inline vVal &operator=(const vVal &other)
    {
        value = __builtin_constant_p(is_set) && !is_set ? other.value : words::assigned(value, other.value);
        is_set = true;
        return *this;
    }
    template <std::uint32_t Opcode, typename A, typename B, typename C>
    sfpi_inline void operator=(const three<Opcode, A, B, C> &of)
    {
        value = __builtin_constant_p(is_set) && !is_set ? words::three(Opcode, of.a, of.b, of.c)
                                                        : words::three_in(value, Opcode, of.a, of.b, of.c);
        is_set = true;
    }
    sfpi_inline float get() const
    {
        return value;
    }

  protected:
    sfpi_inline void put(float reg)
    {
        value = reg;
        is_set = true;
    }

  private:
    float value;
    bool is_set = false;
};

enum kind { FLOAT, INT, UINT };
template <kind K> class vec;
using vFloat = vec<FLOAT>;
using vInt = vec<INT>;
using vUInt = vec<UINT>;

// 16 bits, of FP16 or of BF16.
struct sFloat16a {
    std::uint32_t bits;
    template <typename Number> sfpi_inline explicit sFloat16a(Number number) : bits(number)
    {
        static_assert(std::is_integral_v<Number>, "FP16 is given by its bits");
    }
};
struct sFloat16b {
    std::uint32_t bits;
    template <typename Number>
    sfpi_inline explicit sFloat16b(Number number)
        : bits(std::is_integral_v<Number> ? std::uint32_t(number) : words::bits_of(number) >> 16)
    {
    }
};
// The older name, with the format beside the bits; without one BF16.
struct s2vFloat16 {
    enum Format { fp16a, fp16b };
    std::uint32_t bits;
    Format format;
    sfpi_inline s2vFloat16(std::uint32_t number, Format of = fp16b) : bits(number), format(of)
    {
    }
};
using s2vFloat16a = sFloat16a;
using s2vFloat16b = sFloat16b;

// Registers 8 to 15; those from 12 are written through register 0.
template <typename Value> struct vConst {
    int reg;
    sfpi_inline constexpr explicit vConst(int number) : reg(number)
    {
    }
    vConst(const vConst &) = default;
    template <typename Other> sfpi_inline void operator=(const Other &of) const
    {
        words::configure(Value(of).get(), reg);
    }
    sfpi_inline int get() const
    {
        return reg;
    }
};

enum class LRegs : std::uint8_t { LReg0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7, LRegCount };

// A register by its number: what the words before left there, and what those behind are to find.
struct vLReg {
    int number;
    vLReg(const vLReg &) = default;
    sfpi_inline explicit vLReg(LRegs at) : number(int(at))
    {
    }
    sfpi_inline void operator=(const vVal &of) const
    {
        words::write_register(number, of.get());
    }
};

// Two rows of Dst. How they are read and written is the class's.
struct vDReg {
    unsigned at;
    vDReg(const vDReg &) = default;
    sfpi_inline explicit vDReg(unsigned row) : at(row)
    {
    }
    template <typename Other> sfpi_inline auto operator=(const Other &of) const;
    sfpi_inline auto operator=(const vDReg &other) const;
};

// Which class a number makes where it stands for a vector, and which class an expression is.
template <typename Type> constexpr kind kind_of = std::is_integral_v<Type> ? INT : FLOAT;
template <kind K> constexpr kind kind_of<vec<K>> = K;
template <typename Value> constexpr kind kind_of<vConst<Value>> = kind_of<Value>;

template <typename Type> constexpr bool is_vector = std::is_same_v<Type, vDReg>;
template <kind K> constexpr bool is_vector<vec<K>> = true;
template <typename Value> constexpr bool is_vector<vConst<Value>> = true;
template <std::uint32_t Opcode, typename A, typename B, typename C>
constexpr bool is_vector<three<Opcode, A, B, C>> = true;

template <typename Type> constexpr bool is_product = false;
template <typename A, typename B, typename C> constexpr bool is_product<three<MUL, A, B, C>> = true;

template <typename A, typename B> constexpr bool is_sum = is_vector<A> || is_vector<B>;
template <typename A, typename B>
constexpr kind kind_of_sum = !is_vector<A>                              ? kind_of<B>
                             : !is_vector<B>                            ? kind_of<A>
                             : kind_of<A> == UINT || kind_of<B> == UINT ? UINT
                                                                        : kind_of<A>;

struct vCond {
};

template <kind K> class vec : public vVal
{
  public:
    vec() = default;
    vec(const vec &) = default;
    sfpi_inline vec &operator=(const vec &other)
    {
        vVal::operator=(other);
        return *this;
    }
    static sfpi_inline vec of(float reg)
    {
        vec one;
        one.put(reg);
        return one;
    }
    template <typename Number, std::enable_if_t<std::is_arithmetic_v<Number>> * = nullptr>
    sfpi_inline vec(Number number)
    {
        if constexpr (K == FLOAT) {
            put(words::constant(words::bits_of(static_cast<float>(number))));
        } else {
            static_assert(std::is_integral_v<Number>, "an integer");
            put(words::constant(static_cast<std::uint32_t>(number)));
        }
    }
    sfpi_inline vec(sFloat16a number)
    {
        put(words::load_immediate(SFPLOADI_MOD0_FLOATA, number.bits));
    }
    sfpi_inline vec(sFloat16b number)
    {
        put(words::load_immediate(SFPLOADI_MOD0_FLOATB, number.bits));
    }
    sfpi_inline vec(s2vFloat16 number)
    {
        put(number.format == s2vFloat16::fp16a ? words::load_immediate(SFPLOADI_MOD0_FLOATA, number.bits)
                                               : words::load_immediate(SFPLOADI_MOD0_FLOATB, number.bits));
    }
    sfpi_inline vec(vLReg from)
    {
        put(words::read_register(from.number));
    }
    sfpi_inline vec(vDReg from)
    {
        put(words::load(K == FLOAT ? 0 : K == UINT && words::is_wormhole ? 4 : 12, from.at));
    }
    template <typename Value> sfpi_inline vec(const vConst<Value> &from)
    {
        static_assert(kind_of<Value> == K, "a constant of the same class");
        put(words::in_register(from.reg));
    }
    template <std::uint32_t Opcode, typename A, typename B, typename C>
    sfpi_inline vec(const three<Opcode, A, B, C> &from)
    {
        static_assert(K == FLOAT, "a sum of floats");
        put(words::three(Opcode, from.a, from.b, from.c));
    }
    template <std::uint32_t Opcode, typename A, typename B, typename C>
    sfpi_inline vec &operator=(const three<Opcode, A, B, C> &from)
    {
        static_assert(K == FLOAT, "a sum of floats");
        vVal::operator=(from);
        return *this;
    }
    template <kind Other, std::enable_if_t<Other != FLOAT && K != FLOAT && Other != K> * = nullptr>
    sfpi_inline vec(const vec<Other> &other)
    {
        put(other.get());
    }
    template <typename Condition, std::enable_if_t<std::is_base_of_v<vCond, Condition> && K != FLOAT> * = nullptr>
    sfpi_inline vec(const Condition &where);

    template <typename Other> sfpi_inline vec &operator+=(const Other &other)
    {
        return by_number(0x75, other) ? *this : *this = *this + other;
    }
    template <typename Other> sfpi_inline vec &operator-=(const Other &other)
    {
        return *this = *this - other;
    }
    template <typename Other> sfpi_inline vec &operator*=(const Other &other)
    {
        return by_number(0x74, other) ? *this : *this = *this * other;
    }
    template <typename Other> sfpi_inline vec &operator&=(const Other &other)
    {
        return *this = *this & other;
    }
    template <typename Other> sfpi_inline vec &operator|=(const Other &other)
    {
        return *this = *this | other;
    }
    template <typename Other> sfpi_inline vec &operator^=(const Other &other)
    {
        return *this = *this ^ other;
    }
    template <typename Other> sfpi_inline vec &operator<<=(const Other &other)
    {
        return *this = *this << other;
    }
    template <typename Other> sfpi_inline vec &operator>>=(const Other &other)
    {
        return *this = *this >> other;
    }

  private:
    // Needs no register for the number.
    template <typename Other>
    sfpi_inline bool by_number([[maybe_unused]] std::uint32_t opcode, [[maybe_unused]] const Other &other)
    {
        if constexpr (K == FLOAT && std::is_arithmetic_v<Other>) {
            const std::uint32_t bits = words::bits_of(static_cast<float>(other));
            if (__builtin_constant_p(bits) && (bits & 0xFFFF) == 0) {
                put(words::with_immediate(get(), opcode, bits >> 16));
                return true;
            }
        }
        return false;
    }
};

constexpr vConst<vFloat> vConst0p8373(8), vConst0(words::zero_register), vConst1(words::one_register),
    vConstNeg1(words::minus_one_register);
constexpr vConst<vFloat> vConstFloatPrgm0(12), vConstFloatPrgm1(13), vConstFloatPrgm2(14);
constexpr vConst<vInt> vConstIntPrgm0(12), vConstIntPrgm1(13), vConstIntPrgm2(14), vConstTileId(15);

constexpr struct {
    sfpi_inline vLReg operator[](LRegs at) const
    {
        return vLReg(at);
    }
} l_reg{};

constexpr struct {
    sfpi_inline vDReg operator[](int at) const
    {
        return vDReg(2u * unsigned(at));
    }
    sfpi_inline void operator+=(int rows) const
    {
        words::count_rows(2u * unsigned(rows));
    }
    sfpi_inline void operator++() const
    {
        *this += 1;
    }
    sfpi_inline void operator++(int) const
    {
        *this += 1;
    }
} dst_reg{};

// An operand of a word: a register, or the number of one that holds a constant.
template <kind K, typename Type> sfpi_inline auto operand(const Type &from)
{
    return vec<K>(from).get();
}
template <kind K, kind Other> sfpi_inline float operand(const vec<Other> &from)
{
    return from.get();
}
template <kind K, typename Value> sfpi_inline int operand(const vConst<Value> &from)
{
    return from.reg;
}

template <typename Other> sfpi_inline auto vDReg::operator=(const Other &of) const
{
    constexpr kind K = kind_of<Other>;
    const auto value = vec<K>(of);
    words::store(value.get(), K == FLOAT ? 0 : K == INT && words::is_wormhole ? 12 : 4, at);
    return value;
}
sfpi_inline auto vDReg::operator=(const vDReg &other) const
{
    return *this = vFloat(other);
}

template <typename To, typename From> sfpi_inline To reinterpret(const From &from)
{
    return To::of(words::in_register(operand<kind_of<From>>(from)));
}

// ---- arithmetic ----

template <typename A> sfpi_inline std::enable_if_t<is_vector<A>, vec<kind_of<A>>> operator-(const A &a)
{
    if constexpr (kind_of<A> == FLOAT) {
        return vFloat::of(words::unary(0x7C, 1, 0, operand<FLOAT>(a)));
    } else {
        return vec<kind_of<A>>::of(
            words::in_place(0x79, 6, 0, words::in_register(operand<INT>(a)), int(words::zero_register)));
    }
}

template <typename A, typename B, std::enable_if_t<is_sum<A, B>> * = nullptr>
sfpi_inline auto operator*(const A &a, const B &b)
{
    static_assert(kind_of_sum<A, B> == FLOAT, "a product is of floats");
    const auto x = operand<FLOAT>(a);
    return three_of<MUL>(x, operand<FLOAT>(b), int(words::zero_register));
}

template <typename A, typename B, std::enable_if_t<is_sum<A, B>> * = nullptr>
sfpi_inline auto operator+(const A &a, const B &b)
{
    constexpr kind K = kind_of_sum<A, B>;
    if constexpr (is_product<A>) {
        return three_of<MAD>(a.a, a.b, operand<FLOAT>(b));
    } else if constexpr (is_product<B>) {
        return three_of<MAD>(b.a, b.b, operand<FLOAT>(a));
    } else if constexpr (K == FLOAT) {
        const auto x = operand<FLOAT>(a);
        return three_of<ADD>(int(words::one_register), x, operand<FLOAT>(b));
    } else if constexpr (!is_vector<A>) {
        return b + a;
    } else {
        if constexpr (!is_vector<B>) {
            if (__builtin_constant_p(b) && std::int32_t(b) >= -2048 && std::int32_t(b) < 2048) {
                return vec<K>::of(words::unary(0x79, 5, std::uint32_t(b), operand<K>(a)));
            }
        }
        return vec<K>::of(words::in_place(0x79, 4, 0, words::in_register(operand<K>(a)), operand<K>(b)));
    }
}

template <typename A, typename B, std::enable_if_t<is_sum<A, B>> * = nullptr>
sfpi_inline auto operator-(const A &a, const B &b)
{
    constexpr kind K = kind_of_sum<A, B>;
    if constexpr (K != FLOAT && !is_vector<B>) {
        return a + -std::int32_t(b);
    } else if constexpr (K != FLOAT) // SFPIADD takes d from c
    {
        return vec<K>::of(words::in_place(0x79, 6, 0, words::in_register(operand<K>(b)), operand<K>(a)));
    } else if constexpr (is_product<A>) {
        const vFloat minus = -vFloat(b);
        return three_of<MAD>(a.a, a.b, minus.get());
    } else if constexpr (is_product<B>) {
        const float minus = words::unary(0x7C, 1, 0, b.a);
        return three_of<MAD>(minus, b.b, operand<FLOAT>(a));
    } else {
        const auto y = operand<FLOAT>(b);
        return three_of<MAD>(int(words::minus_one_register), y, operand<FLOAT>(a));
    }
}

template <typename A> sfpi_inline std::enable_if_t<is_vector<A>, vec<kind_of<A>>> operator~(const A &a)
{
    return vec<kind_of<A>>::of(words::unary(0x80, 0, 0, operand<kind_of<A>>(a)));
}

#define SFPI_BITS(sign, opcode)                                                                                        \
    template <typename A, typename B, std::enable_if_t<is_sum<A, B>> * = nullptr>                                      \
    sfpi_inline auto operator sign(const A &a, const B &b)                                                             \
    {                                                                                                                  \
        constexpr kind K = kind_of_sum<A, B>;                                                                          \
        static_assert(K != FLOAT, "bits of integers");                                                                 \
        return vec<K>::of(words::in_place(opcode, 0, 0, words::in_register(operand<K>(a)), operand<K>(b)));            \
    }
SFPI_BITS(&, 0x7E)
SFPI_BITS(|, 0x7F)
SFPI_BITS(^, 0x8D)
#undef SFPI_BITS

// By a negative number to the right. Blackhole has a form that keeps the sign; Wormhole's vInt has no >>.
template <kind K, typename By> sfpi_inline vec<K> shft(const vec<K> &x, const By &by)
{
    static_assert(K != FLOAT, "a shift of integers");
    constexpr std::uint32_t keeps_sign = K == INT && !words::is_wormhole ? 2 : 0;
    if constexpr (is_vector<By>) {
        return vec<K>::of(words::in_place(0x7A, keeps_sign, 0, x.get(), operand<INT>(by)));
    } else {
        return vec<K>::of(words::in_place(0x7A, keeps_sign | 1, std::uint32_t(by), x.get(), int(words::zero_register)));
    }
}
template <kind K, typename By> sfpi_inline vec<K> operator<<(const vec<K> &x, const By &by)
{
    return shft(x, by);
}
template <kind K, typename By> sfpi_inline vec<K> operator>>(const vec<K> &x, const By &by)
{
    static_assert(K == UINT || !words::is_wormhole, "Wormhole has no shift that keeps the sign");
    if constexpr (is_vector<By>) {
        return shft(x, -by);
    } else {
        return shft(x, -int(by));
    }
}

template <kind K> sfpi_inline vec<K> operator++(vec<K> &x, int)
{
    const vec<K> before = x;
    x += 1;
    return before;
}
template <kind K> sfpi_inline vec<K> operator--(vec<K> &x, int)
{
    const vec<K> before = x;
    x -= 1;
    return before;
}
template <kind K> sfpi_inline vec<K> &operator++(vec<K> &x)
{
    return x += 1;
}
template <kind K> sfpi_inline vec<K> &operator--(vec<K> &x)
{
    return x -= 1;
}

} // namespace sfpi

#include "sfpi_flags.h"
#include "sfpi_functions.h"
