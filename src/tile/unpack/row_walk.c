/* SPDX-License-Identifier: Apache-2.0 */
/* Datums out of L1, as they stand there. U-4.2, U-4.5 */
#include "tile/unpack/unpack_internal.h"

void unpack_row_walk(const struct unpack_settings *set, struct unpack_block *block)
{
    uint8_t room[UNPACK_BLOCK_MAX * sizeof(uint32_t) + 1];
    uint32_t at = 0;
    block->format = set->in_format;
    if (block->is_zero) {
        memset(block->values, 0, block->count * sizeof *block->values);
        return;
    }
    for (uint32_t i = 0; i < block->piece_count; i++) {
        const struct unpack_piece *piece = &block->pieces[i];
        const unsigned before = (unsigned)(piece->bits % 8);
        const uint32_t bytes = (uint32_t)(before + (uint64_t)piece->count * set->datum_bits + 7) / 8;
        const uint8_t *from = unpack_see_l1(set, block->tile, piece->bits / 8, bytes, room);
        set->load(from, before / set->datum_bits, piece->count, &block->values[at]);
        at += piece->count;
    }
}
