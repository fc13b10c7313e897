/* SPDX-License-Identifier: Apache-2.0 */
/* All lines of a capture, read once, and which of them an address comes from; a chain of functions in words. */
#include "capture/source_lines.h"

#include "base/path.h"
#include "base/visible.h"
#include "capture/container/reader.h"
#include "capture/lines/line_set.h"

static enum tt_status lines_add_chunk(void *user, const struct chunk *chunk, const uint8_t *raw, struct tt_error *err)
{
    return line_set_unpack(user, raw, chunk->raw_bytes, chunk->count, err);
}

static enum tt_status load_set(struct ttcap *capture, struct tt_error *err)
{
    struct line_set *set = mem_calloc(1, sizeof *set);
    NEED(set, err, "%s: no memory for its lines", capture->path);
    const enum tt_status status = reader_each_chunk(capture, CHUNK_LINES, lines_add_chunk, set, err);
    if (status)
        reader_free_lines(set);
    else
        capture->lines = set;
    return status;
}

void reader_free_lines(struct line_set *set)
{
    if (!set)
        return;
    line_set_clear(set);
    mem_free(set);
}

enum tt_status ttcap_lines_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_lines *lines,
                              struct tt_error *err)
{
    TRY(capture->lines ? TT_OK : load_set(capture, err));
    size_t i;
    if (!line_set_find(capture->lines, core, addr, &i))
        return TT_END;
    line_set_get(capture->lines, i, lines);
    return TT_OK;
}

enum tt_status ttcap_lines_get(struct ttcap *capture, uint64_t index, struct ttcap_lines *lines, struct tt_error *err)
{
    TRY(capture->lines ? TT_OK : load_set(capture, err));
    if (index >= capture->lines->range_count)
        return TT_END;
    line_set_get(capture->lines, (size_t)index, lines);
    return TT_OK;
}

enum tt_status ttcap_writer_lines_of(struct ttcap_writer *writer, struct ttcap *from, struct tt_error *err)
{
    struct ttcap_lines lines;
    for (uint64_t i = 0; i < from->info.line_count; i++) {
        TRY(ttcap_lines_get(from, i, &lines, err));
        TRY(ttcap_writer_lines(writer, &lines, err));
    }
    return TT_OK;
}

/* ---- in words ---- */

struct line_text {
    char *text;
    size_t length;
    bool is_cut; /* something had no room */
};

enum { TEXT_ROOM = TTCAP_LINES_TEXT_MAX - 4 }; /* "..." and the end */

static void source_lines_put(struct line_text *to, const char *text, size_t count)
{
    while (count) {
        const struct visible character = visible_at(text, count);
        char escape[VISIBLE_ESCAPE];
        const char *shown = character.kind == VISIBLE_PLAIN ? text : visible_escape(&character, escape);
        const size_t length = character.kind == VISIBLE_PLAIN ? character.length : strlen(shown);
        to->is_cut |= to->length + length > TEXT_ROOM;
        if (to->is_cut)
            return;
        memcpy(to->text + to->length, shown, length);
        to->length += length;
        text += character.length;
        count -= character.length;
    }
}

/* "f" of "f<a, g<b> >(int)": up to the arguments, where they are that; operators keep their signs. */
static size_t function_bytes(const char *name)
{
    if (strncmp(name, "operator", strlen("operator")) == 0)
        return strlen(name);
    const char *end = name[0] == '<' ? NULL : strchr(name, '<');
    return end ? (size_t)(end - name) : strlen(name);
}

static void put_function(struct line_text *to, const char *name)
{
    const char *shown = name ? name : "?";
    source_lines_put(to, shown, function_bytes(shown));
}

/* "kernel.c:106"; ":106" behind a place in the same file */
static void put_place(struct line_text *to, const struct ttcap_frame *frame, const struct ttcap_frame *behind)
{
    char line[16] = ":?";
    const char *const file = frame->file ? path_name(frame->file) : "?";
    const bool is_same = behind && frame->file && behind->file && strcmp(frame->file, behind->file) == 0;
    source_lines_put(to, file, is_same ? 0 : strlen(file));
    if (frame->line)
        (void)snprintf(line, sizeof line, ":%u", frame->line);
    source_lines_put(to, line, strlen(line));
}

size_t ttcap_lines_text(const struct ttcap_frame *frames, size_t frame_count, char text[TTCAP_LINES_TEXT_MAX])
{
    static const struct ttcap_frame unknown;
    struct line_text to = {.text = text};
    const bool has_functions = frame_count > 1 || (frame_count == 1 && frames[0].function);
    for (size_t i = 0; i < frame_count || i == 0; i++) {
        source_lines_put(&to, " < ", i > 0 ? 3 : 0);
        put_place(&to, frame_count ? &frames[i] : &unknown, i ? &frames[i - 1] : NULL);
        source_lines_put(&to, " in ", has_functions ? 4 : 0);
        if (has_functions)
            put_function(&to, frames[i].function);
    }
    to.length += (size_t)snprintf(text + to.length, TTCAP_LINES_TEXT_MAX - to.length, "%s", to.is_cut ? "..." : "");
    return to.length;
}
