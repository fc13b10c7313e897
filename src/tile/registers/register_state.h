/* SPDX-License-Identifier: Apache-2.0 */
/* The registers that the cores share with STOREREG, LOADREG and others: streams, network interfaces, debug.
 * Plain data; all zero is the reset state. schemas/mmio_registers.json */
#pragma once

#include "isa/mmio.h"

enum { NETWORKS = 2, DEBUG_WORDS = (MMIO_DEBUG_END - MMIO_DEBUG) / 4 };

struct register_state {
    uint32_t stream[MMIO_STREAMS][STREAM_CELLS];
    uint8_t is_stored[MMIO_STREAMS][STREAM_CELLS]; /* since the start: before it, a recording says nothing */
    uint32_t noc[NETWORKS][NOC_CELLS];
    uint32_t debug[DEBUG_WORDS]; /* by address: all of them hold what was stored */
    uint8_t is_debug_stored[DEBUG_WORDS];
};
