/* SPDX-License-Identifier: Apache-2.0 */
/* L1 as the scalar unit sees it. */
#include "tile/scalar/memory.h"

#include "base/little.h"

#include <string.h>

void scalar_load_l1(struct tile *tile, uint32_t addr, uint32_t count, uint8_t *bytes)
{
    const uint32_t size = tile->chip->l1_bytes;
    const uint32_t within = addr >= size ? 0 : (count < size - addr ? count : size - addr);
    if (within < count)
        tile_finding(tile, FINDING_L1_OUT_OF_RANGE, TT_UNIT_SCALAR, 0,
                     "%u bytes at %#x do not lie within the %u bytes of L1; what lies beyond reads 0", (unsigned)count,
                     (unsigned)addr, (unsigned)size);
    memset(bytes, 0, count);
    if (within == 0)
        return;
    tile_saw_read(tile, TT_SPACE_L1, TT_UNIT_SCALAR, 0, addr, addr + within);
    memcpy(bytes, &tile->state.l1[addr], within);
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
