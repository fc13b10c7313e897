/* SPDX-License-Identifier: Apache-2.0 */
/* Counts every datum's exponent, after ReLU and before thresholding, so that a masked or cleared datum counts as 0.
 * ENABLE_ACC_STATS of any thread gates the 32 bins; the maximum is updated either way. A bin stops at 255, and for
 * 8-bit exponents is the low five bits only. P-5.11; not recorded. */
#include "tile/pack/pack_internal.h"

void pack_exponent_histogram(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const uint32_t exponent = block->values[i] >> set->value.exponent_shift & set->value.exponent_mask;
        uint8_t *bin = &self->histogram[exponent & (PACK_HISTOGRAM_BINS - 1)];
        if (exponent > self->histogram_maximum)
            self->histogram_maximum = exponent;
        if (set->counts_exponents && *bin < 255)
            ++*bin;
    }
}
