/* SPDX-License-Identifier: Apache-2.0 */
/* Stores to the TDMA-RISC's registers (F40, F40t, P-9.5, P-11.2). */
#include "tile/mover/mover.h"
#include "tile/mover/tdma.h"
#include "tile/pack/pack.h"
#include "tile/registers/registers.h"

enum { SCALER_BITS = 9, SCALER_MASK = (1 << SCALER_BITS) - 1, LAST_SCALER = 3 };
/* Bits that CLK_GATE_EN and CLK_GATE_HYST hold, and those of them that gate clocks. */
enum { NOP_BASES_MASK = 0xFFFFFF7F, HYSTERESIS_MASK = 0x01FF007F, GATING_MASK = 0x7F };

struct store {
    enum tt_unit unit;
    int thread;
    uint32_t addr, value;
    const struct mmio_register *reg;
};

static void as_documented(struct tile *tile, const struct store *store)
{
    tile_finding(tile, FINDING_TDMA_NOT_RECORDED, store->unit, 0, "%s = %#x", store->reg->name, (unsigned)store->value);
}

static void gates_clocks(struct tile *tile, const struct store *store)
{
    if (store->value & GATING_MASK)
        registers_without_effect(tile, store->unit, store->addr, store->value & GATING_MASK, store->reg->name,
                                 "bits that gate clocks; held, and without effect here");
}

static void base_nops(struct tile *tile, const struct store *store)
{
    tile->state.tdma.nop_bases = store->value & NOP_BASES_MASK;
    gates_clocks(tile, store);
    if (store->value & ~(uint32_t)GATING_MASK)
        as_documented(tile, store);
}

static void scale_high(struct tile *tile, const struct store *store)
{
    tile->state.tdma.hysteresis = store->value & HYSTERESIS_MASK;
    tile->state.tdma.scalers[LAST_SCALER] = store->value >> 16 & SCALER_MASK;
    gates_clocks(tile, store);
    if (store->value & ~(uint32_t)GATING_MASK)
        as_documented(tile, store);
}

static void scale(struct tile *tile, const struct store *store)
{
    for (unsigned i = 0; i < LAST_SCALER; i++)
        tile->state.tdma.scalers[i] = store->value >> i * SCALER_BITS & SCALER_MASK;
    as_documented(tile, store);
}

static void set_offsets(struct tile *tile, const struct store *store)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        if (!(store->value >> (16 + i) & 1))
            continue;
        pack_set_l1_offset(tile, i, store->value);
        for (unsigned thread = 0; thread < THREADS; thread++)
            pack_clear_acc_tile_size(tile, 1u << i, thread);
    }
    as_documented(tile, store);
}

static void base_setregs(struct tile *tile, const struct store *store)
{
    tile->state.tdma.setreg_bases = store->value;
    as_documented(tile, store);
}

static void take_parameter(struct tile *tile, const struct store *store)
{
    tile->state.tdma.parameters[store->reg->cell - TDMA_CELL_XMOV_SRC_ADDR] = store->value;
}

static void take_command(struct tile *tile, const struct store *store)
{
    mover_command(tile, store->unit, tdma_user(store->unit, store->thread), store->value);
}

static void base_moves(struct tile *tile, const struct store *store)
{
    tile->state.tdma.move_bases[tdma_user(store->unit, store->thread)] = store->value;
}

static void pop(struct tile *tile, const struct store *store)
{
    tdma_loaded(tile, store->unit, store->addr);
}

static void drop(struct tile *tile, const struct store *store)
{
    registers_without_effect(tile, store->unit, store->addr, store->value, store->reg->name,
                             "for loads alone; dropped");
}

static void (*const acts[MMIO_ACT_COUNT])(struct tile *tile, const struct store *store) = {
    [MMIO_ACT_TAKES_PARAMETER] = take_parameter,
    [MMIO_ACT_TAKES_COMMAND] = take_command,
    [MMIO_ACT_BASES_MOVES] = base_moves,
    [MMIO_ACT_BASES_NOPS] = base_nops,
    [MMIO_ACT_SCALES_HIGH] = scale_high,
    [MMIO_ACT_SCALES] = scale,
    [MMIO_ACT_BASES_SETREGS] = base_setregs,
    [MMIO_ACT_SETS_OFFSET] = set_offsets,
    [MMIO_ACT_POPS_TILE] = pop,
    [MMIO_ACT_SHOWS] = drop,
};

void tdma_store(struct tile *tile, enum tt_unit unit, int thread, uint32_t addr, uint32_t value)
{
    unsigned block, index;
    struct store store = {.unit = unit, .thread = thread, .addr = addr, .value = value};
    store.reg = mmio_register_at(tile->chip->id, addr, &block, &index);
    if (store.reg)
        acts[store.reg->act](tile, &store);
    else
        registers_without_effect(tile, unit, addr, value, "no register that is known here", "dropped");
}

uint32_t tdma_base(uint32_t packed, unsigned which)
{
    enum { LOW_BITS = 10, LOW_MASK = 0x3FF, HIGH_AT = 20, HIGH_BITS = 2, HIGH_MASK = 3, HIGH_PLACE = 18 };
    which &= 1;
    return (packed >> which * LOW_BITS & LOW_MASK) << 2 | (packed >> (HIGH_AT + which * HIGH_BITS) & HIGH_MASK)
                                                              << HIGH_PLACE;
}
