/* SPDX-License-Identifier: Apache-2.0 */
/* Seeding of the vector unit's random numbers through a configuration word (vector.md V7, V8). */
#include "tile/config/config.h"

static uint32_t parity(uint32_t bits)
{
    bits ^= bits >> 16;
    bits ^= bits >> 8;
    bits ^= bits >> 4;
    bits ^= bits >> 2;
    bits ^= bits >> 1;
    return bits & 1;
}

static uint32_t step(uint32_t state)
{
    return (1 - parity(state & 0x80200003)) << 31 | state >> 1;
}

void config_seed_prng(uint32_t prng[LANES], uint32_t seed)
{
    uint32_t state = seed;
    for (unsigned i = 0; i < 32; i++)
        state = step(state);
    for (unsigned lane = LANES; lane-- > 0;) {
        state = step(step(state));
        prng[lane] = state;
    }
}
