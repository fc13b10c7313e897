/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of blocks.h for any machine. */
#include "tile/matrix/fast/block_loops.h"

const struct block_loops *block_loops_plain(void)
{
    return &loops;
}
