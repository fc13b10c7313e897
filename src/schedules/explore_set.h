/* SPDX-License-Identifier: Apache-2.0 */
/* A set of 64-bit sums, each with a small value. Two sums that differ in their lowest bits alone count as one: the
 * value has these, so that a look-up goes to one place in memory. */
#pragma once

#include "base/usual.h"

enum { SUM_VALUE_BITS = 2 };

struct sum_set {
    uint64_t *items;      /* a sum, its lowest bits a value; 0: empty place */
    size_t count, places; /* places: a power of two, or 0 */
};

/* Whether the sum is in the set; *value (may be null): with what. */
bool sum_set_has(const struct sum_set *set, uint64_t sum, uint8_t *value);
/* value: of SUM_VALUE_BITS. False without memory; a sum that is there already stays as it is. */
bool sum_set_add(struct sum_set *set, uint64_t sum, uint8_t value);
void sum_set_clear(struct sum_set *set);
