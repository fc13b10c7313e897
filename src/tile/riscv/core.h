/* SPDX-License-Identifier: Apache-2.0 */
/* One RISC-V core of a tile: its registers, and instructions one at a time or in runs. Addresses beyond plain memory
 * are the caller's (riscv_bus): the interpreter knows no address but where L1 and local RAM are.
 * docs/semantics/riscv.md
 */
#pragma once

#include "base/names.h"
#include "isa/mmio.h"

enum { RISCV_LOCAL_BASE = MMIO_LOCAL_RAM, RISCV_IRAM_BASE = MMIO_IRAM };
enum { CSR_HELD = 5 };
enum { RISCV_CODE_ENTRIES = 4096, RISCV_REASON_MAX = 192 };

/* Everything a core remembers: plain data, a copy is a snapshot. Floating-point registers are bit patterns. */
struct riscv_core {
    uint32_t pc;
    uint32_t x[32]; /* x[0] is 0 */
    uint32_t f[32];
    uint32_t fcsr;
    uint32_t cfg0; /* CSR 7C0h */
    uint32_t pmacfg[2];
    uint32_t scratch[4];       /* CSRs 7C3h to 7C6h */
    uint32_t event[2];         /* CSRs 323h, 324h: what the counters count */
    uint32_t counter[2][2];    /* CSRs B03h, B04h, and B83h, B84h above them */
    uint32_t held[CSR_HELD];   /* the CSRs of csr.c that only hold what was written */
    uint32_t stream_status[8]; /* CSRs BC2h to BC9h, of a core that sees no streams there */
    uint64_t retired;          /* instructions done: minstret and, time not being modelled, mcycle */
};

/* Registers zero, at an address. */
void riscv_core_reset(struct riscv_core *core, uint32_t pc);

enum riscv_step {
    RISCV_DONE,
    RISCV_OUTSIDE, /* only of riscv_core_run: the next instruction reaches beyond what it may touch; nothing changed */
    RISCV_WAITS,   /* a load, store or push that blocks: nothing changed, try again */
    RISCV_HALTED,  /* ecall or ebreak; pc stands on it */
    RISCV_JUMPED,  /* among the files of tile/riscv only: done, and pc is the target */
    RISCV_REFUSED, /* illegal, misaligned or not to be executed; pc stands on it and bus->reason says why */
};

/* How far the data accesses of a run may reach. Words are fetched from L1 in any case. */
enum riscv_reach {
    RISCV_REACH_LOCAL, /* local RAM: nothing another core can see */
    RISCV_REACH_L1,    /* and L1 */
    RISCV_REACH_ALL,   /* and the callbacks */
};

struct riscv_code;

/* The surroundings of a core. The windows are memory that costs no call: little-endian bytes, borrowed, null where
 * absent. A callback returns RISCV_DONE, RISCV_WAITS or, having written `reason`, RISCV_REFUSED; it is asked about
 * aligned accesses only, and may change pc of other cores but not of the core at work. Each may be null: refused then.
 */
struct riscv_bus {
    enum tt_chip chip;
    void *user;
    uint8_t *l1; /* at 0 */
    uint32_t l1_bytes;
    uint8_t *local; /* at RISCV_LOCAL_BASE */
    uint32_t local_bytes;
    const uint8_t *iram; /* at RISCV_IRAM_BASE: code only; loads and stores there go to the callbacks */
    uint32_t iram_bytes;
    bool l1_stores_are_reported; /* stores to L1, those of atomics included, go through `store` (a probe watches) */

    /* 1, 2 or 4 bytes outside the windows; *value is the bytes as they stand, not extended. */
    enum riscv_step (*load)(void *user, uint32_t addr, unsigned bytes, uint32_t *value);
    enum riscv_step (*store)(void *user, uint32_t addr, unsigned bytes, uint32_t value);
    /* `.ttinsn`: the instruction word, already rotated (R4). */
    enum riscv_step (*push)(void *user, uint32_t word);
    /* CSRs BC0h and BC1h: what the coprocessor has in hand (R7). With sees_streams BC2h to BC9h too. */
    enum riscv_step (*status)(void *user, uint32_t csr, uint32_t *value);
    bool sees_streams;
    void (*reads_time)(void *user); /* a count of cycles was read, which is a guess (R69); may be null */

    struct riscv_code *code; /* riscv_code_new(); one a core */
    enum riscv_reach reach;  /* set by step and run */
    char reason[RISCV_REASON_MAX];
};

/* Decoded words, by address. An entry is good for one word only and is decoded again when memory holds another one, so
 * that a store to code needs no further step. Null without memory; null may be freed. */
struct riscv_code *riscv_code_new(enum tt_chip chip);
void riscv_code_free(struct riscv_code *code);

/* One instruction, whatever it touches. */
enum riscv_step riscv_core_step(struct riscv_core *core, struct riscv_bus *bus);

/* Up to `most` instructions that reach no further than `reach`; *done is how many were. RISCV_DONE: all of them;
 * otherwise why it stopped before the next one. */
enum riscv_step riscv_core_run(struct riscv_core *core, struct riscv_bus *bus, enum riscv_reach reach, uint64_t most,
                               uint64_t *done);

/* Writes bus->reason; returns RISCV_REFUSED. */
enum riscv_step riscv_refuse(struct riscv_bus *bus, const char *format, ...) __attribute__((format(printf, 2, 3)));
