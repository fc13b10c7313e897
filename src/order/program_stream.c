/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's events, one after the other. Each stream reads the capture with a cursor of its own, so that nothing needs
 * to be retained. */
#include "order/program.h"

#include "capture/cursor.h"

enum tt_status program_stream_next(struct program_stream *stream, struct tt_error *err)
{
    static const struct ttcap_event none = {.thread = -1};
    enum tt_status status = TT_END;
    if (stream->cursor) {
        status = cursor_next(stream->cursor, &stream->event, err);
    } else if (stream->list_at < stream->list_count) {
        stream->event = &stream->list[stream->list_at++];
        status = TT_OK;
    }
    stream->has_event = status == TT_OK;
    if (!stream->has_event)
        stream->event = &none;
    return status == TT_END ? TT_OK : status;
}

enum tt_status program_stream_open(struct program_stream *stream, struct ttcap *capture, int thread, uint64_t first,
                                   struct tt_error *err)
{
    const uint32_t all = (UINT32_C(1) << TTCAP_KIND_COUNT) - 1;
    enum tt_status status = ttcap_events_open(&stream->cursor, capture, first, ttcap_info(capture)->event_count, err);
    if (status)
        return status;
    ttcap_events_choose(stream->cursor, thread, all & ~(UINT32_C(1) << TTCAP_EXEC));
    return program_stream_next(stream, err);
}

void program_stream_close(struct program_stream *stream)
{
    ttcap_events_close(stream->cursor);
    stream->cursor = NULL;
}
