/* SPDX-License-Identifier: Apache-2.0 */
/* The state as byte arrays, one a space, in the layouts of docs/formats/bundle.md. */
#include "isa/spaces.h"
#include "tile/tile_internal.h"
#include "tile/vector/vector.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(sizeof(struct small_state) == (size_t)4 * STATE_WORDS, "state.h and schemas/state.json disagree");

/* How a space lies in memory: rows of row_bytes, each pitch bytes after the one before. */
struct layout {
    uint8_t *base;
    uint32_t row_bytes, pitch;
};

static struct layout flat(void *base)
{
    return (struct layout){base, UINT32_MAX, 0};
}

static struct layout layout_of(struct tile *tile, enum tt_space space)
{
    struct tile_state *state = &tile->state;
    switch (space) {
    case TT_SPACE_L1:
        return flat(state->l1);
    case TT_SPACE_CFG:
        return (struct layout){(uint8_t *)state->cfg, 4 * tile->chip->cfg_words, sizeof state->cfg[0]};
    case TT_SPACE_THREAD_CFG:
        return (struct layout){(uint8_t *)state->thread_cfg, 2 * tile->chip->thread_words, sizeof state->thread_cfg[0]};
    case TT_SPACE_GPR:
        return flat(state->gpr);
    case TT_SPACE_DST:
        return flat(state->dst);
    case TT_SPACE_DST_VALID:
        return flat(state->dst_valid);
    case TT_SPACE_SRCA:
        return flat(state->srca);
    case TT_SPACE_SRCB:
        return flat(state->srcb);
    case TT_SPACE_LREG:
        return flat(state->lreg);
    case TT_SPACE_STATE:
        return flat(&state->small);
    case TT_SPACE_COUNT:
        break;
    }
    assert(space != TT_SPACE_COUNT);
    return flat(NULL);
}

/* The memory of byte `at` of a space, and in *run how many of `count` bytes follow it there. */
static uint8_t *piece(const struct layout *layout, uint32_t at, uint32_t count, uint32_t *run)
{
    const uint32_t row = at / layout->row_bytes;
    const uint32_t within = at % layout->row_bytes;
    const uint32_t left = layout->row_bytes - within;
    *run = count < left ? count : left;
    return layout->base + (size_t)row * layout->pitch + within;
}

static void assert_within(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint32_t size = space_bytes(tile->chip->id, space);
    assert(lo <= size && count <= size - lo);
    (void)size;
}

void tile_load(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes)
{
    assert_within(tile, space, lo, count);
    const struct layout layout = layout_of((struct tile *)(uintptr_t)tile, space); /* only read through */
    for (uint32_t done = 0, run; done < count; done += run) {
        const uint8_t *from = piece(&layout, lo + done, count - done, &run);
        memcpy(bytes + done, from, run);
    }
}

static void store_masked(uint8_t *to, const uint8_t *bytes, const uint8_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (uint8_t)((to[i] & ~mask[i]) | (bytes[i] & mask[i]));
}

void tile_store(struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                const uint8_t *mask)
{
    assert_within(tile, space, lo, count);
    const struct layout layout = layout_of(tile, space);
    for (uint32_t done = 0, run; done < count; done += run) {
        uint8_t *to = piece(&layout, lo + done, count - done, &run);
        if (mask)
            store_masked(to, bytes + done, mask + done, run);
        else
            memcpy(to, bytes + done, run);
    }
    if (space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG)
        tile_state_changed(tile);
    if (space == TT_SPACE_STATE && lo <= offsetof(struct small_state, lane_config) &&
        lo + count > offsetof(struct small_state, lane_config))
        vector_lane_config_stored(tile);
}
