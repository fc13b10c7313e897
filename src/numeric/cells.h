/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of SrcA, SrcB and Dst, whose bits lie in another order than in L1 (F-3.1 to F-3.3).
 *
 *   Src, 19 bits                              Dst, 16 bits
 *         18   17 .......... 8   7 ...... 0            15   14 ....... 8   7 ...... 0
 *   TF32   S       M10               E8        BF16     S        M7            E8
 *   BF16   S   M7     000            E8                15   14 ......... 5   4 ... 0
 *   FP16   S       M10           000  E5       FP16     S        M10            E5
 *   INT8   S       magnitude10     16 or 0     INT8     S        magnitude10  16 or 0
 *   INT16  15  14..8  000           7..0       INT16   15 .................... 0
 *
 * A Dst value of 32 bits is a BF16 cell of the pattern's upper half (row r) and the plain lower half (8 rows below).
 * Every function takes its input in the low bits and returns the result in the low bits, all others zero. */
#pragma once

#include <stdint.h>

/* ---- Src ---- */

/* The upper 19 bits of an FP32 pattern; the low 13 are dropped. Nothing is rounded or flushed. */
static inline uint32_t src_from_fp32(uint32_t v)
{
    return (v >> 31) << 18 | (v >> 13 & 0x3FF) << 8 | (v >> 23 & 0xFF);
}

/* The FP32 pattern, low 13 bits zero. */
static inline uint32_t src_to_fp32(uint32_t cell)
{
    return (cell >> 18 & 1) << 31 | (cell & 0xFF) << 23 | (cell >> 8 & 0x3FF) << 13;
}

/* TF32 as 19 bits: sign 18, exponent 17:10, mantissa 9:0. */
static inline uint32_t src_from_tf32(uint32_t t)
{
    return (t >> 18 & 1) << 18 | (t & 0x3FF) << 8 | (t >> 10 & 0xFF);
}

static inline uint32_t src_to_tf32(uint32_t cell)
{
    return (cell >> 18 & 1) << 18 | (cell & 0xFF) << 10 | (cell >> 8 & 0x3FF);
}

static inline uint32_t src_from_bf16(uint32_t h)
{
    return (h >> 15 & 1) << 18 | (h & 0x7F) << 11 | (h >> 7 & 0xFF);
}

/* Drops mantissa bits 10:8 of the cell, which a BF16 cell keeps zero. */
static inline uint32_t src_to_bf16(uint32_t cell)
{
    return (cell >> 18 & 1) << 15 | (cell & 0xFF) << 7 | (cell >> 11 & 0x7F);
}

/* No rebias: the five exponent bits stand in 4:0. */
static inline uint32_t src_from_fp16(uint32_t h)
{
    return (h >> 15 & 1) << 18 | (h & 0x3FF) << 8 | (h >> 10 & 0x1F);
}

/* Drops exponent bits 7:5 of the cell, which an FP16 cell keeps zero. */
static inline uint32_t src_to_fp16(uint32_t cell)
{
    return (cell >> 18 & 1) << 15 | (cell & 0x1F) << 10 | (cell >> 8 & 0x3FF);
}

/* "Integer 8": a sign and a magnitude of up to 10 bits; exponent 16, but 0 for magnitude 0. -0 keeps its sign. */
static inline uint32_t src_from_int8(uint32_t sign, uint32_t magnitude)
{
    return (sign & 1) << 18 | (magnitude & 0x3FF) << 8 | (magnitude & 0x3FF ? 16u : 0u);
}

/* Sign in bit 10, magnitude in 9:0; the exponent is not looked at. */
static inline uint32_t src_to_int11(uint32_t cell)
{
    return cell >> 8 & 0x7FF;
}

static inline uint32_t src_from_int16(uint32_t h)
{
    return (h >> 8 & 0xFF) << 11 | (h & 0xFF);
}

static inline uint32_t src_to_int16(uint32_t cell)
{
    return (cell >> 11 & 0xFF) << 8 | (cell & 0xFF);
}

/* ---- Dst, 16 bits. INT16 is the plain 16 bits and needs no function. ---- */

static inline uint32_t dst16_from_bf16(uint32_t h)
{
    return (h & 0x8000) | (h & 0x7F) << 8 | (h >> 7 & 0xFF);
}

static inline uint32_t dst16_to_bf16(uint32_t cell)
{
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

static inline uint32_t dst16_from_fp16(uint32_t h)
{
    return (h & 0x8000) | (h & 0x3FF) << 5 | (h >> 10 & 0x1F);
}

static inline uint32_t dst16_to_fp16(uint32_t cell)
{
    return (cell & 0x8000) | (cell & 0x1F) << 10 | (cell >> 5 & 0x3FF);
}

/* From a cell of Src, whose mantissa has three bits more or whose exponent has: what the patterns in between would be.
 */
static inline uint32_t dst16_from_src_bf16(uint32_t cell)
{
    return (cell >> 3 & 0xFF00) | (cell & 0xFF);
}

static inline uint32_t dst16_from_src_fp16(uint32_t cell)
{
    return (cell >> 3 & 0xFFE0) | (cell & 0x1F);
}

/* As src_from_int8. */
static inline uint32_t dst16_from_int8(uint32_t sign, uint32_t magnitude)
{
    return (sign & 1) << 15 | (magnitude & 0x3FF) << 5 | (magnitude & 0x3FF ? 16u : 0u);
}

/* Sign in bit 10, magnitude in 9:0; the exponent is not looked at. */
static inline uint32_t dst16_to_int11(uint32_t cell)
{
    return cell >> 5 & 0x7FF;
}

/* ---- Dst, 32 bits: upper cell in 31:16, lower in 15:0. INT32 (sign and magnitude) takes the same permutation. ---- */

static inline uint32_t dst32_from_fp32(uint32_t v)
{
    return dst16_from_bf16(v >> 16) << 16 | (v & 0xFFFF);
}

static inline uint32_t dst32_to_fp32(uint32_t cells)
{
    return dst16_to_bf16(cells >> 16) << 16 | (cells & 0xFFFF);
}
