/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores that are not plain memory within reach: misaligned ones (R1), and those of the callbacks.
 */
#include "tile/riscv/core_internal.h"

static enum riscv_step refuse_misaligned(struct riscv_bus *bus, const char *what, uint32_t addr, unsigned bytes)
{
    return riscv_refuse(bus, "%s of %u bytes at 0x%x, which is not a multiple of %u", what, bytes, (unsigned)addr,
                        bytes);
}

/* Whether the access has to wait for a step: it leaves what the run may touch. */
static bool is_out_of_reach(const struct riscv_bus *bus, uint32_t addr)
{
    return addr < bus->l1_bytes ? bus->reach < RISCV_REACH_L1 : bus->reach < RISCV_REACH_ALL;
}

enum riscv_step riscv_load_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t *value)
{
    if (addr & (bytes - 1))
        return refuse_misaligned(bus, "load", addr, bytes);
    if (is_out_of_reach(bus, addr))
        return RISCV_OUTSIDE;
    if (!bus->load)
        return riscv_refuse(bus, "load at 0x%x, where nothing is", (unsigned)addr);
    return bus->load(bus->user, addr, bytes, value);
}

enum riscv_step riscv_store_elsewhere(struct riscv_bus *bus, uint32_t addr, unsigned bytes, uint32_t value)
{
    if (addr & (bytes - 1))
        return refuse_misaligned(bus, "store", addr, bytes);
    if (is_out_of_reach(bus, addr))
        return RISCV_OUTSIDE;
    if (!bus->store)
        return riscv_refuse(bus, "store at 0x%x, where nothing is", (unsigned)addr);
    return bus->store(bus->user, addr, bytes, value);
}
