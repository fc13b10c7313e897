/* SPDX-License-Identifier: Apache-2.0 */
/* What lies at the addresses beyond L1, and which cores reach it: schemas/mmio.json (R20). The same file
 * generates "mmio_ids.h": MMIO_CFG and MMIO_CFG_END, DEBUG_OFFSET_SOFT_RESET, enum map_place. */
#pragma once

#include "base/names.h"
#include "mmio_ids.h"
#include "mmio_register_ids.h"

#include <stdbool.h>
#include <stdint.h>

struct mmio_window {
    uint32_t lo, hi;
    uint8_t cores, chips; /* a bit each that has it */
    enum map_place place;
    uint8_t value; /* which of several alike: a thread, a core */
};

/* Null where the core of that chip finds nothing. */
const struct mmio_window *mmio_find(enum tt_chip chip, enum tt_core core, uint32_t addr);

/* A register, or several alike, in a window that others than the cores reach too: schemas/mmio_registers.json. */
struct mmio_register {
    const char *name;
    enum map_place place;
    uint32_t at[TT_CHIP_COUNT]; /* bytes from the beginning of a stream, an interface, the window; UINT32_MAX: none */
    uint16_t each[TT_CHIP_COUNT];
    uint32_t mask[TT_CHIP_COUNT]; /* bits that are held */
    uint8_t count;
    uint16_t cell; /* of the first: STREAM_CELL_…, NOC_CELL_…, and so on */
    enum mmio_act act;
    bool counts; /* it only grows: who waits for a value is content with more */
};

enum { MMIO_STREAM_BYTES = 0x1000, MMIO_STREAMS = (MMIO_STREAM_END - MMIO_STREAM) / MMIO_STREAM_BYTES };

/* Whether a store of value to addr sends a request of the network. */
bool mmio_sends_request(enum tt_chip chip, uint32_t addr, uint32_t value);
/* Where the register stands whose value has this cell, in bytes from the beginning; UINT32_MAX: the chip has none. */
uint32_t mmio_register_offset(enum tt_chip chip, enum map_place place, unsigned cell);
/* What mmio_register_find() finds, of an address; *block: which stream or network interface. Null outside of the four
 * windows, too. */
const struct mmio_register *mmio_register_at(enum tt_chip chip, uint32_t addr, unsigned *block, unsigned *index);
