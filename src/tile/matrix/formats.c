/* SPDX-License-Identifier: Apache-2.0 */
/* Which format SrcA and SrcB are read by, and what it means (M19 to M23). */
#include "tile/matrix/formats.h"

#include "numeric/cells.h"
#include "tile/matrix/arithmetic.h"

#include "insn_ids.h"
#include "matrix_findings.h"

void matrix_decode_formats(struct tile *tile, unsigned thread, matrix_field *field, struct matrix_settings *set)
{
    const bool implies = tile->chip->src_format_is_implied;
    set->srca_format = field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcA_override)
                           ? field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcA_val)
                           : field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG0_SrcA);
    set->overrides_srcb = field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcB_override);
    set->srcb_format = set->overrides_srcb ? field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcB_val)
                                           : field(tile, thread, MATRIX_REG_ALU_FORMAT_SPEC_REG1_SrcB);
    set->srca_is_implied = implies && !field(tile, thread, MATRIX_REG_DISABLE_IMPLIED_SRCA_FMT_Base);
    set->srcb_is_implied = implies && !field(tile, thread, MATRIX_REG_DISABLE_IMPLIED_SRCB_FMT_Base);
    set->moved_srcb_is_implied =
        tile_variant(tile, VARIANT_MATRIX_MOV_IMPLIED_BIT) == 0 ? set->srca_is_implied : set->srcb_is_implied;
}

static uint32_t matrix_field_unseen(struct tile *tile, unsigned thread, enum matrix_reg id)
{
    return cfg_decode_unseen(tile, CFG_READ_BY_EVIDENCE, thread, (enum reg_id)id);
}

uint32_t matrix_format_met(struct tile *tile, unsigned thread, insn_id id, bool is_srcb)
{
    struct matrix_settings set;
    matrix_decode_formats(tile, thread, matrix_field_unseen, &set);
    const uint32_t srcb = matrix_srcb_format(tile, &set);
    if (!is_srcb)
        return matrix_srca_format(tile, &set);
    /* A move converts by one of the two and masks by the other. */
    return id == INSN_MOVB2D && matrix_moved_srcb_format(tile, &set) != srcb ? MATRIX_NO_FORMAT : srcb;
}

uint32_t matrix_moved_srcb_format(const struct tile *tile, const struct matrix_settings *set)
{
    return set->moved_srcb_is_implied ? tile->state.small.src_format.b[matrix_bank_b(tile)] : set->srca_format;
}

enum matrix_style matrix_style_of(uint32_t format)
{
    switch (format) {
    case FORMAT_TF32:
        return STYLE_TF32;
    case FORMAT_FP16:
    case FORMAT_BFP8A:
    case FORMAT_BFP4A:
    case FORMAT_FP8_E5M2:
    case FORMAT_BFP2A:
    case FORMAT_INT8:
        return STYLE_FP16;
    default:
        return STYLE_BF16;
    }
}

enum format matrix_datum_format(enum matrix_style style, uint32_t format)
{
    if (format == FORMAT_INT8)
        return FORMAT_INT16;
    return style == STYLE_TF32 ? FORMAT_TF32_19 : style == STYLE_FP16 ? FORMAT_FP16 : FORMAT_BF16;
}

uint32_t matrix_src_datum(enum format format, uint32_t cell)
{
    if (format == FORMAT_INT16)
        return src_sign(cell) << 15 | src_mantissa(cell);
    return (format == FORMAT_TF32_19 ? src_to_tf32 : format == FORMAT_FP16 ? src_to_fp16 : src_to_bf16)(cell);
}

uint32_t matrix_dst16_datum(enum format format, uint32_t cell)
{
    enum { SIGN_BIT = 1 << 15, MAGNITUDE_AT = 5, MAGNITUDE = 0x3FF };
    if (format == FORMAT_INT16)
        return (cell & SIGN_BIT) | (cell >> MAGNITUDE_AT & MAGNITUDE);
    return format == FORMAT_FP16 ? dst16_to_fp16(cell) : dst16_to_bf16(cell);
}

bool matrix_mask_is_extrapolated(uint32_t format, enum matrix_use use, bool is_srcb)
{
    switch (format) {
    case FORMAT_BFP8A:
    case FORMAT_BFP4A:
    case FORMAT_BFP2A:
        return true;
    case FORMAT_INT32:
        return use != MATRIX_USE_MOVE && !(use == MATRIX_USE_ELEMENTS && is_srcb);
    case FORMAT_INT16:
        return use == MATRIX_USE_MAXIMA || (use != MATRIX_USE_MOVE && !is_srcb);
    case FORMAT_BFP2:
        return use == MATRIX_USE_PRODUCTS;
    default:
        return false;
    }
}

void matrix_check_mask(struct tile *tile, const char *mnemonic, const struct matrix_masked *operand)
{
    uint32_t dropped = 0;
    for (uint32_t row = 0; row < operand->rows; row++) {
        const uint32_t *cells = operand->bank[(operand->first + row) & SRC_ROW_MASK];
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            dropped |= cells[column] & ~operand->mask;
    }
    if (dropped)
        tile_finding(tile, FINDING_MATRIX_MASK_EXTRAPOLATED, TT_UNIT_MATRIX, 0,
                     "%s leaves out bits %05X of %s, whose format is %u", mnemonic, (unsigned)dropped, operand->name,
                     (unsigned)operand->format);
}

/* Bits of a cell. */
enum { SIGN = 1 << 18, MANTISSA = 0x3FF << 8, UPPER_MANTISSA = 0x3F8 << 8, EXPONENT = 0xFF, FIVE_BITS = 0x1F };

/* Block formats of five exponent bits: extrapolated (M23x). */
static bool is_block_a(uint32_t format)
{
    return format == FORMAT_BFP8A || format == FORMAT_BFP4A || format == FORMAT_BFP2A;
}

uint32_t matrix_operand_mask(const struct matrix_settings *set, uint32_t format)
{
    const bool is_like_fp16 = set->forces_fp16 || (set->masks_like_fp16 && is_block_a(format));
    switch (is_like_fp16 ? FORMAT_FP16 : format) {
    case FORMAT_FP16:
    case FORMAT_FP8_E5M2:
    case FORMAT_INT8: /* M23y */
        return SIGN | MANTISSA | FIVE_BITS;
    case FORMAT_TF32:
        return SIGN | MANTISSA | EXPONENT;
    default:
        return SIGN | UPPER_MANTISSA | EXPONENT;
    }
}

/* MOVB2D, newest revision: Wormhole's table, and on Blackhole none. */
uint32_t matrix_mask_of_chip(const struct tile *tile, uint32_t format)
{
    if (!tile->chip->srcb_moves_are_masked)
        return UINT32_MAX;
    switch (format) {
    case FORMAT_FP16:
    case FORMAT_FP8_E5M2:
    case FORMAT_BFP8A:
    case FORMAT_INT8:
        return SIGN | MANTISSA | FIVE_BITS;
    case FORMAT_BFP4A:
    case FORMAT_BFP2A:
        return SIGN | UPPER_MANTISSA | FIVE_BITS;
    case FORMAT_TF32:
        return SIGN | MANTISSA | EXPONENT;
    default:
        return SIGN | UPPER_MANTISSA | EXPONENT;
    }
}

uint32_t matrix_moved_mask(const struct tile *tile, const struct matrix_settings *set, uint32_t format)
{
    if (set->forces_fp16)
        return UINT32_MAX; /* M23y: what is written is what fits */
    if (!set->masks_moves_by_operand)
        return matrix_mask_of_chip(tile, format);
    if (format == FORMAT_INT8)
        return UINT32_MAX; /* M23y */
    const bool is_plain = format == FORMAT_FP8_E5M2 && !set->masks_like_fp16;
    return matrix_operand_mask(set, is_plain ? FORMAT_BF16 : format);
}
