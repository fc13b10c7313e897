/* SPDX-License-Identifier: Apache-2.0 */
/* Late conversion: from the intermediate format to the one in L1, or to what BFP assembly starts from. Everything here
 * truncates. P-6.1 to P-6.13 */
#include "numeric/late.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

/* C-26, C-27: other readings of the narrowing to five exponent bits; false for another conversion. */
static bool convert_by_reading(enum pack_conversion conversion, unsigned reading, uint32_t *values, uint32_t count)
{
    uint32_t (*const to_fp16)(uint32_t, unsigned) = conversion == PACK_FP32_TO_FP16   ? fp32_to_fp16_reading
                                                    : conversion == PACK_TF32_TO_FP16 ? tf32_to_fp16_reading
                                                    : conversion == PACK_BF16_TO_FP16 ? bf16_to_fp16_reading
                                                                                      : NULL;
    for (uint32_t i = 0; to_fp16 && i < count; i++)
        values[i] = to_fp16(values[i], reading);
    return to_fp16;
}

void pack_late_convert(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)self;
    for (unsigned k = 0; k < PACK_LATE_STEPS && set->late[k]; k++) {
        if (!set->fp16_reading || !convert_by_reading(set->late[k], set->fp16_reading, block->values, block->count))
            pack_convert_all(set->late[k], block->values, block->count);
    }
    block->format = set->late_format;
}

/* The meaning of an output code: a base format, and a step from there. */
struct late_target {
    enum format base, result;
    enum pack_conversion step;
    uint8_t datum_bits;
    bool is_block;
};

/* clang-format off */
static const struct late_target targets[16] = {
    [FORMAT_FP32]     = {FORMAT_FP32,  FORMAT_FP32,     PACK_AS_IS,        32, false},
    [FORMAT_TF32]     = {FORMAT_TF32,  FORMAT_TF32,     PACK_AS_IS,        32, false},
    [FORMAT_FP16]     = {FORMAT_FP16,  FORMAT_FP16,     PACK_AS_IS,        16, false},
    [FORMAT_BF16]     = {FORMAT_BF16,  FORMAT_BF16,     PACK_AS_IS,        16, false},
    [FORMAT_FP8_E5M2] = {FORMAT_FP16,  FORMAT_FP8_E5M2, PACK_FP16_TO_E5M2, 8,  false},
    [FORMAT_BFP8]     = {FORMAT_BF16,  FORMAT_BF16,     PACK_AS_IS,        8,  true},
    [FORMAT_BFP4]     = {FORMAT_BF16,  FORMAT_BF16,     PACK_AS_IS,        4,  true},
    [FORMAT_BFP2]     = {FORMAT_BF16,  FORMAT_BF16,     PACK_AS_IS,        2,  true},
    [FORMAT_BFP8A]    = {FORMAT_FP16,  FORMAT_E5M7,     PACK_FP16_TO_E5M7, 8,  true},
    [FORMAT_BFP4A]    = {FORMAT_FP16,  FORMAT_E5M7,     PACK_FP16_TO_E5M7, 4,  true},
    [FORMAT_BFP2A]    = {FORMAT_FP16,  FORMAT_E5M7,     PACK_FP16_TO_E5M7, 2,  true},
    [FORMAT_INT32]    = {FORMAT_INT32, FORMAT_INT32,    PACK_AS_IS,        32, false},
    [FORMAT_INT16]    = {FORMAT_INT16, FORMAT_INT16,    PACK_AS_IS,        16, false},
    [FORMAT_INT8]     = {FORMAT_INT8,  FORMAT_INT8,     PACK_AS_IS,        8,  false},
};

/* Base to base. */
static const struct {
    enum format from, to;
    enum pack_conversion convert;
} bases[] = {
    {FORMAT_FP32,    FORMAT_FP32,  PACK_AS_IS},
    {FORMAT_FP32,    FORMAT_TF32,  PACK_FP32_CUT},
    {FORMAT_FP32,    FORMAT_BF16,  PACK_FP32_TO_BF16_CUT},
    {FORMAT_FP32,    FORMAT_FP16,  PACK_FP32_TO_FP16},
    {FORMAT_TF32_19, FORMAT_FP32,  PACK_TF32_TO_CONTAINER},
    {FORMAT_TF32_19, FORMAT_TF32,  PACK_TF32_TO_CONTAINER},
    {FORMAT_TF32_19, FORMAT_BF16,  PACK_TF32_TO_BF16_CUT},
    {FORMAT_TF32_19, FORMAT_FP16,  PACK_TF32_TO_FP16},
    {FORMAT_BF16,    FORMAT_FP32,  PACK_BF16_TO_FP32},
    {FORMAT_BF16,    FORMAT_TF32,  PACK_BF16_TO_FP32},
    {FORMAT_BF16,    FORMAT_BF16,  PACK_AS_IS},
    {FORMAT_BF16,    FORMAT_FP16,  PACK_BF16_TO_FP16},
    {FORMAT_FP16,    FORMAT_FP32,  PACK_FP16_TO_FP32},
    {FORMAT_FP16,    FORMAT_TF32,  PACK_FP16_TO_FP32},
    {FORMAT_FP16,    FORMAT_BF16,  PACK_FP16_TO_BF16},
    {FORMAT_FP16,    FORMAT_FP16,  PACK_AS_IS},
    {FORMAT_INT32,   FORMAT_INT32, PACK_AS_IS},
    {FORMAT_INT16,   FORMAT_INT16, PACK_AS_IS},
    {FORMAT_INT8,    FORMAT_INT8,  PACK_AS_IS},
    {FORMAT_UINT8,   FORMAT_INT8,  PACK_AS_IS},
};
/* clang-format on */

/* Formats that differ only in how many of the low bits are zero. */
static enum format late_convert_base_of(enum format format)
{
    switch ((int)format) {
    case FORMAT_E8M6:
        return FORMAT_BF16;
    case FORMAT_E5M6:
    case FORMAT_E5M7:
        return FORMAT_FP16;
    default:
        return format;
    }
}

static void add_plain_step(struct pack_settings *set, enum pack_conversion convert)
{
    unsigned i = 0;
    while (set->late[i])
        i++;
    if (convert)
        set->late[i] = convert;
}

static void add_step(const struct pack_decode *from, struct pack_settings *set, enum pack_conversion convert)
{
    add_plain_step(set, pack_conversion_read(from->tile, convert));
}

/* Whether a mantissa of FP16 is cut here, and was not when it was read: then its denormals are in question (P-6.10x).
 */
static bool is_cut_late(const struct pack_settings *set, const struct late_target *target)
{
    return target->step && set->intermediate != FORMAT_FP8_E5M2 &&
           (set->intermediate != FORMAT_BFP8A || target->result == FORMAT_FP8_E5M2);
}

static void resolve_steps(const struct pack_decode *from, struct pack_settings *set, const struct late_target *target)
{
    enum format base = late_convert_base_of(set->value_format);
    if (base == FORMAT_TF32_19 && set->in == FORMAT_FP16) { /* FP16 out of 32-bit Dst: narrowed first (P-4.3) */
        add_step(from, set, PACK_TF32_TO_FP16);
        base = FORMAT_FP16;
    }
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        if (bases[i].from == base && bases[i].to == target->base) {
            add_step(from, set, bases[i].convert);
            if (is_cut_late(set, target))
                add_step(from, set, target->step);
            else
                add_plain_step(set, target->step);
            return;
        }
    }
    pack_warn(set, FINDING_PACK_LATE_PAIR_UNDEFINED); /* datums pass as they stand */
}

/* A case that no recording has and no page describes: narrowed twice (P-6.11), the sign of a zero (P-6.7x), denormals
 * that nothing flushed (P-6.10x). */
static void warn_of_narrowing(const struct pack_decode *from, struct pack_settings *set,
                              const struct late_target *target)
{
    const enum format base = late_convert_base_of(set->value_format);
    const bool is_wide =
        base == FORMAT_FP32 || base == FORMAT_BF16 || (base == FORMAT_TF32_19 && set->in != FORMAT_FP16);
    if (is_wide && set->out == FORMAT_FP8_E5M2)
        pack_warn(set, FINDING_PACK_NARROWING_EXTRAPOLATED);
    if (base == FORMAT_FP32 && target->base == FORMAT_BF16 && !target->is_block)
        pack_warn(set, FINDING_PACK_ZERO_SIGN_GUESSED);
    const bool is_as_it_stands = set->source == PACK_FROM_L1 || pack_field(from, PACK_REG_PCK_DEST_RD_CTRL_Read_int8);
    if (base == FORMAT_FP16 && is_as_it_stands && is_cut_late(set, target))
        pack_warn(set, FINDING_PACK_FP8_DENORMALS_GUESSED);
}

void pack_resolve_late(const struct pack_decode *from, struct pack_settings *set)
{
    const struct late_target *target = &targets[set->out];
    set->fp16_reading = (tile_variant(from->tile, VARIANT_PACK_LATE_FP16_OVERFLOW) ? FP16_SAT_7BFF : 0u) |
                        (tile_variant(from->tile, VARIANT_PACK_LATE_FP16_UNDERFLOW) ? FP16_FLUSH_E0 : 0u);
    if (!target->datum_bits) {
        pack_warn(set, FINDING_PACK_FORMAT_UNASSIGNED);
        target = set->out & 2 ? &targets[FORMAT_INT8] : &targets[FORMAT_INT16]; /* codes 12 and 13 */
    }
    resolve_steps(from, set, target);
    warn_of_narrowing(from, set, target);
    const bool has_4_bit_exponent =
        set->chip->has_fp8_e4m3 && pack_field(from, PACK_REG_THCON_SEC0_REG1_Pac_LF8_4b_exp);
    set->late_format = target->result;
    set->out_format = target->is_block ? (enum format)set->out : target->result;
    if (set->out == FORMAT_INT8)
        set->late_format = set->out_format = set->value_format == FORMAT_UINT8 ? FORMAT_UINT8 : FORMAT_INT8;
    if (set->out == FORMAT_FP8_E5M2 && has_4_bit_exponent) {
        set->late_format = set->out_format = FORMAT_FP8_E4M3;
        for (unsigned i = 0; i < PACK_LATE_STEPS; i++) {
            if (set->late[i] == PACK_FP16_TO_E5M2 || set->late[i] == PACK_FP16_TO_E5M2_FLUSH_FIRST)
                set->late[i] = PACK_FP16_TO_E4M3;
        }
    }
    set->is_block = target->is_block;
    set->datum_bits = target->datum_bits;
    if (set->value_format == FORMAT_FP32 && set->out == FORMAT_TF32)
        pack_warn(set, FINDING_PACK_LATE_PAIR_UNDEFINED); /* not allowed (P-6.8); the low bits are cut */
}
