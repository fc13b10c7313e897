/* SPDX-License-Identifier: Apache-2.0 */
/* Values, ordered lists of them, and rounding by looking for the neighbours. */
#include "reference/value.h"

struct ref_value ref_value_of(uint32_t magnitude, struct ref_shape shape)
{
    uint32_t steps = 1u << shape.mantissa_bits; /* numbers in an octave */
    int exponent = (int)(magnitude / steps);
    int bias = (1 << (shape.exponent_bits - 1)) - 1;
    struct ref_value value = {magnitude % steps, 1 - bias - shape.mantissa_bits};
    if (exponent > 0) {
        value.significand += steps;
        value.exponent2 += exponent - 1;
    }
    return value;
}

int ref_compare(struct ref_value a, struct ref_value b)
{
    if (a.significand == 0 || b.significand == 0) {
        return (a.significand != 0) - (b.significand != 0);
    }
    int apart = a.exponent2 - b.exponent2;
    if (apart > 63) {
        return 1;
    }
    if (apart < -63) {
        return -1;
    }
    unsigned __int128 left = a.significand, right = b.significand;
    left <<= apart > 0 ? apart : 0;
    right <<= apart < 0 ? -apart : 0;
    return (left > right) - (left < right);
}

/* The largest pattern whose value is not above. */
static uint32_t neighbour_below(struct ref_value value, struct ref_shape shape, uint32_t most)
{
    uint32_t low = 0, high = most;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (ref_compare(ref_value_of(middle, shape), value) <= 0) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

uint32_t ref_round(struct ref_value value, struct ref_shape shape, uint32_t most, enum ref_round how)
{
    uint32_t below = neighbour_below(value, shape, most);
    if (how == REF_DOWN || below == most) {
        return below;
    }
    struct ref_value low = ref_value_of(below, shape), high = ref_value_of(below + 1, shape);
    high.significand <<= high.exponent2 - low.exponent2;
    struct ref_value both = {low.significand + high.significand, low.exponent2};
    struct ref_value twice = {value.significand, value.exponent2 + 1};
    int side = ref_compare(twice, both);
    if (side == 0) {
        return how == REF_NEAREST_AWAY || below % 2 == 1 ? below + 1 : below;
    }
    return side > 0 ? below + 1 : below;
}

uint32_t ref_permute(uint32_t from, const int *order, int count)
{
    uint32_t to = 0;
    for (int i = 0; i < count; i++) {
        if (order[i] >= 0 && (from >> order[i] & 1)) {
            to |= 1u << (count - 1 - i);
        }
    }
    return to;
}

uint32_t ref_random(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) >> 32);
}
