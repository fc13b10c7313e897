/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of straight.h for any machine, and which of them settings ask for. */
#include "tile/unpack/fast/straight_loops.h"

const struct straight_loops *straight_loops_plain(void)
{
    return &loops;
}

const struct straight_loops *straight_loops_choose(void)
{
    const struct straight_loops *avx2 = straight_loops_avx2();
    return avx2 ? avx2 : &loops;
}

static unpack_straight_src *from_fp32(const struct straight_loops *from, enum format value)
{
    if (value == FORMAT_BF16)
        return from->fp32_to_bf16;
    return value == FORMAT_FP16 ? from->fp32_to_fp16 : from->fp32;
}

static unpack_straight_blocks *blocks_of(const struct straight_loops *from, const struct unpack_settings *set)
{
    switch ((int)set->in_format) {
    case FORMAT_BFP8:
        return from->bfp8;
    case FORMAT_BFP4:
        return from->bfp4;
    case FORMAT_BFP2:
        return from->bfp2;
    default:
        return NULL;
    }
}

/* Null for what no kernel asks for. */
static unpack_straight_src *src_of(const struct straight_loops *from, const struct unpack_settings *set)
{
    switch ((int)set->in_format) {
    case FORMAT_BF16:
        return from->bf16;
    case FORMAT_FP16:
        return from->fp16;
    case FORMAT_FP32:
        return from_fp32(from, set->value_format);
    case FORMAT_FP8_E5M2:
        return set->chip->unpack_fp8_top_is_all_ones ? from->fp8_all_ones : from->fp8;
    case FORMAT_FP8_E4M3:
        return from->fp8_4;
    case FORMAT_INT16:
        return from->int16;
    case FORMAT_INT8:
        return from->int8;
    case FORMAT_UINT8:
        return from->uint8;
    default:
        return NULL;
    }
}

/* Other readings of a step that the loops know nothing of, or that say where their cells go. What others change is
 * settled in the settings, or is no unpacker's. */
static bool has_other_reading(const struct tile *tile)
{
    static const enum variant_id others[] = {VARIANT_DST_HALVES_32, VARIANT_UNPACK_TF32_ROUND, VARIANT_UNPACK_FP8_TOP,
                                             VARIANT_UNPACK_BFP_EXPONENT, VARIANT_UNPACK_SRCA_OVERRIDE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (tile_variant(tile, others[i]) != 0)
            return true;
    }
    return false;
}

void unpack_settle_straight(const struct unpack_decode *from, struct unpack_settings *set)
{
    const bool is_moved = set->is_transposed || set->column_shift || set->extra;
    const bool is_scattered = set->is_compressed || set->is_tilized || set->ring_bytes || set->forces_exponent;
    if (is_moved || is_scattered || has_other_reading(from->tile))
        return;
    if (set->target == UNPACK_TO_SRCA || set->target == UNPACK_TO_SRCB) {
        set->straight_src = src_of(from->loops, set);
        set->straight_blocks = blocks_of(from->loops, set);
    } else if (set->target == UNPACK_TO_DST32 && set->in_format == set->value_format) {
        set->straight_dst = from->loops->dst_32;
    }
}
