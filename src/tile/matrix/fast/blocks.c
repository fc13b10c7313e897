/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of blocks.h for any machine. */
#include "tile/matrix/fast/block_loops.h"
