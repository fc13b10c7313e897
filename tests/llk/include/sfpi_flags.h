/* SPDX-License-Identifier: Apache-2.0 */
/* A part of sfpi.h: conditions, which narrow the lanes that are enabled, and branches that nest. */
#pragma once

namespace sfpi
{

enum test { LESS, GREATER_EQUAL, EQUAL, NOT_EQUAL, GREATER, LESS_EQUAL };
constexpr test inverse[] = {GREATER_EQUAL, LESS, NOT_EQUAL, EQUAL, LESS_EQUAL, GREATER};

// A value against 0; both of two; one of two.
template <test Is> struct against_zero : vCond {
    float value;
};
template <typename A, typename B> struct both : vCond {
    A a;
    B b;
};
template <typename A, typename B> struct either : vCond {
    A a;
    B b;
};

template <test Is> sfpi_inline auto operator!(const against_zero<Is> &of)
{
    return against_zero<inverse[Is]>{{}, of.value};
}
template <typename A, typename B> sfpi_inline auto operator!(const either<A, B> &of);
template <typename A, typename B> sfpi_inline auto operator!(const both<A, B> &of)
{
    return either<decltype(!of.a), decltype(!of.b)>{{}, !of.a, !of.b};
}
template <typename A, typename B> sfpi_inline auto operator!(const either<A, B> &of)
{
    return both<decltype(!of.a), decltype(!of.b)>{{}, !of.a, !of.b};
}

template <typename A> constexpr bool is_condition = std::is_base_of_v<vCond, A>;

template <typename A, typename B, std::enable_if_t<is_condition<A> && is_condition<B>> * = nullptr>
sfpi_inline auto operator&&(const A &a, const B &b)
{
    return both<A, B>{{}, a, b};
}
template <typename A, typename B, std::enable_if_t<is_condition<A> && is_condition<B>> * = nullptr>
sfpi_inline auto operator||(const A &a, const B &b)
{
    return either<A, B>{{}, a, b};
}

template <test Is, typename A, typename B> sfpi_inline against_zero<Is> compared(const A &a, const B &b)
{
    constexpr kind K = kind_of_sum<A, B>;
    if constexpr (!is_vector<B>) {
        if (__builtin_constant_p(b) && b == 0) {
            return {{}, words::in_register(operand<K>(a))};
        }
    }
    return {{}, vec<K>(vec<K>(a) - b).get()};
}
#define SFPI_COMPARISON(sign, name)                                                                                    \
    template <typename A, typename B, std::enable_if_t<is_sum<A, B>> * = nullptr>                                      \
    sfpi_inline auto operator sign(const A &a, const B &b)                                                             \
    {                                                                                                                  \
        return compared<name>(a, b);                                                                                   \
    }
SFPI_COMPARISON(<, LESS)
SFPI_COMPARISON(>=, GREATER_EQUAL)
SFPI_COMPARISON(==, EQUAL)
SFPI_COMPARISON(!=, NOT_EQUAL)
SFPI_COMPARISON(>, GREATER)
SFPI_COMPARISON(<=, LESS_EQUAL)
#undef SFPI_COMPARISON

// Lanes that are enabled and for which it holds: 1 in those of a register, else 0.
template <typename Condition> sfpi_inline float held(const Condition &what);

// `IsFirst`: all lanes are enabled that were at the last push; then those that are not among some are had by SFPCOMPC.
template <bool IsFirst, test Is> sfpi_inline void narrow(const against_zero<Is> &what)
{
    if constexpr (Is == GREATER) {
        words::set_flags(what.value, SFPSETCC_MOD1_LREG_GTE0);
        words::set_flags(what.value, SFPSETCC_MOD1_LREG_NE0);
    } else if constexpr (Is == LESS_EQUAL && IsFirst) {
        narrow<true>(!what);
        words::other_lanes();
    } else if constexpr (Is == LESS_EQUAL) {
        words::set_flags(held(what), SFPSETCC_MOD1_LREG_NE0);
    } else {
        words::set_flags(what.value, Is == LESS            ? SFPSETCC_MOD1_LREG_LT0
                                     : Is == GREATER_EQUAL ? SFPSETCC_MOD1_LREG_GTE0
                                     : Is == EQUAL         ? SFPSETCC_MOD1_LREG_EQ0
                                                           : SFPSETCC_MOD1_LREG_NE0);
    }
}
template <bool IsFirst, typename A, typename B> sfpi_inline void narrow(const either<A, B> &what);
template <bool IsFirst, typename A, typename B> sfpi_inline void narrow(const both<A, B> &what)
{
    narrow<IsFirst>(what.a);
    narrow<false>(what.b);
}
template <bool IsFirst, typename A, typename B> sfpi_inline void narrow(const either<A, B> &what)
{
    if constexpr (IsFirst) {
        narrow<true>(!what);
        words::other_lanes();
    } else {
        words::set_flags(held(what), SFPSETCC_MOD1_LREG_NE0);
    }
}
template <bool IsFirst, kind K> sfpi_inline void narrow(const vec<K> &what)
{
    words::set_flags(what.get(), SFPSETCC_MOD1_LREG_NE0);
}

template <typename Condition> sfpi_inline float held(const Condition &what)
{
    float result = words::in_register(int(words::zero_register));
    words::push_flags();
    narrow<true>(what);
    result = words::assigned(result, int(words::one_register));
    words::pop_flags();
    return result;
}

template <kind K>
template <typename Condition, std::enable_if_t<std::is_base_of_v<vCond, Condition> && K != FLOAT> *>
sfpi_inline vec<K>::vec(const Condition &where)
{
    put(words::in_register(int(words::zero_register)));
    words::push_flags();
    narrow<true>(where);
    *this = vec(1);
    words::pop_flags();
}

// The levels of a v_if: one, and one more for each v_elseif.
class branches
{
  public:
    sfpi_inline void begin()
    {
        words::push_flags();
        levels++;
    }
    template <typename Condition> sfpi_inline void where(const Condition &what)
    {
        narrow<true>(what);
    }
    sfpi_inline void otherwise()
    {
        words::other_lanes();
    }
    sfpi_inline ~branches()
    {
        while (levels--) {
            words::pop_flags();
        }
    }

  private:
    int levels = 0;
};

} // namespace sfpi

#define v_block                                                                                                        \
    {                                                                                                                  \
        sfpi::branches sfpi_branches;                                                                                  \
        sfpi_branches.begin();
#define v_if(...)                                                                                                      \
    v_block sfpi_branches.where(__VA_ARGS__);                                                                          \
    {
#define v_elseif(...)                                                                                                  \
    }                                                                                                                  \
    sfpi_branches.otherwise();                                                                                         \
    sfpi_branches.begin();                                                                                             \
    sfpi_branches.where(__VA_ARGS__);                                                                                  \
    {
#define v_else                                                                                                         \
    }                                                                                                                  \
    sfpi_branches.otherwise();                                                                                         \
    {
#define v_endif                                                                                                        \
    }                                                                                                                  \
    }
#define v_endblock }
#define v_and(...) sfpi::narrow<false>(__VA_ARGS__)
