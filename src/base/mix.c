/* SPDX-License-Identifier: Apache-2.0 */
#include "base/mix.h"

#include <xxhash.h>

uint64_t mix_bytes(uint64_t seed, const void *bytes, size_t count)
{
    return XXH3_64bits_withSeed(bytes, count, seed);
}
