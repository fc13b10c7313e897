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

/* Spreads a value over 64 bits (the finalizer of splitmix64). */
static inline uint64_t sum_mix(uint64_t value)
{
    value += UINT64_C(0x9E3779B97F4A7C15);
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}
