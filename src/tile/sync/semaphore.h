/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of posting and getting on one semaphore, of words and of stores alike: posting stops at 15 whatever the
 * maximum, getting at 0 (F18, F20; C37). */
#pragma once

#include "tile/sync/sync.h"
#include "tile/tile_internal.h"

#include "semaphore_findings.h"

static inline void semaphore_step(struct tile *tile, enum tt_unit unit, uint32_t index, bool is_post)
{
    enum { SEMAPHORE_MAX = 15 };
    uint32_t *value = &tile->state.small.sem[index].value;
    if (unit == TT_UNIT_SYNC)
        tile_stage_word(tile, unit, STAGE_BEFORE, *value);
    if (is_post ? *value < SEMAPHORE_MAX : *value > 0)
        tile_write_small(tile, unit, value, is_post ? *value + 1 : *value - 1);
    else
        tile_finding(tile, FINDING_SEMAPHORE_AT_LIMIT, unit, index + (is_post ? SYNC_POST_LOST : 0),
                     "semaphore %u is %s at %u: it stays", (unsigned)index, is_post ? "posted" : "taken",
                     (unsigned)*value);
    if (unit == TT_UNIT_SYNC)
        tile_stage_word(tile, unit, STAGE_AFTER, *value);
}
