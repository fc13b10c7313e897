/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's events, one after the other. Each stream reads the capture with a cursor of its own, so that nothing needs
 * to be retained. And the words of the run beside those that the capture has as executed: where each is its thread's
 * next, the streams agree (streams.h), and the capture need not be walked again for them. */
#include "order/program.h"

#include "base/error.h"
#include "base/little.h"
#include "base/memory.h"
#include "capture/cursor.h"
#include "order/streams.h"

#include <string.h>

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

/* ---- words of edits ---- */

static bool program_stream_insert(struct program_stream *stream, const struct replay_options *options, int64_t behind,
                                  unsigned thread)
{
    const struct replay_edit *const edits[] = {options->edit, options->other_edit};
    unsigned left = stream->inserts;
    for (unsigned i = 0; i < 2; i++) {
        const struct replay_edit *edit = edits[i];
        if (!edit || edit->kind != REPLAY_EDIT_INSERT || edit->event != behind || edit->thread != thread)
            continue;
        if (left >= replay_edit_inserts(edit)) {
            left -= replay_edit_inserts(edit);
            continue;
        }
        stream->inserted = replay_edit_inserted(edit, left, TTCAP_PUSH);
        stream->event = &stream->inserted;
        stream->has_event = true;
        stream->inserts++;
        return true;
    }
    stream->inserts = 0;
    return false;
}

void program_stream_begin(struct program_stream *stream, const struct replay_options *options, unsigned thread)
{
    stream->first = stream->event;
    stream->has_first = stream->has_event;
    stream->is_at_start = program_stream_insert(stream, options, -1, thread);
}

enum tt_status program_stream_go_on(struct program_stream *stream, const struct replay_options *options,
                                    unsigned thread, struct tt_error *err)
{
    const int64_t behind = stream->is_at_start ? -1 : (int64_t)stream->event->seq;
    if (options->edit && program_stream_insert(stream, options, behind, thread))
        return TT_OK;
    if (!stream->is_at_start)
        return program_stream_next(stream, err);
    stream->is_at_start = false;
    stream->event = stream->first;
    stream->has_event = stream->has_first;
    return TT_OK;
}

/* ---- beside the executed words ---- */

enum tt_status program_recorded_open(struct program *program, uint64_t first, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    const struct replay_options *options = program->replay->options;
    program->is_as_recorded =
        program->replay->streams && !options->edit && !options->set_count && !options->patch && !options->operand_count;
    for (unsigned i = 0; i < THREADS && program->is_as_recorded; i++) {
        struct ttcap_cursor **cursor = &program->recorded[i].cursor;
        TRY(ttcap_events_open(cursor, capture, first, ttcap_info(capture)->event_count, err));
        ttcap_events_choose(*cursor, (int)i, UINT32_C(1) << TTCAP_EXEC);
    }
    return TT_OK;
}

/* TT_END: the thread has no other one. The streams' own walk says where something is wrong with the capture. */
static enum tt_status recorded_next(struct program_recorded *recorded)
{
    struct tt_error err;
    return recorded->count ? TT_OK : cursor_words(recorded->cursor, &recorded->words, &recorded->count, &err);
}

void program_recorded_word(struct program *program, unsigned thread, uint32_t word)
{
    struct program_recorded *recorded = &program->recorded[thread];
    program->is_as_recorded = recorded_next(recorded) == TT_OK && load_u32(recorded->words) == word;
    recorded->words += program->is_as_recorded ? sizeof word : 0;
    recorded->count -= program->is_as_recorded;
}

/* The streams take macro-op configuration when a word is pushed, and this run when a pipe takes it; core B's words come
 * in the order of the capture there. */
void program_recorded_event(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    const enum tt_chip chip = program->replay->info->chip;
    const bool may_configure = event->kind == TTCAP_MOPW || event->kind == TTCAP_MMIO;
    if (stream == NO_THREAD_STREAM)
        program->is_as_recorded &= event->kind != TTCAP_PUSH && !may_configure;
    else if (may_configure)
        program->is_as_recorded &= program_macro_op_is_idle(chip, &program->threads[stream]);
}

void program_recorded_close(struct program *program)
{
    for (unsigned i = 0; i < THREADS; i++) {
        program->is_as_recorded = program->is_as_recorded && recorded_next(&program->recorded[i]) == TT_END;
        ttcap_events_close(program->recorded[i].cursor);
    }
    if (program->is_as_recorded)
        streams_agree(program->replay->streams);
}

/* ---- in memory ---- */

static enum tt_status program_stream_take(struct program_lists *lists, unsigned number, size_t at,
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
            grown = program_stream_take(lists, number, count++, from.event);
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
    enum tt_status status = program_reads_open(&lists->reads, capture, first, err);
    program->reads = lists->reads;
    if (!status)
        status = read_stream(lists, capture, &program->others, NO_THREAD_STREAM, first, err);
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
    program_reads_close(lists->reads);
    *lists = (struct program_lists){0};
}
