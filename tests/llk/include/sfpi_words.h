/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the vector unit whose registers a stock GCC allocates: a value is a float in one of ft0 to ft7, which stand
 * for L0 to L7; the assembler gets the numbers from the names (V10). Copies that the compiler makes by itself become
 * words in toolchain/vectors.awk. Words whose immediate is known at run time only are built in a register of the core
 * and pushed. */
#pragma once

#include <cstdint>

#define sfpi_inline inline __attribute__((always_inline))

extern volatile std::uint32_t __instrn_buffer[];

__asm__(".irp number,0,1,2,3,4,5,6,7\n"
        "    .equ lreg_ft\\number,\\number\n"
        "    .equ lreg_\\number,\\number\n"
        ".endr\n"
        ".irp number,8,9,10,11,12,13,14,15\n"
        "    .equ lreg_\\number,\\number\n"
        ".endr\n");

#ifdef ARCH_WORMHOLE
#define SFPI_LATE "\n.ttinsn 0x8F000000" // the result of two cycles: nothing waits for it on Wormhole
#else
#define SFPI_LATE
#endif

// The word `base`, with the numbers of registers in `fields`.
#define SFPI_WORD(result, fields, ...)                                                                                 \
    std::uint32_t word;                                                                                                \
    if (__builtin_constant_p(base))                                                                                    \
        __asm__ volatile(".ttinsn %[base]+" fields : result[word] "=r"(word) : __VA_ARGS__[base] "i"(base));           \
    else                                                                                                               \
        __asm__ volatile("li %[word]," fields "\n\tadd %[word],%[word],%[base]\n\tsw %[word],0(%[buffer])"             \
                         : result[word] "=&r"(word)                                                                    \
                         : __VA_ARGS__[base] "r"(base), [buffer] "r"(__instrn_buffer))
#define SFPI_NEW [d] "=f"(d),
#define SFPI_CHANGED [d] "+f"(d),
#define SFPI_NONE

namespace sfpi::words
{

#ifdef ARCH_WORMHOLE
constexpr bool is_wormhole = true;
constexpr std::uint32_t no_counter = 3u << 14; // the address modifier that steps nothing
#else
constexpr bool is_wormhole = false;
constexpr std::uint32_t no_counter = 7u << 13;
#endif
enum { zero_register = 9, one_register = 10, minus_one_register = 11 };

sfpi_inline std::uint32_t bits_of(float number)
{
    return __builtin_bit_cast(std::uint32_t, number);
}

// Operands are floats, in registers, or the number of a register that holds a constant.

template <typename C> sfpi_inline float unary(std::uint32_t opcode, std::uint32_t mod, std::uint32_t imm12, C c)
{
    const std::uint32_t base = opcode << 24 | (imm12 & 0xFFF) << 12 | mod;
    float d;
    SFPI_WORD(SFPI_NEW, "(lreg_%[c]<<8)+(lreg_%[d]<<4)", [c] "fi"(c), );
    return d;
}

// The result takes the place of d, which is an operand.
template <typename C>
sfpi_inline float in_place(std::uint32_t opcode, std::uint32_t mod, std::uint32_t imm12, float d, C c)
{
    const std::uint32_t base = opcode << 24 | (imm12 & 0xFFF) << 12 | mod;
    SFPI_WORD(SFPI_CHANGED, "(lreg_%[c]<<8)+(lreg_%[d]<<4)", [c] "fi"(c), );
    return d;
}

#define SFPI_THREE ".ttinsn %[base]+(lreg_%[a]<<16)+(lreg_%[b]<<12)+(lreg_%[c]<<8)+(lreg_%[d]<<4)" SFPI_LATE
template <typename A, typename B, typename C> sfpi_inline float three(std::uint32_t opcode, A a, B b, C c)
{
    float d;
    __asm__ volatile(SFPI_THREE : [d] "=f"(d) : [a] "fi"(a), [b] "fi"(b), [c] "fi"(c), [base] "i"(opcode << 24));
    return d;
}
// The result goes to d in the lanes that are enabled.
template <typename A, typename B, typename C> sfpi_inline float three_in(float d, std::uint32_t opcode, A a, B b, C c)
{
    __asm__ volatile(SFPI_THREE : [d] "+f"(d) : [a] "fi"(a), [b] "fi"(b), [c] "fi"(c), [base] "i"(opcode << 24));
    return d;
}

// SFPMULI and SFPADDI: by a number of BF16, in place.
sfpi_inline float with_immediate(float d, std::uint32_t opcode, std::uint32_t bf16)
{
    __asm__ volatile(".ttinsn %[base]+(lreg_%[d]<<4)" SFPI_LATE : [d] "+f"(d) : [base] "i"(opcode << 24 | bf16 << 8));
    return d;
}

// SFPLOAD and SFPLOADI: their register is in other bits.
sfpi_inline float loaded(std::uint32_t base)
{
    float d;
    SFPI_WORD(SFPI_NEW, "(lreg_%[d]<<20)", );
    return d;
}

sfpi_inline float load(std::uint32_t form, std::uint32_t address)
{
    return loaded(0x70u << 24 | form << 16 | no_counter | address);
}

sfpi_inline float load_immediate(std::uint32_t form, std::uint32_t imm16)
{
    return loaded(0x71u << 24 | form << 16 | (imm16 & 0xFFFF));
}

sfpi_inline float constant(std::uint32_t bits)
{
    if (__builtin_constant_p(bits)) {
        if ((bits & 0xFFFF) == 0) {
            return load_immediate(0, bits >> 16);
        }
        if (bits >> 16 == 0) {
            return load_immediate(2, bits);
        }
        if (bits >= 0xFFFF8000) {
            return load_immediate(4, bits);
        }
    }
    float d = load_immediate(10, bits);
    const std::uint32_t base = 0x71u << 24 | 8u << 16 | bits >> 16;
    SFPI_WORD(SFPI_CHANGED, "(lreg_%[d]<<20)", );
    return d;
}

template <typename D> sfpi_inline void store(D d, std::uint32_t form, std::uint32_t address)
{
    const std::uint32_t base = 0x72u << 24 | form << 16 | no_counter | address;
    SFPI_WORD(SFPI_NONE, "(lreg_%[d]<<20)", [d] "fi"(d), );
}

// Enabled lanes of `to` take `from`.
template <typename From> sfpi_inline float assigned(float to, From from)
{
    return in_place(0x7C, 0, 0, to, from);
}

sfpi_inline float in_register(float value)
{
    return value;
}
sfpi_inline float in_register(int number)
{
    return unary(0x7C, 0, 0, number);
}

// Words without a result.
sfpi_inline void plain(std::uint32_t word)
{
    __asm__ volatile(".ttinsn %[word]" : : [word] "i"(word));
}
// INCRWC: the counter of Dst.
sfpi_inline void count_rows(std::uint32_t rows)
{
    const std::uint32_t word = 0x38u << 24 | rows << 14;
    if (__builtin_constant_p(word)) {
        plain(word);
    } else {
        __instrn_buffer[0] = word;
    }
}

template <typename C> sfpi_inline void set_flags(C c, std::uint32_t mod)
{
    __asm__ volatile(".ttinsn %[base]+(lreg_%[c]<<8)" : : [c] "fi"(c), [base] "i"(0x7Bu << 24 | mod));
}
sfpi_inline void push_flags()
{
    plain(0x87u << 24);
}
sfpi_inline void pop_flags()
{
    plain(0x88u << 24);
}
// Those that were enabled at the last push, and are not.
sfpi_inline void other_lanes()
{
    plain(0x8Bu << 24);
}

// The smaller in a (1), or exchanged (0).
sfpi_inline void swap(float &a, float &b, std::uint32_t mod)
{
    __asm__ volatile(".ttinsn %[base]+(lreg_%[b]<<8)+(lreg_%[a]<<4)" SFPI_LATE
                     : [a] "+f"(a), [b] "+f"(b)
                     : [base] "i"(0x92u << 24 | mod));
}

// ---- words whose registers are fixed ----

sfpi_inline float read_register(int number)
{
#define SFPI_READ(n)                                                                                                   \
    case n: {                                                                                                          \
        register float value __asm__("ft" #n);                                                                         \
        __asm__ volatile("" : "=f"(value));                                                                            \
        return value;                                                                                                  \
    }
    switch (number) {
        SFPI_READ(0)
        SFPI_READ(1)
        SFPI_READ(2)
        SFPI_READ(3)
        SFPI_READ(4)
        SFPI_READ(5)
        SFPI_READ(6)
        SFPI_READ(7)
    }
#undef SFPI_READ
    __builtin_unreachable();
}

sfpi_inline void write_register(int number, float from)
{
#define SFPI_WRITE(n)                                                                                                  \
    case n: {                                                                                                          \
        register float value __asm__("ft" #n) = from;                                                                  \
        __asm__ volatile("" : : "f"(value));                                                                           \
        break;                                                                                                         \
    }
    switch (number) {
        SFPI_WRITE(0)
        SFPI_WRITE(1)
        SFPI_WRITE(2)
        SFPI_WRITE(3)
        SFPI_WRITE(4)
        SFPI_WRITE(5)
        SFPI_WRITE(6)
        SFPI_WRITE(7)
    }
#undef SFPI_WRITE
}

sfpi_inline void configure(float from, std::uint32_t target)
{
    register float l0 __asm__("ft0") = from;
    __asm__ volatile(".ttinsn %[base]" : : "f"(l0), [base] "i"(0x91u << 24 | target << 4));
}

sfpi_inline float lut(float x, float a0, float a1, float a2, std::uint32_t mod)
{
    register float l0 __asm__("ft0") = a0;
    register float l1 __asm__("ft1") = a1;
    register float l2 __asm__("ft2") = a2;
    register float l3 __asm__("ft3") = x;
    float d;
    __asm__ volatile(".ttinsn %[base]+(lreg_%[d]<<20)" SFPI_LATE
                     : [d] "=f"(d)
                     : "f"(l0), "f"(l1), "f"(l2), "f"(l3), [base] "i"(0x73u << 24 | mod << 16));
    return d;
}

sfpi_inline float lut_six(float x, float a0, float a1, float a2, float b0, float b1, float b2, std::uint32_t mod)
{
    register float l0 __asm__("ft0") = a0;
    register float l1 __asm__("ft1") = a1;
    register float l2 __asm__("ft2") = a2;
    register float l3 __asm__("ft3") = x;
    register float l4 __asm__("ft4") = b0;
    register float l5 __asm__("ft5") = b1;
    register float l6 __asm__("ft6") = b2;
    float d;
    __asm__ volatile(".ttinsn %[base]+(lreg_%[d]<<4)" SFPI_LATE
                     : [d] "=f"(d)
                     : "f"(l0), "f"(l1), "f"(l2), "f"(l3), "f"(l4), "f"(l5), "f"(l6), [base] "i"(0x95u << 24 | mod));
    return d;
}

} // namespace sfpi::words
