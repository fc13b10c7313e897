/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction's arithmetic is settled to: formats, widths, fidelity phase (matrix.md M15, M21 to M26). */
#include "tile/matrix/arithmetic.h"

enum { A_LOW_SLICE = 1, B_LOW_SLICE = 2 /* of the phase */ };

/* M26. 97 = 127 - 30: five-bit exponents with a 32-bit Dst are rebiased. */
static int32_t adjustment(const struct matrix_math *math)
{
    const int32_t bias = math->has_8bit_exponent ? -127 : math->is_wide ? 97 : -15;
    return bias - (math->phase & A_LOW_SLICE ? 5 : 0) - (math->phase & B_LOW_SLICE ? 7 : 0);
}

static bool has_fault(const struct tile *tile)
{
    enum { AS_CHIP, OFF };
    const unsigned choice = tile_variant(tile, VARIANT_MATRIX_CANCELLATION_FAULT);
    return choice == AS_CHIP ? tile->chip->matrix_has_cancellation_fault : choice != OFF;
}

static void read_variants(const struct tile *tile, struct matrix_math *math)
{
    const unsigned group = tile_variant(tile, VARIANT_MATRIX_GROUP_ROUND);
    const unsigned align = tile_variant(tile, VARIANT_MATRIX_ALIGN_ROUND);
    const unsigned final = tile_variant(tile, VARIANT_MATRIX_FINAL_ROUND);
    math->group_rounding = (enum matrix_rounding)group;
    math->align_rounding = (enum matrix_rounding)align;
    math->final_rounding = (enum matrix_rounding) final;
    math->is_device = !group && !align && !final;
}

struct matrix_math matrix_settle_math(struct tile *tile, unsigned thread, const struct matrix_settings *set)
{
    struct matrix_math math = {
        .set = set,
        .srca_format = matrix_srca_format(tile, set),
        .srcb_format = matrix_srcb_format(tile, set),
        .is_int8 = set->is_int8,
        .is_wide = set->has_32bit_dst,
        .keeps_srcb_zeros = set->keeps_zeros,
        .has_fault = has_fault(tile),
        .phase = (tile->state.small.rwc[thread].fidelity + set->fidelity_base) & FIDELITY_MASK,
    };
    const bool masks_by_srca = tile_variant(tile, VARIANT_MATRIX_SRCB_MASK) != 0; /* C2 */
    math.style = math.is_int8 ? STYLE_FP16 : matrix_style_of(math.srca_format);
    math.has_8bit_exponent = math.style != STYLE_FP16;
    math.srca_mask = matrix_operand_mask(math.srca_format);
    math.srcb_mask = masks_by_srca ? math.srca_mask : matrix_operand_mask(math.srcb_format);
    math.adjustment = adjustment(&math);
    math.zero_exponent = math.adjustment > 0 ? math.adjustment : 0;
    read_variants(tile, &math);
    if (set->has_doubts)
        matrix_doubt_settings(tile, set);
    if (math.is_int8 && math.srca_format != FORMAT_INT8)
        tile_finding(tile, FINDING_MATRIX_INTEGER_FORMAT, TT_UNIT_MATRIX, 0, "INT8_math with SrcA of format %u",
                     (unsigned)math.srca_format);
    return math;
}
