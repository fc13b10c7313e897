/* SPDX-License-Identifier: Apache-2.0 */
/* The state as byte arrays, one a space, in the layouts of docs/formats/bundle.md. */
#include "base/little.h"
#include "isa/spaces.h"
#include "tile/tile_internal.h"
#include "tile/vector/vector.h"

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

/* Where byte `at` of a space lies from its base, and in *run how many of `count` bytes follow it there. */
static size_t piece(const struct layout *layout, uint32_t at, uint32_t count, uint32_t *run)
{
    const uint32_t row = at / layout->row_bytes;
    const uint32_t within = at % layout->row_bytes;
    const uint32_t left = layout->row_bytes - within;
    *run = count < left ? count : left;
    return (size_t)row * layout->pitch + within;
}

static void assert_within(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint32_t size = space_all_bytes(tile->chip->id, space);
    assert(lo <= size && count <= size - lo);
    (void)size;
}

/* Where byte `at` of an image lies in an array of the host's numbers. */
static size_t in_host(size_t at, uint32_t width)
{
    return HOST_IS_BIG_ENDIAN ? at ^ (width - 1) : at;
}

static void load_piece(const uint8_t *base, size_t at, uint32_t count, uint32_t width, uint8_t *bytes)
{
    if (!HOST_IS_BIG_ENDIAN || width == 1) {
        memcpy(bytes, base + at, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = base[in_host(at + i, width)];
}

/* How many of [lo, lo + count) are not words of internal state, which are read and stored one by one. */
static uint32_t before_internal(enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint32_t end = 4 * STATE_WORDS, left = lo < end ? end - lo : 0;
    return space == TT_SPACE_STATE && count > left ? left : count;
}

static void load_internal(const struct tile *tile, uint32_t lo, uint32_t count, uint8_t *bytes)
{
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(tile_internal(tile, (lo + i) / 4) >> 8 * ((lo + i) & 3));
}

static void store_internal(struct tile *tile, uint32_t lo, uint32_t count, const uint8_t *bytes, const uint8_t *mask)
{
    for (uint32_t i = 0, n; i < count; i += n) {
        const uint32_t at = (lo + i) & 3;
        uint8_t value[4] = {0}, bits[4] = {0};
        n = count - i < 4 - at ? count - i : 4 - at;
        memcpy(value + at, bytes + i, n);
        mask ? memcpy(bits + at, mask + i, n) : memset(bits + at, UINT8_MAX, n);
        if (load_u32(bits))
            tile_set_internal(tile, (lo + i) / 4, load_u32(value), load_u32(bits));
    }
}

void tile_load(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes)
{
    assert_within(tile, space, lo, count);
    const uint32_t plain = before_internal(space, lo, count);
    load_internal(tile, lo + plain, count - plain, bytes + plain);
    count = plain;
    const struct layout layout = layout_of((struct tile *)(uintptr_t)tile, space); /* only read through */
    for (uint32_t done = 0, run; done < count; done += run) {
        const size_t at = piece(&layout, lo + done, count - done, &run);
        load_piece(layout.base, at, run, space_element_bytes(space), bytes + done);
    }
}

void tile_load_numbers(const struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, void *numbers)
{
    const uint32_t width = space_element_bytes(space);
    assert(lo % width == 0);
    tile_load(tile, space, lo, count * width, numbers);
    turn_numbers(numbers, count, width);
}

static void store_masked(uint8_t *to, const uint8_t *bytes, const uint8_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (uint8_t)((to[i] & ~mask[i]) | (bytes[i] & mask[i]));
}

/* mask: bits that are stored; null for all. */
static void store_piece(uint8_t *base, size_t at, uint32_t count, uint32_t width, const uint8_t *bytes,
                        const uint8_t *mask)
{
    static const uint8_t all = UINT8_MAX;
    if (HOST_IS_BIG_ENDIAN && width > 1) {
        for (uint32_t i = 0; i < count; i++)
            store_masked(&base[in_host(at + i, width)], &bytes[i], mask ? &mask[i] : &all, 1);
    } else if (mask) {
        store_masked(base + at, bytes, mask, count);
    } else {
        memcpy(base + at, bytes, count);
    }
}

void tile_store(struct tile *tile, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                const uint8_t *mask)
{
    assert_within(tile, space, lo, count);
    const uint32_t plain = before_internal(space, lo, count);
    store_internal(tile, lo + plain, count - plain, bytes + plain, mask ? mask + plain : NULL);
    count = plain;
    const struct layout layout = layout_of(tile, space);
    if (space == TT_SPACE_L1)
        tile_l1_written(tile, lo, count);
    for (uint32_t done = 0, run; done < count; done += run) {
        const size_t at = piece(&layout, lo + done, count - done, &run);
        store_piece(layout.base, at, run, space_element_bytes(space), bytes + done, mask ? mask + done : NULL);
    }
    if (space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG)
        tile_state_changed(tile);
    if (space == TT_SPACE_DST && count)
        memset(&tile->state.matrix.dst_width[lo / DST_ROW_BYTES], DST_WIDTH_UNKNOWN,
               (lo + count - 1) / DST_ROW_BYTES - lo / DST_ROW_BYTES + 1);
    if (space == TT_SPACE_STATE && lo <= offsetof(struct small_state, lane_config) &&
        lo + count > offsetof(struct small_state, lane_config))
        vector_lane_config_stored(tile);
}
