/* SPDX-License-Identifier: Apache-2.0 */
/* Samples are functions of a seed, so that nothing needs to be retained to know what a capture must hold. */
#include "unit/capture/sample.h"

#include "isa/spaces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

uint64_t sample_next(struct sample_random *random)
{
    uint64_t x = random->state ? random->state : 0x9E3779B97F4A7C15u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545F4914F6CDD1Du;
}

uint32_t sample_below(struct sample_random *random, uint32_t bound)
{
    return (uint32_t)((sample_next(random) >> 32) * bound >> 32);
}

struct ttcap_event sample_event(uint64_t seed, uint64_t seq, uint8_t payload[SAMPLE_PAYLOAD_MAX])
{
    struct sample_random random = {(seed + 1) * 0x9E3779B97F4A7C15u ^ (seq + 1) * 0xD1B54A32D192ED03u};
    (void)sample_next(&random);
    struct ttcap_event event = {.seq = seq, .kind = (enum ttcap_kind)sample_below(&random, TTCAP_KIND_COUNT)};
    bool may_lack_thread =
        event.kind == TTCAP_CFGW || event.kind == TTCAP_SEMW || event.kind == TTCAP_L1W || event.kind == TTCAP_MMIO;
    event.thread = (int8_t)((int)sample_below(&random, may_lack_thread ? 4 : 3) - (may_lack_thread ? 1 : 0));
    if (event.kind == TTCAP_CFGW)
        event.index = (uint8_t)sample_below(&random, 2);
    if (event.kind != TTCAP_PUSH && event.kind != TTCAP_EXEC)
        event.addr = sample_below(&random, 1 << 20);
    if (event.kind != TTCAP_L1W)
        event.value = event.kind == TTCAP_SEMW ? sample_below(&random, 2) : sample_below(&random, 1000) * 0x01000193u;
    if (event.kind == TTCAP_L1W) {
        event.byte_count = sample_below(&random, SAMPLE_PAYLOAD_MAX + 1);
        for (uint32_t i = 0; i < event.byte_count; i++)
            payload[i] = (uint8_t)sample_next(&random);
        event.bytes = payload;
    }
    if (sample_is_rich(seed) && sample_below(&random, 4) > 0) {
        bool is_own = event.thread >= 0 && sample_below(&random, 8) > 0;
        event.has_pc = true;
        event.core = is_own ? (enum tt_core)(TT_CORE_T0 + event.thread) : (enum tt_core)sample_below(&random, 5);
        event.pc = 0x6000u + 4 * sample_below(&random, 1 << 12);
    }
    return event;
}

bool sample_is_rich(uint64_t seed)
{
    return seed % 4 == 3;
}

/* In order of core and address, as a capture gives them back; given in another order (SHUFFLE has no common divisor
 * with SAMPLE_SYMBOLS). */
enum { SHUFFLE = 7 };

struct ttcap_symbol sample_symbol(uint64_t seed, uint32_t i, char name[32])
{
    (void)snprintf(name, 32, "symbol_%llu_%u", (unsigned long long)seed, i);
    return (struct ttcap_symbol){.core = (enum tt_core)(i / 4),
                                 .kind = i % 2 ? TTCAP_OBJECT : TTCAP_FUNCTION,
                                 .addr = i % 4 < 2 ? 0x100 * (i % 4) : 0xFFB00000 + i,
                                 .bytes = i % 3 * 0x10,
                                 .name = name};
}

static const struct ttcap_boot sample_boot[] = {{TT_CORE_T2, 0xE000}, {TT_CORE_B, 0}, {TT_CORE_NC, UINT32_MAX}};
static const char *const sample_inputs[] = {"elf t0: a.elf", "l1 0x20000: b.bin"};

/* One put of a snapshot. */
struct sample_put {
    enum tt_space space;
    uint32_t lo, count;
    bool has_mask;
    uint64_t content; /* seed of the bytes: a few only, so that pages recur */
};

static struct sample_put put_of(const struct sample_shape *shape, uint32_t checkpoint, uint32_t n)
{
    struct sample_random random = {shape->seed * 7919 + checkpoint * 104729u + n * 1299709u + 1};
    (void)sample_next(&random);
    struct sample_put put = {.space = (enum tt_space)sample_below(&random, TT_SPACE_COUNT)};
    uint32_t bytes = space_bytes(shape->chip, put.space);
    bool is_whole = sample_below(&random, 2) == 0;
    put.lo = is_whole ? 0 : sample_below(&random, bytes);
    put.count = is_whole ? bytes : 1 + sample_below(&random, bytes - put.lo);
    uint32_t most = shape->put_bytes ? shape->put_bytes : 20000;
    if (put.count > most)
        put.count = most;
    put.has_mask = sample_below(&random, 4) == 0;
    put.content = sample_below(&random, 5);
    return put;
}

static uint8_t put_byte(const struct sample_put *put, uint32_t at)
{
    uint64_t x = (put->content + 1) * (at / 8 + 1) * 0x9E3779B97F4A7C15u;
    return put->content == 0 ? 0 : (uint8_t)(x >> 56);
}

static uint8_t put_known(const struct sample_put *put, uint32_t at)
{
    return !put->has_mask ? 0xFF : (uint8_t)((at / 64) % 3 == 0 ? 0x0F : at / 64 % 3 == 1 ? 0 : 0xFF);
}

void sample_space(const struct sample_shape *shape, uint32_t checkpoint, enum tt_space space, uint8_t *bytes,
                  uint8_t *known)
{
    memset(bytes, 0, space_bytes(shape->chip, space));
    memset(known, 0, space_bytes(shape->chip, space));
    for (uint32_t n = 0; n < shape->put_count; n++) {
        struct sample_put put = put_of(shape, checkpoint, n);
        for (uint32_t i = 0; put.space == space && i < put.count; i++) {
            known[put.lo + i] = put_known(&put, i);
            bytes[put.lo + i] = put_byte(&put, i) & known[put.lo + i];
        }
    }
}

void sample_lines(uint64_t seed, uint32_t i, struct ttcap_lines *lines)
{
    static const char *const names[] = {"main", "work<3, int>", "/k/llk_pack.h", "/k/t2.cpp", NULL};
    struct sample_random random = {(seed + 1) * (i + 1)};
    lines->core = (enum tt_core)(i * TT_CORE_COUNT / SAMPLE_LINES);
    lines->addr = 0x1000 * i + sample_below(&random, 64);
    lines->bytes = 1 + sample_below(&random, 2000);
    lines->frame_count = 1 + sample_below(&random, 5);
    for (size_t k = 0; k < lines->frame_count; k++)
        lines->frames[k] = (struct ttcap_frame){names[sample_below(&random, 5)], names[sample_below(&random, 5)],
                                                sample_below(&random, 300)};
}

static const char *lines_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail)
{
    const struct ttcap_info *info = ttcap_info(capture);
    if (!info->is_salvaged && info->line_count != SAMPLE_LINES)
        return "the number of lines differs";
    for (uint32_t i = 0; i < info->line_count; i++) {
        struct ttcap_lines lines, held;
        char text[2][TTCAP_LINES_TEXT_MAX];
        sample_lines(shape->seed, i, &held);
        const enum tt_status status = ttcap_lines_at(capture, held.core, held.addr + held.bytes - 1, &lines, NULL);
        if (status == TT_BAD_INPUT && may_fail)
            return NULL;
        if (status || lines.core != held.core || lines.addr != held.addr || lines.bytes != held.bytes)
            return "lines differ";
        (void)ttcap_lines_text(lines.frames, lines.frame_count, text[0]);
        (void)ttcap_lines_text(held.frames, held.frame_count, text[1]);
        if (strcmp(text[0], text[1]) != 0)
            return "a chain of functions differs";
    }
    return NULL;
}

static enum tt_status write_snapshot(const struct sample_shape *shape, struct ttcap_writer *writer, uint32_t checkpoint,
                                     struct tt_error *err)
{
    static uint8_t bytes[20000], known[20000];
    char id[16];
    (void)snprintf(id, sizeof id, "c%u", checkpoint);
    enum tt_status status = ttcap_writer_snapshot_begin(writer, id, err);
    for (uint32_t n = 0; n < shape->put_count && !status; n++) {
        struct sample_put put = put_of(shape, checkpoint, n);
        for (uint32_t i = 0; i < put.count; i++) {
            bytes[i] = put_byte(&put, i);
            known[i] = put_known(&put, i);
        }
        status = ttcap_writer_put(writer, put.space, put.lo, put.count, bytes, put.has_mask ? known : NULL, err);
    }
    return status ? status : ttcap_writer_snapshot_end(writer, err);
}

static enum tt_status write_content(const struct sample_shape *shape, struct ttcap_writer *writer, struct tt_error *err)
{
    uint64_t seq = 0;
    for (uint32_t i = 0; sample_is_rich(shape->seed) && i < SAMPLE_SYMBOLS; i++) {
        char name[32];
        struct ttcap_symbol symbol = sample_symbol(shape->seed, i * SHUFFLE % SAMPLE_SYMBOLS, name);
        enum tt_status status = ttcap_writer_symbol(writer, &symbol, err);
        if (status)
            return status;
    }
    for (uint32_t i = 0; sample_is_rich(shape->seed) && i < SAMPLE_LINES; i++) {
        struct ttcap_lines lines;
        sample_lines(shape->seed, i, &lines);
        const enum tt_status status = ttcap_writer_lines(writer, &lines, err);
        if (status)
            return status;
    }
    for (uint32_t checkpoint = 0; checkpoint < shape->checkpoint_count; checkpoint++) {
        enum tt_status status = write_snapshot(shape, writer, checkpoint, err);
        for (uint32_t i = 0; i < shape->events_between && !status; i++, seq++) {
            uint8_t payload[SAMPLE_PAYLOAD_MAX];
            struct ttcap_event event = sample_event(shape->seed, seq, payload);
            status = ttcap_writer_event(writer, &event, err);
        }
        if (status)
            return status;
    }
    return TT_OK;
}

enum tt_status sample_write(const struct sample_shape *shape, const char *path, struct tt_error *err)
{
    static const char *const tags[] = {"sample", "made up"};
    struct ttcap_meta meta = {.chip = shape->chip,
                              .source = TTCAP_SIMULATOR,
                              .name = "sample",
                              .description = "A capture made up from a seed.",
                              .tags = tags,
                              .tag_count = 2};
    if (sample_is_rich(shape->seed)) {
        meta.boot = sample_boot;
        meta.boot_count = 3;
        meta.inputs = sample_inputs;
        meta.input_count = 2;
    }
    struct ttcap_writer *writer;
    enum tt_status status = ttcap_writer_open(&writer, path, true, &meta, err);
    if (status)
        return status;
    status = write_content(shape, writer, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

const char *sample_events_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    if (ttcap_events_open(&cursor, capture, 0, UINT64_MAX, NULL))
        return may_fail ? NULL : "events cannot be opened";
    uint64_t seq = 0;
    const char *how = NULL;
    enum tt_status status;
    while (!how && !(status = ttcap_events_next(cursor, &event, NULL))) {
        uint8_t payload[SAMPLE_PAYLOAD_MAX];
        struct ttcap_event held = sample_event(shape->seed, seq++, payload);
        if (event.seq != held.seq || event.kind != held.kind || event.thread != held.thread ||
            event.index != held.index || event.addr != held.addr || event.value != held.value ||
            event.byte_count != held.byte_count || event.has_pc != held.has_pc || event.core != held.core ||
            event.pc != held.pc || (held.byte_count && memcmp(event.bytes, held.bytes, held.byte_count) != 0))
            how = "an event differs";
    }
    ttcap_events_close(cursor);
    if (how || (status == TT_BAD_INPUT && may_fail))
        return how;
    if (status != TT_END)
        return "events end in trouble";
    return seq == ttcap_info(capture)->event_count ? NULL : "there are fewer events than it says";
}

static const char *space_difference(const struct sample_shape *shape, struct ttcap *capture, uint32_t checkpoint,
                                    enum tt_space space, bool may_fail)
{
    static uint8_t held[2][L1_BYTES_MAX], given[2][L1_BYTES_MAX];
    uint32_t size = space_bytes(shape->chip, space);
    enum tt_status status = ttcap_read(capture, checkpoint, space, 0, size, given[0], given[1], NULL);
    if (status == TT_BAD_INPUT && may_fail)
        return NULL;
    if (status)
        return "a space cannot be read";
    sample_space(shape, checkpoint, space, held[0], held[1]);
    if (memcmp(given[1], held[1], size) != 0)
        return "what is known differs";
    return memcmp(given[0], held[0], size) != 0 ? "bytes differ" : NULL;
}

static const char *rich_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail)
{
    const struct ttcap_info *info = ttcap_info(capture);
    if (info->boot_count != 3 || memcmp(info->boot, sample_boot, sizeof sample_boot) != 0 || info->input_count != 2 ||
        strcmp(info->inputs[1], sample_inputs[1]) != 0)
        return "boot or inputs differ";
    if (!info->is_salvaged && info->symbol_count != SAMPLE_SYMBOLS)
        return "the number of symbols differs";
    for (uint32_t i = 0; i < info->symbol_count; i++) {
        char name[32];
        struct ttcap_symbol symbol, held = sample_symbol(shape->seed, i, name);
        enum tt_status status = ttcap_symbol_get(capture, i, &symbol, NULL);
        if (status == TT_BAD_INPUT && may_fail)
            return NULL;
        if (status || symbol.core != held.core || symbol.kind != held.kind || symbol.addr != held.addr ||
            symbol.bytes != held.bytes || strcmp(symbol.name, held.name) != 0)
            return "a symbol differs";
    }
    return lines_difference(shape, capture, may_fail);
}

const char *sample_difference(const struct sample_shape *shape, struct ttcap *capture, bool may_fail)
{
    const struct ttcap_info *info = ttcap_info(capture);
    uint64_t events = (uint64_t)shape->checkpoint_count * shape->events_between;
    if (info->event_count > events || info->checkpoint_count > shape->checkpoint_count)
        return "there is more than was written";
    if (!info->is_salvaged && (info->event_count != events || info->checkpoint_count != shape->checkpoint_count))
        return "there is less than was written, and the footer is there";
    if (strcmp(info->name, "sample") != 0 || info->tag_count != 2 || strcmp(info->tags[1], "made up") != 0 ||
        info->chip != shape->chip || info->source != TTCAP_SIMULATOR)
        return "the manifest differs";
    const char *how = sample_events_difference(shape, capture, may_fail);
    if (!how && sample_is_rich(shape->seed))
        how = rich_difference(shape, capture, may_fail);
    for (uint32_t checkpoint = 0; checkpoint < info->checkpoint_count && !how; checkpoint++) {
        const struct ttcap_checkpoint *at = ttcap_checkpoint(capture, checkpoint);
        char id[16];
        (void)snprintf(id, sizeof id, "c%u", checkpoint);
        if (strcmp(at->id, id) != 0 || at->after_event != (int64_t)checkpoint * shape->events_between - 1)
            how = "a checkpoint's id or place differs";
        for (unsigned space = 0; space < TT_SPACE_COUNT && !how; space++)
            how = space_difference(shape, capture, checkpoint, (enum tt_space)space, may_fail);
    }
    return how;
}

enum tt_status sample_digest(struct ttcap *capture, uint32_t checkpoint, uint64_t *digest)
{
    static uint8_t bytes[2 * 65536];
    *digest = 0;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++) {
        uint32_t lo = 0, hi;
        enum tt_status status;
        while (!(status = ttcap_next_known(capture, checkpoint, (enum tt_space)space, &lo, &hi, NULL))) {
            uint32_t n = hi - lo < 65536 ? hi - lo : 65536;
            status = ttcap_read(capture, checkpoint, (enum tt_space)space, lo, n, bytes, bytes + n, NULL);
            if (status)
                return status;
            *digest = *digest * 0x9E3779B97F4A7C15u + XXH3_64bits(bytes, 2 * (size_t)n) + lo + space;
            lo += n;
        }
        if (status != TT_END)
            return status;
    }
    return TT_OK;
}

uint8_t *sample_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        perror(path);
        exit(1);
    }
    long end = ftell(file);
    uint8_t *bytes = malloc((size_t)end + 1);
    rewind(file);
    if (!bytes || fread(bytes, 1, (size_t)end, file) != (size_t)end) {
        perror(path);
        exit(1);
    }
    (void)fclose(file);
    *size = (size_t)end;
    return bytes;
}

const char *sample_path(char path[256], const char *name)
{
    const char *folder = getenv("TMPDIR");
    (void)snprintf(path, 256, "%s/ttr-%ld-%s", folder && *folder ? folder : "/tmp", (long)getpid(), name);
    return path;
}
