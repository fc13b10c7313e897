/* SPDX-License-Identifier: Apache-2.0 */
/* The part of F that Blackhole's cores have, on bit patterns (R5). No operation raises a flag; the rounding
 * field is not looked at: everything rounds to nearest even. */
#pragma once

#include "base/usual.h"

/* a * b + c by the multiply-add of the vector unit (V30, V31), operands negated as the names say. */
uint32_t riscv_fmadd(uint32_t a, uint32_t b, uint32_t c);  /* a * b + c */
uint32_t riscv_fmsub(uint32_t a, uint32_t b, uint32_t c);  /* a * b - c */
uint32_t riscv_fnmsub(uint32_t a, uint32_t b, uint32_t c); /* -(a * b) + c */
uint32_t riscv_fnmadd(uint32_t a, uint32_t b, uint32_t c); /* -(a * b) - c */
uint32_t riscv_fadd(uint32_t a, uint32_t b);
uint32_t riscv_fsub(uint32_t a, uint32_t b);
uint32_t riscv_fmul(uint32_t a, uint32_t b);

/* Signs as bits: of NaNs too. */
uint32_t riscv_fsgnj(uint32_t a, uint32_t b);
uint32_t riscv_fsgnjn(uint32_t a, uint32_t b);
uint32_t riscv_fsgnjx(uint32_t a, uint32_t b);

/* One NaN: the other operand; two: 7FC00000. -0 is less than +0. Denormals are what they are. */
uint32_t riscv_fmin(uint32_t a, uint32_t b);
uint32_t riscv_fmax(uint32_t a, uint32_t b);

/* False with a NaN; zeros are equal. */
bool riscv_feq(uint32_t a, uint32_t b);
bool riscv_flt(uint32_t a, uint32_t b);
bool riscv_fle(uint32_t a, uint32_t b);

/* Bit 0 -infinity, 1 negative, 2 denormal, 3 -0, 4 +0, 5 denormal, 6 positive, 7 +infinity, 8 and 9 NaNs, quiet last.
 */
uint32_t riscv_fclass(uint32_t a);

/* To integers: saturating, a NaN is the largest; a negative number is 0 as unsigned. */
uint32_t riscv_fcvt_w_s(uint32_t a);
uint32_t riscv_fcvt_wu_s(uint32_t a);
uint32_t riscv_fcvt_s_w(uint32_t a);
uint32_t riscv_fcvt_s_wu(uint32_t a);
