/* SPDX-License-Identifier: Apache-2.0 */
/* What lies at the addresses beyond L1, and which cores reach it: schemas/mmio.json (R20). The same file
 * generates "mmio_ids.h": MMIO_CFG and MMIO_CFG_END, DEBUG_OFFSET_SOFT_RESET, enum map_place. */
#pragma once

#include "base/names.h"
#include "mmio_ids.h"

#include <stdint.h>

struct mmio_window {
    uint32_t lo, hi;
    uint8_t cores, chips; /* a bit each that has it */
    enum map_place place;
    uint8_t value; /* which of several alike: a thread, a core */
};

/* Null where the core of that chip finds nothing. */
const struct mmio_window *mmio_find(enum tt_chip chip, enum tt_core core, uint32_t addr);
