/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of events.jsonl out of a source; counts them and holds their numbers to the count. */
#include "capture/import/bundle/event_stream.h"

#include "base/memory.h"
#include "isa/chip.h"

#include <string.h>

/* The longest line there can be stores the whole of L1 at once. */
enum { LINE_MAX_BYTES = 2 * L1_BYTES_MAX + 4096, STEP_BYTES = 64 * 1024 };

struct event_stream {
    struct bundle_file *file;
    const char *path; /* borrowed */
    enum tt_chip chip;
    uint64_t next; /* number of the next event; the line is one more */
    char *text;    /* [at, have) is unread */
    size_t capacity, at, have;
    bool is_over;
    struct event_bytes bytes;
};

enum tt_status event_stream_open(struct event_stream **out, const char *folder, const char *path, enum tt_chip chip,
                                 struct tt_error *err)
{
    *out = NULL;
    struct event_stream *stream = mem_calloc(1, sizeof *stream);
    if (!stream)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    stream->path = path;
    stream->chip = chip;
    stream->file = bundle_file_new(folder);
    enum tt_status status =
        stream->file ? bundle_file_open(stream->file, path, err) : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    if (status) {
        event_stream_close(stream);
        return status;
    }
    *out = stream;
    return TT_OK;
}

/* Makes room and reads on; at the end of the file a last line without a newline gets one. */
static enum tt_status read_on(struct event_stream *stream, struct tt_error *err)
{
    size_t unread = stream->have - stream->at;
    if (unread > LINE_MAX_BYTES)
        return tt_fail(err, TT_BAD_INPUT, "%s: line %llu: longer than %d bytes", stream->path,
                       (unsigned long long)stream->next + 1, (int)LINE_MAX_BYTES);
    if (stream->at)
        memmove(stream->text, stream->text + stream->at, unread);
    stream->at = 0;
    stream->have = unread;
    if (mem_grow(&stream->text, &stream->capacity, unread + STEP_BYTES + 1, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", stream->path);
    size_t got;
    enum tt_status status = bundle_file_read(stream->file, stream->text + unread, STEP_BYTES, &got, err);
    stream->have += got;
    stream->is_over = got < STEP_BYTES;
    if (status == TT_OK && stream->is_over && stream->have && stream->text[stream->have - 1] != '\n')
        stream->text[stream->have++] = '\n';
    return status;
}

/* The next line, with its newline at line[*count]. A long line is looked through once, not again at each step. */
static enum tt_status event_stream_next_line(struct event_stream *stream, const char **line, size_t *count,
                                             struct tt_error *err)
{
    size_t looked = 0;
    for (;;) {
        size_t unread = stream->have - stream->at;
        const char *start = unread ? stream->text + stream->at : "";
        const char *end = unread > looked ? memchr(start + looked, '\n', unread - looked) : NULL;
        if (end) {
            *line = start;
            *count = (size_t)(end - start);
            stream->at += *count + 1;
            return TT_OK;
        }
        if (stream->is_over)
            return TT_END;
        looked = unread;
        enum tt_status status = read_on(stream, err);
        if (status)
            return status;
    }
}

enum tt_status event_stream_next(struct event_stream *stream, struct ttcap_event *event, struct tt_error *err)
{
    const char *line;
    size_t count;
    enum tt_status status = event_stream_next_line(stream, &line, &count, err);
    if (status)
        return status;
    status = event_parse(line, count, stream->chip, &stream->bytes, event, err);
    if (status == TT_OK && event->seq != stream->next) {
        status = tt_fail(err, TT_BAD_INPUT, "i is %llu, expected %llu", (unsigned long long)event->seq,
                         (unsigned long long)stream->next);
        stream->at -= count + 1; /* it is whole, and event_stream_find finds it */
    }
    if (status) {
        tt_error_prefix(err, "%s: line %llu", stream->path, (unsigned long long)stream->next + 1);
        return status;
    }
    stream->next++;
    return TT_OK;
}

enum tt_status event_stream_salvage(struct event_stream *stream, struct tt_error *err)
{
    enum tt_status status = mem_grow(&stream->text, &stream->capacity, STEP_BYTES, 1) < 0
                                ? tt_fail(err, TT_NO_MEMORY, "%s: no memory", stream->path)
                                : TT_OK;
    size_t got = STEP_BYTES;
    bundle_file_take_cut(stream->file);
    if (!status)
        status = bundle_file_open(stream->file, stream->path, err);
    while (!status && got == STEP_BYTES)
        status = bundle_file_read(stream->file, stream->text, STEP_BYTES, &got, err);
    return status ? status : bundle_file_open(stream->file, stream->path, err);
}

bool event_stream_is_cut(const struct event_stream *stream)
{
    return bundle_file_is_cut(stream->file);
}

enum tt_status event_stream_find(struct event_stream *stream, uint64_t *seq, struct tt_error *err)
{
    const char *line;
    size_t count;
    struct ttcap_event event;
    enum tt_status status;
    while (!(status = event_stream_next_line(stream, &line, &count, err))) {
        status = event_parse(line, count, stream->chip, &stream->bytes, &event, err);
        if (status != TT_BAD_INPUT) {
            *seq = event.seq;
            return status;
        }
    }
    return status;
}

void event_stream_close(struct event_stream *stream)
{
    if (!stream)
        return;
    bundle_file_free(stream->file);
    mem_free(stream->text);
    mem_free(stream->bytes.items);
    mem_free(stream);
}
