/* SPDX-License-Identifier: Apache-2.0 */
/* References work on values, not on bits: a number is significand * 2^exponent2, a format is an ordered list of the
 * numbers it can hold, and rounding is looking for the neighbours in that list. Slow, and hard to get wrong. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ref_value {
    uint64_t significand;
    int exponent2;
};

/* A format without its sign: `exponent_bits` then `mantissa_bits`, bias 2^(exponent_bits-1) - 1, exponent 0 for
 * denormals, every other exponent an ordinary one; so the pattern of an infinity stands for 2^128. */
struct ref_shape {
    int exponent_bits, mantissa_bits;
};

struct ref_value ref_value_of(uint32_t magnitude, struct ref_shape shape);

/* Below 0, 0, above 0 as a is less than, equal to, greater than b. */
int ref_compare(struct ref_value a, struct ref_value b);

enum ref_round { REF_DOWN, REF_NEAREST_AWAY, REF_NEAREST_EVEN };

/* The magnitude pattern, not above `most`, that the value is rounded to. */
uint32_t ref_round(struct ref_value value, struct ref_shape shape, uint32_t most, enum ref_round how);

/* The bit of `from` at position order[i], counted from the left of a list of `count`, becomes bit count-1-i; a
 * position of -1 is a zero. */
uint32_t ref_permute(uint32_t from, const int *order, int count);

/* A 32-bit generator with a seed (SplitMix64), for samples that are the same everywhere. */
uint32_t ref_random(uint64_t *seed);
