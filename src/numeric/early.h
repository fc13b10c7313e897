/* SPDX-License-Identifier: Apache-2.0 */
/* How the packer converts a datum as it comes from Dst (P-4.2 to P-4.8). Inputs are in IEEE bit order, in the
 * low bits of a word, no bits above; so are results. "Flush" is exponent 0 to +0, both signs; a NaN becomes the
 * infinity of its sign. Each line says whether a rounding comes before or after the flush.
 *
 * Other readings are made by composing: fp32_to_bf16_nearest_away(fp32_flush(v)) is `flush_before_round` (C-23),
 * bf16_round_to_e8m6(bf16_flush_2m127(u)) is `flush_2m127` (C-22). `random` of a stochastic form: 32 random bits. */
#pragma once

#include "numeric/rounding.h"

#include <stdint.h>

/* ---- 32-bit Dst ---- */

/* NaN to infinity, add, cut `drop` (13 to 17) bits, then flush. With `add` above half an infinity would become a NaN
 * pattern; it stays infinity. Result: sign, exponent, 23 - drop bits of mantissa. */
static inline uint32_t fp32_add_cut_flush(uint32_t v, uint32_t add, unsigned drop)
{
    uint32_t magnitude = u32_min(v & 0x7FFFFFFF, 0x7F800000);
    uint32_t cut = u32_min((magnitude + add) >> drop, UINT32_C(0x7F800000) >> drop);
    return cut >> (23 - drop) ? cut | v >> 31 << (31 - drop) : 0;
}

/* Exponent 0 to +0, nothing else. */
static inline uint32_t fp32_flush(uint32_t v)
{
    return v & 0x7F800000 ? v : 0;
}

/* P-4.4: to 19 bits; the largest denormals round up to the smallest normal, the largest finite to infinity. */
static inline uint32_t fp32_to_tf32_nearest_away(uint32_t v)
{
    return fp32_add_cut_flush(v, round_half(13), 13);
}

static inline uint32_t fp32_to_tf32_stochastic(uint32_t v, uint32_t random)
{
    return fp32_add_cut_flush(v, round_random(random, 13), 13);
}

/* P-4.5: to BF16, likewise. */
static inline uint32_t fp32_to_bf16_nearest_away(uint32_t v)
{
    return fp32_add_cut_flush(v, round_half(16), 16);
}

static inline uint32_t fp32_to_bf16_stochastic(uint32_t v, uint32_t random)
{
    return fp32_add_cut_flush(v, round_random(random, 16), 16);
}

/* C-25 `bf16_trunc`, `bf16_rne`: NaN and flush as P-4.5, another rounding. */
static inline uint32_t fp32_to_bf16_truncate(uint32_t v)
{
    return fp32_add_cut_flush(v, 0, 16);
}

static inline uint32_t fp32_to_bf16_nearest_even(uint32_t v)
{
    return fp32_add_cut_flush(v, round_even(v & 0x7FFFFFFF, 16), 16);
}

/* P-4.3, RAW = 1: the upper half as it is. */
static inline uint32_t fp32_to_bf16_raw(uint32_t v)
{
    return v >> 16;
}

/* P-4.6: to E8M6 in a BF16 container, bit 0 zero. */
static inline uint32_t fp32_to_e8m6_nearest_away(uint32_t v)
{
    return fp32_add_cut_flush(v, round_half(17), 17) << 1;
}

static inline uint32_t fp32_to_e8m6_stochastic(uint32_t v, uint32_t random)
{
    return fp32_add_cut_flush(v, round_random(random, 17), 17) << 1;
}

/* P-4.8: the magnitude over 2^shift (0 to 31), ties away, saturated to 127 or 255. INT8 keeps the sign, also of a zero
 * (0x80); UINT8 makes every negative 0. Stochastic in the `random` forms. */
static inline uint32_t int32_descale(uint32_t magnitude, unsigned shift, uint32_t add)
{
    return (uint32_t)(((uint64_t)magnitude + add) >> shift);
}

static inline uint32_t int32_to_int8(uint32_t v, unsigned shift)
{
    return v >> 31 << 7 | u32_min(int32_descale(v & 0x7FFFFFFF, shift, round_half(shift)), 127);
}

static inline uint32_t int32_to_uint8(uint32_t v, unsigned shift)
{
    return v >> 31 ? 0 : u32_min(int32_descale(v & 0x7FFFFFFF, shift, round_half(shift)), 255);
}

static inline uint32_t int32_to_int8_stochastic(uint32_t v, unsigned shift, uint32_t random)
{
    return v >> 31 << 7 | u32_min(int32_descale(v & 0x7FFFFFFF, shift, round_random(random, shift)), 127);
}

static inline uint32_t int32_to_uint8_stochastic(uint32_t v, unsigned shift, uint32_t random)
{
    return v >> 31 ? 0 : u32_min(int32_descale(v & 0x7FFFFFFF, shift, round_random(random, shift)), 255);
}

/* P-4.3, RAW = 1: low bits, no saturation. Not recorded. */
static inline uint32_t int32_to_int8_raw(uint32_t v)
{
    return v >> 31 << 7 | (v & 0x7F);
}

static inline uint32_t int32_to_uint8_raw(uint32_t v)
{
    return v & 0xFF;
}

/* ---- 16-bit Dst, P-4.7 ---- */

/* NaN to infinity, exponent 0 to +0. */
static inline uint32_t bf16_flush(uint32_t u)
{
    uint32_t magnitude = u32_min(u & 0x7FFF, 0x7F80);
    return magnitude >> 7 ? magnitude | (u & 0x8000) : 0;
}

/* C-22 `flush_2m127`: only below 2^-127, half the smallest normal, is flushed. */
static inline uint32_t bf16_flush_2m127(uint32_t u)
{
    uint32_t magnitude = u32_min(u & 0x7FFF, 0x7F80);
    return magnitude >> 6 ? magnitude | (u & 0x8000) : 0;
}

/* From BF16 already flushed: so a denormal cannot round up (C-24). Infinity stays. */
static inline uint32_t bf16_round_to_e8m6(uint32_t u)
{
    return (u + 1) & 0xFFFE;
}

static inline uint32_t bf16_to_e8m6(uint32_t u)
{
    return bf16_round_to_e8m6(bf16_flush(u));
}

/* +0 stays +0, as stochastic rounding of a flushed datum has nothing to round. */
static inline uint32_t bf16_to_e8m6_stochastic(uint32_t u, uint32_t random)
{
    uint32_t flushed = bf16_flush(u);
    uint32_t rounded = u32_min(((flushed & 0x7FFF) + round_random(random, 1)) & 0xFFFE, 0x7F80);
    return flushed ? rounded | (flushed & 0x8000) : 0;
}

/* To 19 bits. Not recorded. */
static inline uint32_t bf16_to_tf32(uint32_t u)
{
    return bf16_flush(u) << 3;
}

/* Exponent 0 to +0; everything else is an ordinary number. */
static inline uint32_t fp16_flush(uint32_t u)
{
    return u & 0x7C00 ? u : 0;
}

/* Saturates at exponent 31, mantissa all ones (0x7FF0 in its container), rounds, then flushes. */
static inline uint32_t fp16_add_to_e5m6(uint32_t u, uint32_t add)
{
    uint32_t rounded = u32_min((u & 0x7FFF) + add, 0x7FFF) & 0x7FF0;
    return rounded & 0x7C00 ? rounded | (u & 0x8000) : 0;
}

static inline uint32_t fp16_to_e5m6(uint32_t u)
{
    return fp16_add_to_e5m6(u, round_half(4));
}

static inline uint32_t fp16_to_e5m6_stochastic(uint32_t u, uint32_t random)
{
    return fp16_add_to_e5m6(u, round_random(random, 4));
}

/* RAW = 1: cut, nothing else. Not recorded. */
static inline uint32_t fp16_to_e5m7_raw(uint32_t u)
{
    return u & 0xFFF8;
}

static inline uint32_t fp16_to_e5m2_raw(uint32_t u)
{
    return u & 0xFF00;
}

/* INT8 from 16 bits, RAW = 1: only the sign comes through. Not recorded. */
static inline uint32_t cell16_to_int8_raw(uint32_t cell)
{
    return cell >> 15 << 7;
}

/* UINT8 from 16 bits, RAW = 1: the low eight bits of an INT8 cell's magnitude (SL-097). */
static inline uint32_t cell16_to_uint8_raw(uint32_t cell)
{
    return cell >> 5 & 0xFF;
}

/* FP16 with Round_10b from a BF16 reading is bf16_to_fp16 of late.h: a plain rebias (C-30). */
