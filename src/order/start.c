/* SPDX-License-Identifier: Apache-2.0 */
/* The state a replay starts from. docs/semantics/replay.md, "The start". */
#include "order/engine.h"

/* Whether snapshot 0 knows every bit of a space. */
static enum tt_status load_space(struct replay *replay, enum tt_space space, bool *is_whole, struct tt_error *err)
{
    const uint32_t size = space_bytes(replay->info->chip, space), all = space_all_bytes(replay->info->chip, space);
    uint32_t lo = 0, hi = 0, end = 0;
    enum tt_status status = TT_OK;
    *is_whole = true;
    while (lo < all && !(status = ttcap_next_known(replay->capture, 0, space, &lo, &hi, err))) {
        *is_whole &= lo == end || lo >= size;
        for (; lo < hi; lo += HOLD_CHUNK) {
            uint32_t count = hi - lo < HOLD_CHUNK ? hi - lo : HOLD_CHUNK;
            TRY(ttcap_read(replay->capture, 0, space, lo, count, replay->held, replay->known, err));
            tile_store(replay->tile, space, lo, count, replay->held, replay->known);
            if (!replay->info->unlisted_start_is_reset && lo < size)
                unknown_take(replay->unknown, space, lo, count, replay->known, false);
        }
        lo = hi;
        end = hi <= size ? hi : end;
    }
    *is_whole &= end == size;
    return walk_ended(status);
}

/* Over the reset state, of spaces that are assumed to be zero. */
static void start_put_zeros(struct replay *replay, enum tt_space space)
{
    const uint32_t size = space_bytes(replay->info->chip, space);
    memset(replay->held, 0, HOLD_CHUNK);
    for (uint32_t lo = 0; lo < size; lo += HOLD_CHUNK)
        tile_store(replay->tile, space, lo, size - lo < HOLD_CHUNK ? size - lo : HOLD_CHUNK, replay->held, NULL);
}

static void know_constants(struct replay *replay)
{
    for (uint32_t i = 0; i < LREGS; i++)
        if (lreg_is_constant(i))
            unknown_clear(replay->unknown, TT_SPACE_LREG, 4 * LANES * i, 4 * LANES);
}

/* An assumption without effect is refused, since it was asked for to have one. */
static enum tt_status refuse_assumption(const struct replay *replay, enum tt_space space, struct tt_error *err)
{
    REFUSE_IF(replay->info->unlisted_start_is_reset, err,
              "assume %s: the recording is not from silicon, and what its start leaves out "
              "has its reset value",
              space_name(space));
    return tt_fail(err, TT_BAD_INPUT, "assume %s: the recording holds all of it at the start", space_name(space));
}

static enum tt_status start_space(struct replay *replay, enum tt_space space, struct tt_error *err)
{
    const struct replay_options *options = replay->options;
    const bool is_reset = replay->info->unlisted_start_is_reset;
    bool is_whole = false;
    if (!is_reset)
        unknown_mark_input(replay->unknown, space);
    if (!is_reset && space == TT_SPACE_LREG)
        know_constants(replay);
    if (!is_reset && (options->assumed_zero >> space & 1))
        start_put_zeros(replay, space);
    TRY(load_space(replay, space, &is_whole, err));
    if ((options->assumed >> space & 1) && !options->assumes_all && !unknown_has(replay->unknown, space))
        return refuse_assumption(replay, space, err);
    const bool controls = space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG || space == TT_SPACE_STATE;
    if (!is_reset && controls && !is_whole)
        replay->summary->start_is_assumed = true;
    return TT_OK;
}

enum tt_status replay_start(struct replay *replay, struct tt_error *err)
{
    /* Counters, banks and semaphores are taken as after a reset even if nobody says so. */
    unknown_assume(replay->unknown, replay->options->assumed | UINT32_C(1) << TT_SPACE_STATE);
    for (int i = 0; i < TT_SPACE_COUNT; i++)
        TRY(start_space(replay, (enum tt_space)i, err));
    tile_packers_resume(replay->tile);
    return TT_OK;
}
