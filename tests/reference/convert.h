/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's conversions by value, from P-4 and P-6. */
#pragma once

#include "reference/value.h"

/* P-4.4 to P-4.6: FP32 to eight exponent bits and `mantissa_bits` (10, 7, 6): sign, exponent, mantissa, no padding. */
uint32_t ref_fp32_narrow(uint32_t v, int mantissa_bits, enum ref_round how);

/* P-4.7. */
uint32_t ref_bf16_flush(uint32_t u);
uint32_t ref_bf16_to_e8m6(uint32_t u);
uint32_t ref_fp16_to_e5m6(uint32_t u);

/* P-4.3, P-4.8. */
uint32_t ref_int32_to_int8(uint32_t v, unsigned shift);
uint32_t ref_int32_to_uint8(uint32_t v, unsigned shift);

/* P-6.3, from a magnitude pattern of eight exponent bits and `mantissa_bits`. */
uint32_t ref_wide_to_fp16(uint32_t sign, uint32_t magnitude, int mantissa_bits);

/* P-6.4, P-6.5, P-6.7, P-6.9, P-6.10, P-6.12. */
uint32_t ref_fp16_to_fp32(uint32_t h);
uint32_t ref_fp16_to_bf16(uint32_t h);
uint32_t ref_fp32_to_bf16_cut(uint32_t v);
uint32_t ref_fp16_to_e4m3(uint32_t h);
uint32_t ref_fp16_to_e5m2(uint32_t h);
uint32_t ref_fp16_to_e5m7(uint32_t h);

/* U-6.4. */
uint32_t ref_e4m3_to_fp16(uint32_t b);
