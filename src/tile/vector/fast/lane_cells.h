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

/* Two neighbours of a row; what a compiler takes for one load, and not for a copy in between. */
static inline uint32_t pair_at(const uint16_t *cells, unsigned lane)
{
    uint32_t pair;
    memcpy(&pair, &cells[2 * lane], sizeof pair);
    return pair;
}

static inline void put_pair(uint16_t *cells, unsigned lane, uint32_t pair)
{
    memcpy(&cells[2 * lane], &pair, sizeof pair);
}

/* cell: what the lane reads; held: what its register has. */
#define LANE_LOAD(NAME, EXPRESSION)                                                                                    \
    static inline uint32_t NAME##_of(uint32_t cell, uint32_t held)                                                     \
    {                                                                                                                  \
        (void)held;                                                                                                    \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const unsigned shift = cell_shift(at);                                                                         \
        const uint16_t *cells = at->high;                                                                              \
        const struct lane_work work = {.to = at->lane, .lanes = at->lanes};                                            \
        LANES_PUT(&work, NAME##_of(pair_at(cells, lane) >> shift & CELL_MASK, to[lane]));                              \
    }

#define LANE_LOAD_32(NAME, EXPRESSION)                                                                                 \
    static inline uint32_t NAME##_of(uint32_t value, uint32_t twos_complement)                                         \
    {                                                                                                                  \
        (void)twos_complement;                                                                                         \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const unsigned shift = cell_shift(at);                                                                         \
        const uint32_t twos_complement = at->twos_complement;                                                          \
        const uint16_t *high = at->high, *low = at->low;                                                               \
        const struct lane_work work = {.to = at->lane, .lanes = at->lanes};                                            \
        LANES_PUT(&work, NAME##_of(dst16_to_bf16(pair_at(high, lane) >> shift & CELL_MASK) << CELL_BITS |              \
                                       (pair_at(low, lane) >> shift & CELL_MASK),                                      \
                                   twos_complement));                                                                  \
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

/* 16 bits into every other cell, in the bits of the pair that are written. */
static inline void put_cell(uint16_t *cells, unsigned lane, uint32_t cell, uint32_t written)
{
    put_pair(cells, lane, (pair_at(cells, lane) & ~written) | ((cell << CELL_BITS | cell) & written));
}

/* A statement for each lane, which may name `lane` and `written`: the bits of its pair of cells, none where it does not
 * count. */
#define EACH_CELL(AT, STATEMENT)                                                                                       \
    do {                                                                                                               \
        const uint32_t mask = (uint32_t)CELL_MASK << cell_shift(AT), lanes = (AT)->lanes;                              \
        if (lanes == UINT32_MAX) {                                                                                     \
            LANES_ARE_APART                                                                                            \
            for (unsigned lane = 0; lane < LANES; lane++) {                                                            \
                const uint32_t written = mask;                                                                         \
                STATEMENT;                                                                                             \
            }                                                                                                          \
        } else {                                                                                                       \
            LANES_ARE_APART                                                                                            \
            for (unsigned lane = 0; lane < LANES; lane++) {                                                            \
                const uint32_t written = mask & (0u - (lanes >> lane & 1));                                            \
                STATEMENT;                                                                                             \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#define LANE_STORE(NAME, EXPRESSION)                                                                                   \
    static inline uint32_t NAME##_of(uint32_t x)                                                                       \
    {                                                                                                                  \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const uint32_t *from = at->lane;                                                                               \
        uint16_t *to = at->high;                                                                                       \
        EACH_CELL(at, put_cell(to, lane, NAME##_of(from[lane]), written));                                             \
    }

static inline void put_halves(uint16_t *high, uint16_t *low, unsigned lane, uint32_t value, uint32_t written)
{
    put_cell(high, lane, value >> CELL_BITS, written);
    put_cell(low, lane, value & CELL_MASK, written);
}

#define LANE_STORE_32(NAME, EXPRESSION)                                                                                \
    static inline uint32_t NAME##_of(uint32_t x, uint32_t twos_complement)                                             \
    {                                                                                                                  \
        (void)twos_complement;                                                                                         \
        return (EXPRESSION);                                                                                           \
    }                                                                                                                  \
    LANE_TARGET static void NAME(const struct lane_cells *at)                                                          \
    {                                                                                                                  \
        const uint32_t *from = at->lane, twos_complement = at->twos_complement;                                        \
        uint16_t *high = at->high, *low = at->low;                                                                     \
        EACH_CELL(at, put_halves(high, low, lane, NAME##_of(from[lane], twos_complement), written));                   \
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
