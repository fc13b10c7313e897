/* SPDX-License-Identifier: Apache-2.0 */
/* One step of the vector unit's random numbers (V7). */
#pragma once

#include "base/usual.h"

/* The new top bit is 1 where an even number of bits 31, 21, 1 and 0 is set. */
static inline uint32_t prng_step(uint32_t state)
{
    uint32_t parity = state & 0x80200003;
    parity ^= parity >> 16;
    parity ^= parity >> 8;
    parity ^= parity >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    return (~parity & 1) << 31 | state >> 1;
}
