/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the loops of straight.h settings ask for. */
#include "tile/unpack/fast/straight.h"

#include "tile/unpack/fast/unpack_fast.h"

static unpack_straight_src *from_fp32(enum format value)
{
    if (value == FORMAT_BF16)
        return straight_loops.fp32_to_bf16;
    return value == FORMAT_FP16 ? straight_loops.fp32_to_fp16 : straight_loops.fp32;
}

static unpack_straight_blocks *straight_blocks_of(const struct unpack_settings *set)
{
    switch ((int)set->in_format) {
    case FORMAT_BFP8:
        return straight_loops.bfp8;
    case FORMAT_BFP4:
        return straight_loops.bfp4;
    case FORMAT_BFP2:
        return straight_loops.bfp2;
    default:
        return NULL;
    }
}

/* Null for formats that no kernel uses. */
static unpack_straight_src *src_of(const struct unpack_settings *set)
{
    switch ((int)set->in_format) {
    case FORMAT_BF16:
        return straight_loops.bf16;
    case FORMAT_FP16:
        return straight_loops.fp16;
    case FORMAT_FP32:
        return from_fp32(set->value_format);
    case FORMAT_FP8_E5M2:
        return set->chip->unpack_fp8_top_is_all_ones ? straight_loops.fp8_all_ones : straight_loops.fp8;
    case FORMAT_FP8_E4M3:
        return straight_loops.fp8_4;
    case FORMAT_INT16:
        return straight_loops.int16;
    case FORMAT_INT8:
        return straight_loops.int8;
    case FORMAT_UINT8:
        return straight_loops.uint8;
    default:
        return NULL;
    }
}

/* Other readings of a step that the loops know nothing of, or that say where their cells go. What others change is
 * resolved in the settings, or is no unpacker's. */
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

void unpack_fast_resolve(const struct tile *tile, struct unpack_settings *set)
{
    const bool is_moved = set->is_transposed || set->column_shift || set->extra;
    const bool is_scattered = set->is_compressed || set->is_tilized || set->ring_bytes || set->forces_exponent;
    if (is_moved || is_scattered || has_other_reading(tile))
        return;
    if (set->target == UNPACK_TO_SRCA || set->target == UNPACK_TO_SRCB) {
        set->fast.src = src_of(set);
        set->fast.blocks = straight_blocks_of(set);
    } else if (set->target == UNPACK_TO_DST32 && set->in_format == set->value_format) {
        set->fast.dst = straight_loops.dst_32;
    }
}
