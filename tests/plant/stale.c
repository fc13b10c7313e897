/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves out one word or store, and turns a bit of what it wrote over at the start: a stale read is planted where that
 * changes what the run ends with, and did not before. */
#include "plant/stale.h"

#include "ask/reduce/copy.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "plant/words.h"
#include "tile/tile.h"
#include "verdict/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 80, BITS = 6, CHUNK = 4096 };

/* ---- what a replay ends with ---- */

struct outcome {
    const struct plant_start *starts;
    size_t count;
    uint64_t sum;
    struct plant_own *own;
};

static void add(struct outcome *outcome, uint64_t value)
{
    outcome->sum = (outcome->sum ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    outcome->sum ^= outcome->sum >> 29;
}

static void on_started(void *user, const struct tile *tile)
{
    const struct outcome *outcome = user;
    for (size_t i = 0; i < outcome->count; i++) {
        const struct plant_start *start = &outcome->starts[i];
        tile_store((struct tile *)(uintptr_t)tile, start->space, start->lo, start->count, start->bytes, start->mask);
    }
}

/* The start that names a byte: it does not count. */
static const struct plant_start *start_at(const struct plant_start *starts, size_t count, enum tt_space space,
                                          uint32_t at)
{
    for (size_t i = 0; i < count; i++)
        if (starts[i].space == space && at - starts[i].lo < starts[i].count)
            return &starts[i];
    return NULL;
}

static void add_own(struct plant_own *own, const struct plant_own_byte *byte)
{
    if (own->count == own->capacity) {
        own->capacity = own->capacity ? 2 * own->capacity : 256;
        own->items = realloc(own->items, own->capacity * sizeof *own->items);
        if (!own->items)
            abort();
    }
    own->items[own->count++] = *byte;
}

void plant_own_clear(struct plant_own *own)
{
    free(own->items);
    *own = (struct plant_own){0};
}

/* from: where it may well stand, for both replays come to their bytes in one order. */
static const struct plant_own_byte *own_at(const struct plant_own *own, const struct plant_own_byte *byte, size_t *from)
{
    for (size_t k = 0; k < own->count; k++) {
        const size_t i = (*from + k) % own->count;
        if (own->items[i].checkpoint != byte->checkpoint || own->items[i].space != byte->space ||
            own->items[i].at != byte->at)
            continue;
        *from = i + 1;
        return &own->items[i];
    }
    return NULL;
}

/* One byte, of a checkpoint, as the two replays leave it. */
static bool is_otherwise(const struct plant_own_byte *byte, uint8_t as_is, uint8_t other,
                         const struct plant_start *starts, size_t count)
{
    const struct plant_start *start = start_at(starts, count, byte->space, byte->at);
    const uint8_t mask = start->mask[byte->at - start->lo], put = start->bytes[byte->at - start->lo];
    const int is_put = !((other ^ put) & mask & byte->known);
    return (other ^ as_is) & byte->known & (is_put ? ~mask : ~0);
}

bool plant_own_differs(const struct plant_own *as_is, const struct plant_own *other, const struct plant_start *starts,
                       size_t count)
{
    size_t from = 0;
    for (size_t i = 0; i < other->count; i++) {
        const struct plant_own_byte *byte = &other->items[i], *before = own_at(as_is, byte, &from);
        if (is_otherwise(byte, before ? before->replayed : byte->held, byte->replayed, starts, count))
            return true;
    }
    from = 0;
    for (size_t i = 0; i < as_is->count; i++) {
        const struct plant_own_byte *byte = &as_is->items[i];
        if (!own_at(other, byte, &from) && is_otherwise(byte, byte->replayed, byte->held, starts, count))
            return true;
    }
    return false;
}

static void on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct outcome *outcome = user;
    for (uint32_t i = 0; i < run->hi - run->lo; i++) {
        if (!((run->held[i] ^ run->replayed[i]) & run->known[i]))
            continue;
        if (start_at(outcome->starts, outcome->count, run->space, run->lo + i)) {
            if (outcome->own)
                add_own(outcome->own, &(struct plant_own_byte){run->checkpoint, run->lo + i, run->space, run->held[i],
                                                               run->replayed[i], run->known[i]});
            continue;
        }
        add(outcome, (uint64_t)run->checkpoint << 40 ^ (uint64_t)run->space << 32 ^ (run->lo + i));
        add(outcome, run->replayed[i]);
    }
}

/* Bytes of the place itself, as if they were zero. */
static void clear_named(const struct outcome *outcome, uint32_t lo, uint8_t bytes[static CHUNK])
{
    for (size_t i = 0; i < outcome->count; i++) {
        const struct plant_start *start = &outcome->starts[i];
        const uint32_t from = start->lo > lo ? start->lo : lo, end = start->lo + start->count;
        const uint32_t to = end < lo + CHUNK ? end : lo + CHUNK;
        if (start->space == TT_SPACE_L1 && from < to)
            memset(bytes + (from - lo), 0, to - from);
    }
}

/* Most of L1 is zero, and is passed over page by page, then by words. */
static void on_ended(void *user, const struct tile *tile)
{
    static const uint8_t zero[CHUNK];
    struct outcome *outcome = user;
    const uint32_t size = space_bytes(tile_chip(tile), TT_SPACE_L1);
    uint8_t bytes[CHUNK];
    for (uint32_t lo = 0; lo < size; lo += CHUNK) {
        tile_load(tile, TT_SPACE_L1, lo, CHUNK, bytes);
        if (memcmp(bytes, zero, CHUNK) == 0)
            continue;
        clear_named(outcome, lo, bytes);
        for (uint32_t i = 0; i < CHUNK; i += sizeof(uint64_t)) {
            uint64_t word;
            memcpy(&word, bytes + i, sizeof word); /* the host's order: so are those it is held against */
            if (word) {
                add(outcome, lo + i);
                add(outcome, word);
            }
        }
    }
}

enum tt_status plant_outcome(uint64_t *sum, struct plant_own *own, struct ttcap *capture,
                             const struct plant_start *starts, size_t count, struct tt_error *err)
{
    struct outcome outcome = {starts, count, 1, own};
    const struct replay_observer observer = {
        .user = &outcome, .mismatch = on_mismatch, .started = on_started, .ended = on_ended};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(capture));
    const enum tt_status status = replay_run(capture, &options, NULL, &observer, &summary, err);
    add(&outcome, summary.is_deadlocked);
    add(&outcome, summary.facts.unsupported);
    *sum = outcome.sum;
    return status;
}

/* ---- what may be left out ---- */

/* A range that an event wrote. */
struct written {
    uint64_t event;
    uint32_t lo, hi;
};

struct trace {
    enum tt_space wanted;
    struct written *items;
    size_t count, capacity;
    uint64_t event;
};

static void on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct trace *trace = user;
    trace->event = insn->seq;
}

static void on_access(void *user, const struct probe_access *access)
{
    struct trace *trace = user;
    if (!access->is_write || access->space != trace->wanted || access->lo >= access->hi)
        return;
    if (trace->count == trace->capacity) {
        trace->capacity = trace->capacity ? 2 * trace->capacity : 256;
        trace->items = realloc(trace->items, trace->capacity * sizeof *trace->items);
        if (!trace->items)
            abort();
    }
    trace->items[trace->count++] = (struct written){trace->event, access->lo, access->hi};
}

struct without {
    bool *is_pushed;
    uint64_t event;
};

static bool keeps_event(void *user, uint64_t seq)
{
    const struct without *without = user;
    return !without->is_pushed[seq] && seq != without->event;
}

static enum tt_status find_pushed(bool *is_pushed, struct ttcap *from, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    enum tt_status status = ttcap_events_open(&cursor, from, 0, ttcap_info(from)->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err)))
        is_pushed[event.seq] = event.kind == TTCAP_PUSH;
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

/* ---- whether it is one ---- */

/* Whether a bit turned over at the start changes what a replay ends with. */
static enum tt_status turns(bool *is, struct ttcap *capture, const struct plant_stale *plant, struct tt_error *err)
{
    uint8_t start = 0, known;
    const uint8_t mask = (uint8_t)(1u << plant->bit);
    uint64_t as_is = 0, turned = 0;
    enum tt_status status = ttcap_read(capture, 0, plant->space, plant->at, 1, &start, &known, err);
    const uint8_t same = start, other = start ^ mask;
    const struct plant_start starts[] = {{plant->space, plant->at, 1, &same, &mask},
                                         {plant->space, plant->at, 1, &other, &mask}};
    if (!status)
        status = plant_outcome(&as_is, NULL, capture, &starts[0], 1, err);
    if (!status)
        status = plant_outcome(&turned, NULL, capture, &starts[1], 1, err);
    *is = !status && as_is != turned;
    return status;
}

/* Of a byte those that a chip holds: of a word of the state the lowest. */
static unsigned bits_of(enum tt_space space)
{
    enum { FLAG = 1, COUNTER = 4, BYTE = 8 };
    return space == TT_SPACE_DST_VALID ? FLAG : space == TT_SPACE_STATE ? COUNTER : BYTE;
}

/* A field that chips are said not to hold (P-2.7) cannot be stale; the tile keeps what is stored there. */
static bool is_held(enum tt_chip chip, const struct plant_stale *plant)
{
    const bool is_cfg = plant->space == TT_SPACE_CFG;
    const uint32_t width = is_cfg ? 4 : 2;
    enum reg_id ids[32];
    if (!is_cfg && plant->space != TT_SPACE_THREAD_CFG)
        return true;
    const uint32_t words = is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    const uint32_t bit = UINT32_C(1) << (8 * (plant->at % width) + plant->bit);
    const size_t count = reg_fields_of_word(chip, plant->space, plant->at / width % words, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if ((reg_field_bits(field) & bit) && !field->is_instantiated)
            return false;
    }
    return true;
}

static enum tt_status try_written(struct plant_stale *plant, bool *is_made, struct ttcap *from, const char *path,
                                  const struct written *written, uint64_t *state, struct tt_error *err)
{
    struct ttcap *planted = NULL;
    enum tt_status status = ttcap_open(&planted, path, err);
    for (int i = 0; i < BITS && !status && !*is_made; i++) {
        bool before = false, after = false;
        plant->at = written->lo + (uint32_t)(plant_draw(state) % (written->hi - written->lo));
        plant->bit = (uint8_t)(plant_draw(state) % bits_of(plant->space));
        if (plant->space == TT_SPACE_STATE)
            plant->at -= plant->at % 4;
        if (!is_held(ttcap_info(from)->chip, plant))
            continue;
        status = turns(&after, planted, plant, err);
        if (!status && after)
            status = turns(&before, from, plant, err);
        *is_made = !status && after && !before;
    }
    ttcap_close(planted);
    return status;
}

enum tt_status plant_stale(struct plant_stale *plant, bool *is_made, enum tt_space wanted, uint64_t seed,
                           struct ttcap *from, const char *path, struct tt_error *err)
{
    uint64_t state = seed ^ (uint64_t)wanted << 56;
    struct trace trace = {.wanted = wanted};
    struct without without = {.is_pushed = calloc(ttcap_info(from)->event_count + 1, sizeof(bool))};
    const struct probe probe = {
        .user = &trace, .wants = PROBE_INSN | PROBE_ACCESS, .insn_begin = on_insn_begin, .access = on_access};
    const struct copy_edit edit = {.user = &without, .keeps_event = keeps_event};
    struct replay_options options;
    struct replay_summary summary;
    *plant = (struct plant_stale){.space = wanted};
    *is_made = false;
    replay_options_init(&options, ttcap_info(from));
    if (!without.is_pushed)
        abort();
    enum tt_status status = replay_run(from, &options, &probe, NULL, &summary, err);
    if (!status)
        status = find_pushed(without.is_pushed, from, err);
    for (int i = 0; i < TRIES && !status && !*is_made && trace.count; i++) {
        const struct written *written = &trace.items[plant_draw(&state) % trace.count];
        plant->event = without.event = written->event;
        status = capture_copy(from, path, true, &edit, err);
        if (!status)
            status = try_written(plant, is_made, from, path, written, &state, err);
    }
    (void)snprintf(plant->text, sizeof plant->text, "without event %" PRIu64 ": %s byte 0x%" PRIx32 ", bit %u",
                   plant->event, space_name(plant->space), plant->at, plant->bit);
    free(trace.items);
    free(without.is_pushed);
    return status;
}
