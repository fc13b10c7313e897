/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of a tile's state, counted by who holds them. */
#include "explore/explore_pages.h"

#include "base/memory.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct page {
    uint32_t holders;
    uint8_t bytes[];
};

static struct page *hold(struct page *page)
{
    if (page)
        page->holders++;
    return page;
}

static void let_go(struct page *page)
{
    if (page && --page->holders == 0)
        mem_free(page);
}

/* ---- where pages are ---- */

/* A stretch of the state, in pages of so many bytes at most. space: whose writes are reported; TT_SPACE_COUNT: none. */
static void lay_out(struct pages *pages, size_t lo, size_t bytes, uint32_t page_bytes, enum tt_space space,
                    bool is_settings)
{
    if (space != TT_SPACE_COUNT)
        pages->spaces[space] = (struct pages_space){pages->count, page_bytes};
    for (size_t at = 0; at < bytes; at += page_bytes) {
        const size_t left = bytes - at;
        assert(pages->count < PAGES_MAX);
        pages->places[pages->count++] = (struct pages_place){
            (uint32_t)(lo + at), left < page_bytes ? (uint32_t)left : page_bytes, space != TT_SPACE_COUNT, is_settings};
    }
}

#define MEMBER(member) offsetof(struct tile_state, member), sizeof(((struct tile_state *)0)->member)

/* In the order of struct tile_state. Images of configuration are laid out otherwise, and one page. What is not reported
 * is small, or seldom changes. */
static void lay_out_all(struct pages *pages)
{
    const size_t gpr = offsetof(struct tile_state, gpr), vector = offsetof(struct tile_state, vector);
    lay_out(pages, MEMBER(l1), PAGES_L1_BYTES, TT_SPACE_L1, false);
    lay_out(pages, MEMBER(cfg), sizeof(((struct tile_state *)0)->cfg), TT_SPACE_CFG, true);
    lay_out(pages, MEMBER(dst), PAGES_BYTES, TT_SPACE_DST, false);
    lay_out(pages, MEMBER(dst_valid), PAGES_BYTES, TT_SPACE_DST_VALID, false);
    lay_out(pages, MEMBER(srca), PAGES_BYTES, TT_SPACE_SRCA, false);
    lay_out(pages, MEMBER(lreg), PAGES_BYTES, TT_SPACE_LREG, false);
    lay_out(pages, MEMBER(srcb), PAGES_BYTES, TT_SPACE_SRCB, false);
    lay_out(pages, MEMBER(thread_cfg), sizeof(((struct tile_state *)0)->thread_cfg), TT_SPACE_THREAD_CFG, true);
    lay_out(pages, gpr, offsetof(struct tile_state, registers) - gpr, PAGES_BYTES, TT_SPACE_COUNT, false);
    lay_out(pages, MEMBER(registers), 4 * PAGES_BYTES, TT_SPACE_COUNT, true);
    lay_out(pages, MEMBER(nc_iram), 16 * PAGES_BYTES, TT_SPACE_COUNT, false);
    lay_out(pages, vector, sizeof(struct tile_state) - vector, PAGES_BYTES, TT_SPACE_COUNT, false);
}

static void use(struct pages *pages, uint32_t page)
{
    if (pages->is_used[page])
        return;
    pages->is_used[page] = true;
    pages->used[pages->used_count++] = page;
}

void pages_wrote(struct pages *pages, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const struct pages_space *where = &pages->spaces[space];
    if (lo >= hi || !where->page_bytes)
        return;
    for (uint32_t at = lo / where->page_bytes; at <= (hi - 1) / where->page_bytes; at++) {
        use(pages, where->first + at);
        pages->has_changed[where->first + at] = true;
    }
}

/* ---- states ---- */

static const uint8_t *bytes_of(const struct pages *pages, uint32_t page, const struct page *copy)
{
    return copy ? copy->bytes : &pages->start[pages->places[page].lo];
}

static uint8_t *of_tile(const struct pages *pages, uint32_t page)
{
    return (uint8_t *)tile_state(pages->tile) + pages->places[page].lo;
}

static bool may_differ(const struct pages *pages, uint32_t page)
{
    return pages->has_changed[page] || !pages->places[page].is_reported;
}

enum tt_status pages_init(struct pages *pages, struct tile *tile, struct tt_error *err)
{
    *pages = (struct pages){.tile = tile};
    lay_out_all(pages);
    pages->start = mem_alloc(sizeof(struct tile_state));
    if (!pages->start)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a state");
    memcpy(pages->start, tile_state(tile), sizeof(struct tile_state));
    for (uint32_t page = 0; page < pages->count; page++) {
        if (!pages->places[page].is_reported)
            use(pages, page);
    }
    return TT_OK;
}

void pages_clear(struct pages *pages)
{
    pages_let_go(&pages->now);
    mem_free(pages->start);
    pages->start = NULL;
}

/* Makes `now` the tile as it is. */
static bool copy_changed(struct pages *pages)
{
    for (uint32_t i = 0; i < pages->used_count; i++) {
        const uint32_t page = pages->used[i], bytes = pages->places[page].bytes;
        struct page **now = &pages->now.at[page];
        if (!may_differ(pages, page))
            continue;
        pages->has_changed[page] = false;
        if (memcmp(of_tile(pages, page), bytes_of(pages, page, *now), bytes) == 0)
            continue;
        struct page *copy = mem_alloc(sizeof *copy + bytes);
        if (!copy)
            return false;
        copy->holders = 1;
        memcpy(copy->bytes, of_tile(pages, page), bytes);
        let_go(*now);
        *now = copy;
    }
    return true;
}

enum tt_status pages_save(struct pages *pages, struct pages_state *state, struct tt_error *err)
{
    if (!copy_changed(pages))
        return tt_fail(err, TT_NO_MEMORY, "no memory for a state");
    for (uint32_t i = 0; i < pages->used_count; i++) {
        const uint32_t page = pages->used[i];
        struct page *copy = hold(pages->now.at[page]);
        let_go(state->at[page]);
        state->at[page] = copy;
    }
    return TT_OK;
}

void pages_restore(struct pages *pages, const struct pages_state *state)
{
    bool has_settings = false;
    for (uint32_t i = 0; i < pages->used_count; i++) {
        const uint32_t page = pages->used[i];
        const struct pages_place *place = &pages->places[page];
        const uint8_t *bytes = bytes_of(pages, page, state->at[page]);
        const bool is_other = pages->now.at[page] != state->at[page];
        if (!is_other && !may_differ(pages, page))
            continue;
        pages->has_changed[page] = false;
        if (is_other) {
            struct page *copy = hold(state->at[page]);
            let_go(pages->now.at[page]);
            pages->now.at[page] = copy;
        }
        if (memcmp(of_tile(pages, page), bytes, place->bytes) == 0)
            continue;
        memcpy(of_tile(pages, page), bytes, place->bytes);
        has_settings |= place->is_settings;
    }
    if (has_settings)
        tile_state_changed(pages->tile);
}

bool pages_are_at(const struct pages *pages, const struct pages_state *state)
{
    for (uint32_t i = 0; i < pages->used_count; i++) {
        const uint32_t page = pages->used[i];
        if ((may_differ(pages, page) || pages->now.at[page] != state->at[page]) &&
            memcmp(of_tile(pages, page), bytes_of(pages, page, state->at[page]), pages->places[page].bytes) != 0)
            return false;
    }
    return true;
}

void pages_let_go(struct pages_state *state)
{
    for (uint32_t page = 0; page < PAGES_MAX; page++) {
        let_go(state->at[page]);
        state->at[page] = NULL;
    }
}
