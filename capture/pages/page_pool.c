/* SPDX-License-Identifier: Apache-2.0 */
/* Pages addressed by content, so that one that did not change between checkpoints is stored once. */
#include "capture/pages/page_pool.h"

#include <xxhash.h>

enum { POOL_START = 256 };

static struct page_slot *find_slot(struct page_slot *slots, size_t slot_count, const struct page_slot *wanted)
{
    size_t at = (size_t)wanted->hash[0] & (slot_count - 1);
    while (slots[at].id_and_one != 0 && (slots[at].hash[0] != wanted->hash[0] || slots[at].hash[1] != wanted->hash[1] ||
                                         slots[at].length != wanted->length))
        at = (at + 1) & (slot_count - 1);
    return &slots[at];
}

static bool page_pool_grow(struct page_pool *pool)
{
    size_t count = pool->slot_count ? pool->slot_count * 2 : POOL_START;
    struct page_slot *slots = mem_calloc(count, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < pool->slot_count; i++)
        if (pool->slots[i].id_and_one != 0)
            *find_slot(slots, count, &pool->slots[i]) = pool->slots[i];
    mem_free(pool->slots);
    pool->slots = slots;
    pool->slot_count = count;
    return true;
}

bool pool_find(struct page_pool *pool, const uint8_t *bytes, uint32_t length, uint32_t next_id, uint32_t *id,
               bool *is_new)
{
    if (pool->used * 4 >= pool->slot_count * 3 && !page_pool_grow(pool))
        return false;
    XXH128_hash_t hash = XXH3_128bits(bytes, length);
    struct page_slot wanted = {.hash = {hash.low64, hash.high64}, .id_and_one = next_id + 1, .length = length};
    struct page_slot *slot = find_slot(pool->slots, pool->slot_count, &wanted);
    *is_new = slot->id_and_one == 0;
    if (*is_new) {
        *slot = wanted;
        pool->used++;
    }
    *id = slot->id_and_one - 1;
    return true;
}

void pool_clear(struct page_pool *pool)
{
    mem_free(pool->slots);
    *pool = (struct page_pool){0};
}
