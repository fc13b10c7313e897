/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLOAD and SFPSTORE of four whole rows' every other cell, where nobody looks (V20, V26). Odd columns, blocked lanes,
 * indices, the stack and FP16 are left to the datasheet. */
#include "numeric/dst_rows.h"
#include "tile/matrix/matrix.h"
#include "tile/vector/fast/short_way.h"

#include "vector_insns.h"

#include <string.h>

enum { LANE_ROWS = 4, ALL_VALID = 0x01010101 };

/* Bits of LaneConfig that leave the common way. */
enum {
    BARS_LOADS = 1 << LANE_DEST_INDEX | 1 << LANE_BLOCK_SFPU_RD | 1 << LANE_READ_ODD,
    BARS_STORES = 1 << LANE_BLOCK_DEST_WR | 1 << LANE_WRITE_ODD,
};

/* Where the four rows are that a word means. */
struct place {
    uint32_t mode, row, side;
};

TILE_INLINE struct place place_of(struct tile *tile, unsigned thread, const struct insn_sfpload *f, uint32_t wide_modes)
{
    const struct vector_settings *set = vector_settings_get(tile, thread);
    const uint32_t mode = f->instr_mod0 ? f->instr_mod0 : set->mode;
    const uint32_t addr =
        tile->state.small.rwc[thread].dst + f->dest_reg_addr + set->dst_offset + (tile->state.vector.sp[thread] & 3);
    const bool is_upper = (wide_modes >> mode & 1) || set->narrow_is_upper;
    return (struct place){mode, dst_row16(addr & (DST_ROWS - LANE_ROWS), set->remap, set->swizzle, is_upper),
                          addr >> 1 & 1};
}

/* The rows' flags as one number: each is 0 or 1. */
static inline uint32_t flags_of(const struct tile *tile, uint32_t row)
{
    uint32_t flags;
    memcpy(&flags, &tile->state.dst_valid[row], sizeof flags);
    return flags;
}

/* What the loops of lanes work on. */
TILE_INLINE struct lane_cells cells_at(struct tile *tile, struct place at, uint32_t lreg)
{
    return (struct lane_cells){
        .high = tile->state.dst[at.row],
        .low = tile->state.dst[(at.row + DST_LOW_HALF) % DST_ROWS],
        .lane = tile->state.lreg[lreg],
        .side = at.side,
        .lanes = enabled_lanes(tile),
        .twos_complement = vector_traits_of(tile)->int32_is_twos_complement ? UINT32_MAX : 0,
    };
}

enum tile_step short_load(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfpload f = isa_decode_sfpload(tile->chip->id, word);
    const struct lane_loops *loops = lane_loops_of(tile);
    const struct place at = place_of(tile, thread, &f, LANE_WIDE_LOADS);
    const bool is_barred = tile->state.vector.lanes_differ || (tile->state.small.lane_config & BARS_LOADS);
    if (is_barred || f.lreg_ind >= WRITABLE || !loops->load[at.mode] || flags_of(tile, at.row) != ALL_VALID)
        return by_datasheet(tile, thread, word);
    const struct lane_cells cells = cells_at(tile, at, f.lreg_ind);
    loops->load[at.mode](&cells);
    matrix_step_counters_for_vector(tile, thread, f.sfpu_addr_mode);
    return done(tile);
}

/* Rows of which a cell was written. */
static inline void mark_valid(struct tile *tile, uint32_t row, uint32_t lanes)
{
    if (lanes == UINT32_MAX)
        memset(&tile->state.dst_valid[row], 1, LANE_ROWS);
    for (unsigned i = 0; lanes != UINT32_MAX && i < LANE_ROWS; i++) {
        if (lanes >> i * VECTOR_COLUMNS & 0xFF)
            tile->state.dst_valid[row + i] = 1;
    }
}

enum tile_step short_store(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfpload f = isa_decode_sfpload(tile->chip->id, word); /* whose fields SFPSTORE has */
    const struct lane_loops *loops = lane_loops_of(tile);
    const struct place at = place_of(tile, thread, &f, LANE_WIDE_STORES);
    const bool is_wide = LANE_WIDE_STORES >> at.mode & 1;
    const bool is_barred = tile->state.vector.lanes_differ || (tile->state.small.lane_config & BARS_STORES) ||
                           (!is_wide && tile->vector_settings[thread].narrow_is_upper);
    if (is_barred || !loops->store[at.mode])
        return by_datasheet(tile, thread, word);
    const struct lane_cells cells = cells_at(tile, at, f.lreg_ind);
    loops->store[at.mode](&cells);
    mark_valid(tile, at.row, cells.lanes);
    matrix_step_counters_for_vector(tile, thread, f.sfpu_addr_mode);
    return done(tile);
}
