/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of straight.h for any machine, and which of them settings ask for. */
#include "tile/unpack/fast/straight_loops.h"

#include "tile/unpack/fast/unpack_fast.h"

const struct straight_loops *straight_loops_plain(void)
{
    return &loops;
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

/* Null for formats that no kernel uses. */
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

void unpack_fast_resolve(const struct tile *tile, const struct unpack_bfp_entry *table, struct unpack_settings *set)
{
    const struct straight_loops *from = tile->fast == TILE_FAST_AVX2 ? straight_loops_avx2() : straight_loops_plain();
    const bool is_moved = set->is_transposed || set->column_shift || set->extra;
    const bool is_scattered = set->is_compressed || set->is_tilized || set->ring_bytes || set->forces_exponent;
    if (set->is_block && set->value_format == FORMAT_BF16 && tile_variant(tile, VARIANT_UNPACK_BFP_EXPONENT) == 0) {
        set->fast.bfp_table = table;
        set->convert = unpack_bfp_by_table;
    }
    if (is_moved || is_scattered || has_other_reading(tile))
        return;
    if (set->target == UNPACK_TO_SRCA || set->target == UNPACK_TO_SRCB) {
        set->fast.src = src_of(from, set);
        set->fast.blocks = blocks_of(from, set);
    } else if (set->target == UNPACK_TO_DST32 && set->in_format == set->value_format) {
        set->fast.dst = from->dst_32;
    }
}
