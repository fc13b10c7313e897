/* SPDX-License-Identifier: Apache-2.0 */
#include "results/page_cache.h"

void page_cache_clear(struct page_cache *cache)
{
    for (unsigned i = 0; i < PAGES_HELD; i++)
        access_page_clear(&cache->held[i].page);
    page_scratch_clear(&cache->scratch);
}

static struct held_page *use(struct page_cache *cache, struct held_page *held)
{
    held->used_at = ++cache->now;
    return held;
}

struct held_page *page_cache_find(struct page_cache *cache, uint64_t seq)
{
    for (unsigned i = 0; i < PAGES_HELD; i++) {
        const struct access_page *page = &cache->held[i].page;
        if (page->is_loaded && page->first_seq <= seq && seq <= page->last_seq)
            return use(cache, &cache->held[i]);
    }
    return NULL;
}

static struct held_page *oldest(struct page_cache *cache)
{
    struct held_page *old = NULL;
    for (unsigned i = 0; i < PAGES_HELD; i++) {
        struct held_page *held = &cache->held[i];
        if (held->users == 0 && (!old || held->used_at < old->used_at))
            old = held;
    }
    return old;
}

struct held_page *page_cache_load(struct page_cache *cache, sqlite3_stmt *row, const char *path, enum tt_status *status,
                                  struct tt_error *err)
{
    const uint64_t first_seq = (uint64_t)sqlite3_column_int64(row, 0);
    *status = TT_OK;
    for (unsigned i = 0; i < PAGES_HELD; i++) {
        if (cache->held[i].page.is_loaded && cache->held[i].page.first_seq == first_seq)
            return use(cache, &cache->held[i]);
    }
    struct held_page *held = oldest(cache);
    *status = held ? access_page_load(&held->page, &cache->scratch, row, path, err)
                   : tt_fail(err, TT_UNSUPPORTED, "%s: too many pages are read at once", path);
    return *status ? NULL : use(cache, held);
}
