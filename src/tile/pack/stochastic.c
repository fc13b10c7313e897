/* SPDX-License-Identifier: Apache-2.0 */
/* Random bits for stochastic rounding (P-12). The device's sequence is not known; ours is xorshift32, one
 * generator a packer, so that a replay gives the same bits each time. Results cannot be held against a device. */
#include "tile/pack/pack_internal.h"

enum { RANDOM_SEED = 0x2545F491 };

uint32_t pack_random(struct packer *self)
{
    uint32_t x = self->random ? self->random : RANDOM_SEED; /* 0, the reset state, would stay 0 */
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    self->random = x;
    return x;
}
