/* SPDX-License-Identifier: Apache-2.0 */
/* The addresses from FFB00000h on, as far as the coprocessor's state shows there (F20, F32, F34, F40, R20), and the
 * registers that it shares with the cores (R53 to R61). Devices of the cores alone (mailboxes, pipe barriers) are in
 * tile/riscv/devices.c. */
#include "tile/bus.h"

#include "base/little.h"
#include "isa/spaces.h"
#include "tile/mover/tdma.h"
#include "tile/registers/registers.h"
#include "tile/riscv/dst_window.h"
#include "tile/sync/semaphore.h"

#include "core_findings.h"
#include "mmio_findings.h"

void bus_without_effect(struct tile *tile, const struct bus_access *store, const char *name, const char *why)
{
    const struct mmio_register *reg = store->at->reg;
    const bool is_l1 = store->at->addr < tile->chip->l1_bytes;
    tile_finding(tile, FINDING_MMIO_WITHOUT_EFFECT, store->unit, 0, "%#010x (%s) = %#x: %s", (unsigned)store->at->addr,
                 name    ? name
                 : reg   ? reg->name
                 : is_l1 ? "L1, where a store is an event of kind l1w"
                         : "no register that is known here",
                 (unsigned)store->value, why);
}

void bus_store_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t index, uint32_t value)
{
    if (thread < THREADS && index < GPRS)
        tile_write_gpr(tile, unit, thread, index, value);
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, unit, 0, "scalar register %u of thread %u does not exist",
                     (unsigned)index, thread);
}

/* Core B pushes behind the macro-op expander and has no configuration for it (F3, F7). */
static void bus_store_mop_cfg(struct tile *tile, const struct bus_access *store)
{
    const struct mmio_target *at = store->at;
    const uint32_t words = sizeof tile->state.small.mop_cfg[0] / sizeof(uint32_t);
    if (store->thread < 0)
        bus_without_effect(tile, store, "macro-op configuration, which belongs to a thread", "dropped");
    else if (at->block < THREADS && at->index < words)
        tile_write_small(tile, store->unit, &tile->state.small.mop_cfg[at->block][at->index], store->value);
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, store->unit, 0,
                     "macro-op configuration word %u of thread %u does not exist", (unsigned)at->index, at->block);
}

static void bus_store_semaphore(struct tile *tile, const struct bus_access *store)
{
    const uint32_t index = store->at->index;
    if (index < sizeof tile->state.small.sem / sizeof *tile->state.small.sem)
        semaphore_step(tile, store->unit, index, !(store->value & 1));
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, store->unit, 0, "semaphore %u does not exist",
                     (unsigned)index);
}

/* The threads' words cannot be stored (F32). */
static void bus_store_cfg(struct tile *tile, const struct bus_access *store)
{
    const struct mmio_target *at = store->at;
    const bool is_both = at->block == MMIO_CFG_BOTH;
    for (unsigned state = 0; state < CFG_STATES; state++)
        if (is_both || at->block == state)
            tile_write_cfg(tile, store->unit, state, at->index, store->value, UINT32_MAX);
    if (at->block == MMIO_CFG_OF_THREADS)
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, store->unit, 0,
                     "no configuration word can be stored at %#x", (unsigned)at->addr);
    else if (at->block >= CFG_STATES && !is_both)
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, store->unit, 0, "configuration state %u does not exist",
                     at->block);
}

/* Blackhole's T cores alone see Dst (R35). */
static void bus_store_dst(struct tile *tile, const struct bus_access *store)
{
    if (tile->chip->t_cores_see_dst && store->thread >= 0)
        dst_window_put(tile, store);
    else
        bus_without_effect(tile, store, "Dst, which only Blackhole's T cores see", "dropped");
}

/* A recording of cores has their loads of words that another core stored as events, too (order/firmware_order.c). */
static bool bus_is_load_mark(const struct tile *tile, const struct bus_access *store)
{
    uint8_t bytes[sizeof(uint32_t)];
    const uint32_t addr = store->at->addr;
    if (store->unit != TT_UNIT_CORE || store->thread >= 0 || addr % sizeof bytes || addr >= tile->chip->l1_bytes)
        return false;
    tile_load(tile, TT_SPACE_L1, addr, sizeof bytes, bytes);
    return load_u32(bytes) == store->value;
}

void bus_store(struct tile *tile, const struct bus_access *store)
{
    switch (store->at->place) {
    case PLACE_TDMA:
        tdma_store(tile, store);
        return;
    case PLACE_DEBUG:
    case PLACE_NOC:
    case PLACE_STREAM:
        registers_store(tile, store);
        return;
    case PLACE_MOP_CFG:
        bus_store_mop_cfg(tile, store);
        return;
    case PLACE_DST:
        bus_store_dst(tile, store);
        return;
    case PLACE_GPR:
        bus_store_gpr(tile, store->unit, store->at->block, store->at->index, store->value);
        return;
    case PLACE_SEMAPHORE:
        bus_store_semaphore(tile, store);
        return;
    case PLACE_CFG:
        bus_store_cfg(tile, store);
        return;
    case PLACE_PUSH: /* between the cores alone: who runs them has carried it out (R11, R20, R51) */
    case PLACE_PCBUF:
    case PLACE_PIPE_DRY:
    case PLACE_MACRO_OP_IDLE:
    case PLACE_MAILBOX:
        return;
    case PLACE_PC_SNAPSHOT:
    case PLACE_OTHER_LOCAL:
    case PLACE_NONE:
        break;
    }
    if (!bus_is_load_mark(tile, store))
        bus_without_effect(tile, store, NULL, "dropped");
}

void bus_store_at(struct tile *tile, enum tt_unit unit, int thread, uint32_t addr, uint32_t value)
{
    const struct mmio_target at = mmio_decode_any(tile->chip->id, thread, addr);
    const struct bus_access store = {unit, thread, &at, value};
    bus_store(tile, &store);
}

static bool bus_load_thread_cfg(struct tile *tile, enum tt_unit unit, uint32_t index, uint32_t *value)
{
    const uint32_t words = tile->chip->thread_words;
    if (index >= THREADS * words)
        return false;
    tile_saw_read(tile, TT_SPACE_THREAD_CFG, unit, 0, 2 * index, 2 * index + 2);
    *value = tile->state.thread_cfg[index / words][index % words];
    return true;
}

static bool bus_load_cfg(struct tile *tile, const struct bus_access *load, uint32_t *value)
{
    if (load->at->block == MMIO_CFG_OF_THREADS)
        return bus_load_thread_cfg(tile, load->unit, load->at->index, value);
    if (load->at->block >= CFG_STATES)
        return false;
    *value = tile_read_cfg(tile, load->unit, load->at->block, load->at->index);
    return true;
}

bool bus_load_register(const struct tile *tile, const struct bus_access *load, uint32_t *value)
{
    *value = 0;
    if (load->at->place == PLACE_TDMA)
        return tdma_load(tile, load, value);
    return registers_load(tile, load->at, value);
}

bool bus_load(struct tile *tile, const struct bus_access *load, uint32_t *value)
{
    const struct mmio_target *at = load->at;
    *value = 0;
    if (at->place == PLACE_CFG)
        return bus_load_cfg(tile, load, value);
    if (at->place == PLACE_SEMAPHORE) {
        const uint32_t lo = 4 * STATE_SEM + at->index * (uint32_t)sizeof *tile->state.small.sem;
        tile_saw_read(tile, TT_SPACE_STATE, load->unit, 0, lo, lo + 4);
        *value = tile->state.small.sem[at->index].value;
        return true;
    }
    if (at->place != PLACE_GPR)
        return bus_load_register(tile, load, value);
    if (at->block >= THREADS || at->index >= GPRS)
        return false;
    *value = tile_read_gpr(tile, load->unit, at->block, at->index);
    return true;
}
