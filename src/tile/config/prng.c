/* SPDX-License-Identifier: Apache-2.0 */
/* Seeding of the vector unit's random numbers through a configuration word (V7, V8). */
#include "tile/prng.h"
#include "tile/config/config.h"

void config_seed_prng(uint32_t prng[LANES], uint32_t seed)
{
    uint32_t state = seed;
    for (unsigned i = 0; i < 32; i++)
        state = prng_step(state);
    for (unsigned lane = LANES; lane-- > 0;) {
        state = prng_step(prng_step(state));
        prng[lane] = state;
    }
}
