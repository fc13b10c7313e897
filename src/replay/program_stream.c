/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's events, one after the other. Each stream reads the capture with a cursor of its own, so that nothing needs
 * to be kept. */
#include "replay/program.h"

enum tt_status program_stream_next(struct program_stream *stream, struct tt_error *err)
{
    stream->has_event = stream->list && stream->list_at < stream->list_count;
    if (stream->has_event)
        stream->event = stream->list[stream->list_at++];
    while (stream->cursor) {
        enum tt_status status = ttcap_events_next(stream->cursor, &stream->event, err);
        if (status == TT_END)
            return TT_OK;
        if (status)
            return status;
        if (stream->event.kind == TTCAP_EXEC || stream->event.thread != stream->thread)
            continue;
        stream->has_event = true;
        break;
    }
    return TT_OK;
}

enum tt_status program_stream_open(struct program_stream *stream, struct ttcap *capture, int thread, uint64_t first,
                                   struct tt_error *err)
{
    stream->thread = thread;
    enum tt_status status = ttcap_events_open(&stream->cursor, capture, first, ttcap_info(capture)->event_count, err);
    return status ? status : program_stream_next(stream, err);
}

void program_stream_close(struct program_stream *stream)
{
    ttcap_events_close(stream->cursor);
    stream->cursor = NULL;
}
