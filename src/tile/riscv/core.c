/* SPDX-License-Identifier: Apache-2.0 */
/* Fetching and doing, one instruction or many. */
#include "tile/riscv/core_internal.h"

void riscv_core_reset(struct riscv_core *core, uint32_t pc)
{
    *core = (struct riscv_core){.pc = pc};
    riscv_csr_reset(core);
}

enum riscv_step riscv_refuse(struct riscv_bus *bus, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(bus->reason, sizeof bus->reason, format, args);
    va_end(args);
    return RISCV_REFUSED;
}

/* The four bytes at pc where they are not in L1: the instruction memory of a core that has one. Null: no code there. */
static const uint8_t *code_elsewhere(const struct riscv_bus *bus, uint32_t pc)
{
    return pc - RISCV_IRAM_BASE < bus->iram_bytes && !(pc & 3) ? bus->iram + (pc - RISCV_IRAM_BASE) : NULL;
}

static enum riscv_step refuse_fetch(struct riscv_bus *bus, uint32_t pc)
{
    return riscv_refuse(bus, (pc & 3) ? "pc is not a multiple of 4" : "no code can be there: pc has left L1");
}

/* The pc and the count, for which an instruction may ask, are stored before each; the loop itself holds them apart. */
enum riscv_step riscv_core_run(struct riscv_core *core, struct riscv_bus *bus, enum riscv_reach reach, uint64_t most,
                               uint64_t *done)
{
    struct riscv_code *code = bus->code;
    const uint8_t *l1 = bus->l1;
    const uint32_t l1_bytes = bus->l1_bytes;
    const uint64_t begin = core->retired;
    enum riscv_step step = RISCV_DONE;
    uint32_t pc = core->pc;
    uint64_t retired = begin;
    for (bus->reach = reach; retired - begin < most; retired++) {
        const uint8_t *at = pc < l1_bytes && !(pc & 3) ? l1 + pc : code_elsewhere(bus, pc);
        core->retired = retired;
        if (!at) {
            step = refuse_fetch(bus, pc);
            break;
        }
        const uint32_t word = load_u32(at);
        struct riscv_insn *insn = &code->entries[pc >> 2 & (RISCV_CODE_ENTRIES - 1)];
        if (insn->word != word)
            riscv_decode(code->chip, word, insn);
        step = insn->run(core, insn, bus);
        if (step == RISCV_DONE) {
            pc += 4;
        } else if (step == RISCV_JUMPED) {
            pc = core->pc;
        } else {
            break;
        }
        core->pc = pc;
    }
    core->retired = retired;
    *done = retired - begin;
    return step == RISCV_JUMPED ? RISCV_DONE : step;
}

enum riscv_step riscv_core_step(struct riscv_core *core, struct riscv_bus *bus)
{
    uint64_t done;
    return riscv_core_run(core, bus, RISCV_REACH_ALL, 1, &done);
}
