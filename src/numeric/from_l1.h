/* SPDX-License-Identifier: Apache-2.0 */
/* How the unpacker converts an L1 datum before it becomes a cell (U-6). Results are patterns in IEEE order; cells.h
 * puts them into Src or Dst. FP32 to FP16 is fp32_to_fp16 of late.h, block floats are in bfp.h; BF16 and FP16 pass as
 * they are, denormals too (C-90). */
#pragma once

#include <stdint.h>

/* FP32 to TF32 of 19 bits: the low 13 are cut, denormals and NaN bits stay (C-91). */
static inline uint32_t unpack_fp32_to_tf32(uint32_t v)
{
    return v >> 13;
}

/* C-91 `tf32_round`: to nearest, ties away; infinities and NaN keep their upper bits. */
static inline uint32_t unpack_fp32_to_tf32_round(uint32_t v)
{
    return (v & 0x7F800000) == 0x7F800000 ? v >> 13 : (v + 0x1000) >> 13;
}

/* FP32 to BF16: cut; exponent 0 gives a zero of its sign (C-92). */
static inline uint32_t unpack_fp32_to_bf16(uint32_t v)
{
    return v & 0x7F800000 ? v >> 16 : v >> 31 << 15;
}

/* FP8 E5M2 to FP16: the upper byte. This is Wormhole, and on Blackhole C-72 `fp8_plain`. */
static inline uint32_t e5m2_to_fp16(uint32_t b)
{
    return (b & 0xFF) << 8;
}

/* Blackhole: 0x7F and 0xFF, the infinities, become all ones below the sign. */
static inline uint32_t e5m2_to_fp16_all_ones(uint32_t b)
{
    return (b & 0xFF) << 8 | ((b & 0x7F) == 0x7F ? 0xFFu : 0u);
}

/* U-6.4, Blackhole: exponent 0 keeps its mantissa and is not normalised; 0x7F fills up with ones. */
static inline uint32_t e4m3_to_fp16(uint32_t b)
{
    uint32_t rebias = b & 0x78 ? 8u << 10 : 0;
    uint32_t fill = (b & 0x7F) == 0x7F ? 0x7Fu : 0u;
    return (b & 0x80) << 8 | (((b & 0x7F) << 7) + rebias) | fill;
}

/* U-6.5: INT8 or UINT8 as sign in bit 10, magnitude below: the arguments of src_from_int8 and dst16_from_int8. */
static inline uint32_t int8_sign(uint32_t b, uint32_t is_unsigned)
{
    return is_unsigned ? 0 : b >> 7 & 1;
}

static inline uint32_t int8_magnitude(uint32_t b, uint32_t is_unsigned)
{
    return b & (is_unsigned ? 0xFFu : 0x7Fu);
}
