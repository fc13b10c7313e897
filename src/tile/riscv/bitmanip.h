/* SPDX-License-Identifier: Apache-2.0 */
/* Zba, Zbb and the two of Zbkb as functions (the RISC-V manual, "B" and "Zbkb"). min and max serve atomics too. */
#pragma once

#include "tile/riscv/integer.h"

static inline uint32_t riscv_sh1add(uint32_t a, uint32_t b)
{
    return (a << 1) + b;
}

static inline uint32_t riscv_sh2add(uint32_t a, uint32_t b)
{
    return (a << 2) + b;
}

static inline uint32_t riscv_sh3add(uint32_t a, uint32_t b)
{
    return (a << 3) + b;
}

static inline uint32_t riscv_andn(uint32_t a, uint32_t b)
{
    return a & ~b;
}

static inline uint32_t riscv_orn(uint32_t a, uint32_t b)
{
    return a | ~b;
}

static inline uint32_t riscv_xnor(uint32_t a, uint32_t b)
{
    return ~(a ^ b);
}

static inline uint32_t riscv_min(uint32_t a, uint32_t b)
{
    return riscv_slt(a, b) ? a : b;
}

static inline uint32_t riscv_max(uint32_t a, uint32_t b)
{
    return riscv_slt(a, b) ? b : a;
}

static inline uint32_t riscv_minu(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t riscv_maxu(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

static inline uint32_t riscv_rol(uint32_t a, uint32_t b)
{
    return a << (b & 31) | a >> (-b & 31);
}

static inline uint32_t riscv_ror(uint32_t a, uint32_t b)
{
    return a >> (b & 31) | a << (-b & 31);
}

static inline uint32_t riscv_clz(uint32_t a)
{
    return a ? (uint32_t)__builtin_clz(a) : 32;
}

static inline uint32_t riscv_ctz(uint32_t a)
{
    return a ? (uint32_t)__builtin_ctz(a) : 32;
}

static inline uint32_t riscv_cpop(uint32_t a)
{
    return (uint32_t)__builtin_popcount(a);
}

/* Each byte all ones unless it is zero: its bits are gathered in its lowest one, which is then spread. */
static inline uint32_t riscv_orc_b(uint32_t a)
{
    a |= (a & 0xF0F0F0F0) >> 4;
    a |= (a & 0x0C0C0C0C) >> 2;
    a |= (a & 0x02020202) >> 1;
    return (a & 0x01010101) * 0xFF;
}

static inline uint32_t riscv_rev8(uint32_t a)
{
    return __builtin_bswap32(a);
}

/* The bits of each byte in reverse. */
static inline uint32_t riscv_brev8(uint32_t a)
{
    a = (a & 0x0F0F0F0F) << 4 | (a >> 4 & 0x0F0F0F0F);
    a = (a & 0x33333333) << 2 | (a >> 2 & 0x33333333);
    return (a & 0x55555555) << 1 | (a >> 1 & 0x55555555);
}

static inline uint32_t riscv_pack(uint32_t a, uint32_t b)
{
    return (a & 0xFFFF) | b << 16;
}
