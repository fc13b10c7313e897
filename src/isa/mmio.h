/* SPDX-License-Identifier: Apache-2.0 */
/* The devices at the addresses beyond L1, and the cores that reach them: schemas/mmio.json (R20). The same file
 * generates "mmio_ids.h": MMIO_CFG and MMIO_CFG_END, DEBUG_OFFSET_SOFT_RESET, enum map_place. */
#pragma once

#include "isa/chip.h"
#include "mmio_ids.h"
#include "mmio_register_ids.h"

struct mmio_window {
    uint32_t lo, hi;
    uint8_t cores, chips; /* a bit each that has it */
    enum map_place place;
    uint8_t value; /* which of several alike: a thread, a core */
};

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
    bool counts; /* it only grows: a waiting core accepts a larger value */
};

enum { MMIO_STREAM_BYTES = 0x1000, MMIO_STREAMS = (MMIO_STREAM_END - MMIO_STREAM) / MMIO_STREAM_BYTES };

/* The blocks of PLACE_CFG: a state each, and those behind them (F32). */
enum { MMIO_CFG_BOTH = 0x100, MMIO_CFG_OF_THREADS };

/* The target of an address. It is decoded once, by mmio_decode(), and handed on with the access. */
struct mmio_target {
    uint32_t addr;
    enum map_place place;            /* PLACE_NONE: nothing that is known */
    uint16_t block;                  /* which of several alike: a thread, a core, a state, an interface, a stream */
    uint32_t offset;                 /* in bytes, from where the window begins */
    uint32_t index;                  /* of a register among those alike; else the number of the word in its block */
    const struct mmio_register *reg; /* null where the tables name none */
};

/* The device that a core finds at an address (R20): its own windows, and those of its chip. */
struct mmio_target mmio_decode(enum tt_chip chip, enum tt_core core, uint32_t addr);
/* The target of a store by an instruction, the network or an event of a recording: any window. thread: whose access it
 * is; -1 is core B, or not known. */
struct mmio_target mmio_decode_any(enum tt_chip chip, int thread, uint32_t addr);

/* A word whose block and number are known, as those of configuration, scalar registers, semaphores. */
static inline struct mmio_target mmio_word(enum map_place place, unsigned block, uint32_t index)
{
    return (struct mmio_target){.place = place, .block = (uint16_t)block, .index = index};
}

/* Whether a store of the value sends a request of the network. */
static inline bool mmio_sends_request(const struct mmio_target *at, uint32_t value)
{
    return at->reg && at->reg->act == MMIO_ACT_REQUESTS && (value & 1);
}

/* Where the register stands whose value has this cell, in bytes from the beginning; UINT32_MAX: the chip has none. */
uint32_t mmio_register_offset(enum tt_chip chip, enum map_place place, unsigned cell);
