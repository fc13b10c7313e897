/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of lane_loops.h share: the machine that they are built for, the lanes that are written. */
#pragma once

#include "tile/vector/fast/lanes.h"

#include <string.h>

#ifndef LANE_TARGET
#define LANE_TARGET
#endif

enum { LANE_SIGN = 0x80000000, LANE_MANTISSA = 0x7FFFFF, LANE_ONE = 0x800000, LANE_EXPONENT = 0x7F800000 };

/* No pass of the loop that follows reads what another one wrote: a register may be operand and result, lane by lane. */
#ifdef __clang__
#define LANES_ARE_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANES_ARE_APART _Pragma("GCC ivdep")
#endif

/* VALUE, which may name `lane`, into each lane of the work that is written. Where all are, straight into the register:
 * a processor waits for a vector that it reads back by halves, or wrote by halves. */
#define LANES_PUT(WORK, VALUE)                                                                                         \
    do {                                                                                                               \
        uint32_t *const to = (WORK)->to;                                                                               \
        const uint32_t lanes = (WORK)->lanes;                                                                          \
        if (lanes == UINT32_MAX) {                                                                                     \
            LANES_ARE_APART                                                                                            \
            for (unsigned lane = 0; lane < LANES; lane++)                                                              \
                to[lane] = (VALUE);                                                                                    \
        } else {                                                                                                       \
            LANES_ARE_APART                                                                                            \
            for (unsigned lane = 0; lane < LANES; lane++)                                                              \
                to[lane] = lanes >> lane & 1 ? (VALUE) : to[lane];                                                     \
        }                                                                                                              \
    } while (0)

/* Results that are not made lane by lane. */
LANE_TARGET static inline void put(const struct lane_work *work, const uint32_t result[restrict static LANES])
{
    LANES_PUT(work, result[lane]);
}

/* Signs and magnitudes in the order of signed integers. */
static inline int32_t order(uint32_t x)
{
    return (int32_t)(x ^ ((uint32_t)((int32_t)x >> 31) & ~(uint32_t)LANE_SIGN));
}
