/* SPDX-License-Identifier: Apache-2.0 */
/* Datums whose raw exponent is below a threshold become +0. P-5.12, P-5.13; not recorded. */
#include "numeric/late.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

void pack_exponent_threshold(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)self;
    for (uint32_t i = 0; i < block->count; i++) {
        /* OPEN pack-threshold-narrow: FP16 out of 32-bit Dst still has 8 exponent bits here; the other reading compares
         * the 5 it will have (P-5.12x). */
        const uint32_t exponent = set->threshold_is_late
                                      ? tf32_to_fp16(block->values[i]) >> 10 & 0x1F
                                      : block->values[i] >> set->value.exponent_shift & set->value.exponent_mask;
        block->values[i] = exponent < set->exponent_threshold ? 0 : block->values[i];
    }
}

/* BFP2 and integers are left alone. BFP2A is undefined (a fault of the silicon is known); we leave it alone too. */
void pack_resolve_threshold(const struct pack_decode *from, struct pack_settings *set, bool is_enabled)
{
    const bool is_integer = format_get(set->value_format)->is_integer;
    const bool is_left_alone = set->in == FORMAT_BFP2 || set->in == FORMAT_BFP2A || is_integer;
    if (!is_enabled || is_left_alone)
        set->exponent_threshold = 0;
    if (set->exponent_threshold)
        pack_warn(set, FINDING_PACK_THRESHOLD_NOT_RECORDED);
    if (set->exponent_threshold && set->value_format == FORMAT_TF32_19 && set->in == FORMAT_FP16)
        pack_warn(set, FINDING_PACK_THRESHOLD_EXPONENT_GUESSED);
    if (is_enabled && set->in == FORMAT_BFP2A)
        pack_warn(set, FINDING_PACK_THRESHOLD_BFP2A);
    set->threshold_is_late = set->value_format == FORMAT_TF32_19 && set->in == FORMAT_FP16 &&
                             tile_variant(from->tile, VARIANT_PACK_THRESHOLD_FP16_EXPONENT) != 0;
}
