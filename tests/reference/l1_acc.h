/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 as P-10 words it: sums in fixed point, 320 bits wide, so that nothing is ever lost. */
#pragma once

#include <stdint.h>

uint32_t ref_acc_fp32(uint32_t d, uint32_t x);
uint32_t ref_acc_bf16(uint32_t d, uint32_t x);
uint32_t ref_acc_fp16(uint32_t d, uint32_t x); /* 64 bits of fixed point hold all of FP16 */
uint32_t ref_acc_int32(uint32_t d, uint32_t x);

/* IEEE 754 binary32 (8, 23), bfloat16 (8, 7), binary16 (5, 10); the positive quiet NaN for any. */
uint32_t ref_acc_ieee(uint32_t d, uint32_t x, int exponent_bits, int mantissa_bits);
