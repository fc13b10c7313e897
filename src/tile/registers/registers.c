/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, network interfaces and debug registers: stores and loads. R53, R58, R61 */
#include "tile/registers/registers.h"

#include "debug_findings.h"

/* Sixteen bits (R40x), of which one is known (M9x). Returns what is held. */
static uint32_t registers_disable_features(struct tile *tile, const struct bus_access *store)
{
    enum { BITS = 0xFFFF };
    tile_state_changed(tile);
    if (store->value & ~(uint32_t)DEBUG_NARROW_IS_UPPER)
        tile_finding(tile, FINDING_DEBUG_FEATURE_UNKNOWN, store->unit, 0,
                     "FEATURE_DISABLE %08X: bits but 11 change nothing here", (unsigned)store->value);
    return store->value & BITS;
}

/* Time is not modelled: whatever is in the buffers, or between them where both are used, is unknown (R61x). */
static void registers_stamp_time(struct tile *tile, const struct bus_access *store)
{
    enum { FIRST_BUFFER = 0x208 / 4, BUFFERS = 2, UNIT_BYTES = 16 };
    const uint32_t *words = &tile->state.registers.debug[FIRST_BUFFER];
    const uint64_t l1_bytes = tile->chip->l1_bytes;
    uint64_t lo = l1_bytes, hi = 0;
    for (unsigned i = 0; i < BUFFERS; i++) {
        const uint64_t first = (uint64_t)words[2 * i] * UNIT_BYTES, last = (uint64_t)words[2 * i + 1] * UNIT_BYTES;
        if (last <= first)
            continue;
        lo = first < lo ? first : lo;
        hi = last + UNIT_BYTES > hi ? last + UNIT_BYTES : hi;
    }
    hi = hi < l1_bytes ? hi : l1_bytes;
    if (lo < hi)
        tile->unknown_write = (struct tile_range){TT_SPACE_L1, (uint32_t)lo, (uint32_t)hi};
    tile_finding(tile, FINDING_DEBUG_TIMESTAMP, store->unit, 0,
                 "time stamp %08X to L1: not made, the buffer at %#x to %#x is unknown", (unsigned)store->value,
                 (unsigned)(lo < hi ? lo : 0), (unsigned)(lo < hi ? hi : 0));
}

static void registers_store_debug(struct tile *tile, const struct bus_access *store, enum mmio_act act)
{
    struct register_state *registers = &tile->state.registers;
    const uint32_t word = store->at->offset / 4;
    if (act == MMIO_ACT_SHOWS || act == MMIO_ACT_TELLS_TIME)
        return;
    if (act == MMIO_ACT_STAMPS_TIME) {
        registers_stamp_time(tile, store);
        return;
    }
    registers->debug[word] = act == MMIO_ACT_DISABLES_FEATURES ? registers_disable_features(tile, store) : store->value;
    registers->is_debug_stored[word] = 1;
}

void registers_store(struct tile *tile, const struct bus_access *store)
{
    const struct mmio_target *at = store->at;
    if (!at->reg && at->place != PLACE_DEBUG) {
        bus_without_effect(tile, store, NULL, "dropped");
        return;
    }
    const enum mmio_act act = at->reg ? at->reg->act : MMIO_ACT_INERT;
    if (act == MMIO_ACT_INERT)
        bus_without_effect(tile, store, NULL, "held, and without effect here");
    else if (act == MMIO_ACT_SHOWS || act == MMIO_ACT_TELLS_TIME)
        bus_without_effect(tile, store, NULL, "for loads alone; dropped");
    if (at->place == PLACE_DEBUG)
        registers_store_debug(tile, store, act);
    else if (at->place == PLACE_STREAM)
        stream_store(tile, store);
    else
        noc_store(tile, store);
}

bool registers_load(const struct tile *tile, const struct mmio_target *at, uint32_t *value)
{
    const struct register_state *registers = &tile->state.registers;
    *value = 0;
    if (at->place == PLACE_DEBUG) {
        *value = registers->debug[at->offset / 4];
        return registers->is_debug_stored[at->offset / 4];
    }
    if (!at->reg)
        return false;
    if (at->place == PLACE_NOC) {
        *value = registers->noc[at->block][at->reg->cell + at->index];
        return true;
    }
    *value = stream_load(tile, at);
    return registers->is_stored[at->block][at->reg->cell + at->index];
}

bool registers_stream(const struct tile *tile, unsigned stream, unsigned cell, uint32_t *value)
{
    *value = tile->state.registers.stream[stream % MMIO_STREAMS][cell];
    return tile->state.registers.is_stored[stream % MMIO_STREAMS][cell];
}

uint32_t tile_register(const struct tile *tile, uint32_t addr)
{
    const struct mmio_target at = mmio_decode_any(tile->chip->id, -1, addr);
    const struct bus_access load = {TT_UNIT_SCALAR, -1, &at, 0};
    uint32_t value;
    (void)bus_load_register(tile, &load, &value);
    return value;
}

uint32_t tile_register_stores(const struct tile *tile, uint32_t addr)
{
    const struct mmio_target at = mmio_decode_any(tile->chip->id, -1, addr);
    return at.reg && at.place == PLACE_STREAM ? tile->stream_stores[at.block][at.reg->cell + at.index] : 0;
}

/* Counters are compared as kernels do: 16 bits that wrap. R54 */
bool tile_register_has(const struct tile *tile, uint32_t addr, uint32_t value)
{
    const struct mmio_target at = mmio_decode_any(tile->chip->id, -1, addr);
    const struct bus_access load = {TT_UNIT_SCALAR, -1, &at, 0};
    uint32_t held;
    (void)bus_load_register(tile, &load, &held);
    return at.reg && at.reg->counts ? (int16_t)(held - value) >= 0 : held == value;
}
