/* SPDX-License-Identifier: Apache-2.0 */
/* From the format in L1 to the one that the target holds, as patterns in IEEE order. Everything here truncates.
 * U-6.1 to U-6.6 */
#include "numeric/bfp.h"
#include "numeric/from_l1.h"
#include "numeric/late.h"
#include "tile/unpack/unpack_internal.h"

/* The function is a constant where this is called, so the compiler makes a plain loop of it. */
static inline void each(struct unpack_block *block, uint32_t (*convert)(uint32_t))
{
    for (uint32_t i = 0; i < block->count; i++)
        block->values[i] = convert(block->values[i]);
}

static void fp32_to_tf32(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, unpack_fp32_to_tf32);
}

static void fp32_to_tf32_nearest_away(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, unpack_fp32_to_tf32_round);
}

static void fp32_to_bf16(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, unpack_fp32_to_bf16);
}

static void fp32_to_fp16_cut(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, fp32_to_fp16);
}

static void fp8_to_fp16(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, e5m2_to_fp16);
}

static void fp8_to_fp16_all_ones(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, e5m2_to_fp16_all_ones);
}

static void fp8_4_to_fp16(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    each(block, e4m3_to_fp16);
}

/* ---- block formats ---- */

/* What a datum of 8 bits is under exponent 0. The shared exponent is then added, modulo 256, to all but zero and
 * infinity. */
void unpack_fill_bfp_table(struct unpack_bfp_entry table[256])
{
    for (uint32_t datum = 0; datum < 256; datum++) {
        table[datum].bits = (uint16_t)bfp_to_bf16(datum, 0, 8);
        table[datum].exponent_mask = datum & 0x7F ? 0x7F80 : 0;
    }
}

static void bfp_to_bf16_by_table(const struct unpack_settings *set, struct unpack_block *block)
{
    const unsigned shift = 8 - set->datum_bits; /* a narrower datum stands in the upper bits */
    for (uint32_t i = 0; i < block->count; i++) {
        const struct unpack_bfp_entry entry = set->bfp_table[block->values[i] << shift & 0xFF];
        const uint32_t sum = entry.bits + ((uint32_t)block->exponents[i] << 7);
        block->values[i] = (entry.bits & ~(uint32_t)entry.exponent_mask) | (sum & entry.exponent_mask);
    }
}

static void bfp_to_bf16_stopping_at_0(const struct unpack_settings *set, struct unpack_block *block)
{
    for (uint32_t i = 0; i < block->count; i++)
        block->values[i] = bfp_to_bf16_clamped(block->values[i], block->exponents[i], set->datum_bits);
}

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

void unpack_settle_convert(const struct unpack_decode *from, struct unpack_settings *set)
{
    set->bfp_table = from->bfp_table;
    if (set->is_block && set->value_format == FORMAT_FP16)
        set->convert = bfp_a_to_fp16;
    else if (set->is_block)
        set->convert = tile_variant(from->tile, VARIANT_UNPACK_BFP_EXPONENT) != 0 ? bfp_to_bf16_stopping_at_0
                                                                                  : bfp_to_bf16_by_table;
    else if (set->datum_bits == 32)
        set->convert = from_32_bits(from->tile, set);
    else if (set->in == FORMAT_FP8_E5M2)
        set->convert = from_fp8(from->tile, set);
}
