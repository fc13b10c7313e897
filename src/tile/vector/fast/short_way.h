/* SPDX-License-Identifier: Apache-2.0 */
/* What the short ways share (issue.c, moves.c): lanes that are enabled, operands of a loop over lanes, and the way back
 * to the datasheet. */
#pragma once

#include "tile/vector/fast/lanes.h"

enum { WRITABLE = 8, TEMPLATES_FROM = 12 /* V12: such a VD may name a template */ };

/* As vector_enabled_lanes(), which does the rest. */
static inline uint32_t enabled_lanes(struct tile *tile)
{
    const struct small_state *small = &tile->state.small;
    if (tile->state.vector.lanes_differ || (small->lane_config >> LANE_ROW_MASK & 15))
        return vector_enabled_lanes(tile);
    return small->cc.enabled ? small->cc.flags : UINT32_MAX;
}

/* What vector_issue() does, less what only a listener or a macro makes necessary. */
tile_handler by_datasheet;

/* moves.c: Dst and registers; comparisons and tables in tests.c */
tile_handler short_load, short_store, short_setcc, short_le, short_gt, short_lutfp32;

static inline enum tile_step done(struct tile *tile)
{
    tile->fast_taken[FAST_VECTOR_ISSUE] = true;
    return TILE_DONE;
}

struct operands {
    uint32_t mod, vd, vc, vb;
};

/* False: VD is no register that is written. */
static inline bool begin(struct tile *tile, struct operands in, struct lane_work *work)
{
    if (in.vd >= WRITABLE)
        return false;
    *work = (struct lane_work){.b = tile->state.lreg[in.vb],
                               .c = tile->state.lreg[in.vc],
                               .to = tile->state.lreg[in.vd],
                               .lanes = enabled_lanes(tile),
                               .traits = vector_traits_of(tile)};
    return true;
}

/* Flags of the lanes that are enabled. */
static inline enum tile_step set_flags(struct tile *tile, uint32_t flags, uint32_t lanes)
{
    uint32_t *held = &tile->state.small.cc.flags;
    *held = (*held & ~lanes) | (flags & lanes);
    return done(tile);
}
