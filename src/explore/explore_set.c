/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing, at most three quarters full. */
#include "explore/explore_set.h"

#include "base/memory.h"

enum { FIRST_PLACES = 1024 };

/* Where a sum is, or would go. */
static size_t place_of(const struct sum_set *set, uint64_t sum)
{
    size_t at = (size_t)sum & (set->places - 1);
    while (set->sums[at] && set->sums[at] != sum)
        at = (at + 1) & (set->places - 1);
    return at;
}

bool sum_set_has(const struct sum_set *set, uint64_t sum, uint8_t *value)
{
    sum = sum ? sum : 1;
    if (!set->places)
        return false;
    const size_t at = place_of(set, sum);
    if (value)
        *value = set->values[at];
    return set->sums[at] == sum;
}

static bool grow(struct sum_set *set)
{
    struct sum_set larger = {.places = set->places ? 2 * set->places : FIRST_PLACES};
    larger.sums = mem_calloc(larger.places, sizeof *larger.sums);
    larger.values = mem_calloc(larger.places, 1);
    if (!larger.sums || !larger.values) {
        sum_set_clear(&larger);
        return false;
    }
    for (size_t i = 0; i < set->places; i++) {
        if (!set->sums[i])
            continue;
        const size_t at = place_of(&larger, set->sums[i]);
        larger.sums[at] = set->sums[i];
        larger.values[at] = set->values[i];
    }
    larger.count = set->count;
    sum_set_clear(set);
    *set = larger;
    return true;
}

bool sum_set_add(struct sum_set *set, uint64_t sum, uint8_t value)
{
    sum = sum ? sum : 1;
    if (set->count >= set->places / 4 * 3 && !grow(set))
        return false;
    const size_t at = place_of(set, sum);
    if (set->sums[at] == sum)
        return true;
    set->sums[at] = sum;
    set->values[at] = value;
    set->count++;
    return true;
}

void sum_set_clear(struct sum_set *set)
{
    mem_free(set->sums);
    mem_free(set->values);
    *set = (struct sum_set){0};
}
