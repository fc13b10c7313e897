/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of many datums by their names, and which one stands in for another under a tile's variants. */
#include "tile/pack/conversions.h"

#include "base/guard/built_wide.h"
#include "tile/pack/pack_internal.h"

#define LOOP(NAME, FUNCTION)                                                                                           \
    BUILT_WIDE static void each_##FUNCTION(uint32_t *values, uint32_t count)                                           \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
PACK_CONVERSIONS(LOOP)
#undef LOOP

void pack_convert_all(enum pack_conversion conversion, uint32_t *values, uint32_t count)
{
#define LOOP_OF(NAME, FUNCTION) [PACK_##NAME] = each_##FUNCTION,
    static void (*const loops[PACK_CONVERSION_COUNT])(uint32_t *, uint32_t) = {PACK_CONVERSIONS(LOOP_OF)};
#undef LOOP_OF
    if (conversion != PACK_AS_IS)
        loops[conversion](values, count);
}

enum pack_conversion pack_conversion_read(const struct tile *tile, enum pack_conversion conversion)
{
    static const struct {
        enum variant_id variant;
        unsigned choice;
        enum pack_conversion device, reading;
    } readings[] = {
        {VARIANT_PACK_EARLY_BF16_ROUND, PACK_EARLY_BF16_ROUND_TRUNCATE, PACK_FP32_TO_BF16, PACK_FP32_TO_BF16_TRUNCATE},
        {VARIANT_PACK_EARLY_BF16_ROUND, PACK_EARLY_BF16_ROUND_RNE, PACK_FP32_TO_BF16, PACK_FP32_TO_BF16_EVEN},
        {VARIANT_PACK_EARLY_FLUSH_ORDER, 1, PACK_FP32_TO_TF32, PACK_FP32_TO_TF32_FLUSH_FIRST},
        {VARIANT_PACK_EARLY_FLUSH_ORDER, 1, PACK_FP32_TO_BF16, PACK_FP32_TO_BF16_FLUSH_FIRST},
        {VARIANT_PACK_EARLY_FLUSH_ORDER, 1, PACK_FP32_TO_E8M6, PACK_FP32_TO_E8M6_FLUSH_FIRST},
        {VARIANT_PACK_EARLY_FLUSH_LIMIT, 1, PACK_BF16_FLUSH, PACK_BF16_FLUSH_2M127},
        {VARIANT_PACK_EARLY_FLUSH_LIMIT, 1, PACK_BF16_TO_E8M6, PACK_BF16_TO_E8M6_2M127},
        {VARIANT_PACK_EARLY_FLUSH_LIMIT, 1, PACK_BF16_TO_TF32, PACK_BF16_TO_TF32_2M127},
        {VARIANT_PACK_LATE_BF16_ZERO_SIGN, 1, PACK_FP32_TO_BF16_CUT, PACK_FP32_TO_BF16_KEEP_SIGN},
        {VARIANT_PACK_LATE_FP8_DENORMALS, 1, PACK_FP16_TO_E5M2, PACK_FP16_TO_E5M2_FLUSH_FIRST},
        {VARIANT_PACK_LATE_FP8_DENORMALS, 1, PACK_FP16_TO_E5M7, PACK_FP16_TO_E5M7_FLUSH_FIRST},
    };
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        if (readings[i].device == conversion && tile_variant(tile, readings[i].variant) == readings[i].choice)
            return readings[i].reading;
    }
    return conversion;
}
