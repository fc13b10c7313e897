/* SPDX-License-Identifier: Apache-2.0 */
/* A tile whose vector unit is driven by words, for tests. */
#pragma once

#include "isa/registers.h"
#include "tile/state.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include <check.h>
#include <stdlib.h>

/* A word of the chip in `tile`. */
#define VWORD(tile, mnemonic, ...) WORD(tile_chip(tile), mnemonic, __VA_ARGS__)
#define VRUN(tile, mnemonic, ...) run_word(tile, VWORD(tile, mnemonic, __VA_ARGS__))

static inline struct tile *vector_tile_new(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    return tile;
}

static inline uint32_t *lreg(struct tile *tile, unsigned reg)
{
    return tile_state(tile)->lreg[reg];
}

static inline void fill_lreg(struct tile *tile, unsigned reg, uint32_t value)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        lreg(tile, reg)[lane] = value;
}

/* Different in every lane and register. */
static inline void number_lregs(struct tile *tile)
{
    for (unsigned reg = 0; reg < 8; reg++)
        for (unsigned lane = 0; lane < LANES; lane++)
            lreg(tile, reg)[lane] = 0x100 * (reg + 1) + lane;
}

static inline void set_lane_config(struct tile *tile, uint32_t bits)
{
    fill_lreg(tile, 0, bits);
    VRUN(tile, "SFPCONFIG", {"config_dest", 15});
}
