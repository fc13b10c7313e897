/* SPDX-License-Identifier: Apache-2.0 */
/* Captures that are made. */
#include "api/api.h"
#include "api/capture.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"

struct ttreplay_writer {
    struct ttcap_writer *writer;
    enum tt_chip chip;
    uint64_t events;
};

static enum tt_status capture_write_find_source(const char *name, enum ttcap_source *source, struct tt_error *err)
{
    for (*source = TTCAP_SILICON; *source <= TTCAP_DERIVED; ++*source)
        if (strcmp(name, ttcap_source_name(*source)) == 0)
            return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "source '%.40s' is not one of silicon, simulator, emulator, derived", name);
}

static enum tt_status find_boots(const struct ttreplay_meta *meta, struct ttcap_boot *boots, struct tt_error *err)
{
    for (size_t i = 0; i < meta->boot_count; i++) {
        boots[i].pc = meta->boot_pcs[i];
        TRY(api_core(meta->boot_cores[i], &boots[i].core, err));
    }
    return TT_OK;
}

static enum tt_status capture_write_open_writer(struct ttreplay_writer *writer, const char *path, bool replaces,
                                                const struct ttreplay_meta *meta, struct tt_error *err)
{
    struct ttcap_boot boots[TT_CORE_COUNT];
    struct ttcap_meta of = {
        .name = meta->name,
        .description = meta->description,
        .tags = meta->tags,
        .tag_count = meta->tag_count,
        .boot = boots,
        .boot_count = meta->boot_count,
        .inputs = meta->inputs,
        .input_count = meta->input_count,
    };
    REFUSE_IF(meta->boot_count > TT_CORE_COUNT, err, "%zu cores to boot, a tile has %d", meta->boot_count,
              TT_CORE_COUNT);
    TRY(api_chip(meta->chip, &of.chip, err));
    TRY(capture_write_find_source(meta->source, &of.source, err));
    TRY(find_boots(meta, boots, err));
    writer->chip = of.chip;
    return ttcap_writer_open(&writer->writer, path, replaces, &of, err);
}

TTREPLAY_EXPORT int ttreplay_writer_open(const char *path, uint32_t replaces, const struct ttreplay_meta *meta,
                                         struct ttreplay_writer **out, char *error)
{
    API_ERROR;
    struct ttreplay_writer *writer OWNED(mem_free_at) = mem_calloc(1, sizeof *writer);
    *out = NULL;
    if (!writer)
        return (int)tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    API_TRY(capture_write_open_writer(writer, path, replaces != 0, meta, err));
    *out = writer;
    writer = NULL;
    return 0;
}

static enum tt_status capture_write_put_event(struct ttreplay_writer *writer, const struct ttreplay_event *from,
                                              const uint8_t *bytes, uint32_t byte_count, struct tt_error *err)
{
    const struct ttcap_event event = {
        .seq = writer->events,
        .kind = (enum ttcap_kind)from->kind,
        .thread = (int8_t)from->thread,
        .index = (uint8_t)from->index,
        .addr = from->addr,
        .value = from->value,
        .has_pc = from->has_pc != 0,
        .core = (enum tt_core)from->core,
        .pc = from->pc,
        .bytes = from->byte_count ? bytes + from->byte_at : NULL,
        .byte_count = from->byte_count,
    };
    REFUSE_IF(from->kind >= TTCAP_KIND_COUNT || from->thread < -1 || from->thread > 2 || from->index > UINT8_MAX ||
                  from->core >= TT_CORE_COUNT || from->byte_at > byte_count ||
                  from->byte_count > byte_count - from->byte_at,
              err,
              "event %" PRIu64 ": kind %" PRIu32 ", thread %" PRId32 ", index %" PRIu32 ", core %" PRIu32 ", %" PRIu32
              " bytes: one of them is beyond what there is",
              writer->events, from->kind, from->thread, from->index, from->core, from->byte_count);
    const enum tt_status status = ttcap_writer_event(writer->writer, &event, err);
    writer->events += !status;
    return status;
}

TTREPLAY_EXPORT int ttreplay_writer_events(struct ttreplay_writer *writer, const struct ttreplay_event *events,
                                           uint32_t count, const uint8_t *bytes, uint32_t byte_count, char *error)
{
    API_ERROR;
    for (uint32_t i = 0; i < count; i++)
        API_TRY(capture_write_put_event(writer, &events[i], bytes, byte_count, err));
    return 0;
}

TTREPLAY_EXPORT int ttreplay_writer_begin(struct ttreplay_writer *writer, const char *id, char *error)
{
    API_ERROR;
    return (int)ttcap_writer_snapshot_begin(writer->writer, id, err);
}

TTREPLAY_EXPORT int ttreplay_writer_put(struct ttreplay_writer *writer, const char *space, uint32_t lo, uint32_t count,
                                        const uint8_t *bytes, const uint8_t *known, char *error)
{
    API_ERROR;
    enum tt_space of;
    API_TRY(api_space(space, &of, err));
    API_TRY(api_range(writer->chip, of, lo, count, err));
    return count ? (int)ttcap_writer_put(writer->writer, of, lo, count, bytes, known, err) : 0;
}

TTREPLAY_EXPORT int ttreplay_writer_window(struct ttreplay_writer *writer, const struct ttreplay_window *window,
                                           char *error)
{
    API_ERROR;
    struct ttcap_window of = {.lo = window->lo, .count = window->count};
    API_TRY(api_space(window->space, &of.space, err));
    memcpy(of.digest, window->digest, TTREPLAY_DIGEST);
    return (int)ttcap_writer_window(writer->writer, &of, err);
}

TTREPLAY_EXPORT int ttreplay_writer_end(struct ttreplay_writer *writer, char *error)
{
    API_ERROR;
    return (int)ttcap_writer_snapshot_end(writer->writer, err);
}

TTREPLAY_EXPORT int ttreplay_writer_symbol(struct ttreplay_writer *writer, const struct ttreplay_symbol *symbol,
                                           char *error)
{
    API_ERROR;
    const struct ttcap_symbol of = {(enum tt_core)symbol->core, symbol->is_object ? TTCAP_OBJECT : TTCAP_FUNCTION,
                                    symbol->addr, symbol->bytes, symbol->name};
    return (int)(symbol->core >= TT_CORE_COUNT
                     ? tt_fail(err, TT_BAD_INPUT, "symbol '%.60s': no core has the number %" PRIu32, symbol->name,
                               symbol->core)
                     : ttcap_writer_symbol(writer->writer, &of, err));
}

TTREPLAY_EXPORT int ttreplay_writer_lines_of(struct ttreplay_writer *writer, struct ttreplay_capture *from, char *error)
{
    API_ERROR;
    return (int)ttcap_writer_lines_of(writer->writer, api_capture(from), err);
}

TTREPLAY_EXPORT int ttreplay_writer_finish(struct ttreplay_writer *writer, char *error)
{
    API_ERROR;
    const enum tt_status status = ttcap_writer_finish(writer->writer, err);
    mem_free(writer);
    return (int)status;
}

TTREPLAY_EXPORT void ttreplay_writer_abandon(struct ttreplay_writer *writer)
{
    if (!writer)
        return;
    ttcap_writer_abandon(writer->writer);
    mem_free(writer);
}
