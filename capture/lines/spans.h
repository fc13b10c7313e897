/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of numbers that may overlap, made into ranges that do not: where several lie the one of the highest rank
 * counts. */
#pragma once

#include "base/usual.h"

struct span {
    uint64_t lo, hi; /* [lo, hi); none where lo is not below hi */
    uint32_t rank;   /* of two that are equal the later one in the list counts */
    uint32_t value;
};

struct span_list {
    struct span *items;
    size_t count, capacity;
};

/* False without memory. */
bool spans_add(struct span_list *list, const struct span *span);
void spans_clear(struct span_list *list);

/* Into *flat, which is empty: ascending, no two overlap. False without memory. Takes count * log(count). */
bool spans_flatten(const struct span_list *list, struct span_list *flat);
