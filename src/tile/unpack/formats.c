/* SPDX-License-Identifier: Apache-2.0 */
/* Which formats an unpacker reads and writes, and for whom: U-3.3, U-3.4, U-5.3, U-6.1; F-1.1. */
#include "tile/unpack/sections.h"
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"

/* The conversion of input by its code; FP32 is the only one in which the output code has a say. */
struct source {
    enum format value;
    uint8_t datum_bits;
    bool is_block, is_wide; /* wide: 32-bit Dst */
};

/* clang-format off */
static const struct source sources[16] = {
    [FORMAT_FP32]     = {FORMAT_FP32,    32, false, true},
    [FORMAT_TF32]     = {FORMAT_FP32,    32, false, true},
    [FORMAT_INT32]    = {FORMAT_INT32,   32, false, true},
    [FORMAT_FP16]     = {FORMAT_FP16,    16, false, false},
    [FORMAT_BF16]     = {FORMAT_BF16,    16, false, false},
    [FORMAT_INT16]    = {FORMAT_INT16,   16, false, false},
    [FORMAT_FP8_E5M2] = {FORMAT_FP16,     8, false, false},
    [FORMAT_INT8]     = {FORMAT_INT8,     8, false, false},
    [FORMAT_BFP8]     = {FORMAT_BF16,     8, true,  false},
    [FORMAT_BFP4]     = {FORMAT_BF16,     4, true,  false},
    [FORMAT_BFP2]     = {FORMAT_BF16,     2, true,  false},
    [FORMAT_BFP8A]    = {FORMAT_FP16,     8, true,  false},
    [FORMAT_BFP4A]    = {FORMAT_FP16,     4, true,  false},
    [FORMAT_BFP2A]    = {FORMAT_FP16,     2, true,  false},
};
/* clang-format on */

static enum unpack_target target_of(const struct unpack_settings *set, bool is_dst, bool is_wide)
{
    if (is_dst)
        return is_wide ? UNPACK_TO_DST32 : UNPACK_TO_DST16;
    return set->unpacker ? UNPACK_TO_SRCB : UNPACK_TO_SRCA;
}

/* Pairs and targets that recordings show: FP32 to 1, 4 and 5 in either Src, the other formats to themselves; in Dst
 * 32-bit data alone. */
static bool formats_is_recorded(const struct unpack_settings *set, bool is_dst)
{
    if (is_dst)
        return (set->in == FORMAT_FP32 && (set->out == FORMAT_FP32 || set->out == FORMAT_TF32)) ||
               (set->in == FORMAT_INT32 && set->out == FORMAT_INT32);
    if (set->in == FORMAT_FP32)
        return set->out == FORMAT_FP16 || set->out == FORMAT_TF32 || set->out == FORMAT_BF16;
    const uint32_t alone = 1u << FORMAT_FP16 | 1u << FORMAT_BF16 | 1u << FORMAT_BFP8 | 1u << FORMAT_BFP4 |
                           1u << FORMAT_INT16 | 1u << FORMAT_FP8_E5M2 | 1u << FORMAT_INT8 | 1u << FORMAT_BFP2;
    return set->in == set->out && (alone >> set->in & 1);
}

/* FP32 converted as the output code says; a code that is not possible leaves the 32 bits. */
static enum format narrowed(unsigned out)
{
    return out == FORMAT_BF16 ? FORMAT_BF16 : out == FORMAT_FP16 ? FORMAT_FP16 : FORMAT_FP32;
}

static void formats_warn_of(struct unpack_settings *set, bool is_dst, bool is_wide)
{
    const bool is_assigned = format_get((enum format)set->in) && format_get((enum format)set->out);
    const bool is_to_tf32 = set->in == FORMAT_FP32 && set->out == FORMAT_TF32;
    unpack_warn_if(set, !is_assigned, FINDING_UNPACK_FORMAT_UNASSIGNED);
    unpack_warn_if(set, set->in != FORMAT_FP32 && set->in != set->out, FINDING_UNPACK_FORMATS_DIFFER);
    unpack_warn_if(set, !is_dst && is_wide && !is_to_tf32, FINDING_UNPACK_TARGET_UNDEFINED);
    unpack_warn_if(set, !formats_is_recorded(set, is_dst), FINDING_UNPACK_FORMATS_NOT_RECORDED);
}

void unpack_resolve_formats(const struct unpack_decode *from, struct unpack_settings *set)
{
    const struct source *source = &sources[set->in];
    const bool is_dst = set->unpacker == 0 &&
                        unpack_field(from, set->is_multi ? from->ids->to_dst_context[set->context] : from->ids->to_dst);
    if (!source->datum_bits) /* codes 12 and 13 */
        source = &sources[set->in & 1 ? FORMAT_INT16 : FORMAT_INT32];
    set->has_4_bit_exponent = set->chip->has_fp8_e4m3 && unpack_field(from, from->ids->fp8_4_bit_exponent);
    set->is_unsigned = unpack_field(from, from->ids->is_unsigned);
    set->in_format = (enum format)set->in;
    set->value_format = set->in == FORMAT_FP32 ? narrowed(set->out) : source->value;
    if (!format_get(set->in_format))
        set->in_format = source->value;
    if (set->in == FORMAT_FP8_E5M2 && set->has_4_bit_exponent)
        set->in_format = FORMAT_FP8_E4M3;
    if (set->in == FORMAT_INT8 && set->is_unsigned)
        set->in_format = set->value_format = FORMAT_UINT8;
    set->datum_bits = source->datum_bits;
    set->is_block = source->is_block;
    const bool is_wide = set->value_format == FORMAT_FP32 || set->value_format == FORMAT_INT32;
    set->target = target_of(set, is_dst, is_wide);
    formats_warn_of(set, is_dst, is_wide);
    if (!is_dst && is_wide) /* the bits of it that a source register can hold */
        set->value_format = FORMAT_TF32_19;
    set->cells = unpack_cells_of(set->value_format, set->target);
}
