/* SPDX-License-Identifier: Apache-2.0 */
/* Adding two floats exactly, in integers. Only the accumulation files of this room include this. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* (-1)^is_negative * significand * 2^exponent2. */
struct exact {
    bool is_negative;
    uint64_t significand;
    int exponent2;
};

/* What a float is made of, without the sign. */
struct shape {
    unsigned exponent_bits, mantissa_bits;
    int bias;
};

/* Takes a pattern apart with every exponent but 0 an ordinary one. An exponent of 0 gives the denormal's value, or
 * a zero when flush is set. */
struct exact exact_from(uint32_t bits, struct shape shape, bool flush);

/* a + b for significands below 2^24. When the exponents are more than 32 apart the sum does not fit: what is lost is
 * ORed into the lowest bit, too far below the first for a rounding to 24 bits or fewer to mistake it. A zero sum is
 * negative only if both are. */
struct exact exact_add(struct exact a, struct exact b);

/* The exponent field the sum would have before rounding if exponents went on below 1. The sum is not zero. */
int exact_exponent(struct exact sum, struct shape shape);

/* The magnitude nearest to the sum, ties to even, with denormals; as if exponents went on beyond the largest, so that
 * the caller decides what overflow is. For sums that exact_add made of this shape. */
uint32_t exact_round(struct exact sum, struct shape shape);
