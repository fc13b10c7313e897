/* SPDX-License-Identifier: Apache-2.0 */
/* RowPadZero: zero datums up to the next 16, behind each row or behind what the tile has so far. P-9.9; nothing
 * recorded uses it. */
#include "tile/pack/pack_internal.h"

static uint32_t short_of_16(uint32_t count)
{
    return -count & 15;
}

static void insert_zeros(struct pack_block *block, uint32_t at, uint32_t zeros)
{
    const uint32_t behind = block->count - at;
    memmove(&block->values[at + zeros], &block->values[at], behind * sizeof *block->values);
    memmove(&block->origin[at + zeros], &block->origin[at], behind * sizeof *block->origin);
    memset(&block->values[at], 0, zeros * sizeof *block->values);
    memset(&block->origin[at], 0xFF, zeros * sizeof *block->origin);
    block->count += zeros;
}

void pack_row_pad(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)set;
    if (!(block->row_pad & 1))
        return;
    if (block->row_pad & 2) {
        if (block->is_last)
            insert_zeros(block, block->count, short_of_16(self->datums + block->count));
        return;
    }
    uint32_t at = 0;
    for (uint32_t r = 0; r < block->row_count; r++) {
        struct pack_row *run = &block->rows[r];
        const uint32_t zeros = short_of_16(run->count);
        at += run->count;
        insert_zeros(block, at, zeros);
        at += zeros;
        run->count = (uint8_t)(run->count + zeros);
    }
}
