/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the datums that a mask of 16 names, row by row. P-5.14; nothing recorded uses it. */
#include "tile/pack/pack_internal.h"

void pack_downsample(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)self;
    uint32_t from = 0, to = 0;
    for (uint32_t r = 0; r < block->row_count; r++) {
        struct pack_row *run = &block->rows[r];
        /* On Blackhole the count starts at 0 with each interface's row; on Wormhole it runs through all datums of the
         * instruction. */
        const uint32_t first = set->downsamples_by_column ? run->column : set->has_read_interfaces ? 0 : from;
        const uint32_t begin = to;
        for (uint32_t i = 0; i < run->count; i++, from++) {
            if (!(set->downsample_mask >> ((first + i) & 15) & 1))
                continue;
            block->values[to] = block->values[from];
            block->origin[to++] = block->origin[from];
        }
        run->count = (uint8_t)(to - begin);
    }
    block->count = to;
}
