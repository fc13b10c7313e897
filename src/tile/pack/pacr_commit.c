/* SPDX-License-Identifier: Apache-2.0 */
/* PACR's last paragraph, its rare parts: tiles begun and closed, contexts. P-1.2, P-9.1, P-9.10, P-11.2 */
#include "tile/pack/pacr.h"

#include "pack_findings.h"
#include "place_texts.h"

static bool has_one_flag(const struct tile *tile)
{
    return tile_variant(tile, VARIANT_PACK_L1_TILE_FLAG) != 0;
}

bool pacr_any_in_tile(const struct tile *tile)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < PACKERS_MAX; i++)
        any |= tile->state.pack.packer[i].is_in_tile;
    return any;
}

static void reset_tile(const struct pack_settings *set, struct packer *self)
{
    if (!set->keeps_position)
        self->position = (struct pack_position){0, 0, 0};
    self->is_in_tile = 1;
    self->exponent_count = 0;
    self->datums = 0;
    self->tile_bytes = 0;
    self->group_count = 0;
    self->zero_flags = 0;
    memset(&self->compression, 0, offsetof(struct pack_compression, runs)); /* of the runs none counts */
}

/* C-50: under one flag for all, a packer that joins finds the tile open and goes on where its streams stood. */
static void join_in_place(struct tile *tile, unsigned packer)
{
    struct packer *self = &tile->state.pack.packer[packer];
    self->row_starts.is_placed = self->exponents.is_placed = self->data.is_placed = 1;
    self->data.addr = tile->state.small.packer.data_addr[packer];
    self->exponents.addr = self->exponent_base = tile->state.small.packer.exp_addr[packer];
}

/* P-9.3: bit 31 of packer 0's address makes those of 1 to 3 relative to it. */
static uint32_t relative_to(const struct pacr *job, const struct pacr_lane *lane)
{
    if (!job->tile->chip->pack_addresses_are_relative || lane->packer == 0)
        return 0;
    const struct pack_settings *first = pack_settings_get(job->tile, job->thread, 0);
    const uint32_t base = pack_output_base(first, &job->tile->state.pack.packer[0], job->thread);
    return base >> 31 ? base : 0;
}

static void check_address(const struct pacr *job, const struct pacr_lane *lane)
{
    const uint32_t addr = *lane->set->l1_dest_addr;
    /* Bit 31 has a meaning on Wormhole, and software sets it on Blackhole too. */
    if (addr & 0x7FFE0000)
        tile_finding(job->tile, FINDING_PACK_L1_ADDRESS_WRAPS, TT_UNIT_PACK, lane->packer,
                     FIELD_TEXT_SECTION_L1_Dest_addr " %#x has bits above the 17 that count", (unsigned)addr);
    if (lane->set->fifo_size && addr >> 31)
        tile_finding(job->tile, FINDING_PACK_RING_UNDEFINED, TT_UNIT_PACK, lane->packer,
                     FIELD_TEXT_SECTION_L1_Dest_addr " %#x with a ring of %u", (unsigned)addr,
                     (unsigned)lane->set->fifo_size);
}

void pacr_begin_tile(const struct pacr *job, const struct pacr_lane *lane)
{
    struct packer *self = &job->tile->state.pack.packer[lane->packer];
    self->is_assumed = 0;
    if (!self->is_in_tile) {
        reset_tile(lane->set, self);
        if (job->was_in_tile) {
            if (has_one_flag(job->tile))
                join_in_place(job->tile, lane->packer);
            tile_finding(job->tile, FINDING_PACK_PACKER_JOINS_TILE, TT_UNIT_PACK, lane->packer,
                         "packer %u begins while others are inside a tile", lane->packer);
        }
        check_address(job, lane);
    }
    if (self->data.is_placed && self->exponents.is_placed && (!lane->set->compresses || self->row_starts.is_placed))
        return;
    const struct adc_channel *at = &pacr_adc(job, lane)->ch[1];
    if (pack_leaves_window(lane->set, at))
        tile_finding(job->tile, FINDING_PACK_WINDOW_GUESSED, TT_UNIT_PACK, lane->packer,
                     "channel 1 at Y %u, Z %u, W %u is past 256 KiB", (unsigned)at->y, (unsigned)at->z,
                     (unsigned)at->w);
    pack_place_streams(lane->set, self, at, relative_to(job, lane), job->thread);
}

static void note_tile(const struct pacr *job, const struct pacr_lane *lane, struct packer *self)
{
    const struct pack_settings *set = lane->set;
    self->last_tile_size_x16 = (self->tile_bytes + 15) / 16;
    self->acc_tile_size_x16[job->thread] += self->last_tile_size_x16 + (set->counts_header ? 1u : 0u);
    self->last_thread = job->thread;
    if (set->fills_fifo && self->fifo_count < PACK_FIFO_DEPTH)
        self->fifo[self->fifo_count++] = (struct pack_tile_record){self->last_tile_size_x16, self->zero_flags};
}

static void forget_address(struct packer *self)
{
    self->row_starts.is_placed = self->exponents.is_placed = self->data.is_placed = 0;
    self->is_in_tile = self->is_assumed = 0;
}

void pacr_end_tile(const struct pacr *job, const struct pacr_lane *lane)
{
    struct packer *self = &job->tile->state.pack.packer[lane->packer];
    if (lane->set->compresses) {
        pack_compression_close(lane->set, self, job->tile);
        pack_stream_close(lane->set, self, &self->row_starts, job->tile);
    }
    if (lane->set->is_block)
        pack_stream_close(lane->set, self, &self->exponents, job->tile);
    pack_stream_close(lane->set, self, &self->data, job->tile);
    if (job->f->last)
        note_tile(job, lane, self);
    if (self->datums) /* a bare Flush closes a tile that nothing was packed to */
        self->tile++;
    forget_address(self);
}

void pacr_end_all_tiles(const struct pacr *job)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        struct packer *self = &job->tile->state.pack.packer[i];
        if (self->is_assumed || has_one_flag(job->tile))
            forget_address(self);
    }
}

void pacr_step_context(const struct pacr *job, uint32_t planes)
{
    struct pack_state *pack = &job->tile->state.pack;
    const uint32_t wanted = job->lanes[0].set->context_planes;
    pack->context_planes += planes;
    if (wanted ? pack->context_planes < wanted : !job->closes)
        return;
    pack->context = (pack->context + 1) & 3;
    pack->context_planes = 0;
}
