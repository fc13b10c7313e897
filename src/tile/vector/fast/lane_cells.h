/* SPDX-License-Identifier: Apache-2.0 */
/* Part of lane_loops.h: lanes from cells of Dst and back, by mode (V21 to V26). Two neighbours of a row are one number,
 * whose halves a shift separates. */
#pragma once

#include "base/little.h"
#include "numeric/cells.h"
#include "tile/vector/fast/lane_put.h"

enum { CELL_BITS = 16, CELL_MASK = 0xFFFF };

static inline unsigned cell_shift(const struct lane_cells *at)
{
    return CELL_BITS * (at->side ^ (unsigned)HOST_IS_BIG_ENDIAN);
}

/* cell: what the lane reads; held: what its register has. */
#define LANE_LOAD(NAME, EXPRESSION)                                                                                    \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const unsigned shift = cell_shift(at);                                                                         \
        uint32_t pairs[LANES], result[LANES];                                                                          \
        memcpy(pairs, at->high, sizeof pairs);                                                                         \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t cell = pairs[lane] >> shift & CELL_MASK, held = at->lane[lane];                             \
            (void)held;                                                                                                \
            result[lane] = (EXPRESSION);                                                                               \
        }                                                                                                              \
        put(&(struct lane_work){.to = at->lane, .lanes = at->lanes}, result);                                          \
    }

#define LANE_LOAD_32(NAME, EXPRESSION)                                                                                 \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const unsigned shift = cell_shift(at);                                                                         \
        const uint32_t twos_complement = at->twos_complement;                                                          \
        uint32_t upper[LANES], lower[LANES], result[LANES];                                                            \
        (void)twos_complement;                                                                                         \
        memcpy(upper, at->high, sizeof upper);                                                                         \
        memcpy(lower, at->low, sizeof lower);                                                                          \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t value =                                                                                     \
                dst16_to_bf16(upper[lane] >> shift & CELL_MASK) << CELL_BITS | (lower[lane] >> shift & CELL_MASK);     \
            result[lane] = (EXPRESSION);                                                                               \
        }                                                                                                              \
        put(&(struct lane_work){.to = at->lane, .lanes = at->lanes}, result);                                          \
    }

/* From sign and magnitude, which has no number below -(2^31 - 1), and back, where -2^31 is a minus zero. */
static inline uint32_t from_magnitude(uint32_t x)
{
    const uint32_t sign = 0u - (x >> 31);
    return ((x & INT32_MAX & sign) ^ sign) - sign + (x & ~sign);
}

static inline uint32_t to_magnitude(uint32_t x)
{
    return (int32_t)x < 0 ? LANE_SIGN | (0u - x) : x;
}

static inline uint32_t flushed(uint32_t x)
{
    return x & LANE_EXPONENT ? x : x & LANE_SIGN;
}

LANE_LOAD(load_bf16, dst16_to_bf16(cell) << CELL_BITS)
LANE_LOAD(load_low, cell)
LANE_LOAD(load_high, cell << CELL_BITS)
LANE_LOAD(load_int16, cell >> 15 << 31 | (cell & INT16_MAX))
LANE_LOAD(load_low_half, (held & ~(uint32_t)CELL_MASK) | cell)
LANE_LOAD(load_high_half, cell << CELL_BITS | (held & CELL_MASK))
LANE_LOAD_32(load_32, value)
LANE_LOAD_32(load_magnitude, (value & ~twos_complement) | (from_magnitude(value) & twos_complement))

static lane_move *const lane_loads[16] = {
    [2] = load_bf16,  [3] = load_32,  [4] = load_32,         [6] = load_low,       [7] = load_high,
    [8] = load_int16, [9] = load_low, [12] = load_magnitude, [14] = load_low_half, [15] = load_high_half,
};

/* 16 bits a lane into every other cell, in the lanes that count. */
LANE_TARGET static inline void put_cells(const struct lane_cells *at, uint16_t *to,
                                         const uint32_t cells[restrict static LANES])
{
    const unsigned shift = cell_shift(at);
    const uint32_t mask = (uint32_t)CELL_MASK << shift, lanes = at->lanes;
    uint32_t pairs[LANES];
    memcpy(pairs, to, sizeof pairs);
    if (lanes == UINT32_MAX) {
        for (unsigned lane = 0; lane < LANES; lane++)
            pairs[lane] = (pairs[lane] & ~mask) | cells[lane] << shift;
    } else {
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t written = mask & (0u - (lanes >> lane & 1));
            pairs[lane] = (pairs[lane] & ~written) | (cells[lane] << shift & written);
        }
    }
    memcpy(to, pairs, sizeof pairs);
}

#define LANE_STORE(NAME, EXPRESSION)                                                                                   \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        uint32_t cells[LANES];                                                                                         \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t x = at->lane[lane];                                                                         \
            cells[lane] = (EXPRESSION);                                                                                \
        }                                                                                                              \
        put_cells(at, at->high, cells);                                                                                \
    }

#define LANE_STORE_32(NAME, EXPRESSION)                                                                                \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const uint32_t twos_complement = at->twos_complement;                                                          \
        uint32_t upper[LANES], lower[LANES];                                                                           \
        (void)twos_complement;                                                                                         \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t x = at->lane[lane], value = (EXPRESSION);                                                   \
            upper[lane] = value >> CELL_BITS;                                                                          \
            lower[lane] = value & CELL_MASK;                                                                           \
        }                                                                                                              \
        put_cells(at, at->high, upper);                                                                                \
        put_cells(at, at->low, lower);                                                                                 \
    }

LANE_STORE(store_bf16, dst16_from_bf16(flushed(x) >> CELL_BITS))
LANE_STORE(store_low, x &CELL_MASK)
LANE_STORE(store_high, x >> CELL_BITS)
LANE_STORE(store_int16, x >> 31 << 15 | (x & INT16_MAX))
LANE_STORE_32(store_fp32, dst32_from_fp32(flushed(x)))
LANE_STORE_32(store_int32, dst32_from_fp32(x))
LANE_STORE_32(store_raw, x)
LANE_STORE_32(store_rotated, x << CELL_BITS | x >> CELL_BITS)
LANE_STORE_32(store_magnitude, dst32_from_fp32((x & ~twos_complement) | (to_magnitude(x) & twos_complement)))

static lane_move *const lane_stores[16] = {
    [2] = store_bf16,  [3] = store_fp32,    [4] = store_int32,      [6] = store_low,  [7] = store_raw,
    [8] = store_int16, [9] = store_rotated, [12] = store_magnitude, [14] = store_low, [15] = store_high,
};
