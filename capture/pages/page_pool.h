/* SPDX-License-Identifier: Apache-2.0 */
/* Which pages a writer has stored already, by content. */
#pragma once

#include "capture/pages/page_table.h"

struct page_slot {
    uint64_t hash[2];
    uint32_t id_and_one; /* 0: free */
    uint32_t length;
};

/* Open addressing; zero is empty. */
struct page_pool {
    struct page_slot *slots;
    size_t slot_count; /* a power of two */
    size_t used;
};

/* The page with these bytes: *is_new where it was not there, and then it has number next_id from now on. False without
 * memory. Pages count as the same when 128 bits of hash and the length are. */
bool pool_find(struct page_pool *pool, const uint8_t *bytes, uint32_t length, uint32_t next_id, uint32_t *id,
               bool *is_new);
void pool_clear(struct page_pool *pool);

/* ---- staging.c: a snapshot while it is put together from ranges: pages with the bits that are known ---- */

struct staged_page {
    uint8_t bytes[PAGE_BYTES]; /* unknown bits are 0 */
    uint8_t known[PAGE_BYTES];
};

struct staging {
    struct page_layout layout;
    struct staged_page **pages; /* as a page table; retained from snapshot to snapshot */
    bool *is_touched;
};

bool staging_init(struct staging *staging, enum tt_chip chip); /* false without memory */
void staging_clear(struct staging *staging);
void staging_reset(struct staging *staging);

/* The range must lie within the space. False without memory. */
bool staging_put(struct staging *staging, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                 const uint8_t *known);

enum staged_known { STAGED_NONE, STAGED_SOME, STAGED_ALL };
enum staged_known staged_page_known(const struct staged_page *page, uint32_t length);
