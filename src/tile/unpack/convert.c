/* SPDX-License-Identifier: Apache-2.0 */
/* From the format in L1 to the one that the target holds, as patterns in IEEE order. Everything here truncates.
 * U-6.1 to U-6.6 */
#include "base/guard/built_wide.h"
#include "numeric/bfp.h"
#include "numeric/from_l1.h"
#include "numeric/late.h"
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"

#define CONVERSION(NAME, FUNCTION)                                                                                     \
    BUILT_WIDE static void NAME(const struct unpack_settings *set, struct unpack_block *block)                         \
    {                                                                                                                  \
        uint32_t *values = block->values, count = block->count;                                                        \
        (void)set;                                                                                                     \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
CONVERSION(fp32_to_tf32, unpack_fp32_to_tf32)
CONVERSION(fp32_to_tf32_nearest_away, unpack_fp32_to_tf32_round)
CONVERSION(fp32_to_bf16, unpack_fp32_to_bf16)
CONVERSION(fp32_to_fp16_cut, fp32_to_fp16)
CONVERSION(fp8_to_fp16, e5m2_to_fp16)
CONVERSION(fp8_to_fp16_all_ones, e5m2_to_fp16_all_ones)
CONVERSION(fp8_4_to_fp16, e4m3_to_fp16)
#undef CONVERSION

/* ---- block formats ---- */

#define BFP_CONVERSION(NAME, FUNCTION)                                                                                 \
    BUILT_WIDE static void NAME##_each(uint32_t *restrict values, const uint8_t *restrict exponents, uint32_t count,   \
                                       unsigned width)                                                                 \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i], exponents[i], width);                                                      \
    }                                                                                                                  \
    static void NAME(const struct unpack_settings *set, struct unpack_block *block)                                    \
    {                                                                                                                  \
        NAME##_each(block->values, block->exponents, block->count, set->datum_bits);                                   \
    }
BFP_CONVERSION(bfp_to_bf16_modulo_256, bfp_to_bf16)
BFP_CONVERSION(bfp_to_bf16_stopping_at_0, bfp_to_bf16_clamped)
#undef BFP_CONVERSION

static void bfp_a_to_fp16(const struct unpack_settings *set, struct unpack_block *block)
{
    bool any = false;
    for (uint32_t i = 0; i < block->count; i++) {
        bool is_undefined;
        block->values[i] = bfp_to_fp16(block->values[i], block->exponents[i], set->datum_bits, &is_undefined);
        any |= is_undefined;
    }
    if (any)
        tile_finding(block->tile, FINDING_UNPACK_BFP_EXPONENT_RANGE, unpack_unit(set->unpacker), 0,
                     "an exponent between 0 and 31 was expected; it is masked");
}

void unpack_convert(const struct unpack_settings *set, struct unpack_block *block)
{
    if (set->convert)
        set->convert(set, block);
    block->format = set->value_format;
}

static unpack_convert_values *from_32_bits(const struct tile *tile, const struct unpack_settings *set)
{
    if (set->value_format == FORMAT_BF16)
        return fp32_to_bf16;
    if (set->value_format == FORMAT_FP16)
        return fp32_to_fp16_cut;
    if (set->value_format != FORMAT_TF32_19)
        return NULL;
    const bool rounds = set->in == FORMAT_FP32 && tile_variant(tile, VARIANT_UNPACK_TF32_ROUND) != 0;
    return rounds ? fp32_to_tf32_nearest_away : fp32_to_tf32;
}

static unpack_convert_values *from_fp8(const struct tile *tile, const struct unpack_settings *set)
{
    if (set->has_4_bit_exponent)
        return fp8_4_to_fp16;
    const bool fills_up = set->chip->unpack_fp8_top_is_all_ones && tile_variant(tile, VARIANT_UNPACK_FP8_TOP) == 0;
    return fills_up ? fp8_to_fp16_all_ones : fp8_to_fp16;
}

void unpack_resolve_convert(const struct unpack_decode *from, struct unpack_settings *set)
{
    if (set->is_block && set->value_format == FORMAT_FP16)
        set->convert = bfp_a_to_fp16;
    else if (set->is_block)
        set->convert = tile_variant(from->tile, VARIANT_UNPACK_BFP_EXPONENT) != 0 ? bfp_to_bf16_stopping_at_0
                                                                                  : bfp_to_bf16_modulo_256;
    else if (set->datum_bits == 32)
        set->convert = from_32_bits(from->tile, set);
    else if (set->in == FORMAT_FP8_E5M2)
        set->convert = from_fp8(from->tile, set);
}
