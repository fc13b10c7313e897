/* SPDX-License-Identifier: Apache-2.0 */
/* From the packer's intermediate format to the one in L1 (P-6.2 to P-6.13). Everything here truncates. Datums
 * stand in the low bits of a word. BFP outputs go on in bfp.h, from BF16 or E5M7. */
#pragma once

#include <stdint.h>

/* Other readings of the narrowing to five exponent bits; 0 is the device. Constants, so that they fold away. */
enum {
    FP16_SAT_7BFF = 1, /* C-26: exponent 31 is not a number, saturate to 0x7BFF */
    FP16_FLUSH_E0 = 2, /* C-27: e = 0 gives a signed zero as well */
};

/* P-6.3. e = exponent - 112: below 0 the sign alone, above 31 sign and 0x7FFF, else the number. e = 0 is not
 * flushed: it keeps its mantissa and loses the leading one. Infinity and NaN saturate. */
static inline uint32_t fp16_from_wide(uint32_t sign, uint32_t exponent, uint32_t mantissa10, unsigned reading)
{
    uint32_t top = reading & FP16_SAT_7BFF ? 142 : 143;
    uint32_t bottom = reading & FP16_FLUSH_E0 ? 113 : 112;
    uint32_t most = reading & FP16_SAT_7BFF ? 0x7BFF : 0x7FFF;
    uint32_t number = ((exponent - 112) << 10 | mantissa10) & 0x7FFF;
    number = exponent > top ? most : number;
    return sign << 15 | (exponent < bottom ? 0 : number);
}

static inline uint32_t fp32_to_fp16_reading(uint32_t v, unsigned reading)
{
    return fp16_from_wide(v >> 31, v >> 23 & 0xFF, v >> 13 & 0x3FF, reading);
}

static inline uint32_t tf32_to_fp16_reading(uint32_t t, unsigned reading)
{
    return fp16_from_wide(t >> 18, t >> 10 & 0xFF, t & 0x3FF, reading);
}

static inline uint32_t bf16_to_fp16_reading(uint32_t u, unsigned reading)
{
    return fp16_from_wide(u >> 15, u >> 7 & 0xFF, (u & 0x7F) << 3, reading);
}

static inline uint32_t fp32_to_fp16(uint32_t v)
{
    return fp32_to_fp16_reading(v, 0);
}

static inline uint32_t tf32_to_fp16(uint32_t t)
{
    return tf32_to_fp16_reading(t, 0);
}

/* Also the early conversion with Round_10b (P-4.7). */
static inline uint32_t bf16_to_fp16(uint32_t u)
{
    return bf16_to_fp16_reading(u, 0);
}

/* P-6.4: exponent 0 is not rebiased, its mantissa stays. Also FP16 to a TF32 container (P-6.8). */
static inline uint32_t fp16_to_fp32(uint32_t h)
{
    uint32_t rebias = h & 0x7C00 ? UINT32_C(112) << 23 : 0;
    return (h & 0x8000) << 16 | (((h & 0x7FFF) << 13) + rebias);
}

/* P-6.5, also from E5M6: exponent 0 to +0. */
static inline uint32_t fp16_to_bf16(uint32_t h)
{
    return h & 0x7C00 ? (h & 0x8000) | (((h & 0x7FFF) >> 3) + (112u << 7)) : 0;
}

/* P-6.6, also from E8M6, and to a TF32 container (P-6.8). */
static inline uint32_t bf16_to_fp32(uint32_t u)
{
    return u << 16;
}

/* P-6.8: to the container of 32 bits, low 13 zero. */
static inline uint32_t tf32_to_container(uint32_t t)
{
    return t << 13;
}

/* P-6.7: exponent 0 to +0. A NaN stays one only if its upper mantissa bits do. */
static inline uint32_t fp32_to_bf16_cut(uint32_t v)
{
    return v & 0x7F800000 ? v >> 16 : 0;
}

/* `fp32_bf16_keep_sign` (P-6.7x): exponent 0 to a zero of its sign. */
static inline uint32_t fp32_to_bf16_cut_keep_sign(uint32_t v)
{
    return v & 0x7F800000 ? v >> 16 : v >> 31 << 15;
}

/* As fp32_to_bf16_cut, from 19 bits. Not recorded. */
static inline uint32_t tf32_to_bf16_cut(uint32_t t)
{
    return t & 0x3FC00 ? t >> 3 : 0;
}

/* P-6.9: exponent 15 is an ordinary one, 0x7F the largest; E <= 8 leaves the sign alone. */
static inline uint32_t fp16_to_e4m3(uint32_t h)
{
    uint32_t sign = h >> 15 << 7;
    uint32_t exponent = h >> 10 & 0x1F;
    uint32_t number = ((h & 0x7FFF) >> 7) - (8u << 3);
    number = exponent >= 24 ? 0x7F : number;
    return sign | (exponent <= 8 ? 0 : number);
}

/* P-6.10: the upper byte. Not recorded. */
static inline uint32_t fp16_to_e5m2(uint32_t h)
{
    return h >> 8;
}

/* P-6.12: FP16 (or a wider format after P-6.3) to E5M7 in an FP16 container. Not recorded. */
static inline uint32_t fp16_to_e5m7(uint32_t h)
{
    return h & 0xFFF8;
}

/* `fp8_flush_denormals`: to be put before fp16_to_e5m2 and fp16_to_e5m7. Exponent 0 to +0. */
static inline uint32_t fp16_flush_denormal(uint32_t h)
{
    return h & 0x7C00 ? h : 0;
}
