/* SPDX-License-Identifier: Apache-2.0 */
/* Zaamo: a word of L1 read and written in one step (R6). The acquire and release bits order nothing here, as
 * every access is in program order (R8). */
#include "tile/riscv/core_internal.h"

enum riscv_step riscv_atomic(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus,
                             uint32_t (*compute)(uint32_t held, uint32_t operand))
{
    const uint32_t addr = core->x[insn->rs1];
    if (addr & 3)
        return riscv_refuse(bus, "atomic at 0x%x, which is not a multiple of 4", (unsigned)addr);
    if (addr >= bus->l1_bytes)
        return riscv_refuse(bus, "atomic at 0x%x, which is not in L1", (unsigned)addr);
    if (bus->reach < RISCV_REACH_L1)
        return RISCV_OUTSIDE;
    const uint32_t held = load_u32(bus->l1 + addr);
    const uint32_t value = compute(held, core->x[insn->rs2]);
    if (bus->l1_stores_are_reported) {
        const enum riscv_step step = bus->store(bus->user, addr, 4, value);
        if (step != RISCV_DONE)
            return step;
    } else {
        store_u32(bus->l1 + addr, value);
    }
    return riscv_put(core, insn, held);
}
