/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of a replay's state, counted by the moments that hold them. */
#include "order/moment.h"

#include "observe/unknown.h"
#include "order/moment_layout.h"

enum { MEMORY_PAGE = 4096 };

/* A copy of a page, which moments share. */
struct page {
    uint32_t holders, count; /* bytes */
    uint8_t bytes[];
};

/* Where a page is, and what is known of it. */
struct live {
    uint8_t *at;
    struct page *start, *now; /* the state when this began; the copy that it was last; null: the start */
    uint32_t bytes;
    enum moments_hearing written_up_to;
    bool is_reported, is_settings, is_of_tile;
    bool is_used;     /* may differ from the start */
    bool has_changed; /* since it was last the copy `now` */
};

struct moments {
    struct tile *tile;
    struct moment_space spaces[TT_SPACE_COUNT];
    struct live *pages;
    uint32_t *used, *changed, *unheard; /* numbers of pages that are used, have changed, are never reported */
    uint32_t count, used_count, changed_count, unheard_count, moment_count;
    enum moments_hearing hearing;
    const struct moment *at; /* which `now` is; null: none */
    uint64_t l1_number;      /* of the tile, when it was `now` */
    struct unknown *unknown; /* null: it is not saved */
    size_t bytes;
};

/* A null page is as at the start. */
struct moment {
    struct unknown_copy *unknown;
    struct page *pages[];
};

static struct page *moment_new_page(struct moments *moments, const uint8_t *bytes, uint32_t count)
{
    struct page *page = mem_alloc(sizeof *page + count);
    if (!page)
        return NULL;
    *page = (struct page){.count = count};
    memcpy(page->bytes, bytes, count);
    moments->bytes += sizeof *page + count;
    return page;
}

/* Puts a page, which may be null, in place of another. */
static void moment_hold(struct moments *moments, struct page **held, struct page *page)
{
    struct page *before = *held;
    if (page)
        page->holders++;
    *held = page;
    if (!before || --before->holders)
        return;
    moments->bytes -= sizeof *before + before->count;
    mem_free(before);
}

static void moment_use(struct moments *moments, uint32_t page)
{
    if (moments->pages[page].is_used)
        return;
    moments->pages[page].is_used = true;
    moments->used[moments->used_count++] = page;
}

/* ---- the store ---- */

static bool moment_add_page(struct moments *moments, const struct live *page)
{
    struct live *live = &moments->pages[moments->count];
    *live = *page;
    struct page *start = moment_new_page(moments, live->at, live->bytes);
    if (!start)
        return false;
    moment_hold(moments, &live->start, start);
    if (!live->is_reported)
        moments->unheard[moments->unheard_count++] = moments->count;
    moment_use(moments, moments->count++);
    return true;
}

static bool moment_make_list(uint32_t **list, size_t count)
{
    uint32_t *larger = mem_realloc(*list, count, sizeof *larger);
    *list = larger ? larger : *list;
    return larger != NULL;
}

static bool moment_make_room(struct moments *moments, size_t more)
{
    const size_t count = moments->count + more;
    struct live *pages = mem_realloc(moments->pages, count, sizeof *pages);
    moments->pages = pages ? pages : moments->pages;
    return pages && moment_make_list(&moments->used, count) && moment_make_list(&moments->changed, count) &&
           moment_make_list(&moments->unheard, count);
}

static bool moment_add_tile(struct moments *moments)
{
    struct moment_place places[MOMENT_TILE_PAGES];
    uint8_t *state = (uint8_t *)tile_state(moments->tile);
    const uint32_t count = moment_lay_out(places, moments->spaces);
    bool is_well = moment_make_room(moments, count);
    for (uint32_t i = 0; i < count && is_well; i++)
        is_well = moment_add_page(moments, &(struct live){.at = state + places[i].lo,
                                                          .bytes = places[i].bytes,
                                                          .is_reported = places[i].is_reported,
                                                          .written_up_to = places[i].written_up_to,
                                                          .is_settings = places[i].is_settings,
                                                          .is_of_tile = true});
    return is_well;
}

struct moments *moments_new(struct tile *tile)
{
    struct moments *moments = mem_calloc(1, sizeof *moments);
    if (!moments)
        return NULL;
    moments->tile = tile;
    if (moment_add_tile(moments)) {
        moments->l1_number = tile_l1_number(tile);
        return moments;
    }
    moments_free(moments);
    return NULL;
}

void moments_free(struct moments *moments)
{
    if (!moments)
        return;
    assert(moments->moment_count == 0);
    for (uint32_t i = 0; i < moments->count; i++) {
        moment_hold(moments, &moments->pages[i].now, NULL);
        moment_hold(moments, &moments->pages[i].start, NULL);
    }
    mem_free(moments->pages);
    mem_free(moments->used);
    mem_free(moments->changed);
    mem_free(moments->unheard);
    mem_free(moments);
}

bool moments_add_memory(struct moments *moments, void *at, size_t bytes)
{
    bool is_well = moment_make_room(moments, bytes / MEMORY_PAGE + 1);
    assert(moments->moment_count == 0 && !moments->hearing);
    for (size_t lo = 0; lo < bytes && is_well; lo += MEMORY_PAGE) {
        const size_t left = bytes - lo;
        is_well = moment_add_page(moments, &(struct live){.at = (uint8_t *)at + lo,
                                                          .written_up_to = MOMENTS_HEAR_VECTOR,
                                                          .bytes = left < MEMORY_PAGE ? (uint32_t)left : MEMORY_PAGE});
    }
    return is_well;
}

void moments_add_unknown(struct moments *moments, struct unknown *unknown)
{
    assert(moments->moment_count == 0);
    moments->unknown = unknown;
}

void moments_hear(struct moments *moments, enum moments_hearing hearing)
{
    moments->hearing = hearing;
    if (moments->moment_count == 0) {
        for (uint32_t i = 0; i < moments->count; i++)
            moments->pages[i].is_used = false;
        moments->used_count = 0;
    }
    for (uint32_t i = 0; hearing && i < moments->unheard_count; i++)
        moment_use(moments, moments->unheard[i]);
    for (uint32_t i = 0; !hearing && moments->used_count < moments->count; i++)
        moment_use(moments, i);
}

void moments_wrote(struct moments *moments, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const struct moment_space *where = &moments->spaces[space];
    if (lo >= hi || !where->page_bytes)
        return;
    for (uint32_t at = lo / where->page_bytes; at <= (hi - 1) / where->page_bytes; at++) {
        const uint32_t page = where->first + at;
        moment_use(moments, page);
        if (!moments->pages[page].has_changed)
            moments->changed[moments->changed_count++] = page;
        moments->pages[page].has_changed = true;
    }
}

size_t moments_bytes(const struct moments *moments)
{
    return moments->bytes;
}

/* ---- moments ---- */

static bool moment_may_differ(const struct moments *moments, const struct live *live)
{
    const size_t number = (size_t)(live - moments->pages);
    if (number < MOMENT_L1_PAGES)
        return tile_l1_is_newer(moments->tile, (uint32_t)number, moments->l1_number);
    return live->has_changed || !moments->hearing || (!live->is_reported && moments->hearing <= live->written_up_to);
}

static const uint8_t *moment_bytes_of(const struct live *live, const struct page *page)
{
    return page ? page->bytes : live->start->bytes;
}

/* The tile is what `now` is, which is that of a moment. */
static void moment_is_at(struct moments *moments, const struct moment *moment)
{
    for (uint32_t i = 0; i < moments->changed_count; i++)
        moments->pages[moments->changed[i]].has_changed = false;
    moments->changed_count = 0;
    moments->l1_number = tile_l1_number(moments->tile);
    moments->at = moment;
}

/* Makes `now` of each page what it is. */
static bool moment_copy_changed(struct moments *moments)
{
    for (uint32_t i = 0; i < moments->used_count; i++) {
        struct live *live = &moments->pages[moments->used[i]];
        if (!moment_may_differ(moments, live))
            continue;
        if (memcmp(live->at, moment_bytes_of(live, live->now), live->bytes) == 0)
            continue;
        struct page *copy = moment_new_page(moments, live->at, live->bytes);
        if (!copy)
            return false;
        moment_hold(moments, &live->now, copy);
    }
    return true;
}

static size_t moment_own_bytes(const struct moments *moments)
{
    return sizeof(struct moment) + moments->count * sizeof(struct page *);
}

static struct moment *moment_new(struct moments *moments)
{
    struct moment *moment = mem_calloc(1, moment_own_bytes(moments));
    if (!moment)
        return NULL;
    moments->moment_count++;
    moments->bytes += moment_own_bytes(moments);
    return moment;
}

static void moment_drop_unknown(struct moments *moments, struct moment *moment)
{
    if (!moment->unknown)
        return;
    moments->bytes -= unknown_copy_bytes(moment->unknown);
    unknown_copy_free(moment->unknown);
    moment->unknown = NULL;
}

static bool moment_save_unknown(struct moments *moments, struct moment *moment)
{
    moment_drop_unknown(moments, moment);
    if (!moments->unknown)
        return true;
    moment->unknown = unknown_save(moments->unknown);
    if (moment->unknown)
        moments->bytes += unknown_copy_bytes(moment->unknown);
    return moment->unknown != NULL;
}

bool moment_save(struct moments *moments, struct moment **moment)
{
    moments->at = NULL;
    if (!*moment)
        *moment = moment_new(moments);
    if (!*moment || !moment_copy_changed(moments) || !moment_save_unknown(moments, *moment)) {
        moment_free(moments, *moment);
        *moment = NULL;
        return false;
    }
    for (uint32_t i = 0; i < moments->used_count; i++) {
        const uint32_t page = moments->used[i];
        moment_hold(moments, &(*moment)->pages[page], moments->pages[page].now);
    }
    moment_is_at(moments, *moment);
    return true;
}

/* Other stores of the tile have a copy of what the page was. */
static void moment_note_restored(const struct moments *moments, const struct live *live)
{
    const size_t number = (size_t)(live - moments->pages);
    if (number < MOMENT_L1_PAGES)
        tile_l1_written(moments->tile, (uint32_t)number * TILE_L1_PAGE, live->bytes);
}

/* Whether units have to look at their settings again. */
static bool moment_restore_page(struct moments *moments, struct live *live, struct page *page)
{
    const uint8_t *bytes = moment_bytes_of(live, page);
    if (live->now == page && !moment_may_differ(moments, live))
        return false;
    if (live->now != page)
        moment_hold(moments, &live->now, page);
    if (memcmp(live->at, bytes, live->bytes) == 0)
        return false;
    memcpy(live->at, bytes, live->bytes);
    moment_note_restored(moments, live);
    return live->is_settings;
}

static bool moment_restore_pages(struct moments *moments, const struct moment *moment, const uint32_t *pages,
                                 uint32_t count)
{
    bool has_settings = false;
    for (uint32_t i = 0; i < count; i++)
        has_settings |= moment_restore_page(moments, &moments->pages[pages[i]], moment->pages[pages[i]]);
    return has_settings;
}

void moment_restore(struct moments *moments, const struct moment *moment)
{
    bool has_settings;
    if (moments->at == moment && moments->hearing) {
        has_settings = moment_restore_pages(moments, moment, moments->unheard, moments->unheard_count);
        has_settings |= moment_restore_pages(moments, moment, moments->changed, moments->changed_count);
    } else {
        has_settings = moment_restore_pages(moments, moment, moments->used, moments->used_count);
    }
    moment_is_at(moments, moment);
    if (moment->unknown)
        unknown_restore(moments->unknown, moment->unknown);
    if (has_settings)
        tile_state_changed(moments->tile);
}

bool moment_is_now(const struct moments *moments, const struct moment *moment)
{
    for (uint32_t i = 0; i < moments->used_count; i++) {
        const struct live *live = &moments->pages[moments->used[i]];
        const struct page *page = moment->pages[moments->used[i]];
        if (live->is_of_tile && (moment_may_differ(moments, live) || live->now != page) &&
            memcmp(live->at, moment_bytes_of(live, page), live->bytes) != 0)
            return false;
    }
    return true;
}

void moment_free(struct moments *moments, struct moment *moment)
{
    if (!moment)
        return;
    moment_drop_unknown(moments, moment);
    moments->at = moments->at == moment ? NULL : moments->at;
    for (uint32_t i = 0; i < moments->count; i++)
        moment_hold(moments, &moment->pages[i], NULL);
    moments->bytes -= moment_own_bytes(moments);
    moments->moment_count--;
    mem_free(moment);
}
