/* SPDX-License-Identifier: Apache-2.0 */
/* What lies at the addresses that a core can reach beyond L1 and its own local RAM (riscv.md R20). */
#pragma once

#include "isa/chip.h"

enum map_place {
    PLACE_NONE,        /* nothing that the documents know, for this core */
    PLACE_OTHER_LOCAL, /* local RAM of any core, seen by all; value: whose */
    PLACE_TDMA,
    PLACE_DEBUG,
    PLACE_PC_SNAPSHOT,
    PLACE_INERT, /* network interfaces and overlay: what was stored is there, and does nothing */
    PLACE_MOP_CFG,
    PLACE_DST,
    PLACE_GPR,
    PLACE_PUSH,     /* value: the thread, on core B */
    PLACE_PCBUF,    /* value: whose, on core B */
    PLACE_PIPE_DRY, /* value of none: a wait of a core for its own thread */
    PLACE_MACRO_OP_IDLE,
    PLACE_SEMAPHORE,
    PLACE_MAILBOX,
    PLACE_CFG,
};

struct map_found {
    enum map_place place;
    uint32_t offset; /* from where the window begins */
    uint32_t value;
};

struct map_found map_find(enum tt_chip chip, enum tt_core core, uint32_t addr);

/* Bytes of a core's local RAM, and of the instruction RAM that core NC alone has (R1). */
uint32_t map_local_bytes(enum tt_chip chip, enum tt_core core);
uint32_t map_iram_bytes(enum tt_chip chip, enum tt_core core);
