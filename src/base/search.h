/* SPDX-License-Identifier: Apache-2.0 */
/* The one binary search: a place in a sorted array. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef bool search_before(const void *item, const void *sought);

/* The index of the first item that is not before the sought one. Those stand in
 * front. */
static inline size_t search_first(const void *items, size_t count, size_t item_bytes, const void *sought,
                                  search_before *is_before)
{
    size_t from = 0, to = count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (is_before((const char *)items + middle * item_bytes, sought))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}
