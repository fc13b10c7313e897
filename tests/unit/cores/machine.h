/* SPDX-License-Identifier: Apache-2.0 */
/* A tile with cores and a host that retains what is reported to it, and single loads and stores of a core: as code in
 * L1, stepped through. */
#pragma once

#include "base/little.h"
#include "tile/riscv/cores.h"
#include "unit/suite.h"

#include <string.h>

enum { ACTS_MAX = 64, PUSHES_MAX = 4, CODE = 0x1000, CODE_BYTES = 0x1000 };

struct machine {
    struct tile *tile;
    struct cores *cores;
    struct core_act acts[ACTS_MAX], pushes[PUSHES_MAX];
    unsigned act_count, push_count;
    bool is_dry, is_macro_op_idle;
    unsigned dropped; /* bit a thread */
    uint64_t clock;
    enum riscv_step step; /* of the last instruction */
    struct core_waiting waiting;
};

static bool machine_push(void *user, const struct core_act *act)
{
    struct machine *machine = user;
    if (machine->push_count == PUSHES_MAX)
        return false;
    machine->pushes[machine->push_count++] = *act;
    return true;
}

static bool machine_is_dry(void *user, unsigned thread)
{
    (void)thread;
    return ((struct machine *)user)->is_dry;
}

static bool machine_macro_op_is_idle(void *user, unsigned thread)
{
    (void)thread;
    return ((struct machine *)user)->is_macro_op_idle;
}

static void machine_drop(void *user, unsigned thread)
{
    ((struct machine *)user)->dropped |= 1u << thread;
}

static void machine_act(void *user, const struct core_act *act)
{
    struct machine *machine = user;
    ck_assert_uint_lt(machine->act_count, ACTS_MAX);
    machine->acts[machine->act_count++] = *act;
    if (act->at)
        tile_core_store(machine->tile, 0, act->thread, act->at, act->value);
    else if (act->kind == CORE_L1W) {
        uint8_t bytes[4];
        store_u32(bytes, act->value);
        tile_core_l1(machine->tile, 0, act->addr, bytes, act->bytes);
    }
}

static uint64_t machine_clock(void *user)
{
    return ((struct machine *)user)->clock;
}

static void machine_new(struct machine *machine, enum tt_chip chip)
{
    const struct cores_host host = {machine,      machine_push, machine_is_dry, machine_macro_op_is_idle,
                                    machine_drop, machine_act,  machine_clock,  NULL};
    *machine = (struct machine){.is_dry = true, .is_macro_op_idle = true};
    machine->tile = tile_new(chip);
    machine->cores = cores_new(machine->tile, &host);
    ck_assert_ptr_nonnull(machine->cores);
    for (int core = 0; core < TT_CORE_COUNT; core++)
        cores_boot(machine->cores, (enum tt_core)core, CODE + CODE_BYTES * (uint32_t)core);
}

static void machine_free(struct machine *machine)
{
    cores_free(machine->cores);
    tile_free(machine->tile);
}

enum { T0_REG = 5, T1_REG = 6 };

/* Puts one word where the core goes on, and lets it. */
static void machine_do(struct machine *machine, enum tt_core core, uint32_t word)
{
    uint8_t *l1 = tile_state(machine->tile)->l1;
    store_u32(l1 + cores_core(machine->cores, core)->pc, word);
    machine->step = cores_step(machine->cores, core, &machine->waiting);
}

static void machine_set(struct machine *machine, enum tt_core core, uint32_t reg, uint32_t value)
{
    machine_do(machine, core, ((value + 0x800) & 0xFFFFF000) | reg << 7 | 0x37);    /* lui */
    machine_do(machine, core, (value & 0xFFF) << 20 | reg << 15 | reg << 7 | 0x13); /* addi */
}

/* A store of 1, 2 or 4 bytes. */
static enum riscv_step store_bytes(struct machine *machine, enum tt_core core, uint32_t addr, uint32_t value,
                                   unsigned bytes)
{
    machine_set(machine, core, T0_REG, addr);
    machine_set(machine, core, T1_REG, value);
    machine_do(machine, core, (uint32_t)T1_REG << 20 | (uint32_t)T0_REG << 15 | (bytes / 2) << 12 | 0x23);
    return machine->step;
}

static inline enum riscv_step store(struct machine *machine, enum tt_core core, uint32_t addr, uint32_t value)
{
    return store_bytes(machine, core, addr, value, 4);
}

static uint32_t load_bytes(struct machine *machine, enum tt_core core, uint32_t addr, unsigned bytes)
{
    machine_set(machine, core, T0_REG, addr);
    machine_do(machine, core,
               (uint32_t)T0_REG << 15 |
                   (bytes == 4   ? 2
                    : bytes == 2 ? 5u
                                 : 4u)
                       << 12 |
                   T1_REG << 7 | 0x03);
    return cores_core(machine->cores, core)->x[T1_REG];
}

static inline uint32_t load(struct machine *machine, enum tt_core core, uint32_t addr)
{
    const uint32_t value = load_bytes(machine, core, addr, 4);
    ck_assert_msg(machine->step == RISCV_DONE, "%s", cores_reason(machine->cores, core));
    return value;
}

static inline const struct core_act *last_act(const struct machine *machine)
{
    ck_assert_uint_gt(machine->act_count, 0);
    return &machine->acts[machine->act_count - 1];
}
