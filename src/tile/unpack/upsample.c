/* SPDX-License-Identifier: Apache-2.0 */
/* Zeros behind every datum. Where the extra positions are left as they are instead, output_address.c leaves them out.
 * U-5.7; not recorded */
#include "tile/unpack/unpack_internal.h"

void unpack_upsample(const struct unpack_settings *set, struct unpack_block *block)
{
    const uint32_t step = set->extra + 1;
    for (uint32_t i = block->count; i-- > 0;) {
        block->values[i * step] = block->values[i];
        for (uint32_t k = 1; k < step; k++)
            block->values[i * step + k] = 0;
    }
    block->count *= step;
}
