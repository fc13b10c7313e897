/* SPDX-License-Identifier: Apache-2.0 */
/* L1 as the scalar unit sees it. */
#include "tile/scalar/memory.h"

#include "base/little.h"

#include <string.h>

void scalar_load_l1(struct tile *tile, uint32_t addr, uint32_t count, uint8_t *bytes)
{
    tile_read_l1(tile, TT_UNIT_SCALAR, addr, bytes, count);
}

void scalar_store_l1(struct tile *tile, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const struct l1_writer who = {.unit = TT_UNIT_SCALAR};
    tile_write_l1(tile, &who, addr, bytes, count);
}

uint32_t scalar_load_word(struct tile *tile, uint32_t addr)
{
    uint8_t bytes[4];
    scalar_load_l1(tile, addr, sizeof bytes, bytes);
    return load_u32(bytes);
}

uint32_t scalar_peek_word(const struct tile *tile, uint32_t addr)
{
    const bool is_within = addr < tile->chip->l1_bytes && tile->chip->l1_bytes - addr >= sizeof(uint32_t);
    return is_within ? load_u32(&tile->state.l1[addr]) : 0;
}

void scalar_store_word(struct tile *tile, uint32_t addr, uint32_t value)
{
    uint8_t bytes[4];
    store_u32(bytes, value);
    scalar_store_l1(tile, addr, bytes, sizeof bytes);
}
