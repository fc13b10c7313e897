/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h for AVX2, which shifts each lane by a distance of its own; where the processor cannot have it,
 * for any machine. */
#if defined(__x86_64__)
#define LANE_TARGET __attribute__((target("avx2")))
#define LANE_HAS_SHIFTS
#endif

#define LANE_LOOPS lane_loops_avx2
#include "tile/vector/fast/lane_loops.h"
