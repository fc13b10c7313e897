/* SPDX-License-Identifier: Apache-2.0 */
/* The shared exponent of each datum of a block format: one byte for 16 datums, or one value for all.
 * U-3.8, U-3.9, U-6.6 */
#include "tile/unpack/unpack_internal.h"

enum { RING_STEP = 16 };

/* Datums up to the end of the group. */
static uint32_t rest_of_group(uint32_t index, uint32_t most)
{
    const uint32_t rest = UNPACK_GROUP - index % UNPACK_GROUP;
    return rest < most ? rest : most;
}

/* Of groups whose exponents stand one behind the other: each is read alone, and reported so where somebody looks. */
static void fetch_groups(const struct unpack_settings *set, struct unpack_block *block, uint32_t first, uint32_t groups)
{
    uint8_t room[UNPACK_BLOCK_MAX / UNPACK_GROUP];
    const uint32_t at_once = tile_probed(block->tile, PROBE_ACCESS) ? 1 : groups;
    for (uint32_t g = 0; g < groups; g += at_once) {
        const uint8_t *from = unpack_see_l1(set, block->tile, block->cursor->exponent + g, at_once, room);
        for (uint32_t k = 0; k < at_once; k++)
            memset(&block->exponents[first + (g + k) * UNPACK_GROUP], from[k], UNPACK_GROUP);
    }
    block->cursor->exponent += groups;
}

static uint8_t exponent_fetch_one(const struct unpack_settings *set, const struct unpack_block *block)
{
    uint8_t room[1];
    return unpack_see_l1(set, block->tile, block->cursor->exponent, 1, room)[0];
}

void unpack_exponent_fetch(const struct unpack_settings *set, struct unpack_block *block)
{
    struct unpack_cursor *cursor = block->cursor;
    if (set->forces_exponent || block->is_zero)
        memset(block->exponents, block->is_zero ? 0 : (int)set->forced_exponent, block->count);
    if (set->forces_exponent)
        return;
    for (uint32_t i = 0; i < block->count;) {
        const uint32_t index = block->first_index + i, whole = (block->count - i) / UNPACK_GROUP;
        if (index % UNPACK_GROUP == 0 && whole && !block->is_zero && !set->ring_bytes) {
            fetch_groups(set, block, i, whole);
            i += whole * UNPACK_GROUP;
            continue;
        }
        const uint32_t count = rest_of_group(index, block->count - i);
        if (!block->is_zero)
            memset(&block->exponents[i], exponent_fetch_one(set, block), count);
        i += count;
        if ((block->first_index + i) % UNPACK_GROUP)
            continue;
        cursor->exponent++;
        if (cursor->exponent % RING_STEP == 0)
            cursor->exponent = unpack_in_ring(set, cursor->exponent);
    }
}
