/* SPDX-License-Identifier: Apache-2.0 */
/* From an address to the register that stands there. R53, R58, R61 */
#include "tile/registers/registers.h"

void registers_without_effect(struct tile *tile, enum tt_unit unit, uint32_t addr, uint32_t value, const char *name,
                              const char *why)
{
    tile_finding(tile, FINDING_MMIO_WITHOUT_EFFECT, unit, 0, "%#010x (%s) = %#x: %s", (unsigned)addr, name,
                 (unsigned)value, why);
}

/* Sixteen bits (R40x), of which one is known (M9x). Returns what is held. */
static uint32_t disable_features(struct tile *tile, enum tt_unit unit, uint32_t value)
{
    enum { BITS = 0xFFFF };
    tile_state_changed(tile);
    if (value & ~(uint32_t)DEBUG_NARROW_IS_UPPER)
        tile_finding(tile, FINDING_DEBUG_FEATURE_UNKNOWN, unit, 0,
                     "FEATURE_DISABLE %08X: bits but 11 change nothing here", (unsigned)value);
    return value & BITS;
}

static void debug_store_word(struct tile *tile, enum tt_unit unit, uint32_t addr, const struct mmio_register *reg,
                             uint32_t value)
{
    const enum mmio_act act = reg ? reg->act : MMIO_ACT_INERT;
    if (act == MMIO_ACT_SHOWS || act == MMIO_ACT_TELLS_TIME)
        return;
    if (act == MMIO_ACT_DISABLES_FEATURES)
        value = disable_features(tile, unit, value);
    tile->state.registers.debug[(addr - MMIO_DEBUG) / 4] = value;
    tile->state.registers.is_debug_stored[(addr - MMIO_DEBUG) / 4] = 1;
}

static bool is_inert(const struct mmio_register *reg, uint32_t addr)
{
    const bool is_debug = addr >= MMIO_DEBUG && addr < MMIO_DEBUG_END;
    return reg ? reg->act == MMIO_ACT_INERT : is_debug;
}

void registers_store(struct tile *tile, enum tt_unit unit, uint32_t addr, uint32_t value)
{
    unsigned block, index = 0;
    const struct mmio_register *reg = mmio_register_at(tile->chip->id, addr, &block, &index);
    const bool is_debug = addr >= MMIO_DEBUG && addr < MMIO_DEBUG_END;
    const char *name = reg ? reg->name : "no register that is known here";
    if (is_inert(reg, addr))
        registers_without_effect(tile, unit, addr, value, name, "held, and without effect here");
    else if (!reg)
        registers_without_effect(tile, unit, addr, value, name, "dropped");
    else if (reg->act == MMIO_ACT_SHOWS || reg->act == MMIO_ACT_TELLS_TIME)
        registers_without_effect(tile, unit, addr, value, name, "for loads alone; dropped");
    if (is_debug)
        debug_store_word(tile, unit, addr, reg, value);
    else if (reg && reg->place == PLACE_STREAM)
        stream_store(tile, unit, block, reg, index, value);
    else if (reg)
        noc_store(tile, unit, block, reg, index, value);
}

bool registers_load(const struct tile *tile, uint32_t addr, uint32_t *value)
{
    unsigned block, index = 0;
    const struct mmio_register *reg = mmio_register_at(tile->chip->id, addr, &block, &index);
    *value = 0;
    if (addr >= MMIO_DEBUG && addr < MMIO_DEBUG_END) {
        *value = tile->state.registers.debug[(addr - MMIO_DEBUG) / 4];
        return tile->state.registers.is_debug_stored[(addr - MMIO_DEBUG) / 4];
    }
    if (!reg)
        return false;
    if (reg->place == PLACE_NOC) {
        *value = tile->state.registers.noc[block][reg->cell + index];
        return true;
    }
    *value = stream_load(tile, block, reg, index);
    return tile->state.registers.is_stored[block][reg->cell + index];
}

bool registers_stream(const struct tile *tile, unsigned stream, unsigned cell, uint32_t *value)
{
    *value = tile->state.registers.stream[stream % MMIO_STREAMS][cell];
    return tile->state.registers.is_stored[stream % MMIO_STREAMS][cell];
}

uint32_t tile_register(const struct tile *tile, uint32_t addr)
{
    uint32_t value;
    (void)mmio_load(tile, TDMA_USER_T0, addr, &value);
    return value;
}

uint32_t tile_register_stores(const struct tile *tile, uint32_t addr)
{
    unsigned block, index = 0;
    const struct mmio_register *reg = mmio_register_at(tile->chip->id, addr, &block, &index);
    return reg && reg->place == PLACE_STREAM ? tile->stream_stores[block][reg->cell + index] : 0;
}

/* Counters are compared as kernels do: 16 bits that wrap. R54 */
bool tile_register_has(const struct tile *tile, uint32_t addr, uint32_t value)
{
    unsigned block, index = 0;
    const struct mmio_register *reg = mmio_register_at(tile->chip->id, addr, &block, &index);
    uint32_t held;
    (void)registers_load(tile, addr, &held);
    return reg && reg->counts ? (int16_t)(held - value) >= 0 : held == value;
}
