/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of lanes.h for any machine. */
#include "tile/vector/fast/lane_loops.h"

const struct lane_loops *lane_loops_plain(void)
{
    return &loops;
}
