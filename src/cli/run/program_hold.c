/* SPDX-License-Identifier: Apache-2.0 */
/* A program that runs again, held against its captures: what came to each tile, event by event, and what tiles and DRAM
 * hold at the end. */
#include "cli/run/program_run.h"

#include "isa/spaces.h"
#include "order/live.h"

enum { CHUNK = 64 * 1024 };

static void hold_add(struct program_run *run, const struct program_difference *difference)
{
    struct verdict_bytes *bytes = &run->conversation.facts.bytes;
    bytes->compared += difference->count;
    bytes->bits += UINT64_C(8) * difference->count;
    bytes->differing += difference->count;
    if (!mem_grow(&run->differences, &run->difference_capacity, run->difference_count + 1, sizeof *difference))
        run->differences[run->difference_count++] = *difference;
}

/* Bytes of a place that stand from `addr` on, as they are recorded and as they are here, in the bits of `known`, or in
 * all where that is null. */
static void hold_bytes(struct program_run *run, struct program_difference *difference, uint32_t addr, uint32_t count,
                       const uint8_t *recorded, const uint8_t *here, const uint8_t *known)
{
    (void)device_transfers(run->device, &difference->before);
    for (uint32_t i = 0; i < count; i++) {
        if (!((recorded[i] ^ here[i]) & (known ? known[i] : UINT8_MAX)))
            continue;
        if (!difference->count++) {
            difference->addr = addr + i;
            difference->recorded = recorded[i];
            difference->here = here[i];
        }
    }
    if (difference->count)
        hold_add(run, difference);
}

/* ---- event by event ---- */

static bool hold_is_same_kind(const struct ttcap_event *one, const struct ttcap_event *other)
{
    return one->kind == other->kind && one->thread == other->thread && one->addr == other->addr &&
           (one->kind != TTCAP_L1W || one->byte_count == other->byte_count);
}

/* Bytes that cores stored themselves stand in the state at the end. */
static void hold_message(const struct program_followed *tile, const struct ttcap_event *event,
                         const struct ttcap_event *recorded)
{
    struct program_difference difference = {.what = PROGRAM_MESSAGE,
                                            .x = tile->x,
                                            .y = tile->y,
                                            .seq = recorded->seq,
                                            .step = (int64_t)live_step(tile->live)};
    if (event->kind == TTCAP_L1W)
        hold_bytes(tile->run, &difference, event->addr, event->byte_count, recorded->bytes, event->bytes, NULL);
}

static void hold_event(struct program_followed *tile, const struct ttcap_event *event)
{
    struct ttcap_event recorded;
    struct tt_error err;
    if (!tile->cursor || tile->is_apart)
        return;
    tile->is_apart = ttcap_events_next(tile->cursor, &recorded, &err) != TT_OK || !hold_is_same_kind(event, &recorded);
    tile->apart_at += !tile->is_apart;
    if (!tile->is_apart && !event->has_pc && event->thread < 0)
        hold_message(tile, event, &recorded);
}

static void hold_happened(void *user, const struct ttcap_event *event)
{
    struct program_followed *tile = user;
    if (event->has_pc) {
        tile->is_full = tile->is_full ||
                        mem_grow(&tile->stores, &tile->store_capacity, tile->store_count + 1, sizeof *tile->stores);
        if (!tile->is_full)
            tile->stores[tile->store_count++] =
                (struct program_store){live_step(tile->live) - 1, event->pc, event->core}; /* it is over */
    }
    hold_event(tile, event);
}

static enum tt_status hold_open(struct program_followed *tile, struct tt_error *err)
{
    const struct program *program = &tile->run->program;
    const struct program_tile *held = program_tile(program, tile->x, tile->y);
    char *path OWNED(mem_free_at) = held ? program_path(program, held->file) : NULL;
    if (!held)
        return TT_OK;
    TRY(path ? ttcap_open(&tile->capture, path, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a tile"));
    return ttcap_events_open(&tile->cursor, tile->capture, 0, ttcap_info(tile->capture)->event_count, err);
}

static enum tt_status hold_started(void *user, uint8_t x, uint8_t y, struct live *live, void **tile,
                                   struct tt_error *err)
{
    struct program_run *run = user;
    struct program_followed *made = mem_calloc(1, sizeof *made);
    if (!made || mem_grow(&run->tiles, &run->tile_capacity, run->tile_count + 1, sizeof *run->tiles)) {
        mem_free(made);
        return tt_fail(err, TT_NO_MEMORY, "no memory to follow tile %u,%u", x, y);
    }
    *made = (struct program_followed){.x = x, .y = y, .live = live, .run = run};
    run->tiles[run->tile_count++] = made;
    *tile = made;
    return hold_open(made, err);
}

struct device_listener program_follow(struct program_run *run)
{
    return (struct device_listener){.user = run, .started = hold_started, .happened = hold_happened};
}

struct program_followed *program_followed(const struct program_run *run, unsigned x, unsigned y)
{
    for (size_t i = 0; i < run->tile_count; i++)
        if (run->tiles[i]->x == x && run->tiles[i]->y == y)
            return run->tiles[i];
    return NULL;
}

/* ---- at the end ---- */

/* The bytes of a space that the end of its capture knows. */
static enum tt_status hold_range(const struct program_followed *tile, enum tt_space space, uint32_t lo, uint32_t count,
                                 uint8_t *room, struct tt_error *err)
{
    uint8_t *const recorded = room, *const known = room + CHUNK, *const here = room + 2 * (size_t)CHUNK;
    const uint32_t last = ttcap_info(tile->capture)->checkpoint_count - 1;
    struct program_difference difference = {
        .what = PROGRAM_STATE, .x = tile->x, .y = tile->y, .space = space, .step = INT64_MAX - 1};
    TRY(ttcap_read(tile->capture, last, space, lo, count, recorded, known, err));
    tile_load(live_tile(tile->live), space, lo, count, here);
    hold_bytes(tile->run, &difference, lo, count, recorded, here, known);
    return TT_OK;
}

static enum tt_status hold_tile(const struct program_followed *tile, uint8_t *room, struct tt_error *err)
{
    live_end_here(tile->live);
    if (ttcap_info(tile->capture)->checkpoint_count < 2)
        return TT_OK;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(tile->run->chip, (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += CHUNK)
            TRY(hold_range(tile, (enum tt_space)space, lo, size - lo < CHUNK ? size - lo : CHUNK, room, err));
    }
    return TT_OK;
}

static enum tt_status hold_bank(struct program_run *run, const struct wire_op *op, uint8_t *here, struct tt_error *err)
{
    struct program_difference difference = {.what = PROGRAM_DRAM_BYTES, .x = op->x, .y = op->y};
    TRY(device_read(run->device, op->x, op->y, op->addr, here, op->size, err));
    hold_bytes(run, &difference, (uint32_t)op->addr, op->size, op->bytes, here, NULL);
    return TT_OK;
}

static enum tt_status hold_dram(struct program_run *run, uint8_t *room, struct tt_error *err)
{
    struct wire wire = {.text = NULL};
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < run->program.file_count && !status; i++) {
        if (strcmp(run->program.files[i].name, PROGRAM_DRAM) != 0)
            continue;
        char *path = program_path(&run->program, i);
        struct tt_error empty;
        status = path ? wire_read(&wire, path, &empty) : tt_fail(err, TT_NO_MEMORY, "no memory");
        if (status == TT_BAD_INPUT && !wire.count)
            status = TT_OK; /* nothing was written to any bank */
        else if (status)
            *err = empty;
        for (size_t k = 0; k < wire.count && !status; k++)
            status = wire.ops[k].kind == WIRE_WRITE && wire.ops[k].size <= CHUNK
                         ? hold_bank(run, &wire.ops[k], room, err)
                         : tt_fail(err, TT_BAD_INPUT, "%s:%u: expected a WRITE of at most %d bytes", path,
                                   wire.ops[k].line, CHUNK);
        wire_clear(&wire);
        mem_free(path);
    }
    return status;
}

enum tt_status program_hold(struct program_run *run, struct tt_error *err)
{
    uint8_t *room OWNED(mem_free_at) = mem_alloc(3 * (size_t)CHUNK);
    NEED(room, err, "no memory");
    for (size_t i = 0; i < run->tile_count; i++) {
        const struct program_followed *tile = run->tiles[i];
        if (tile->capture && tile->is_apart)
            NEED(MEM_PUSH(run->apart, run->apart_count, run->apart_capacity,
                          (struct program_apart){tile->x, tile->y, tile->apart_at}),
                 err, "no memory");
        else if (tile->capture)
            TRY(hold_tile(tile, room, err));
    }
    return hold_dram(run, room, err);
}

void program_untrace(struct program_followed *tile)
{
    if (tile->trace)
        core_trace_clear(tile->trace);
    mem_free(tile->trace);
    tile->trace = NULL;
}

void program_followed_clear(struct program_run *run)
{
    for (size_t i = 0; i < run->tile_count; i++) {
        struct program_followed *tile = run->tiles[i];
        ttcap_events_close(tile->cursor);
        ttcap_close(tile->capture);
        results_close(tile->results);
        scratch_remove(&tile->scratch);
        program_untrace(tile);
        mem_free(tile->stores);
        mem_free(tile);
    }
    mem_free(run->tiles);
    mem_free(run->differences);
    mem_free(run->apart);
    mem_free(run->operands);
}
