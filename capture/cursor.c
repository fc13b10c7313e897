/* SPDX-License-Identifier: Apache-2.0 */
/* Events of a capture in order, a chunk at a time. docs/formats/ttcap.md#events */
#include "capture/columns.h"
#include "capture/event_kinds.h"
#include "capture/reader.h"

#include "base/memory.h"

#include <assert.h>

struct ttcap_cursor {
    struct ttcap *capture;
    uint64_t next, last;
    uint64_t lanes; /* bit a lane: those that are wanted */
    uint64_t stop;  /* where the chunk that is open ends, or what is wanted of it; next == stop: none is */
    struct byte_buffer raw;
    struct column_view view;
};

static void drop_chunk(struct ttcap_cursor *cursor)
{
    view_close(&cursor->view);
    cursor->stop = cursor->next;
}

static enum tt_status open_chunk(struct ttcap_cursor *cursor, struct tt_error *err)
{
    struct ttcap *capture = cursor->capture;
    const struct chunk *chunk = contents_find(&capture->contents, CHUNK_EVENTS, cursor->next);
    drop_chunk(cursor);
    enum tt_status status = load_chunk(&capture->source, &capture->unpacker, chunk, &cursor->raw, err);
    if (status)
        return status;
    status = view_open(&cursor->view, cursor->raw.data, chunk->raw_bytes, chunk->count, chunk->kind_count,
                       chunk->pc_count, err);
    if (status)
        return place_chunk(&capture->source, chunk, status, err);
    struct ttcap_event skipped;
    for (uint64_t seq = chunk->first; seq < cursor->next; seq++)
        (void)view_next(&cursor->view, &skipped);
    cursor->stop = chunk->first + chunk->count;
    if (cursor->stop > cursor->last)
        cursor->stop = cursor->last;
    return TT_OK;
}

enum tt_status ttcap_events_open(struct ttcap_cursor **out, struct ttcap *capture, uint64_t first, uint64_t last,
                                 struct tt_error *err)
{
    *out = NULL;
    uint64_t count = capture->info.event_count;
    struct ttcap_cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", capture->path);
    cursor->capture = capture;
    cursor->lanes = UINT64_MAX;
    cursor->last = last < count ? last : count;
    cursor->next = cursor->stop = first;
    *out = cursor;
    return TT_OK;
}

void ttcap_events_choose(struct ttcap_cursor *cursor, int thread, uint32_t kinds)
{
    cursor->lanes = 0;
    for (int kind = 0; kind < TTCAP_KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            cursor->lanes |= UINT64_C(1) << lane_of((enum ttcap_kind)kind, thread);
}

/* Goes to the next event that is wanted, or to the end of the chunk where it has none. */
static void skip(struct ttcap_cursor *cursor)
{
    if (cursor->lanes != UINT64_MAX)
        cursor->next += view_skip(&cursor->view, cursor->lanes, (uint32_t)(cursor->stop - cursor->next));
}

enum tt_status ttcap_events_next(struct ttcap_cursor *cursor, struct ttcap_event *event, struct tt_error *err)
{
    skip(cursor);
    while (cursor->next == cursor->stop) {
        if (cursor->next >= cursor->last)
            return TT_END;
        enum tt_status status = open_chunk(cursor, err);
        if (status)
            return status;
        skip(cursor);
    }
    bool is_there = view_next(&cursor->view, event);
    assert(is_there);
    (void)is_there;
    event->seq = cursor->next++;
    return TT_OK;
}

void ttcap_events_close(struct ttcap_cursor *cursor)
{
    if (!cursor)
        return;
    drop_chunk(cursor);
    buffer_clear(&cursor->raw);
    mem_free(cursor);
}
