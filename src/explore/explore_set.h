/* SPDX-License-Identifier: Apache-2.0 */
/* A set of 64-bit sums, each with a small value. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sum_set {
    uint64_t *sums; /* 0: empty place */
    uint8_t *values;
    size_t count, places; /* places: a power of two, or 0 */
};

/* Whether the sum is in the set; *value (may be null): with what. */
bool sum_set_has(const struct sum_set *set, uint64_t sum, uint8_t *value);
/* False without memory; a sum that is there already stays as it is. */
bool sum_set_add(struct sum_set *set, uint64_t sum, uint8_t value);
void sum_set_clear(struct sum_set *set);
