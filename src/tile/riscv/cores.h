/* SPDX-License-Identifier: Apache-2.0 */
/* The five cores of a tile and what they reach: the map of addresses, mailboxes, reset, debug registers. The pipes
 * that they push into, and what a store does to the coprocessor, are the host's. docs/semantics/firmware.md */
#pragma once

#include "tile/riscv/core.h"
#include "tile/tile.h"

enum core_act_kind {
    CORE_PUSH, /* thread, value = word */
    CORE_CFGW, /* index = state, addr = word, value */
    CORE_MOPW, /* thread, addr = word, value */
    CORE_GPRW, /* thread, addr = register, value */
    CORE_SEMW, /* addr = semaphore, value: 0 post, 1 get */
    CORE_SEMR, /* addr = semaphore, value read */
    CORE_L1W,  /* addr, value, bytes: 1, 2 or 4 */
    CORE_MMIO, /* addr, value: any other store */
    CORE_POP,  /* addr, value: a load took a value out of a mailbox or PCBuf; it is no event of a capture */
};

/* Something a core does that others can see; the kinds and members of a capture's events (docs/formats/bundle.md). */
struct core_act {
    enum core_act_kind kind;
    enum tt_core core;
    uint32_t pc;
    int thread;     /* that the core feeds; -1 for cores B and NC, of a push by core B the one it goes to */
    bool is_behind; /* a push: behind the macro-op expander (core B) */
    uint8_t index;
    uint32_t addr, value;
    uint8_t bytes;
    const struct mmio_target *at; /* of a store beyond L1: what it reaches, while the act is reported; else null */
};

/* The engine that runs the pipes. None but serve may be null. */
struct cores_host {
    void *user;
    bool (*push)(void *user, const struct core_act *act); /* false: no room, nothing changed */
    bool (*pipe_is_dry)(void *user, unsigned thread);
    bool (*macro_op_is_idle)(void *user, unsigned thread); /* no MOP waits or expands */
    void (*drop)(void *user, unsigned thread);             /* its core enters reset: what the expander has not taken */
    void (*act)(void *user, const struct core_act *act);   /* takes effect on the tile; all but pushes */
    uint64_t (*clock)(void *user);                         /* rounds so far */
    /* Whether another tile's memory is there for a request of the network, which then takes place; null: it is not. */
    bool (*serve)(void *user, const struct noc_refusal *request);
};

/* The wait at which a core stands. */
enum core_wait {
    CORE_WAITS_NOT,
    CORE_WAITS_PUSH,          /* room in front of a pipe; who: the thread */
    CORE_WAITS_PIPE_DRY,      /* until its own pipe is empty */
    CORE_WAITS_MACRO_OP,      /* until its macro-op expander is */
    CORE_WAITS_PACKED_TILE,   /* for an entry in the queue of a packer's tiles */
    CORE_WAITS_MAILBOX_EMPTY, /* a load; who: the core that would store */
    CORE_WAITS_MAILBOX_FULL,  /* a store; who: the core that would load */
    CORE_WAITS_PCBUF_EMPTY,   /* a T core's load */
    CORE_WAITS_PCBUF_FULL,    /* core B's store; who: the T core */
    CORE_WAITS_T_CORE,        /* core B's load of a PCBuf: until that core and its thread have nothing to do */
};

struct core_waiting {
    enum core_wait wait;
    enum tt_core who;
};

struct cores;

/* All cores held in reset; the tile and the host are borrowed. Null without memory. */
struct cores *cores_new(struct tile *tile, const struct cores_host *host);
void cores_free(struct cores *cores); /* null is allowed */

/* Leaves reset at an address. */
void cores_boot(struct cores *cores, enum tt_core core, uint32_t pc);

/* A store from outside, of a host: what it does to the cores themselves. False: nothing here does it, and
 * cores_reason() of core B says why. */
bool cores_store(struct cores *cores, uint32_t addr, uint32_t value);
/* The value that a load of a word from outside finds beyond L1, where core B sees a memory there and the load changes
 * none. False: there is none. */
bool cores_load(struct cores *cores, uint32_t addr, uint32_t *value);

/* Bit a core that has left reset since the last call. */
unsigned cores_take_released(struct cores *cores);

bool cores_is_running(const struct cores *cores, enum tt_core core); /* not in reset, not halted */
bool cores_is_halted(const struct cores *cores, enum tt_core core);  /* at ecall or ebreak, for a debugger */
/* Its last instruction was a jump to itself: nothing but a reset gets it out of there. */
bool cores_is_parked(const struct cores *cores, enum tt_core core);
const struct riscv_core *cores_core(const struct cores *cores, enum tt_core core);

/* Grows with whatever a core sees or changes beyond its registers and local RAM, but for loads of memory. */
uint64_t cores_changes(const struct cores *cores);
/* Whether a core did something since its mark was set, and its registers and local RAM are what they were then. */
bool cores_is_at_mark(const struct cores *cores, enum tt_core core);
void cores_set_mark(struct cores *cores, enum tt_core core);

/* One instruction of a running core. After RISCV_WAITS, `waiting` says what for; after RISCV_REFUSED, cores_reason().
 */
enum riscv_step cores_step(struct cores *cores, enum tt_core core, struct core_waiting *waiting);

/* Up to `most` instructions that touch nothing but registers, local RAM and (alone) L1; how many. alone: no other core
 * or pipe is at work, so that no one can see the order of what this one does to L1. */
uint64_t cores_run_ahead(struct cores *cores, enum tt_core core, bool alone, uint64_t most);

/* Whether a core's next instruction reads L1, an atomic one included, and where. */
bool cores_reads_l1(const struct cores *cores, enum tt_core core, uint32_t *addr);
/* Whether it is a load or an atomic one at all, and of which address. */
bool cores_reads(const struct cores *cores, enum tt_core core, uint32_t *addr);
/* How many bytes it reads then. */
unsigned cores_read_bytes(const struct cores *cores, enum tt_core core);
/* The word at its pc; 0 where no code can be. */
uint32_t cores_code(const struct cores *cores, enum tt_core core);

const char *cores_reason(const struct cores *cores, enum tt_core core);

/* Local RAM of a core, core_local_bytes() of it: what a debugger would put there before the start. */
uint8_t *cores_local(struct cores *cores, enum tt_core core);

/* All that the cores, their mailboxes and their local RAM remember, as it lies in memory: put back into the same cores,
 * a copy of it is where they stood. */
uint8_t *cores_memory(struct cores *cores, size_t *bytes);

/* The value that a core's load of a word beyond L1 finds, where the load would change nothing; else false. Nobody hears
 * of it. */
bool cores_peek(struct cores *cores, enum tt_core core, uint32_t addr, uint32_t *value);

/* The registers of a core, for a debugger that stores into them. */
struct riscv_core *cores_registers(struct cores *cores, enum tt_core core);
