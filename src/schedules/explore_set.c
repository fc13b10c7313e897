/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing, at most three quarters full. */
#include "schedules/explore_set.h"

enum { FIRST_PLACES = 1024, VALUES = 1 << SUM_VALUE_BITS };

/* Without a value; never 0, which is an empty place. */
static uint64_t sums_key_of(uint64_t sum)
{
    const uint64_t key = sum & ~(uint64_t)(VALUES - 1);
    return key ? key : VALUES;
}

/* Where a key is, or would go. */
static size_t sums_place_of(const struct sum_set *set, uint64_t key)
{
    size_t at = (size_t)(key >> SUM_VALUE_BITS) & (set->places - 1);
    while (set->items[at] && sums_key_of(set->items[at]) != key)
        at = (at + 1) & (set->places - 1);
    return at;
}

bool sum_set_has(const struct sum_set *set, uint64_t sum, uint8_t *value)
{
    if (!set->places)
        return false;
    const uint64_t item = set->items[sums_place_of(set, sums_key_of(sum))];
    if (value)
        *value = item & (VALUES - 1);
    return item != 0;
}

static bool sums_grow(struct sum_set *set)
{
    struct sum_set larger = {.places = set->places ? 2 * set->places : FIRST_PLACES, .count = set->count};
    larger.items = mem_calloc(larger.places, sizeof *larger.items);
    if (!larger.items)
        return false;
    for (size_t i = 0; i < set->places; i++)
        if (set->items[i])
            larger.items[sums_place_of(&larger, sums_key_of(set->items[i]))] = set->items[i];
    sum_set_clear(set);
    *set = larger;
    return true;
}

bool sum_set_add(struct sum_set *set, uint64_t sum, uint8_t value)
{
    if (set->count >= set->places / 4 * 3 && !sums_grow(set))
        return false;
    const size_t at = sums_place_of(set, sums_key_of(sum));
    if (set->items[at])
        return true;
    set->items[at] = sums_key_of(sum) | (value & (VALUES - 1));
    set->count++;
    return true;
}

void sum_set_clear(struct sum_set *set)
{
    mem_free(set->items);
    *set = (struct sum_set){0};
}
