/* SPDX-License-Identifier: Apache-2.0 */
/* What stores from outside the coprocessor do to the state; tile_core_* and the 32-bit window share these functions.
 * They report no store to the probe: their callers do. Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

void core_put_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t reg, uint32_t value);
void core_put_mop_cfg(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t word, uint32_t value);
void core_put_semaphore(struct tile *tile, enum tt_unit unit, uint32_t index, bool is_post);

static inline uint32_t core_stepped_semaphore(uint32_t value, bool is_post)
{
    enum { SEMAPHORE_MAX = 15 };
    if (is_post)
        return value < SEMAPHORE_MAX ? value + 1 : value;
    return value > 0 ? value - 1 : 0;
}

/* The same of one that exists. */
static inline void core_step_semaphore(struct tile *tile, enum tt_unit unit, uint32_t index, bool is_post)
{
    uint32_t *value = &tile->state.small.sem[index].value;
    const uint32_t stepped = core_stepped_semaphore(*value, is_post);
    if (stepped != *value)
        tile_write_small(tile, unit, value, stepped);
}
