/* SPDX-License-Identifier: Apache-2.0 */
/* Stores of the cores by what they reach, for tests. */
#pragma once

#include "tile/tile.h"

static inline void stores_cfg(struct tile *tile, uint64_t seq, unsigned state, uint32_t word, uint32_t value)
{
    const struct mmio_target at = mmio_word(PLACE_CFG, state, word);
    tile_core_store(tile, seq, -1, &at, value);
}

static inline void stores_gpr(struct tile *tile, uint64_t seq, unsigned thread, uint32_t reg, uint32_t value)
{
    const struct mmio_target at = mmio_word(PLACE_GPR, thread, reg);
    tile_core_store(tile, seq, (int)thread, &at, value);
}

static inline void stores_mop_cfg(struct tile *tile, uint64_t seq, unsigned thread, uint32_t word, uint32_t value)
{
    const struct mmio_target at = mmio_word(PLACE_MOP_CFG, thread, word);
    tile_core_store(tile, seq, (int)thread, &at, value);
}

static inline void stores_semaphore(struct tile *tile, uint64_t seq, uint32_t index, bool is_post)
{
    const struct mmio_target at = mmio_word(PLACE_SEMAPHORE, 0, index);
    tile_core_store(tile, seq, -1, &at, !is_post);
}

static inline void stores_mmio(struct tile *tile, uint64_t seq, int thread, uint32_t addr, uint32_t value)
{
    const struct mmio_target at = mmio_decode_any(tile_chip(tile), thread, addr);
    tile_core_store(tile, seq, thread, &at, value);
}
