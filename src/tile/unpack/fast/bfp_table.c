/* SPDX-License-Identifier: Apache-2.0 */
/* Block datums by a table of 256: what one is under exponent 0. The shared exponent is then added, modulo 256, to all
 * but zero and infinity. */
#include "numeric/bfp.h"
#include "tile/unpack/fast/unpack_fast.h"

void unpack_bfp_fill(struct unpack_bfp_entry table[256])
{
    for (uint32_t datum = 0; datum < 256; datum++) {
        table[datum].bits = (uint16_t)bfp_to_bf16(datum, 0, 8);
        table[datum].exponent_mask = datum & 0x7F ? 0x7F80 : 0;
    }
}

void unpack_bfp_by_table(const struct unpack_settings *set, struct unpack_block *block)
{
    const unsigned shift = 8 - set->datum_bits; /* a narrower datum stands in the upper bits */
    block->tile->fast_taken[FAST_UNPACR_TABLE] = true;
    for (uint32_t i = 0; i < block->count; i++) {
        const struct unpack_bfp_entry entry = set->fast.bfp_table[block->values[i] << shift & 0xFF];
        const uint32_t sum = entry.bits + ((uint32_t)block->exponents[i] << 7);
        block->values[i] = (entry.bits & ~(uint32_t)entry.exponent_mask) | (sum & entry.exponent_mask);
    }
}
