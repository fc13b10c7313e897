/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of accesses that were read last: who follows values back through a run comes to the same few again and
 * again, and to read one costs as much as thousands of its rows. */
#pragma once

#include "results/page.h"

enum { PAGES_HELD = 6 };

/* Zero is empty. */
struct page_cache {
    struct held_page {
        struct access_page page;
        unsigned users;   /* it stays while there are any */
        uint64_t used_at; /* by `now` */
    } held[PAGES_HELD];
    uint64_t now;
    struct page_scratch scratch;
};

void page_cache_clear(struct page_cache *cache);

/* The page that has an event; null: none of those that are held. */
struct held_page *page_cache_find(struct page_cache *cache, uint64_t seq);

/* The page of a row (page.h), which is read if it is not held, in the place of the one that was not used for longest.
 * What a visitor asks meanwhile may take other places: the page at hand has to be counted as used (users). Null: see
 * *status; TT_UNSUPPORTED where all are in use. */
struct held_page *page_cache_load(struct page_cache *cache, sqlite3_stmt *row, const char *path, enum tt_status *status,
                                  struct tt_error *err);
