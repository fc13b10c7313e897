/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR: resolve, fetch, work, commit. docs/semantics/unpack.md */
#include "tile/unpack/unpacr.h"

#include "unpack_insns.h"

static void unpacr_work(struct unpacr *job)
{
    struct unpack_block block; /* 2 KiB that the stages fill: only what they read first is set here */
    block.tile = job->tile;
    block.cursor = &job->cursor;
    block.is_zero = job->f->zero_write2;
    while (job->cursor.left)
        unpack_run_stages(job->set, &block);
}

/* The forms that move no data: U-1.1 bits 1 and 13. Which comes first when both are set is not documented. */
static bool is_without_data(const struct unpacr *job)
{
    return job->f->search_cache_flush || job->f->cfg_context_cnt_inc;
}

enum tile_step insn_unpacr(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_unpacr f = isa_decode_unpacr(tile->chip->id, word);
    struct unpacr job; /* the rest is filled on its way: to clear it costs as much as a row */
    job.tile = tile;
    job.thread = thread;
    job.unpacker = f.unpack_block_selection;
    job.f = &f;
    if (is_without_data(&job)) {
        if (f.cfg_context_cnt_inc)
            unpacr_step_context(&job);
        return TILE_DONE;
    }
    if (!unpack_has_bank(tile, job.unpacker, unpack_bank(tile, job.unpacker)))
        return TILE_WAITS;
    unpacr_resolve(&job);
    unpacr_fetch(&job);
    unpacr_work(&job);
    unpacr_copy_first_row(&job);
    if (f.ovrd_thread_id && f.auto_inc_context_id)
        unpacr_step_context(&job);
    unpacr_step_counters(&job);
    unpacr_hand_over(&job);
    return TILE_DONE;
}
