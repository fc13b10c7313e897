/* SPDX-License-Identifier: Apache-2.0 */
/* Stores to the TDMA-RISC's registers (F40, F40t, P-9.5, P-11.2). */
#include "tile/mover/mover.h"
#include "tile/mover/tdma.h"
#include "tile/pack/pack.h"

#include "tdma_findings.h"

enum { SCALER_BITS = 9, SCALER_MASK = (1 << SCALER_BITS) - 1, LAST_SCALER = 3 };
/* Bits that CLK_GATE_EN and CLK_GATE_HYST hold, and those of them that gate clocks. */
enum { NOP_BASES_MASK = 0xFFFFFF7F, HYSTERESIS_MASK = 0x01FF007F, GATING_MASK = 0x7F };

static void tdma_found_documented(struct tile *tile, const struct bus_access *store)
{
    tile_finding(tile, FINDING_TDMA_NOT_RECORDED, store->unit, 0, "%s = %#x", store->at->reg->name,
                 (unsigned)store->value);
}

static void tdma_gates_clocks(struct tile *tile, const struct bus_access *store)
{
    struct bus_access gating = *store;
    gating.value &= GATING_MASK;
    if (gating.value)
        bus_without_effect(tile, &gating, NULL, "bits that gate clocks; held, and without effect here");
}

static void tdma_base_nops(struct tile *tile, const struct bus_access *store)
{
    tile->state.tdma.nop_bases = store->value & NOP_BASES_MASK;
    tdma_gates_clocks(tile, store);
    if (store->value & ~(uint32_t)GATING_MASK)
        tdma_found_documented(tile, store);
}

static void tdma_scale_high(struct tile *tile, const struct bus_access *store)
{
    tile->state.tdma.hysteresis = store->value & HYSTERESIS_MASK;
    tile->state.tdma.scalers[LAST_SCALER] = store->value >> 16 & SCALER_MASK;
    tdma_gates_clocks(tile, store);
    if (store->value & ~(uint32_t)GATING_MASK)
        tdma_found_documented(tile, store);
}

static void tdma_scale(struct tile *tile, const struct bus_access *store)
{
    for (unsigned i = 0; i < LAST_SCALER; i++)
        tile->state.tdma.scalers[i] = store->value >> i * SCALER_BITS & SCALER_MASK;
    tdma_found_documented(tile, store);
}

static void tdma_set_offsets(struct tile *tile, const struct bus_access *store)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        if (!(store->value >> (16 + i) & 1))
            continue;
        pack_set_l1_offset(tile, i, store->value);
        for (unsigned thread = 0; thread < THREADS; thread++)
            pack_clear_acc_tile_size(tile, 1u << i, thread);
    }
    tdma_found_documented(tile, store);
}

static void tdma_base_setregs(struct tile *tile, const struct bus_access *store)
{
    tile->state.tdma.setreg_bases = store->value;
    tdma_found_documented(tile, store);
}

static void tdma_take_parameter(struct tile *tile, const struct bus_access *store)
{
    tile->state.tdma.parameters[store->at->reg->cell - TDMA_CELL_XMOV_SRC_ADDR] = store->value;
}

static void tdma_take_command(struct tile *tile, const struct bus_access *store)
{
    mover_command(tile, store->unit, tdma_user(store), store->value);
}

static void tdma_base_moves(struct tile *tile, const struct bus_access *store)
{
    tile->state.tdma.move_bases[tdma_user(store)] = store->value;
}

static void tdma_drop(struct tile *tile, const struct bus_access *store)
{
    bus_without_effect(tile, store, NULL, "for loads alone; dropped");
}

static void (*const tdma_acts[MMIO_ACT_COUNT])(struct tile *tile, const struct bus_access *store) = {
    [MMIO_ACT_TAKES_PARAMETER] = tdma_take_parameter,
    [MMIO_ACT_TAKES_COMMAND] = tdma_take_command,
    [MMIO_ACT_BASES_MOVES] = tdma_base_moves,
    [MMIO_ACT_BASES_NOPS] = tdma_base_nops,
    [MMIO_ACT_SCALES_HIGH] = tdma_scale_high,
    [MMIO_ACT_SCALES] = tdma_scale,
    [MMIO_ACT_BASES_SETREGS] = tdma_base_setregs,
    [MMIO_ACT_SETS_OFFSET] = tdma_set_offsets,
    [MMIO_ACT_POPS_TILE] = tdma_loaded,
    [MMIO_ACT_SHOWS] = tdma_drop,
};

void tdma_store(struct tile *tile, const struct bus_access *store)
{
    if (store->at->reg)
        tdma_acts[store->at->reg->act](tile, store);
    else
        bus_without_effect(tile, store, NULL, "dropped");
}

uint32_t tdma_base(uint32_t packed, unsigned which)
{
    enum { LOW_BITS = 10, LOW_MASK = 0x3FF, HIGH_AT = 20, HIGH_BITS = 2, HIGH_MASK = 3, HIGH_PLACE = 18 };
    which &= 1;
    return (packed >> which * LOW_BITS & LOW_MASK) << 2 | (packed >> (HIGH_AT + which * HIGH_BITS) & HIGH_MASK)
                                                              << HIGH_PLACE;
}
