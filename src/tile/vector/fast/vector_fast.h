/* SPDX-License-Identifier: Apache-2.0 */
/* What the vector unit's datasheet knows of its fast paths: the 32 lanes at once, inline, for they are short. A tile
 * that takes none never comes here. */
#pragma once

#include "base/little.h"
#include "numeric/dst_rows.h"
#include "tile/vector/fast/mad_lanes.h"
#include "tile/vector/vector_internal.h"

#include <string.h>

/* Every other of the cells of four rows, by pairs: a pair is one number, whose halves a shift separates. */
enum { PAIR_CELL_BITS = 16, PAIR_CELL_MASK = 0xFFFF };

static inline unsigned pair_shift(unsigned side)
{
    return PAIR_CELL_BITS * (side ^ (unsigned)HOST_IS_BIG_ENDIAN);
}

static inline void read_every_other(const uint16_t rows[static 4][DST_COLUMNS], unsigned side,
                                    uint32_t cells[restrict static LANES])
{
    const unsigned shift = pair_shift(side);
    uint32_t pairs[LANES];
    memcpy(pairs, rows, sizeof pairs);
    for (unsigned lane = 0; lane < LANES; lane++)
        cells[lane] = pairs[lane] >> shift & PAIR_CELL_MASK;
}

static inline void read_every_other_32(const uint16_t high[static 4][DST_COLUMNS],
                                       const uint16_t low[static 4][DST_COLUMNS], unsigned side,
                                       uint32_t cells[restrict static LANES])
{
    const unsigned shift = pair_shift(side);
    uint32_t upper[LANES], lower[LANES];
    memcpy(upper, high, sizeof upper);
    memcpy(lower, low, sizeof lower);
    for (unsigned lane = 0; lane < LANES; lane++)
        cells[lane] = upper[lane] >> shift << PAIR_CELL_BITS | (lower[lane] >> shift & PAIR_CELL_MASK);
}

static inline void write_every_other(uint16_t rows[static 4][DST_COLUMNS], unsigned side,
                                     const uint32_t cells[restrict static LANES], unsigned from_bit, uint32_t lanes)
{
    const unsigned shift = pair_shift(side);
    const uint32_t mask = (uint32_t)PAIR_CELL_MASK << shift;
    uint16_t *pairs = rows[0];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t written = lanes == UINT32_MAX ? mask : mask & (0u - (lanes >> lane & 1));
        uint32_t pair;
        memcpy(&pair, pairs + 2 * lane, sizeof pair);
        pair = (pair & ~written) | (cells[lane] >> from_bit << shift & written);
        memcpy(pairs + 2 * lane, &pair, sizeof pair);
    }
}

/* Cells of four rows of Dst from a physical row on, into lanes and back, where LaneConfig forces no odd columns and no
 * probe wants what is written; a row that is not valid is read as it stands. */
static inline void vector_fast_gather(const struct vector_job *job, const struct vector_access *at, uint32_t row,
                                      uint32_t cells[static LANES])
{
    const struct tile_state *state = &job->tile->state;
    const unsigned side = at->addr >> 1 & 1;
    job->tile->fast_taken[FAST_VECTOR_LOAD] = true;
    if (at->is_32b)
        read_every_other_32(&state->dst[row], &state->dst[row + DST_LOW_HALF], side, cells);
    else
        read_every_other(&state->dst[row], side, cells);
}

static inline void vector_fast_scatter(const struct vector_job *job, const struct vector_access *at, uint32_t row,
                                       const uint32_t cells[static LANES], uint32_t lanes)
{
    struct tile_state *state = &job->tile->state;
    const unsigned side = at->addr >> 1 & 1;
    job->tile->fast_taken[FAST_VECTOR_STORE] = true;
    write_every_other(&state->dst[row], side, cells, at->is_32b ? PAIR_CELL_BITS : 0, lanes);
    if (at->is_32b)
        write_every_other(&state->dst[row + DST_LOW_HALF], side, cells, 0, lanes);
}

/* 32 multiply-adds. */
static inline void vector_fast_multiply_add(const struct vector_job *job, const uint32_t x[static LANES],
                                            const uint32_t y[static LANES], const uint32_t z[static LANES],
                                            uint32_t out[static LANES])
{
    job->tile->fast_taken[FAST_VECTOR_MAD] = true;
    if (job->tile->fast == TILE_FAST_AVX2)
        mad_lanes_avx2(x, y, z, job->traits->mad_leaks_nan, out);
    else
        mad_lanes_portable(x, y, z, job->traits->mad_leaks_nan, out);
}
