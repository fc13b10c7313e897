/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of events.jsonl out of a source; counts them and holds their numbers to the count. */
#include "capture/import/bundle/event.h"

#include "isa/chip.h"

/* The longest line there can be stores the whole of L1 at once. */
enum { LINE_MAX_BYTES = 2 * L1_BYTES_MAX + 4096 };

struct event_stream {
    struct bundle_file *file;
    struct bundle_lines lines;
    const char *path; /* borrowed */
    enum tt_chip chip;
    uint64_t next; /* number of the next event; the line is one more */
    struct event_bytes bytes;
};

enum tt_status event_stream_open(struct event_stream **out, const char *folder, const char *path, enum tt_chip chip,
                                 struct tt_error *err)
{
    *out = NULL;
    struct event_stream *stream = mem_calloc(1, sizeof *stream);
    NEED(stream, err, "%s: no memory", path);
    stream->path = path;
    stream->chip = chip;
    stream->file = bundle_file_new(folder);
    enum tt_status status =
        stream->file ? bundle_file_open(stream->file, path, err) : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    if (status) {
        event_stream_close(stream);
        return status;
    }
    stream->lines = (struct bundle_lines){.file = stream->file, .most = LINE_MAX_BYTES};
    *out = stream;
    return TT_OK;
}

enum tt_status event_stream_next(struct event_stream *stream, struct ttcap_event *event, struct tt_error *err)
{
    const char *line;
    size_t count;
    TRY(bundle_lines_next(&stream->lines, &line, &count, err));
    enum tt_status status = event_parse(line, count, stream->chip, &stream->bytes, event, err);
    if (status == TT_OK && event->seq != stream->next)
        status = tt_fail(err, TT_BAD_INPUT, "i is %llu, expected %llu", (unsigned long long)event->seq,
                         (unsigned long long)stream->next);
    if (status) {
        tt_error_prefix(err, "%s: line %llu", stream->path, (unsigned long long)stream->next + 1);
        return status;
    }
    stream->next++;
    return TT_OK;
}

void event_stream_close(struct event_stream *stream)
{
    if (!stream)
        return;
    bundle_file_free(stream->file);
    bundle_lines_clear(&stream->lines);
    mem_free(stream->bytes.items);
    mem_free(stream);
}
