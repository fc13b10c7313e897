/* SPDX-License-Identifier: Apache-2.0 */
/* ReLU: sign and threshold compared as bit patterns. P-5.7 to P-5.10 */
#include "base/guard/built_wide.h"
#include "numeric/late.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

void pack_relu(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    set->relu_convert(set, self, block->values, block->count);
}

/* A negative datum becomes +0: so do -0 and a negative NaN. */
BUILT_WIDE static void zero_negatives(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                      uint32_t count)
{
    (void)self;
    const uint32_t sign = set->value.sign;
    for (uint32_t i = 0; i < count; i++)
        values[i] = values[i] & sign ? 0 : values[i];
}

BUILT_WIDE static void zero_up_to_threshold(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                            uint32_t count)
{
    (void)self;
    const uint32_t sign = set->value.sign, threshold = set->relu.threshold;
    for (uint32_t i = 0; i < count; i++)
        values[i] = values[i] & sign || values[i] <= threshold ? 0 : values[i];
}

/* FP32 compares the upper 19 bits only, so that a datum just above the threshold passes (C-33). A positive NaN is a
 * large number and becomes the threshold. */
BUILT_WIDE static void clamp_to_threshold(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                          uint32_t count)
{
    (void)self;
    const uint32_t sign = set->value.sign, threshold = set->relu.threshold, shift = set->relu.compare_shift;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t positive = values[i] & sign ? 0 : values[i];
        values[i] = positive >> shift > threshold >> shift ? threshold : positive;
    }
}

/* The reading C-34: comparisons of numbers, which a NaN passes whatever its sign. */
static void relu_as_numbers(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    const struct pack_relu *relu = &set->relu;
    for (uint32_t i = 0; i < count; i++) {
        if ((values[i] & set->value.magnitude) > relu->infinity)
            continue;
        if (relu->mode == 1)
            zero_negatives(set, self, &values[i], 1);
        else if (relu->mode == 2)
            zero_up_to_threshold(set, self, &values[i], 1);
        else
            clamp_to_threshold(set, self, &values[i], 1);
    }
}

/* ReluThreshold, 16 bits, as a pattern of the values' format. */
static uint32_t relu_threshold_of(const struct pack_decode *from, const struct pack_settings *set, uint32_t bits)
{
    switch ((int)set->value_format) {
    case FORMAT_FP32:
    case FORMAT_INT32:
        return bits << 16;
    case FORMAT_TF32_19:
        /* FP16 that came from 32-bit Dst: the register is read as BF16 (C-32). */
        if (set->intermediate == FORMAT_FP16 && tile_variant(from->tile, VARIANT_PACK_RELU_THRESHOLD_FORMAT) != 0)
            return fp16_to_fp32(bits) >> 13;
        return bits << 3;
    case FORMAT_INT8:
    case FORMAT_UINT8:
        return bits >> 8;
    default:
        return bits;
    }
}

static uint32_t relu_infinity_of(const struct pack_settings *set)
{
    const struct pack_value *value = &set->value;
    return value->exponent_shift ? value->exponent_mask << value->exponent_shift : value->magnitude;
}

void pack_resolve_relu(const struct pack_decode *from, struct pack_settings *set)
{
    static pack_convert *const by_mode[4] = {NULL, zero_negatives, zero_up_to_threshold, clamp_to_threshold};
    struct pack_relu *relu = &set->relu;
    const bool compares_all = tile_variant(from->tile, VARIANT_PACK_RELU_MAX_COMPARE) != 0;
    relu->mode = pack_field(from, PACK_REG_STACC_RELU_ApplyRelu) & 3;
    const uint32_t bits = relu->mode >= 2 ? pack_field(from, PACK_REG_STACC_RELU_ReluThreshold) : 0;
    relu->threshold = relu_threshold_of(from, set, bits);
    relu->compare_shift = set->value_format == FORMAT_FP32 && !compares_all ? 13 : 0;
    relu->infinity = relu_infinity_of(set);
    if (relu->mode >= 2 && bits >> 15)
        pack_warn(set, FINDING_PACK_RELU_THRESHOLD_NEGATIVE);
    if (relu->mode >= 2 && format_get(set->value_format)->is_integer)
        pack_warn(set, FINDING_PACK_RELU_INTEGER_THRESHOLD);
    set->relu_convert = by_mode[relu->mode];
    relu->compares_numbers = set->value.exponent_shift && tile_variant(from->tile, VARIANT_PACK_RELU_SPECIAL) != 0;
    if (relu->mode && relu->compares_numbers)
        set->relu_convert = relu_as_numbers;
}
