/* SPDX-License-Identifier: Apache-2.0 */
/* A start as a capture, with L1 as the host left it, and behind it the recorder of replays. */
#include "device/tile_record.h"

#include "base/memory.h"
#include "base/scratch.h"
#include "capture/ttcap.h"
#include "isa/spaces.h"
#include "order/live.h"
#include "order/record.h"

#include <stdio.h>

enum { CHUNK = 64 * 1024, NAME_MAX_BYTES = 256 };

struct tile_record {
    const char *path, *name;
    const struct replay_options *options;
    enum tt_chip chip;
    bool replace;
    uint8_t x, y;
    struct scratch scratch;
    struct ttcap *start;
    struct recorder *recorder; /* null: the tile has not begun */
    struct live *live;
};

enum tt_status tile_record_open(struct tile_record **out, const char *path, bool replace, uint8_t x, uint8_t y,
                                const char *name, const struct replay_options *options, enum tt_chip chip,
                                struct tt_error *err)
{
    struct tile_record *record = mem_calloc(1, sizeof *record);
    *out = record;
    if (!record)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    record->path = path;
    record->name = name;
    record->options = options;
    record->chip = chip;
    record->replace = replace;
    record->x = x;
    record->y = y;
    return scratch_make(&record->scratch, "start.ttcap", err);
}

static enum tt_status tile_record_put_l1(struct ttcap_writer *writer, const struct tile *tile, struct tt_error *err)
{
    uint8_t *bytes = mem_alloc(CHUNK);
    enum tt_status status = bytes ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for L1");
    const uint32_t size = space_bytes(tile_chip(tile), TT_SPACE_L1);
    for (uint32_t at = 0, count; at < size && !status; at += count) {
        count = size - at < CHUNK ? size - at : CHUNK;
        tile_load(tile, TT_SPACE_L1, at, count, bytes);
        status = ttcap_writer_put(writer, TT_SPACE_L1, at, count, bytes, NULL, err);
    }
    mem_free(bytes);
    return status;
}

/* A device that nobody has used is as after a reset, in all that the host did not write. */
static enum tt_status write_start(const struct tile_record *record, struct tt_error *err)
{
    char name[NAME_MAX_BYTES], input[NAME_MAX_BYTES];
    const char *const inputs[] = {input};
    const struct ttcap_boot boot = {.core = TT_CORE_B, .pc = 0};
    struct ttcap_writer *writer = NULL;
    (void)snprintf(name, sizeof name, "tile %u,%u", record->x, record->y);
    (void)snprintf(input, sizeof input, "--wire %.200s: a conversation of a host with the chip", record->name);
    const struct ttcap_meta meta = {.chip = record->chip,
                                    .source = TTCAP_SIMULATOR,
                                    .name = name,
                                    .description = input,
                                    .boot = &boot,
                                    .boot_count = 1,
                                    .inputs = inputs,
                                    .input_count = 1};
    enum tt_status status = ttcap_writer_open(&writer, record->scratch.file, true, &meta, err);
    if (!status)
        status = ttcap_writer_snapshot_begin(writer, "begin", err);
    if (!status)
        status = tile_record_put_l1(writer, live_tile(record->live), err);
    if (!status)
        status = ttcap_writer_snapshot_end(writer, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

static enum tt_status record_started(void *user, struct live *live, struct tt_error *err)
{
    struct tile_record *record = user;
    record->live = live;
    enum tt_status status = write_start(record, err);
    if (!status)
        status = ttcap_open(&record->start, record->scratch.file, err);
    if (!status)
        status = recorder_open(&record->recorder, record->path, record->replace, record->start, record->options, err);
    if (!status)
        recorder_start(record->recorder, live_tile(live));
    return status;
}

static void record_happened(void *user, const struct ttcap_event *event)
{
    struct tile_record *record = user;
    if (record->recorder)
        recorder_event(record->recorder, event);
}

struct device_listener tile_record_listener(struct tile_record *record)
{
    return (struct device_listener){
        .user = record, .x = record->x, .y = record->y, .started = record_started, .happened = record_happened};
}

enum tt_status tile_record_finish(struct tile_record *record, struct tt_error *err)
{
    if (!record->recorder)
        return tt_fail(err, TT_BAD_INPUT,
                       "tile %u,%u: its core B never leaves reset, so that there is nothing to record", record->x,
                       record->y);
    live_end_here(record->live);
    recorder_ended(record->recorder, live_tile(record->live));
    struct recorder *recorder = record->recorder;
    record->recorder = NULL;
    return recorder_finish(recorder, err);
}

void tile_record_free(struct tile_record *record)
{
    if (!record)
        return;
    recorder_abandon(record->recorder);
    ttcap_close(record->start);
    scratch_remove(&record->scratch);
    mem_free(record);
}
