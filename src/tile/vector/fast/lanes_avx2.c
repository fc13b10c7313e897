/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h for AVX2, which shifts each lane by a distance of its own, where compiler and machine have it.
 */
#define LANE_TARGET __attribute__((target("avx2")))
#define LANE_HAS_SHIFTS

#if defined(__x86_64__)
#include "tile/vector/fast/lane_loops.h"

const struct lane_loops *lane_loops_avx2(void)
{
    return &loops;
}
#else
#include "tile/vector/fast/lanes.h"

const struct lane_loops *lane_loops_avx2(void)
{
    return lane_loops_plain();
}
#endif
