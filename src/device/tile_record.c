/* SPDX-License-Identifier: Apache-2.0 */
/* A start as a capture, with L1 as the host left it, and behind it the recorder of replays. */
#include "device/tile_record.h"

#include "base/scratch.h"
#include "capture/ttcap.h"
#include "isa/spaces.h"
#include "order/live.h"
#include "order/record.h"

enum { L1_CHUNK = 64 * 1024, NAME_MAX_BYTES = 256 };

struct tile_record {
    struct scratch scratch;
    const struct tile_record_of *of;
    struct live *live;
    struct ttcap_event *events; /* whose bytes stand in `bytes`, one behind the other */
    size_t count, capacity;
    uint8_t *bytes;
    size_t byte_count, byte_capacity;
    bool is_full; /* no memory for one of them */
};

OWNED_AT(struct tile, tile_free)
OWNED_AT(struct ttcap_writer, ttcap_writer_abandon)

static enum tt_status tile_record_put_l1(struct ttcap_writer *writer, const struct tile *tile, struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = mem_alloc(L1_CHUNK);
    NEED(bytes, err, "no memory for L1");
    const uint32_t size = space_bytes(tile_chip(tile), TT_SPACE_L1);
    for (uint32_t at = 0, count; at < size; at += count) {
        count = size - at < L1_CHUNK ? size - at : L1_CHUNK;
        tile_load(tile, TT_SPACE_L1, at, count, bytes);
        TRY(ttcap_writer_put(writer, TT_SPACE_L1, at, count, bytes, NULL, err));
    }
    return TT_OK;
}

/* A device that nobody has used is as after a reset, in all that the host did not write. */
static enum tt_status write_start(const struct tile_record *record, uint8_t x, uint8_t y,
                                  const struct tile_record_of *of, struct tt_error *err)
{
    char name[NAME_MAX_BYTES], input[NAME_MAX_BYTES];
    const char *const inputs[] = {input};
    const struct ttcap_boot boot = {.core = TT_CORE_B, .pc = 0};
    struct ttcap_writer *writer OWNED(ttcap_writer_abandon_at) = NULL;
    (void)snprintf(name, sizeof name, "tile %u,%u", x, y);
    (void)snprintf(input, sizeof input, "--wire %.200s: a conversation of a host with the chip", of->name);
    const struct ttcap_meta meta = {.chip = of->chip,
                                    .source = TTCAP_SIMULATOR,
                                    .name = name,
                                    .description = input,
                                    .boot = &boot,
                                    .boot_count = 1,
                                    .inputs = inputs,
                                    .input_count = 1};
    TRY(ttcap_writer_open(&writer, record->scratch.file, true, &meta, err));
    TRY(ttcap_writer_snapshot_begin(writer, "begin", err));
    TRY(tile_record_put_l1(writer, live_tile(record->live), err));
    TRY(ttcap_writer_snapshot_end(writer, err));
    struct ttcap_writer *const whole = writer;
    writer = NULL;
    return ttcap_writer_finish(whole, err);
}

enum tt_status tile_record_open(struct tile_record **out, uint8_t x, uint8_t y, struct live *live,
                                const struct tile_record_of *of, struct tt_error *err)
{
    struct tile_record *record = mem_calloc(1, sizeof *record);
    *out = NULL;
    NEED(record, err, "no memory to record tile %u,%u", x, y);
    record->live = live;
    record->of = of;
    enum tt_status status = scratch_make(&record->scratch, "start.ttcap", err);
    status = status ?: write_start(record, x, y, of, err);
    if (status)
        tile_record_abandon(record);
    else
        *out = record;
    return status;
}

void tile_record_event(struct tile_record *record, const struct ttcap_event *event)
{
    const size_t count = event->kind == TTCAP_L1W ? event->byte_count : 0;
    record->is_full = record->is_full ||
                      mem_grow(&record->events, &record->capacity, record->count + 1, sizeof *event) ||
                      (count && mem_grow(&record->bytes, &record->byte_capacity, record->byte_count + count, 1));
    if (record->is_full)
        return;
    record->events[record->count++] = *event;
    if (count)
        memcpy(record->bytes + record->byte_count, event->bytes, count);
    record->byte_count += count;
}

/* A tile as after a reset, with L1 as it was at the start. */
static enum tt_status tile_record_tile(struct tile **out, struct ttcap *start, struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(start)->chip;
    uint8_t *bytes OWNED(mem_free_at) = mem_alloc(2 * (size_t)L1_CHUNK);
    *out = tile_new(chip);
    NEED(bytes && *out, err, "no memory for a tile");
    for (uint32_t at = 0, count; at < space_bytes(chip, TT_SPACE_L1); at += count) {
        count = space_bytes(chip, TT_SPACE_L1) - at < L1_CHUNK ? space_bytes(chip, TT_SPACE_L1) - at : L1_CHUNK;
        TRY(ttcap_read(start, 0, TT_SPACE_L1, at, count, bytes, bytes + L1_CHUNK, err));
        tile_store(*out, TT_SPACE_L1, at, count, bytes, NULL);
    }
    return TT_OK;
}

static void record_events(const struct tile_record *record, struct recorder *recorder)
{
    const uint8_t *bytes = record->bytes;
    for (size_t i = 0; i < record->count; i++) {
        struct ttcap_event event = record->events[i];
        event.bytes = event.kind == TTCAP_L1W ? bytes : NULL;
        recorder_event(recorder, &event);
        if (event.kind == TTCAP_L1W && event.byte_count)
            bytes += event.byte_count;
    }
}

static enum tt_status tile_record_write(struct tile_record *record, const char *path, struct tt_error *err)
{
    struct ttcap *start OWNED(ttcap_close_at) = NULL;
    struct tile *tile OWNED(tile_free_at) = NULL;
    struct recorder *recorder = NULL;
    TRY(ttcap_open(&start, record->scratch.file, err));
    TRY(tile_record_tile(&tile, start, err));
    TRY(recorder_open(&recorder, path, false, start, record->of->options, err));
    recorder_start(recorder, tile);
    live_end_here(record->live);
    record_events(record, recorder);
    recorder_ended(recorder, live_tile(record->live));
    return recorder_finish(recorder, err);
}

enum tt_status tile_record_finish(struct tile_record *record, const char *path, struct tt_error *err)
{
    const enum tt_status status = record->is_full ? tt_fail(err, TT_NO_MEMORY, "%s: no memory for its events", path)
                                                  : tile_record_write(record, path, err);
    tile_record_abandon(record);
    return status;
}

void tile_record_abandon(struct tile_record *record)
{
    if (!record)
        return;
    scratch_remove(&record->scratch);
    mem_free(record->events);
    mem_free(record->bytes);
    mem_free(record);
}
