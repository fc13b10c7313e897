/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of lane_loops.h share: the machine that they are built for, the lanes that are written. */
#pragma once

#include "tile/vector/fast/lanes.h"

#include <string.h>

#ifndef LANE_TARGET
#define LANE_TARGET
#endif

enum { LANE_SIGN = 0x80000000, LANE_MANTISSA = 0x7FFFFF, LANE_ONE = 0x800000, LANE_EXPONENT = 0x7F800000 };

LANE_TARGET static inline void put(const struct lane_work *work, const uint32_t result[restrict static LANES])
{
    uint32_t *restrict to = work->to;
    const uint32_t lanes = work->lanes;
    if (lanes == UINT32_MAX) {
        memcpy(to, result, LANES * sizeof *to);
        return;
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        to[lane] = lanes >> lane & 1 ? result[lane] : to[lane];
}

/* Signs and magnitudes in the order of signed integers. */
static inline int32_t order(uint32_t x)
{
    return (int32_t)(x ^ ((uint32_t)((int32_t)x >> 31) & ~(uint32_t)LANE_SIGN));
}
