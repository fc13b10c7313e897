/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's fast path, as its datasheet knows it: 32 multiply-adds at once. A tile that takes none never comes
 * here. */
#pragma once

#include "tile/vector/fast/mad_lanes.h"
#include "tile/vector/vector_internal.h"

static inline void vector_fast_multiply_add(const struct vector_job *job, const uint32_t x[static LANES],
                                            const uint32_t y[static LANES], const uint32_t z[static LANES],
                                            uint32_t out[static LANES])
{
    job->tile->fast_taken[FAST_VECTOR_MAD] = true;
    mad_lanes(x, y, z, job->traits->mad_leaks_nan, out);
}
