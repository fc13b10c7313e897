/* SPDX-License-Identifier: Apache-2.0 */
/* Captures to read. */
#include "api/capture.h"
#include "api/api.h"
#include "base/scratch.h"
#include "capture/bundle.h"
#include "capture/symbols.h"

struct ttreplay_capture {
    struct ttcap *capture;
    struct scratch scratch; /* of a bundle */
};

struct ttcap *api_capture(struct ttreplay_capture *capture)
{
    return capture->capture;
}

static enum tt_status open_bundle(struct ttreplay_capture *capture, const char *path, struct tt_error *err)
{
    TRY(scratch_make(&capture->scratch, "bundle.ttcap", err));
    TRY(bundle_import_passing(path, capture->scratch.file, err));
    return ttcap_open(&capture->capture, capture->scratch.file, err);
}

TTREPLAY_EXPORT int ttreplay_capture_open(const char *path, struct ttreplay_capture **out, char *error)
{
    API_ERROR;
    struct ttreplay_capture *capture = *out = mem_calloc(1, sizeof *capture);
    if (!capture)
        return (int)tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    const enum tt_status status =
        bundle_is(path) ? open_bundle(capture, path, err) : ttcap_open(&capture->capture, path, err);
    if (status) {
        ttreplay_capture_close(capture);
        *out = NULL;
    }
    return (int)status;
}

TTREPLAY_EXPORT void ttreplay_capture_close(struct ttreplay_capture *capture)
{
    if (!capture)
        return;
    ttcap_close(capture->capture);
    scratch_remove(&capture->scratch);
    mem_free(capture);
}

TTREPLAY_EXPORT void ttreplay_capture_info(const struct ttreplay_capture *capture, struct ttreplay_capture_info *out)
{
    const struct ttcap_info *info = ttcap_info(capture->capture);
    *out = (struct ttreplay_capture_info){
        .chip = ttcap_chip_name(info->chip),
        .source = ttcap_source_name(info->source),
        .name = info->name,
        .description = info->description,
        .recorder = info->recorder,
        .hash = info->hash,
        .events = info->event_count,
        .symbols = info->symbol_count,
        .lines = info->line_count,
        .checkpoints = info->checkpoint_count,
        .tags = (uint32_t)info->tag_count,
        .inputs = (uint32_t)info->input_count,
        .boots = (uint32_t)info->boot_count,
        .is_salvaged = info->is_salvaged,
        .unlisted_start_is_reset = info->unlisted_start_is_reset,
    };
}

TTREPLAY_EXPORT const char *ttreplay_capture_tag(const struct ttreplay_capture *capture, uint32_t at)
{
    const struct ttcap_info *info = ttcap_info(capture->capture);
    return at < info->tag_count ? info->tags[at] : NULL;
}

TTREPLAY_EXPORT const char *ttreplay_capture_input(const struct ttreplay_capture *capture, uint32_t at)
{
    const struct ttcap_info *info = ttcap_info(capture->capture);
    return at < info->input_count ? info->inputs[at] : NULL;
}

TTREPLAY_EXPORT const char *ttreplay_capture_checkpoint(const struct ttreplay_capture *capture, uint32_t at,
                                                        int64_t *after_event)
{
    if (at >= ttcap_info(capture->capture)->checkpoint_count)
        return NULL;
    const struct ttcap_checkpoint *checkpoint = ttcap_checkpoint(capture->capture, at);
    *after_event = checkpoint->after_event;
    return checkpoint->id;
}

TTREPLAY_EXPORT const char *ttreplay_capture_boot(const struct ttreplay_capture *capture, uint32_t at, uint32_t *pc)
{
    const struct ttcap_info *info = ttcap_info(capture->capture);
    if (at >= info->boot_count)
        return NULL;
    *pc = info->boot[at].pc;
    return ttcap_core_name(info->boot[at].core);
}

TTREPLAY_EXPORT int ttreplay_capture_read(struct ttreplay_capture *capture, uint32_t checkpoint, const char *space,
                                          uint32_t lo, uint32_t count, uint8_t *bytes, uint8_t *known, char *error)
{
    API_ERROR;
    const struct ttcap_info *info = ttcap_info(capture->capture);
    enum tt_space of;
    API_TRY(api_space(space, &of, err));
    API_TRY(api_range(info->chip, of, lo, count, err));
    if (checkpoint >= info->checkpoint_count)
        return (int)tt_fail(err, TT_BAD_INPUT, "there is no checkpoint %" PRIu32 ", the capture has %" PRIu32,
                            checkpoint, info->checkpoint_count);
    return count ? (int)ttcap_read(capture->capture, checkpoint, of, lo, count, bytes, known, err) : 0;
}

TTREPLAY_EXPORT int ttreplay_capture_window(struct ttreplay_capture *capture, uint32_t checkpoint, uint32_t at,
                                            struct ttreplay_window *out, char *error)
{
    API_ERROR;
    struct ttcap_window window;
    if (checkpoint >= ttcap_info(capture->capture)->checkpoint_count)
        return (int)tt_fail(err, TT_BAD_INPUT, "there is no checkpoint %" PRIu32, checkpoint);
    API_TRY(ttcap_window_get(capture->capture, checkpoint, at, &window, err));
    *out = (struct ttreplay_window){ttcap_space_name(window.space), window.lo, window.count, {0}};
    memcpy(out->digest, window.digest, TTREPLAY_DIGEST);
    return 0;
}

TTREPLAY_EXPORT void ttreplay_digest(const uint8_t *bytes, size_t count, uint8_t *digest)
{
    ttcap_digest(bytes, count, digest);
}

TTREPLAY_EXPORT const char *ttreplay_event_kind(uint32_t kind)
{
    return kind < TTCAP_KIND_COUNT ? ttcap_kind_name((enum ttcap_kind)kind) : NULL;
}

TTREPLAY_EXPORT const char *ttreplay_core_name(uint32_t core)
{
    return core < TT_CORE_COUNT ? ttcap_core_name((enum tt_core)core) : NULL;
}

/* Events for a caller with so much room. */
struct taking {
    struct ttreplay_event *events;
    uint8_t *bytes;
    uint32_t count, used, room;
};

/* False: there is no room for it. */
static bool capture_take_event(struct taking *taking, const struct ttcap_event *event)
{
    if (event->byte_count > taking->room - taking->used)
        return false;
    taking->events[taking->count++] = (struct ttreplay_event){
        .kind = (uint32_t)event->kind,
        .thread = event->thread,
        .index = event->index,
        .addr = event->addr,
        .value = event->value,
        .has_pc = event->has_pc,
        .core = (uint32_t)event->core,
        .pc = event->pc,
        .byte_at = taking->used,
        .byte_count = event->byte_count,
    };
    if (event->byte_count)
        memcpy(taking->bytes + taking->used, event->bytes, event->byte_count);
    taking->used += event->byte_count;
    return true;
}

TTREPLAY_EXPORT int ttreplay_capture_events(struct ttreplay_capture *capture, uint64_t first, uint32_t most,
                                            struct ttreplay_event *events, uint32_t room, uint8_t *bytes,
                                            uint32_t *count, char *error)
{
    API_ERROR;
    const uint64_t all = ttcap_info(capture->capture)->event_count;
    struct taking taking = {.events = events, .bytes = bytes, .room = room};
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    bool is_full = false;
    *count = 0;
    if (first >= all)
        return 0;
    enum tt_status status = ttcap_events_open(&cursor, capture->capture, first, all, err);
    while (!status && !is_full && taking.count < most) {
        status = ttcap_events_next(cursor, &event, err);
        is_full = !status && !capture_take_event(&taking, &event);
    }
    ttcap_events_close(cursor);
    if (status == TT_END)
        status = TT_OK;
    if (!status && is_full && !taking.count)
        status = tt_fail(err, TT_BAD_INPUT, "event %" PRIu64 " stores %" PRIu32 " bytes, there is room for %" PRIu32,
                         first, event.byte_count, room);
    *count = status ? 0 : taking.count;
    return (int)status;
}

TTREPLAY_EXPORT int ttreplay_capture_symbol(struct ttreplay_capture *capture, uint64_t at, struct ttreplay_symbol *out,
                                            char *error)
{
    API_ERROR;
    struct ttcap_symbol symbol;
    const enum tt_status status = ttcap_symbol_get(capture->capture, at, &symbol, err);
    API_TRY(status == TT_END ? tt_fail(err, TT_BAD_INPUT, "there is no symbol %" PRIu64, at) : status);
    *out = (struct ttreplay_symbol){(uint32_t)symbol.core, symbol.kind == TTCAP_OBJECT, symbol.addr, symbol.bytes,
                                    symbol.name};
    return 0;
}
