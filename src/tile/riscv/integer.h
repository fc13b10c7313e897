/* SPDX-License-Identifier: Apache-2.0 */
/* The base integers and M as functions (the RISC-V manual, "RV32I" and "M"; R3). */
#pragma once

#include "base/usual.h"

enum { RISCV_SIGN = 0x80000000 };

static inline uint32_t riscv_same(uint32_t a)
{
    return a;
}

static inline uint32_t riscv_second(uint32_t a, uint32_t b)
{
    (void)a;
    return b;
}

static inline uint32_t riscv_add(uint32_t a, uint32_t b)
{
    return a + b;
}

static inline uint32_t riscv_sub(uint32_t a, uint32_t b)
{
    return a - b;
}

static inline uint32_t riscv_and(uint32_t a, uint32_t b)
{
    return a & b;
}

static inline uint32_t riscv_or(uint32_t a, uint32_t b)
{
    return a | b;
}

static inline uint32_t riscv_xor(uint32_t a, uint32_t b)
{
    return a ^ b;
}

static inline uint32_t riscv_sll(uint32_t a, uint32_t b)
{
    return a << (b & 31);
}

static inline uint32_t riscv_srl(uint32_t a, uint32_t b)
{
    return a >> (b & 31);
}

/* Sign bits above what is shifted: no shift of a negative number, which C leaves to the compiler. */
static inline uint32_t riscv_sra(uint32_t a, uint32_t b)
{
    return (a & RISCV_SIGN) ? ~(~a >> (b & 31)) : a >> (b & 31);
}

static inline bool riscv_eq(uint32_t a, uint32_t b)
{
    return a == b;
}

static inline bool riscv_ne(uint32_t a, uint32_t b)
{
    return a != b;
}

static inline bool riscv_sltu(uint32_t a, uint32_t b)
{
    return a < b;
}

static inline bool riscv_sgeu(uint32_t a, uint32_t b)
{
    return a >= b;
}

static inline bool riscv_slt(uint32_t a, uint32_t b)
{
    return (a ^ RISCV_SIGN) < (b ^ RISCV_SIGN);
}

static inline bool riscv_sge(uint32_t a, uint32_t b)
{
    return !riscv_slt(a, b);
}

static inline uint32_t riscv_sext_b(uint32_t a)
{
    return ((a & 0xFF) ^ 0x80) - 0x80;
}

static inline uint32_t riscv_sext_h(uint32_t a)
{
    return ((a & 0xFFFF) ^ 0x8000) - 0x8000;
}

static inline uint32_t riscv_mul(uint32_t a, uint32_t b)
{
    return a * b;
}

static inline uint32_t riscv_mulhu(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

/* A negative factor counts 2^32 less than its bits: that much of the other is too many in the upper half. */
static inline uint32_t riscv_mulhsu(uint32_t a, uint32_t b)
{
    return riscv_mulhu(a, b) - ((a & RISCV_SIGN) ? b : 0);
}

static inline uint32_t riscv_mulh(uint32_t a, uint32_t b)
{
    return riscv_mulhsu(a, b) - ((b & RISCV_SIGN) ? a : 0);
}

static inline uint32_t riscv_divu(uint32_t a, uint32_t b)
{
    return b ? a / b : UINT32_MAX;
}

static inline uint32_t riscv_remu(uint32_t a, uint32_t b)
{
    return b ? a % b : a;
}

static inline uint32_t riscv_magnitude(uint32_t a)
{
    return (a & RISCV_SIGN) ? 0 - a : a;
}

/* Toward zero, by magnitudes: -2^31 / -1 comes out as -2^31 of itself. */
static inline uint32_t riscv_div(uint32_t a, uint32_t b)
{
    if (!b)
        return UINT32_MAX;
    const uint32_t quotient = riscv_magnitude(a) / riscv_magnitude(b);
    return ((a ^ b) & RISCV_SIGN) ? 0 - quotient : quotient;
}

static inline uint32_t riscv_rem(uint32_t a, uint32_t b)
{
    if (!b)
        return a;
    const uint32_t rest = riscv_magnitude(a) % riscv_magnitude(b);
    return (a & RISCV_SIGN) ? 0 - rest : rest;
}
