/* SPDX-License-Identifier: Apache-2.0 */
/* Counts every datum's exponent, after ReLU and before thresholding, so that a masked or cleared datum counts as 0.
 * ENABLE_ACC_STATS of any thread gates the 32 bins; the maximum is updated either way. A bin stops at 255, and for
 * 8-bit exponents is the low five bits only. P-5.11; not recorded. */
#include "base/guard/built_wide.h"
#include "tile/pack/pack_internal.h"

BUILT_WIDE static uint32_t largest_of(const uint32_t *values, uint32_t count, uint32_t mask)
{
    int32_t most = 0; /* of the masks none has a sign */
    for (uint32_t i = 0; i < count; i++) {
        const int32_t value = (int32_t)(values[i] & mask);
        most = value > most ? value : most;
    }
    return (uint32_t)most;
}

void pack_exponent_histogram(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    const uint32_t shift = set->value.exponent_shift, mask = set->value.exponent_mask;
    const uint32_t most = largest_of(block->values, block->count, mask << shift) >> shift;
    if (most > self->histogram_maximum)
        self->histogram_maximum = most;
    for (uint32_t i = 0; set->counts_exponents && i < block->count; i++) {
        uint8_t *bin = &self->histogram[block->values[i] >> shift & mask & (PACK_HISTOGRAM_BINS - 1)];
        if (*bin < 255)
            ++*bin;
    }
}
