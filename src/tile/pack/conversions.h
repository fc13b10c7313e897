/* SPDX-License-Identifier: Apache-2.0 */
/* The conversions of one datum that the tables of early_convert.c and late_convert.c name. The arithmetic is in
 * numeric/early.h and numeric/late.h. */
#pragma once

#include "numeric/early.h"
#include "numeric/late.h"

/* FP32's low bits are cut (P-6.8). */
static inline uint32_t fp32_low_cut(uint32_t v)
{
    return v & ~UINT32_C(0x1FFF);
}

/* ---- other readings: conflicts C-22, C-23, C-25, P-6.7, P-6.10x ---- */

static inline uint32_t bf16_to_e8m6_2m127(uint32_t u)
{
    return bf16_round_to_e8m6(bf16_flush_2m127(u));
}

static inline uint32_t bf16_to_tf32_2m127(uint32_t u)
{
    return bf16_flush_2m127(u) << 3;
}

static inline uint32_t flushed_fp32_to_tf32(uint32_t v)
{
    return fp32_to_tf32_nearest_away(fp32_flush(v));
}

static inline uint32_t flushed_fp32_to_bf16(uint32_t v)
{
    return fp32_to_bf16_nearest_away(fp32_flush(v));
}

static inline uint32_t flushed_fp32_to_e8m6(uint32_t v)
{
    return fp32_to_e8m6_nearest_away(fp32_flush(v));
}

static inline uint32_t flushed_fp16_to_e5m2(uint32_t h)
{
    return fp16_to_e5m2(fp16_flush_denormal(h));
}

static inline uint32_t flushed_fp16_to_e5m7(uint32_t h)
{
    return fp16_to_e5m7(fp16_flush_denormal(h));
}

/* Name and function, the early ones first. */
#define PACK_CONVERSIONS(X)                                                                                            \
    X(FP32_TO_TF32, fp32_to_tf32_nearest_away)                                                                         \
    X(FP32_TO_BF16, fp32_to_bf16_nearest_away)                                                                         \
    X(FP32_TO_E8M6, fp32_to_e8m6_nearest_away)                                                                         \
    X(UPPER_HALF, fp32_to_bf16_raw)                                                                                    \
    X(INT32_TO_INT8_RAW, int32_to_int8_raw)                                                                            \
    X(INT32_TO_UINT8_RAW, int32_to_uint8_raw)                                                                          \
    X(BF16_FLUSH, bf16_flush)                                                                                          \
    X(BF16_TO_TF32, bf16_to_tf32)                                                                                      \
    X(BF16_TO_E8M6, bf16_to_e8m6)                                                                                      \
    X(BF16_TO_FP16, bf16_to_fp16)                                                                                      \
    X(FP16_FLUSH, fp16_flush)                                                                                          \
    X(FP16_TO_E5M6, fp16_to_e5m6)                                                                                      \
    X(FP16_TO_E5M7_RAW, fp16_to_e5m7_raw)                                                                              \
    X(FP16_TO_E5M2_RAW, fp16_to_e5m2_raw)                                                                              \
    X(CELL_TO_INT8_RAW, cell16_to_int8_raw)                                                                            \
    X(CELL_TO_UINT8_RAW, cell16_to_uint8_raw)                                                                          \
    X(FP32_TO_TF32_FLUSH_FIRST, flushed_fp32_to_tf32)                                                                  \
    X(FP32_TO_BF16_FLUSH_FIRST, flushed_fp32_to_bf16)                                                                  \
    X(FP32_TO_BF16_TRUNCATE, fp32_to_bf16_truncate)                                                                    \
    X(FP32_TO_BF16_EVEN, fp32_to_bf16_nearest_even)                                                                    \
    X(FP32_TO_E8M6_FLUSH_FIRST, flushed_fp32_to_e8m6)                                                                  \
    X(BF16_FLUSH_2M127, bf16_flush_2m127)                                                                              \
    X(BF16_TO_TF32_2M127, bf16_to_tf32_2m127)                                                                          \
    X(BF16_TO_E8M6_2M127, bf16_to_e8m6_2m127)                                                                          \
    X(FP32_CUT, fp32_low_cut)                                                                                          \
    X(FP32_TO_BF16_CUT, fp32_to_bf16_cut)                                                                              \
    X(FP32_TO_FP16, fp32_to_fp16)                                                                                      \
    X(TF32_TO_CONTAINER, tf32_to_container)                                                                            \
    X(TF32_TO_BF16_CUT, tf32_to_bf16_cut)                                                                              \
    X(TF32_TO_FP16, tf32_to_fp16)                                                                                      \
    X(BF16_TO_FP32, bf16_to_fp32)                                                                                      \
    X(FP16_TO_FP32, fp16_to_fp32)                                                                                      \
    X(FP16_TO_BF16, fp16_to_bf16)                                                                                      \
    X(FP16_TO_E5M2, fp16_to_e5m2)                                                                                      \
    X(FP16_TO_E5M7, fp16_to_e5m7)                                                                                      \
    X(FP16_TO_E4M3, fp16_to_e4m3)                                                                                      \
    X(FP32_TO_BF16_KEEP_SIGN, fp32_to_bf16_cut_keep_sign)                                                              \
    X(FP16_TO_E5M2_FLUSH_FIRST, flushed_fp16_to_e5m2)                                                                  \
    X(FP16_TO_E5M7_FLUSH_FIRST, flushed_fp16_to_e5m7)

#define PACK_CONVERSION_NAME(NAME, FUNCTION) PACK_##NAME,
enum pack_conversion { PACK_AS_IS, PACK_CONVERSIONS(PACK_CONVERSION_NAME) PACK_CONVERSION_COUNT };
#undef PACK_CONVERSION_NAME
