/* SPDX-License-Identifier: Apache-2.0 */
/* Which pages a writer has stored already, by content. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
