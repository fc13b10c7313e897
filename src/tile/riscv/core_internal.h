/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the interpreter: a decoded word, the type of a handler, and the ways a handler ends. Only
 * files under tile/riscv include this. */
#pragma once

#include "base/little.h"
#include "tile/riscv/core.h"

struct riscv_insn;

/* Does one instruction, core->pc being its address. RISCV_DONE: the next one follows; RISCV_JUMPED: core->pc says where
 * it is. Anything else: nothing has changed. */
typedef enum riscv_step riscv_handler(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus);

struct riscv_insn {
    uint32_t word; /* the decoded word */
    uint32_t immediate;
    riscv_handler *run;
    uint8_t rd, rs1, rs2, rs3;
};

struct riscv_code {
    enum tt_chip chip;
    struct riscv_insn entries[RISCV_CODE_ENTRIES]; /* by the address's word number, modulo their count */
};

/* A word as a handler with its operands; of what a core does not execute, a handler that says why. */
void riscv_decode(enum tt_chip chip, uint32_t word, struct riscv_insn *insn);

/* CSRs as they are after a reset, where that is not 0. */
void riscv_csr_reset(struct riscv_core *core);

/* ---- how handlers end ---- */

static inline enum riscv_step riscv_put(struct riscv_core *core, const struct riscv_insn *insn, uint32_t value)
{
    core->x[insn->rd] = value;
    core->x[0] = 0;
    return RISCV_DONE;
}

static inline enum riscv_step riscv_put_f(struct riscv_core *core, const struct riscv_insn *insn, uint32_t value)
{
    core->f[insn->rd] = value;
    return RISCV_DONE;
}

static inline enum riscv_step riscv_branch(struct riscv_core *core, const struct riscv_insn *insn, bool is_taken)
{
    if (!is_taken)
        return RISCV_DONE;
    core->pc += insn->immediate;
    return RISCV_JUMPED;
}

/* ---- memory.c: what is not a plain access ---- */

enum riscv_step riscv_load_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t *value);
enum riscv_step riscv_store_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t value);

/* Where an aligned access is plain memory of this core's reach, its place; else null. */
static inline uint8_t *riscv_window(const struct riscv_bus *bus, uint32_t addr, unsigned bytes)
{
    if (addr & (bytes - 1))
        return NULL;
    if (addr - RISCV_LOCAL_BASE < bus->local_bytes)
        return bus->local + (addr - RISCV_LOCAL_BASE);
    return addr < bus->l1_bytes && bus->reach >= RISCV_REACH_L1 ? bus->l1 + addr : NULL;
}

static inline enum riscv_step riscv_load(const struct riscv_core *core, const struct riscv_insn *insn,
                                         struct riscv_bus *bus, unsigned bytes, uint32_t *value)
{
    const uint32_t addr = core->x[insn->rs1] + insn->immediate;
    const uint8_t *at = riscv_window(bus, addr, bytes);
    if (!at)
        return riscv_load_elsewhere(bus, addr, bytes, value);
    *value = load_number(at, bytes);
    return RISCV_DONE;
}

static inline enum riscv_step riscv_store(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus,
                                          unsigned bytes, uint32_t value)
{
    const uint32_t addr = core->x[insn->rs1] + insn->immediate;
    uint8_t *at = riscv_window(bus, addr, bytes);
    if (at && !(bus->l1_stores_are_reported && addr < bus->l1_bytes)) {
        store_number(at, bytes, value);
        return RISCV_DONE;
    }
    return riscv_store_elsewhere(bus, addr, bytes, value);
}

/* ---- atomic.c ---- */

/* Old word into rd, compute(old, rs2) into memory. */
enum riscv_step riscv_atomic(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus,
                             uint32_t (*compute)(uint32_t held, uint32_t operand));
