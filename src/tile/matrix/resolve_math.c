/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of an instruction's arithmetic, resolved: formats, widths, fidelity phase (M15, M21 to M26). */
#include "tile/matrix/arithmetic.h"

#include "matrix_findings.h"

/* M26. 97 = 127 - 30: five-bit exponents with a 32-bit Dst are rebiased. */
static int32_t adjustment(const struct matrix_math *math)
{
    const int32_t bias = math->has_8bit_exponent ? -127 : math->is_wide ? 97 : -15;
    return bias - matrix_phase_lower(math->phase);
}

void matrix_resolve_math(const struct tile *tile, unsigned thread, const struct matrix_settings *set)
{
    struct matrix_math math = {
        .set = set,
        .srca_format = matrix_srca_format(tile, set),
        .srcb_format = matrix_srcb_format(tile, set),
        .is_int8 = set->is_int8,
        .is_wide = set->has_32bit_dst,
        .keeps_srcb_zeros = set->keeps_zeros,
        .has_srcb_zero_unit = set->keeps_zeros && set->adds_zero_unit,
        .phase = matrix_phase(tile, thread, set),
    };
    math.style = math.is_int8 ? STYLE_FP16 : matrix_style_under(set, math.srca_format);
    math.has_8bit_exponent = math.style != STYLE_FP16;
    math.srca_mask = matrix_operand_mask(set, math.srca_format);
    math.srcb_mask = set->masks_by_srca ? math.srca_mask : matrix_operand_mask(set, math.srcb_format);
    math.adjustment = adjustment(&math);
    math.zero_exponent = math.adjustment > 0 ? math.adjustment : 0;
    tile->matrix_cache->math[thread] = math;
}

void matrix_warn_of_math(struct tile *tile, const struct matrix_math *math)
{
    if (math->set->has_warnings)
        matrix_warn_of_settings(tile, math->set);
    if (math->is_int8 && math->srca_format != FORMAT_INT8)
        tile_finding(tile, FINDING_MATRIX_INTEGER_FORMAT, TT_UNIT_MATRIX, 0, "INT8_math with SrcA of format %u",
                     (unsigned)math->srca_format);
}
