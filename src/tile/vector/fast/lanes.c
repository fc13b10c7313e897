/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h for any machine. */
#define LANE_LOOPS lane_loops_plain
#include "tile/vector/fast/lane_loops.h"
