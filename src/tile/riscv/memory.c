/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores that are not plain memory within reach: misaligned ones (R1), and those of the callbacks. */
#include "tile/riscv/core_internal.h"

/* RISCV_DONE: the callback may be asked. An access that leaves what the run may touch has to wait for a step. */
static enum riscv_step memory_elsewhere(struct riscv_bus *bus, const char *what, uint32_t addr, unsigned bytes,
                                        bool has_callback)
{
    if (addr & (bytes - 1))
        return riscv_refuse(bus, "%s of %u bytes at 0x%x, which is not a multiple of %u", what, bytes, (unsigned)addr,
                            bytes);
    if (bus->reach < (addr < bus->l1_bytes ? RISCV_REACH_L1 : RISCV_REACH_ALL))
        return RISCV_OUTSIDE;
    return has_callback ? RISCV_DONE : riscv_refuse(bus, "%s at 0x%x, where nothing is", what, (unsigned)addr);
}

enum riscv_step riscv_load_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t *value)
{
    const enum riscv_step step = memory_elsewhere(bus, "load", addr, bytes, bus->load != NULL);
    return step == RISCV_DONE ? bus->load(bus->user, addr, bytes, value) : step;
}

enum riscv_step riscv_store_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t value)
{
    const enum riscv_step step = memory_elsewhere(bus, "store", addr, bytes, bus->store != NULL);
    return step == RISCV_DONE ? bus->store(bus->user, addr, bytes, value) : step;
}
