/* SPDX-License-Identifier: Apache-2.0 */
/* The tile as a library of inline functions: what inlined.cpp is made of. Addresses and words: R20, schemas/isa. */
#pragma once

#define INLINE inline __attribute__((always_inline))

/* An instruction of the core's own, known when it is compiled: rotated left by two (R4). */
#define TTINSN(word)                                                                                                   \
    __asm__ volatile(".word %0" : : "i"((int)((uint32_t)(word) << 2 | (uint32_t)(word) >> 30)) : "memory")

namespace tile
{
INLINE volatile uint32_t &at(uint32_t addr)
{
    return *reinterpret_cast<volatile uint32_t *>(addr);
}

INLINE void push(uint32_t word)
{
    at(0xFFE40000) = word;
}

constexpr uint32_t setc16(uint32_t number, uint32_t value)
{
    return 0xB2000000u | number << 16 | value;
}

/* SETDMAREG of half a general register. */
constexpr uint32_t gpr_word(uint32_t half, uint32_t value)
{
    return 0x45000000u | value << 8 | half;
}

template <unsigned GPR> struct scalar {
    static INLINE void set(uint32_t value)
    {
        push(gpr_word(2 * GPR, value & 0xFFFF));
        push(gpr_word(2 * GPR + 1, value >> 16));
    }
};

template <unsigned START, unsigned COUNT, bool RECORDS> INLINE void replay()
{
    push(0x04000000u | START << 14 | COUNT << 4 | (RECORDS ? 1 : 0));
}

INLINE void wait()
{
    at(0xFFE80004) = 0;
    const uint32_t is_dry = at(0xFFE80004);
    (void)is_dry;
}

struct loop {
    uint32_t outer, inner, first, second;
};

/* The macro-op expander's double loop. */
INLINE void program(const loop &loop)
{
    const uint32_t words[] = {loop.outer, loop.inner, 0x02000000, 0x02000000, 0x02000000,
                              loop.first, loop.second, loop.first, loop.second};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        at(0xFFB80000 + 4 * i) = words[i];
}

INLINE void run(unsigned times)
{
    while (times--)
        push(0x01800000);
}
} // namespace tile
