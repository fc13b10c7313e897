/* SPDX-License-Identifier: Apache-2.0 */
/* The roundings the packer knows: half away from zero, and the stochastic model (P-4.2, P-12.2). */
#pragma once

#include <stdint.h>

static inline uint32_t u32_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The amount that is added to a magnitude before its low `drop` bits are cut. drop: 0 to 31. */

/* Half of the bits that are cut: nearest, ties away from zero. 0 for drop 0. */
static inline uint32_t round_half(unsigned drop)
{
    return (1u << drop) >> 1;
}

/* Just under half, and one more where the last bit that stays is set: nearest, ties to even. drop: 1 to 31. */
static inline uint32_t round_even(uint32_t magnitude, unsigned drop)
{
    return (1u << (drop - 1)) - 1 + ((magnitude >> drop) & 1);
}

/* 1 to 2^drop, uniform if the 32 bits of `random` are: the model of P-12.2, whose r = 2^(drop-1) is round_half.
 * 0 for drop 0, where nothing is rounded. */
static inline uint32_t round_random(uint32_t random, unsigned drop)
{
    return drop ? (random & ((1u << drop) - 1)) + 1 : 0;
}
