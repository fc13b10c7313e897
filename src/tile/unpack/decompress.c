/* SPDX-License-Identifier: Apache-2.0 */
/* Each datum of compressed input is followed by as many zeros as its counter says. U-3.7, U-4.6; not
 * recorded.
 *
 *     datum 0 … datum 31 | counter 0 … counter 31 (16 bytes, the first in the low four bits) | datum 32 … */
#include "tile/unpack/unpack_internal.h"

/* The zeros behind the block's datums, one byte each. */
static void fetch_counters(const struct unpack_settings *set, struct unpack_block *block, uint8_t *zeros)
{
    struct unpack_cursor *cursor = block->cursor;
    uint8_t room[1];
    for (uint32_t i = 0; i < block->count; i++) {
        const uint32_t within = (block->first_index + i) % UNPACK_RUN_GROUP;
        const uint8_t pair =
            block->is_zero ? 0 : unpack_see_l1(set, block->tile, cursor->counters + within / 2, 1, room)[0];
        zeros[i] = pair >> (within & 1 ? 4 : 0) & 0xF;
        if (within + 1 < UNPACK_RUN_GROUP)
            continue;
        cursor->counters += UNPACK_RUN_BYTES + UNPACK_RUN_GROUP * set->datum_bits / 8;
        cursor->counters = unpack_in_ring(set, cursor->counters);
    }
}

/* How many of `count` values in a row pass: those behind what is skipped, and no more than are to be delivered. */
static uint32_t decompress_pass(struct unpack_cursor *cursor, uint32_t count, uint32_t *dropped)
{
    *dropped = cursor->skip < count ? cursor->skip : count;
    cursor->skip -= *dropped;
    const uint32_t left = count - *dropped;
    const uint32_t passed = left < cursor->deliver ? left : cursor->deliver;
    cursor->deliver -= passed;
    return passed;
}

void unpack_decompress(const struct unpack_settings *set, struct unpack_block *block)
{
    uint32_t datums[UNPACK_BLOCK_MAX];
    uint8_t exponents[UNPACK_BLOCK_MAX], zeros[UNPACK_BLOCK_MAX];
    uint32_t to = 0;
    fetch_counters(set, block, zeros);
    memcpy(datums, block->values, block->count * sizeof *datums);
    if (set->is_block)
        memcpy(exponents, block->exponents, block->count);
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t dropped;
        const uint32_t passed = decompress_pass(block->cursor, 1u + zeros[i], &dropped);
        if (!passed)
            continue;
        memset(&block->values[to], 0, passed * sizeof *block->values);
        memset(&block->exponents[to], set->is_block ? exponents[i] : 0, passed);
        if (!dropped)
            block->values[to] = datums[i];
        to += passed;
    }
    block->count = to;
    if (!block->cursor->deliver)
        block->cursor->left = 0;
}
