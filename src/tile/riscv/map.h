/* SPDX-License-Identifier: Apache-2.0 */
/* What lies at the addresses that a core can reach beyond L1 and its own local RAM (R20). */
#pragma once

#include "isa/chip.h"
#include "isa/mmio.h"

struct map_found {
    enum map_place place;
    uint32_t offset; /* from where the window begins */
    uint32_t value;
};

struct map_found map_find(enum tt_chip chip, enum tt_core core, uint32_t addr);

/* Bytes of a core's local RAM, and of the instruction RAM that core NC alone has (R1). */
uint32_t map_local_bytes(enum tt_chip chip, enum tt_core core);
uint32_t map_iram_bytes(enum tt_chip chip, enum tt_core core);
