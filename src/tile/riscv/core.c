/* SPDX-License-Identifier: Apache-2.0 */
/* Fetching and doing, one instruction or many. */
#include "tile/riscv/core_internal.h"

#include <stdarg.h>
#include <stdio.h>

void riscv_core_reset(struct riscv_core *core, uint32_t pc)
{
    *core = (struct riscv_core){.pc = pc};
}

enum riscv_step riscv_refuse(struct riscv_bus *bus, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(bus->reason, sizeof bus->reason, format, args);
    va_end(args);
    return RISCV_REFUSED;
}

/* The four bytes at pc: L1, or the instruction memory of a core that has one; null where no code can be. */
static inline const uint8_t *code_at(const struct riscv_bus *bus, uint32_t pc)
{
    if (pc & 3)
        return NULL;
    if (pc < bus->l1_bytes)
        return bus->l1 + pc;
    return pc - RISCV_IRAM_BASE < bus->iram_bytes ? bus->iram + (pc - RISCV_IRAM_BASE) : NULL;
}

static enum riscv_step refuse_fetch(const struct riscv_core *core, struct riscv_bus *bus)
{
    return riscv_refuse(bus, (core->pc & 3) ? "pc is not a multiple of 4" : "no code can be there: pc has left L1");
}

enum riscv_step riscv_core_run(struct riscv_core *core, struct riscv_bus *bus, enum riscv_reach reach, uint64_t most,
                               uint64_t *done)
{
    struct riscv_code *code = bus->code;
    enum riscv_step step = RISCV_DONE;
    const uint64_t begin = core->retired;
    bus->reach = reach;
    for (; core->retired - begin < most; core->retired++) {
        const uint8_t *at = code_at(bus, core->pc);
        if (!at) {
            step = refuse_fetch(core, bus);
            break;
        }
        uint32_t word;
        memcpy(&word, at, sizeof word);
        struct riscv_insn *insn = &code->entries[core->pc >> 2 & (RISCV_CODE_ENTRIES - 1)];
        if (insn->word != word)
            riscv_decode(code->chip, word, insn);
        step = insn->run(core, insn, bus);
        if (step != RISCV_DONE)
            break;
    }
    *done = core->retired - begin;
    return step;
}

enum riscv_step riscv_core_step(struct riscv_core *core, struct riscv_bus *bus)
{
    uint64_t done;
    return riscv_core_run(core, bus, RISCV_REACH_ALL, 1, &done);
}
