/* SPDX-License-Identifier: Apache-2.0 */
/* Takes a packer's state from a recording. A recording shows where the streams go on and the tile position, but neither
 * what waits in open 16-byte blocks nor the counts since the tile began. docs/formats/bundle.md, "packer" */
#include "tile/pack/pacr.h"

/* Datums that a recorder wrote through already stand in L1; a device would still hold them. */
static void resume_stream(const struct tile *tile, struct pack_stream *stream, uint32_t addr)
{
    const uint32_t base = addr - addr % PACK_STREAM_BLOCK;
    memset(stream, 0, sizeof *stream);
    stream->is_placed = 1;
    stream->addr = addr;
    if (base < tile->chip->l1_bytes) /* which is a whole number of blocks; an address may be anything */
        memcpy(stream->held, &tile->state.l1[base], PACK_STREAM_BLOCK);
}

static void resume_packer(struct tile *tile, unsigned i)
{
    struct packer *self = &tile->state.pack.packer[i];
    /* A recording has one flag for all packers and does not say which of them are inside the tile: each goes on at its
     * address if it takes part before the tile is closed. */
    const bool is_in_tile = tile->state.small.packer.in_tile && i < tile->chip->packers;
    const uint32_t *tpg = tile->state.small.packer.tpg[i];
    self->position = (struct pack_position){tpg[0], tpg[1], tpg[2]};
    self->is_in_tile = self->is_assumed = is_in_tile;
    self->group_count = 0;
    self->datums = 0;
    self->tile_bytes = 0;
    self->exponent_count = 0;
    self->exponent_base = tile->state.small.packer.exp_addr[i];
    memset(&self->compression, 0, sizeof self->compression);
    memset(&self->row_starts, 0, sizeof self->row_starts);
    resume_stream(tile, &self->data, tile->state.small.packer.data_addr[i]);
    resume_stream(tile, &self->exponents, tile->state.small.packer.exp_addr[i]);
    self->data.is_placed = self->exponents.is_placed = is_in_tile;
}

void tile_packers_resume(struct tile *tile)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++)
        resume_packer(tile, i);
}
