/* SPDX-License-Identifier: Apache-2.0 */
/* Each conversion as a loop of its own, of which the compiler makes vectors. */
#include "tile/pack/fast/stages.h"

#define LOOP(NAME, FUNCTION)                                                                                           \
    static void loop_##FUNCTION(uint32_t *values, uint32_t count)                                                      \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = FUNCTION(values[i]);                                                                           \
    }
PACK_CONVERSIONS(LOOP)
#undef LOOP

void pack_fast_convert(enum pack_conversion conversion, uint32_t *values, uint32_t count)
{
#define LOOP_OF(NAME, FUNCTION) [PACK_##NAME] = loop_##FUNCTION,
    static void (*const loops[PACK_CONVERSION_COUNT])(uint32_t *, uint32_t) = {PACK_CONVERSIONS(LOOP_OF)};
#undef LOOP_OF
    if (conversion != PACK_AS_IS)
        loops[conversion](values, count);
}
