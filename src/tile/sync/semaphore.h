/* SPDX-License-Identifier: Apache-2.0 */
/* What posting and getting do to one semaphore, of words and of stores alike: posting stops at 15 whatever the maximum,
 * getting at 0 (F18, F20; C37). */
#pragma once

#include "tile/tile_internal.h"

static inline uint32_t semaphore_stepped(uint32_t value, bool is_post)
{
    enum { SEMAPHORE_MAX = 15 };
    if (is_post)
        return value < SEMAPHORE_MAX ? value + 1 : value;
    return value > 0 ? value - 1 : 0;
}

static inline void semaphore_step(struct tile *tile, enum tt_unit unit, uint32_t index, bool is_post)
{
    uint32_t *value = &tile->state.small.sem[index].value;
    const uint32_t stepped = semaphore_stepped(*value, is_post);
    if (stepped != *value)
        tile_write_small(tile, unit, value, stepped);
}
