/* SPDX-License-Identifier: Apache-2.0 */
#include "order/program_list.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static enum tt_status program_list_take(struct program_lists *lists, unsigned number, size_t at,
                                        const struct ttcap_event *event)
{
    struct ttcap_event *taken = &lists->events[number][at];
    *taken = *event;
    if (!event->byte_count)
        return TT_OK;
    uint8_t *copy = mem_alloc(event->byte_count);
    if (!copy || mem_grow(&lists->bytes, &lists->bytes_capacity, lists->bytes_count + 1, sizeof *lists->bytes)) {
        mem_free(copy);
        return TT_NO_MEMORY;
    }
    lists->bytes[lists->bytes_count++] = copy;
    memcpy(copy, event->bytes, event->byte_count);
    taken->bytes = copy;
    return TT_OK;
}

static enum tt_status read_stream(struct program_lists *lists, struct ttcap *capture, struct program_stream *stream,
                                  unsigned number, uint64_t first, struct tt_error *err)
{
    struct program_stream from = {0};
    size_t count = 0, capacity = 0;
    enum tt_status status =
        program_stream_open(&from, capture, number == NO_THREAD_STREAM ? -1 : (int)number, first, err);
    while (!status && from.has_event) {
        enum tt_status grown = mem_grow(&lists->events[number], &capacity, count + 1, sizeof *lists->events[number])
                                   ? TT_NO_MEMORY
                                   : TT_OK;
        if (!grown) {
            grown = program_list_take(lists, number, count++, from.event);
        }
        status = grown ? tt_fail(err, TT_NO_MEMORY, "no memory for the events") : program_stream_next(&from, err);
    }
    program_stream_close(&from);
    *stream = (struct program_stream){.list = lists->events[number], .list_count = count};
    return status ? status : program_stream_next(stream, err);
}

enum tt_status program_lists_open(struct program_lists *lists, struct program *program, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    const uint64_t first = (uint64_t)(ttcap_checkpoint(capture, 0)->after_event + 1);
    enum tt_status status = read_stream(lists, capture, &program->others, NO_THREAD_STREAM, first, err);
    for (unsigned i = 0; i < THREADS && !status; i++) {
        pipe_init(&program->threads[i].pipe, i);
        status = read_stream(lists, capture, &program->threads[i].stream, i, first, err);
    }
    return status;
}

void program_lists_close(struct program_lists *lists)
{
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++)
        mem_free(lists->events[i]);
    for (size_t i = 0; i < lists->bytes_count; i++)
        mem_free(lists->bytes[i]);
    mem_free(lists->bytes);
    *lists = (struct program_lists){0};
}
