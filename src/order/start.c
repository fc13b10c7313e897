/* SPDX-License-Identifier: Apache-2.0 */
/* The state a replay starts from. docs/semantics/replay.md, "The start". */
#include "order/engine.h"

#include <string.h>

/* Whether snapshot 0 knows every bit of a space. */
static enum tt_status load_space(struct replay *replay, enum tt_space space, bool *is_whole, struct tt_error *err)
{
    uint32_t size = space_bytes(replay->info->chip, space);
    uint32_t lo = 0, hi = 0, end = 0;
    enum tt_status status = TT_OK;
    *is_whole = true;
    while (lo < size && !(status = ttcap_next_known(replay->capture, 0, space, &lo, &hi, err))) {
        *is_whole &= lo == end;
        for (; lo < hi; lo += HOLD_CHUNK) {
            uint32_t count = hi - lo < HOLD_CHUNK ? hi - lo : HOLD_CHUNK;
            status = ttcap_read(replay->capture, 0, space, lo, count, replay->held, replay->known, err);
            if (status)
                return status;
            tile_store(replay->tile, space, lo, count, replay->held, replay->known);
            if (!replay->info->unlisted_start_is_reset)
                unknown_take(replay->unknown, space, lo, count, replay->known, true);
        }
        end = lo = hi;
    }
    *is_whole &= end == size;
    return status == TT_END ? TT_OK : status;
}

enum tt_status replay_start(struct replay *replay, struct tt_error *err)
{
    bool is_reset = replay->info->unlisted_start_is_reset;
    for (int i = 0; i < TT_SPACE_COUNT; i++) {
        enum tt_space space = (enum tt_space)i;
        if (!is_reset)
            unknown_mark_all(replay->unknown, space);
        bool is_whole = false;
        enum tt_status status = load_space(replay, space, &is_whole, err);
        if (status)
            return status;
        bool controls = space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG || space == TT_SPACE_STATE;
        if (!is_reset && controls && !is_whole)
            replay->summary->start_is_assumed = true;
        if (!is_reset && space == TT_SPACE_CFG && !is_whole)
            unknown_set_control(replay->unknown, true);
    }
    tile_packers_resume(replay->tile);
    return TT_OK;
}
