/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of idle streams. R53 to R57 */
#include "tile/registers/registers.h"

#include "stream_findings.h"

enum {
    SPACE_MASK = 0x1FFFF,
    SPACE_BITS = 17,
    DESTINATIONS = 32,
    STREAMS_WITH_DESTINATIONS = 4, /* 0 to 3 can send to many; the others to one */
    UPDATE_SPACE_SHIFT = 6,
    UPDATE_DESTINATION = 0x3F,
    UPDATE_CREDITS_SHIFT = 23,
    HEADER_PHASE = 0xFFF,
    PHASE_MASK = 0xFFFFF,
    MISC_STARTS = 1,
    STATUS_HAS_ROOM = 8,
};

static unsigned stream_destinations(unsigned stream)
{
    return stream < STREAMS_WITH_DESTINATIONS ? DESTINATIONS : 1;
}

/* Streams 0 to 3 and 8 to 11 alone have scratch words. */
static bool stream_has_scratch(unsigned stream)
{
    return (stream & ~0xBu) == 0;
}

/* The base of CURR_PHASE, of a source's phase too, or of the pointer. */
static unsigned stream_base_of(const struct mmio_register *reg)
{
    return reg->cell == STREAM_CELL_PHASE_AUTO_CFG_PTR ? STREAM_CELL_PHASE_AUTO_CFG_PTR_BASE
                                                       : STREAM_CELL_CURR_PHASE_BASE;
}

/* A store at work. */
struct stream_at {
    struct tile *tile;
    const struct bus_access *store;
    unsigned stream, cell; /* the register's own */
    uint32_t value, held;  /* held: the bits of it that the register has */
};

static uint32_t stream_peek(const struct stream_at *at, unsigned cell)
{
    return at->tile->state.registers.stream[at->stream][cell];
}

static void stream_put(const struct stream_at *at, unsigned cell, uint32_t value)
{
    at->tile->state.registers.stream[at->stream][cell] = value;
    at->tile->state.registers.is_stored[at->stream][cell] = 1;
    at->tile->stream_stores[at->stream][cell]++;
}

static void stream_drop(const struct stream_at *at, const char *why)
{
    bus_without_effect(at->tile, at->store, NULL, why);
}

static void stream_hold(const struct stream_at *at)
{
    if (at->store->at->reg->cell != STREAM_CELL_SCRATCH || stream_has_scratch(at->stream))
        stream_put(at, at->cell, at->held);
    else
        stream_drop(at, "streams 0 to 3 and 8 to 11 have it alone; dropped");
}

static void stream_hold_less_base(const struct stream_at *at)
{
    const struct mmio_register *reg = at->store->at->reg;
    stream_put(at, at->cell, (at->value + stream_peek(at, stream_base_of(reg))) & reg->mask[at->tile->chip->id]);
}

static void stream_start_remote_buffer(const struct stream_at *at)
{
    stream_put(at, at->cell, at->held);
    stream_put(at, STREAM_CELL_REMOTE_DEST_WR_PTR, 0);
}

static void stream_size_remote_buffer(const struct stream_at *at)
{
    stream_put(at, at->cell, at->held);
    for (unsigned i = 0; i < stream_destinations(at->stream); i++) {
        const unsigned cell = STREAM_CELL_SPACE_AVAILABLE + i;
        stream_put(at, cell, (stream_peek(at, cell) & ~(uint32_t)SPACE_MASK) | at->held);
    }
}

static void stream_start_buffer(const struct stream_at *at)
{
    stream_put(at, at->cell, at->held);
    stream_put(at, STREAM_CELL_RD_PTR, 0);
    stream_put(at, STREAM_CELL_WR_PTR, 0);
}

/* Credits stand above the room, on the chip that has them (R55). */
static void stream_add_space(const struct stream_at *at)
{
    const unsigned destination = at->value & UPDATE_DESTINATION;
    if (destination >= stream_destinations(at->stream)) {
        stream_drop(at, "the stream has no such destination; dropped");
        return;
    }
    const unsigned cell = STREAM_CELL_SPACE_AVAILABLE + destination;
    const uint32_t old = stream_peek(at, cell), space = (old + (at->value >> UPDATE_SPACE_SHIFT)) & SPACE_MASK;
    const uint32_t credits = at->tile->chip->streams_have_credits ? at->value >> UPDATE_CREDITS_SHIFT : 0;
    stream_put(at, cell, space | ((old >> SPACE_BITS) + credits) << SPACE_BITS);
}

static void stream_advance_phase(const struct stream_at *at)
{
    stream_put(at, at->cell, at->value & ~(uint32_t)HEADER_PHASE);
    stream_put(at, STREAM_CELL_CURR_PHASE,
               (stream_peek(at, STREAM_CELL_CURR_PHASE) + (at->value & HEADER_PHASE)) & PHASE_MASK);
}

static void stream_configure(const struct stream_at *at)
{
    stream_put(at, at->cell, at->held);
    if (at->value & MISC_STARTS)
        tile_finding(at->tile, FINDING_STREAM_STARTS, at->store->unit, 0, "MISC_CFG of stream %u = %#x", at->stream,
                     (unsigned)at->value);
}

static void stream_reset(const struct stream_at *at)
{
    for (unsigned cell = 0; cell < STREAM_CELLS; cell++)
        stream_put(at, cell, 0);
}

void stream_store(struct tile *tile, const struct bus_access *store)
{
    static void (*const acts[MMIO_ACT_COUNT])(const struct stream_at *at) = {
        [MMIO_ACT_HOLDS] = stream_hold,
        [MMIO_ACT_HOLDS_LESS_BASE] = stream_hold_less_base,
        [MMIO_ACT_STARTS_REMOTE_BUFFER] = stream_start_remote_buffer,
        [MMIO_ACT_SIZES_REMOTE_BUFFER] = stream_size_remote_buffer,
        [MMIO_ACT_STARTS_BUFFER] = stream_start_buffer,
        [MMIO_ACT_ADDS_SPACE] = stream_add_space,
        [MMIO_ACT_ADVANCES_PHASE] = stream_advance_phase,
        [MMIO_ACT_CONFIGURES_STREAM] = stream_configure,
        [MMIO_ACT_RESETS_STREAM] = stream_reset,
    };
    const struct mmio_register *reg = store->at->reg;
    const struct stream_at at = {tile,
                                 store,
                                 store->at->block,
                                 reg->cell + store->at->index,
                                 store->value,
                                 store->value & reg->mask[tile->chip->id]};
    if (acts[reg->act])
        acts[reg->act](&at);
}

static bool stream_all_have_room(const struct tile *tile, unsigned stream)
{
    const uint32_t *cells = tile->state.registers.stream[stream];
    for (unsigned i = 0; i < stream_destinations(stream); i++)
        if ((cells[STREAM_CELL_SPACE_AVAILABLE + i] & SPACE_MASK) == 0)
            return false;
    return true;
}

uint32_t stream_load(const struct tile *tile, const struct mmio_target *at)
{
    const uint32_t *cells = tile->state.registers.stream[at->block];
    const struct mmio_register *reg = at->reg;
    if (reg->act == MMIO_ACT_HOLDS_LESS_BASE)
        return (cells[reg->cell] - cells[stream_base_of(reg)]) & reg->mask[tile->chip->id];
    if (reg->cell == STREAM_CELL_DEBUG_STATUS_2)
        return stream_all_have_room(tile, at->block) ? STATUS_HAS_ROOM : 0;
    return cells[reg->cell + at->index] & reg->mask[tile->chip->id];
}
