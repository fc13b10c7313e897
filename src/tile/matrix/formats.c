/* SPDX-License-Identifier: Apache-2.0 */
/* Which format SrcA and SrcB are read by, and what it means (M19 to M23). */
#include "tile/matrix/matrix_internal.h"

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

/* Block formats of five exponent bits: extrapolated (M23x). */
static bool is_block_a(uint32_t format)
{
    return format == FORMAT_BFP8A || format == FORMAT_BFP4A || format == FORMAT_BFP2A;
}

uint32_t matrix_operand_mask(const struct matrix_settings *set, uint32_t format)
{
    enum { SIGN = 1 << 18, MANTISSA = 0x3FF << 8, UPPER_MANTISSA = 0x3F8 << 8, EXPONENT = 0xFF, FIVE_BITS = 0x1F };
    switch (set->masks_like_fp16 && is_block_a(format) ? FORMAT_FP16 : format) {
    case FORMAT_FP16:
    case FORMAT_FP8_E5M2:
        return SIGN | MANTISSA | FIVE_BITS;
    case FORMAT_TF32:
        return SIGN | MANTISSA | EXPONENT;
    default:
        return SIGN | UPPER_MANTISSA | EXPONENT;
    }
}

uint32_t matrix_moved_mask(const struct matrix_settings *set, uint32_t format)
{
    const bool is_plain = format == FORMAT_FP8_E5M2 && !set->masks_like_fp16;
    return matrix_operand_mask(set, is_plain ? FORMAT_BF16 : format);
}
