/* SPDX-License-Identifier: Apache-2.0 */
/* A host that follows a script; pages of circular buffers by R66. */
#include "order/script.h"

#include "base/little.h"
#include "isa/mmio.h"
#include "isa/spaces.h"

enum { DELAY_BITS = 11, COUNTER_MASK = 0x1FFFF };

static uint32_t script_word_at(const struct tile *tile, uint32_t addr)
{
    uint8_t bytes[4];
    if (addr >= space_bytes(tile_chip(tile), TT_SPACE_L1))
        return tile_register(tile, addr);
    tile_load(tile, TT_SPACE_L1, addr & ~3u, sizeof bytes, bytes);
    return load_u32(bytes);
}

/* Marsaglia's xorshift: any number but 0 goes on for ever. */
static uint64_t draw(struct script *script)
{
    script->random ^= script->random << 13;
    script->random ^= script->random >> 7;
    script->random ^= script->random << 17;
    return script->random;
}

/* Mostly soon, at times late. */
static uint64_t delay(struct script *script)
{
    const uint64_t drawn = draw(script);
    return drawn >> 8 & ((UINT64_C(1) << drawn % DELAY_BITS) - 1);
}

/* ---- circular buffers ---- */

/* Where the pages put in, or those taken out, are counted (R54). */
static uint32_t counter_at(const struct script *script, unsigned buffer, unsigned cell)
{
    return MMIO_STREAM + (script->first_stream + buffer) * MMIO_STREAM_BYTES +
           mmio_register_offset(script->chip, PLACE_STREAM, cell);
}

static uint32_t received_at(const struct script *script, const struct script_feed *feed)
{
    return counter_at(script, feed->buffer, STREAM_CELL_REMOTE_DEST_BUF_SIZE);
}

static uint32_t acked_at(const struct script *script, const struct script_feed *feed)
{
    return counter_at(script, feed->buffer, STREAM_CELL_REMOTE_DEST_BUF_START);
}

/* A page can go in, or there is one to take out. */
static bool can_move(const struct script *script, const struct script_feed *feed, const struct tile *tile)
{
    const uint32_t received = script_word_at(tile, received_at(script, feed)),
                   acked = script_word_at(tile, acked_at(script, feed));
    const uint32_t held = (uint16_t)(received - acked);
    return feed->done < feed->count && (feed->empties ? held > 0 : held < feed->ring);
}

static uint64_t feed_due(struct script *script, struct script_feed *feed, const struct tile *tile, uint64_t round)
{
    if (feed->phase)
        return round;
    if (script->stored < script->feeds_after || !can_move(script, feed, tile))
        return UINT64_MAX;
    if (!feed->due)
        feed->due = round + 1 + delay(script);
    return feed->due;
}

static struct ttcap_event script_store_of(uint32_t addr, uint32_t value)
{
    return (struct ttcap_event){.kind = TTCAP_MMIO, .thread = -1, .addr = addr, .value = value};
}

static struct ttcap_event script_bytes_of(uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    return (struct ttcap_event){.kind = TTCAP_L1W, .thread = -1, .addr = addr, .bytes = bytes, .byte_count = count};
}

/* The last value it saw of the other side; the page; the counter of its own side. */
static struct ttcap_event feed_act(struct script *script, struct script_feed *feed, const struct tile *tile)
{
    const uint32_t other = feed->empties ? received_at(script, feed) : acked_at(script, feed);
    const uint32_t own = feed->empties ? acked_at(script, feed) : received_at(script, feed);
    const uint32_t addr = feed->start + (uint32_t)(feed->done % feed->ring) * feed->page_bytes;
    uint8_t *page = feed->pages + feed->done * feed->page_bytes;
    if (feed->phase == 0) {
        feed->phase = feed->empties ? 2 : 1;
        return (struct ttcap_event){
            .kind = TTCAP_SEMR, .thread = -1, .addr = other, .value = script_word_at(tile, other)};
    }
    if (feed->phase == 1) {
        feed->phase = 2;
        return script_bytes_of(addr, page, feed->page_bytes);
    }
    if (feed->empties)
        tile_load(tile, TT_SPACE_L1, addr, feed->page_bytes, page);
    feed->phase = 0;
    feed->due = 0;
    feed->done++;
    return script_store_of(own, (script_word_at(tile, own) + 1) & COUNTER_MASK);
}

static bool feeds_are_done(const struct script *script)
{
    bool is_done = true;
    for (size_t i = 0; i < script->feed_count; i++)
        is_done &= script->feeds[i].done == script->feeds[i].count;
    return is_done;
}

/* ---- stores ---- */

static uint64_t store_due(const struct script *script, const struct tile *tile, uint64_t round)
{
    if (script->stored == script->store_count)
        return UINT64_MAX;
    const struct script_store *store = &script->stores[script->stored];
    const uint32_t mask = store->awaited_mask ? store->awaited_mask : UINT32_MAX;
    if (store->has_awaited && (script_word_at(tile, store->awaited_at) & mask) != store->awaited)
        return UINT64_MAX;
    if (store->awaits_feeds && !feeds_are_done(script))
        return UINT64_MAX;
    return store->round > round ? store->round : round;
}

static struct ttcap_event store_act(struct script *script, const struct tile *tile)
{
    const struct script_store *store = &script->stores[script->stored];
    if (store->has_awaited && !script->has_waited) {
        const bool is_stream = store->awaited_at >= MMIO_STREAM && store->awaited_at < MMIO_STREAM_END;
        struct ttcap_event event = script_store_of(store->awaited_at, script_word_at(tile, store->awaited_at));
        script->has_waited = true;
        /* Of L1 a store without effect, which orders all cores, as of a core that reads what another stored. */
        event.kind = is_stream ? TTCAP_SEMR : TTCAP_MMIO;
        if (is_stream || store->awaited_at < space_bytes(script->chip, TT_SPACE_L1))
            return event;
    }
    script->has_waited = false;
    script->stored++;
    if (store->bytes)
        return script_bytes_of(store->addr, store->bytes, store->count);
    if (store->addr >= space_bytes(script->chip, TT_SPACE_L1))
        return script_store_of(store->addr, store->value);
    store_u32(script->bytes, store->value);
    return script_bytes_of(store->addr, script->bytes, sizeof script->bytes);
}

/* ---- other tiles ---- */

static struct script_memory *memory_of(const struct script *script, const struct noc_refusal *request)
{
    for (size_t i = 0; i < script->memory_count; i++) {
        struct script_memory *memory = &script->memories[i];
        if (memory->x == request->x && memory->y == request->y && request->addr >= memory->addr &&
            request->addr - memory->addr <= memory->count &&
            request->bytes <= memory->count - (request->addr - memory->addr))
            return memory;
    }
    return NULL;
}

/* The data of a read are there when the core looks next. */
static bool script_serve(void *user, const struct tile *tile, uint64_t round, const struct noc_refusal *request)
{
    struct script *script = user;
    struct script_memory *memory = memory_of(script, request);
    uint8_t *at = memory ? memory->bytes + (request->addr - memory->addr) : NULL;
    if (!memory || script->read_count == SCRIPT_READS_MAX || request->kind == NOC_ATOMIC || request->is_multicast)
        return false;
    if (request->kind == NOC_WRITE) {
        tile_load(tile, TT_SPACE_L1, request->local, request->bytes, at);
    } else if (request->kind == NOC_WRITE_INLINE) {
        for (unsigned i = 0; i < 4; i++)
            if (request->enables >> i & 1)
                at[i] = (uint8_t)(request->data >> 8 * i);
    } else if (request->bytes) {
        script->reads[script->read_count].addr = request->local;
        script->reads[script->read_count].count = request->bytes;
        script->reads[script->read_count++].bytes = at;
        script->read_round = round + 1;
    }
    return true;
}

/* ---- the whole ---- */

static uint64_t script_due(void *user, const struct tile *tile, uint64_t round)
{
    struct script *script = user;
    uint64_t next = store_due(script, tile, round);
    if (script->read_count && script->read_round < next)
        next = script->read_round > round ? script->read_round : round;
    for (size_t i = 0; i < script->feed_count; i++) {
        const uint64_t of_feed = feed_due(script, &script->feeds[i], tile, round);
        next = of_feed < next ? of_feed : next;
    }
    return next;
}

static bool script_act(void *user, const struct tile *tile, uint64_t round, struct ttcap_event *event)
{
    struct script *script = user;
    if (script->read_count && script->read_round <= round) {
        script->read_count--;
        *event = script_bytes_of(script->reads[0].addr, script->reads[0].bytes, script->reads[0].count);
        memmove(&script->reads[0], &script->reads[1], script->read_count * sizeof script->reads[0]);
        return true;
    }
    if (store_due(script, tile, round) <= round) {
        *event = store_act(script, tile);
        return true;
    }
    for (size_t i = 0; i < script->feed_count; i++) {
        if (feed_due(script, &script->feeds[i], tile, round) > round)
            continue;
        *event = feed_act(script, &script->feeds[i], tile);
        return true;
    }
    return false;
}

static bool script_ends(void *user, const struct tile *tile, uint64_t round)
{
    const struct script *script = user;
    (void)round;
    return script->has_end && script_word_at(tile, script->end_at) == script->end_value &&
           (!script->ends_done || script_is_done(script));
}

struct replay_outside script_outside(struct script *script)
{
    return (struct replay_outside){script, script_due, script_act, script_ends, script_serve};
}

bool script_is_done(const struct script *script)
{
    return script->stored == script->store_count && feeds_are_done(script);
}
