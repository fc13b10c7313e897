/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 (P-10.2 to P-10.5): what replaces the datum `d` in L1 when `x` arrives. Exact sums of
 * integers, rounded once; the pages word some of them in double, and no double is needed to get the same bits. */
#pragma once

#include <stdint.h>

/* P-10.2: IEEE single addition to nearest even with denormals, in and out, as zeros of their sign; NaN 0x7FC00000. */
uint32_t l1_acc_fp32(uint32_t d, uint32_t x);

/* P-10.3: opposite infinities 0x7FC0; a NaN in d is the largest of numbers, a NaN in x the number its bits say. */
uint32_t l1_acc_bf16(uint32_t d, uint32_t x);

/* P-10.4, with the chips' quirk: a sum too small for a normal number leaves as 0x7FFF of its sign, and so does an
 * exact zero when d is large (exponent 30 or 31). */
uint32_t l1_acc_fp16(uint32_t d, uint32_t x);

/* P-10.5: as FP32, whole 32 bits. Not recorded. */
uint32_t l1_acc_tf32(uint32_t d, uint32_t x);

/* P-10.5: sign and magnitude, saturating; a zero sum is +0. Not recorded. */
uint32_t l1_acc_int32(uint32_t d, uint32_t x);

/* C-51 `l1acc_ieee`: IEEE addition to nearest even with denormals, infinities and NaN (the positive quiet one). */
uint32_t l1_acc_fp32_ieee(uint32_t d, uint32_t x);
uint32_t l1_acc_bf16_ieee(uint32_t d, uint32_t x);
uint32_t l1_acc_fp16_ieee(uint32_t d, uint32_t x);

/* C-52 `l1acc_fp16_clean`: P-10.4 without the quirk: too small leaves as a zero of its sign, an exact zero as zero. */
uint32_t l1_acc_fp16_clean(uint32_t d, uint32_t x);
