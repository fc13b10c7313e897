// SPDX-License-Identifier: Apache-2.0
// Conditions of sfpi.h: flags of lanes, and branches that nest. A part of sfpi.h.
#pragma once

namespace sfpi {

// A condition: narrows the lanes that are enabled when it is asked.
struct condition {
    enum kind { LESS, EQUAL, GREATER_EQUAL, NOT_EQUAL, GREATER, LESS_EQUAL, AND, OR, NOT } is;
    int value = none;
    std::vector<condition> of;
    operator vInt() const; // 1 in lanes for which it holds, else 0
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

inline condition::operator vInt() const
{
    op &begin = now().add("SFPMOV");
    begin.operands = {{"lreg_c", fixed(sfpi_trace::zero_register)}};
    vInt result = vInt::of(now().result_of(begin));
    push_flags();
    narrow(*this);
    result = vInt(1);
    pop_flags();
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
    void begin(const vInt &value)
    {
        begin({condition::NOT_EQUAL, value.id, {}});
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
