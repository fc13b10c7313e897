/* SPDX-License-Identifier: Apache-2.0 */
/* The one hash of a number, splitmix64, and of bytes, XXH3. */
#pragma once

#include "base/usual.h"

#define MIX_STEP UINT64_C(0x9E3779B97F4A7C15) /* from one value to the next, where they are drawn one after the other */

/* Spreads a number over 64 bits. */
static inline uint64_t mix_bits(uint64_t value)
{
    value += MIX_STEP;
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

uint64_t mix_bytes(uint64_t seed, const void *bytes, size_t count);
