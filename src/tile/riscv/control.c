/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps, upper immediates, and what stops or only orders. */
#include "tile/riscv/core_internal.h"

#include "riscv_specials.h"

enum riscv_step riscv_op_lui(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    (void)bus;
    return riscv_put(core, insn, insn->immediate);
}

enum riscv_step riscv_op_auipc(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    (void)bus;
    return riscv_put(core, insn, core->pc + insn->immediate);
}

static enum riscv_step jump(struct riscv_core *core, const struct riscv_insn *insn, uint32_t target)
{
    (void)riscv_put(core, insn, core->pc + 4);
    core->pc = target;
    return RISCV_JUMPED;
}

enum riscv_step riscv_op_jal(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    (void)bus;
    return jump(core, insn, core->pc + insn->immediate);
}

/* Bit 0 of the target is cleared (R49). */
enum riscv_step riscv_op_jalr(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    (void)bus;
    return jump(core, insn, (core->x[insn->rs1] + insn->immediate) & ~1u);
}

/* Instructions that neither read nor change a register. */
#define CONTROL(NAME, STEP)                                                                                            \
    enum riscv_step riscv_op_##NAME(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)     \
    {                                                                                                                  \
        (void)core;                                                                                                    \
        (void)insn;                                                                                                    \
        (void)bus;                                                                                                     \
        return STEP;                                                                                                   \
    }
CONTROL(fence, RISCV_DONE) /* every access is in program order as it is (R1, R8) */
CONTROL(ecall, RISCV_HALTED)
CONTROL(ebreak, RISCV_HALTED)
