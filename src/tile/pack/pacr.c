/* SPDX-License-Identifier: Apache-2.0 */
/* PACR: resolve, fetch, work, commit. docs/semantics/pack.md */
#include "tile/pack/pacr_commit.h"

#include "pack_insns.h"

/* The bits of RowPadZero: when (never, always, at the end of a row, at the end of a tile), and how far (P-9.9). */
static unsigned row_pad(const struct insn_pacr *f)
{
    const unsigned when = f->row_pad_zero & 3;
    const bool pads = when == 1 || (when == 2 && !f->concat) || (when == 3 && f->last);
    return pads ? 1u | (f->row_pad_zero >> 2 & 1) << 1 : 0;
}

static void resolve_ends(const struct pacr *job, struct pack_block *block)
{
    block->closes = job->closes && block->is_last;
    block->row_ends = block->is_last && (!job->f->concat || job->closes);
}

static void run_block(const struct pacr *job, const struct pacr_lane *lane, struct pack_block *block)
{
    struct packer *self = &job->tile->state.pack.packer[lane->packer];
    resolve_ends(job, block);
    const uint32_t rows = block->row_count, datums = block->count;
    pack_run_stages(lane->set, self, block);
    pacr_advance(lane->set, self, rows, datums);
}

/* All blocks of one packer. An instruction of more than 256 datums makes several. */
static void pacr_work(const struct pacr *job, const struct pacr_lane *lane, struct pacr_cursor *cursor,
                      struct pack_block *block)
{
    do {
        pacr_next_block(lane, cursor, block);
        block->is_last = pacr_is_read(cursor);
        run_block(job, lane, block);
    } while (!block->is_last);
}

static void begin_block(const struct pacr *job, const struct pacr_lane *lane, struct pack_block *block)
{
    block->tile = job->tile;
    block->packer = lane->packer;
    block->source = lane->source;
    block->packed = 0;
    block->group_count = 0;
}

static void commit(const struct pacr *job, const struct pacr_lane *lane, uint32_t packed)
{
    job->tile->state.pack.packer[lane->packer].exponent_count += packed / PACK_GROUP;
    if (job->closes)
        pacr_end_tile(job, lane);
    pacr_publish(job->tile, lane->packer, lane->set, job->closes);
}

static uint32_t run_lane(const struct pacr *job, const struct pacr_lane *lane, struct pack_block *block)
{
    const struct packer *self = &job->tile->state.pack.packer[lane->packer];
    struct pacr_cursor cursor;
    pacr_begin_tile(job, lane);
    const uint32_t plane = self->position.z;
    pacr_fetch(job, lane, &cursor);
    begin_block(job, lane, block);
    block->row_pad = row_pad(job->f);
    block->l1_addr = cursor.l1_addr;
    pacr_work(job, lane, &cursor, block);
    commit(job, lane, block->packed);
    return self->position.z - plane;
}

static bool any_begins(const struct pacr *job)
{
    for (unsigned i = 0; i < job->lane_count; i++) {
        if (!job->tile->state.pack.packer[job->lanes[i].packer].is_in_tile)
            return true;
    }
    return false;
}

static void run_lanes(struct pacr *job, struct pack_block *block)
{
    uint32_t planes = 0;
    for (unsigned i = 0; i < job->lane_count; i++)
        planes += run_lane(job, &job->lanes[i], block);
    if (job->uses_context_counter)
        pacr_step_context(job, planes);
}

static void step_counters(const struct pacr *job)
{
    const struct pack_addr_mod *mod = pack_addr_mod_get(job->tile, job->thread, job->f->addr_mode);
    unsigned stepped = 0; /* each set once, however many packers used it */
    for (unsigned i = 0; i < job->lane_count; i++) {
        const unsigned adc = job->lanes[i].adc;
        if (!(stepped >> adc & 1))
            pacr_step_adc(job->tile, &job->tile->state.small.adc[adc].pack, mod);
        stepped |= 1u << adc;
    }
}

enum tile_step insn_pacr(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_pacr f = isa_decode_pacr(tile->chip->id, word);
    struct pack_block block; /* 2 KiB that the stages fill */
    struct pacr job;         /* lanes are filled as they are added */
    job.tile = tile;
    job.thread = thread;
    job.f = &f;
    job.closes = f.last || f.flush;
    job.uses_context_counter = false;
    job.lane_count = 0;
    if (!pacr_resolve(&job))
        return TILE_DONE;
    job.was_in_tile = any_begins(&job) && pacr_any_in_tile(tile);
    run_lanes(&job, &block);
    if (job.closes)
        pacr_end_all_tiles(&job);
    step_counters(&job);
    return TILE_DONE;
}
