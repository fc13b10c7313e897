/* SPDX-License-Identifier: Apache-2.0 */
/* The 32-bit window at FFB00000h and up, as far as the coprocessor's state shows in it (F20, F32, F34,
 * F40, R20), and the registers that it shares with the cores (R53 to R61). What is the cores' alone (mailboxes, pipe
 * barriers) is ignored. */
#include "isa/mmio.h"
#include "tile/core.h"
#include "tile/mover/tdma.h"
#include "tile/registers/registers.h"
#include "tile/riscv/dst_window.h"

/* A store to a window: offset in bytes from where it begins. */
struct store {
    enum tt_unit unit;
    int thread; /* -1: not known, or core B */
    uint32_t addr, offset, value;
};

static void store_tdma(struct tile *tile, const struct store *store)
{
    tdma_store(tile, store->unit, store->thread, store->addr, store->value);
}

static void drop(struct tile *tile, const struct store *store, const char *what)
{
    registers_without_effect(tile, store->unit, store->addr, store->value, what, "dropped");
}

/* Core B pushes behind the macro-op expander and has no configuration for it (F3, F7). */
static void store_mop_cfg(struct tile *tile, const struct store *store)
{
    if (store->thread >= 0)
        core_put_mop_cfg(tile, store->unit, (unsigned)store->thread, store->offset / 4, store->value);
    else
        drop(tile, store, "macro-op configuration, which belongs to a thread");
}

/* A T core sees its own 64 registers, core B all of them, 100h apart (F34). */
static void store_gpr(struct tile *tile, const struct store *store)
{
    const uint32_t reg = store->offset / 4;
    if (store->thread >= 0)
        core_put_gpr(tile, store->unit, (unsigned)store->thread, reg, store->value);
    else
        core_put_gpr(tile, store->unit, reg / GPRS, reg % GPRS, store->value);
}

static void store_semaphore(struct tile *tile, const struct store *store)
{
    core_put_semaphore(tile, store->unit, store->offset / 4, !(store->value & 1));
}

/* State 0, state 1, and on Blackhole both at once; the thread words behind them cannot be stored (F32). */
static void store_cfg(struct tile *tile, const struct store *store)
{
    const uint32_t both = tile->chip->cfg_window_has_both ? CFG_STATES : UINT32_MAX;
    const uint32_t window = store->offset / 4 / tile->chip->cfg_words;
    const uint32_t word = store->offset / 4 % tile->chip->cfg_words;
    if (window == both) {
        tile_write_cfg(tile, store->unit, 0, word, store->value, UINT32_MAX);
        tile_write_cfg(tile, store->unit, 1, word, store->value, UINT32_MAX);
    } else if (window < CFG_STATES) {
        tile_write_cfg(tile, store->unit, window, word, store->value, UINT32_MAX);
    } else {
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, store->unit, 0,
                     "no configuration word can be stored at %#x", (unsigned)store->addr);
    }
}

/* Blackhole's T cores alone see Dst (R35). */
static void store_dst(struct tile *tile, const struct store *store)
{
    if (tile->chip->t_cores_see_dst && store->thread >= 0)
        dst_window_put(tile, store->unit, (unsigned)store->thread, store->offset, store->value);
    else
        drop(tile, store, "Dst, which only Blackhole's T cores see");
}

static void store_register(struct tile *tile, const struct store *store)
{
    registers_store(tile, store->unit, store->addr, store->value);
}

/* Between the cores alone: who runs them has carried it out, and the coprocessor does not see it (R11, R20, R51). */
static void store_between_cores(struct tile *tile, const struct store *store)
{
    (void)tile;
    (void)store;
}

static const struct {
    uint32_t lo, hi;
    void (*run)(struct tile *tile, const struct store *store);
} windows[] = {
    {MMIO_TDMA, MMIO_TDMA_END, store_tdma},
    {MMIO_DEBUG, MMIO_DEBUG_END, store_register},
    {MMIO_NOC, MMIO_NOC_1_END, store_register},
    {MMIO_STREAM, MMIO_STREAM_END, store_register},
    {MMIO_MOP_CFG, MMIO_MOP_CFG_END, store_mop_cfg},
    {MMIO_DST, MMIO_DST_END, store_dst},
    {MMIO_GPR, MMIO_GPR_END, store_gpr},
    {MMIO_SEMAPHORE, MMIO_SEMAPHORE_END, store_semaphore},
    {MMIO_CFG, MMIO_CFG_END, store_cfg},
    {MMIO_PUSH, MMIO_PUSH_2_END, store_between_cores},
    {MMIO_PCBUF, MMIO_PCBUF_END, store_between_cores},
    {MMIO_PIPE_DRY, MMIO_MACRO_OP_IDLE_END, store_between_cores},
    {MMIO_PCBUF_1, MMIO_PCBUF_1_END, store_between_cores},
    {MMIO_PCBUF_2, MMIO_PCBUF_2_END, store_between_cores},
    {MMIO_MAILBOX, MMIO_MAILBOX_END, store_between_cores},
};

void mmio_store(struct tile *tile, enum tt_unit unit, int thread, uint32_t addr, uint32_t value)
{
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++) {
        if (addr < windows[i].lo || addr >= windows[i].hi)
            continue;
        const struct store store = {unit, thread, addr, addr - windows[i].lo, value};
        windows[i].run(tile, &store);
        return;
    }
    registers_without_effect(tile, unit, addr, value, "no register that is known here", "dropped");
}

bool mmio_load(const struct tile *tile, unsigned user, uint32_t addr, uint32_t *value)
{
    *value = 0;
    if (addr >= MMIO_DEBUG)
        return addr < MMIO_STREAM_END && registers_load(tile, addr, value);
    return addr >= MMIO_TDMA && tdma_load(tile, user, addr, value);
}
