/* SPDX-License-Identifier: Apache-2.0 */
/* Files are read once. A capture may name any: only plain ones are opened, and nothing but the line is shown. */
#include "show/source_files.h"

#include "base/input.h"
#include "base/visible.h"
#include "show/report.h"

#include <sys/stat.h>

enum { BYTES_MAX = 16 << 20, FILES_MAX = 256 };

struct source_file {
    char *name;
    char *text; /* null: it is not to be had */
    size_t size;
    bool is_said;
};

struct source_files {
    struct source_file items[FILES_MAX];
    size_t count;
};

struct source_files *source_files_new(void)
{
    return mem_calloc(1, sizeof(struct source_files));
}

void source_files_free(struct source_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < files->count; i++) {
        mem_free(files->items[i].name);
        mem_free(files->items[i].text);
    }
    mem_free(files);
}

static void source_files_read_file(struct source_file *file)
{
    FILE *in;
    struct stat status;
    if (input_stream(&in, file->name, NULL))
        return;
    if (fstat(fileno(in), &status) == 0 && status.st_size <= BYTES_MAX) {
        file->size = (size_t)status.st_size;
        file->text = mem_alloc(file->size + 1);
    }
    if (file->text)
        file->size = fread(file->text, 1, file->size, in);
    (void)fclose(in);
}

/* Null where there are too many, or there is no memory. */
static struct source_file *source_files_find_file(struct source_files *files, const char *name)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->items[i].name, name) == 0)
            return &files->items[i];
    if (files->count == FILES_MAX)
        return NULL;
    struct source_file *file = &files->items[files->count];
    *file = (struct source_file){.name = mem_strdup(name)};
    if (!file->name)
        return NULL;
    files->count++;
    source_files_read_file(file);
    return file;
}

/* Line n of a text, from 1 on, without its indentation. False: it has none. */
static bool line_at(const struct source_file *file, uint32_t n, const char **line, size_t *length)
{
    const char *at = file->text, *end = file->text + file->size;
    for (; n > 1 && at < end; n--) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    *line = at;
    *length = (size_t)((stop ? stop : end) - at);
    return n == 1 && at < end;
}

/* At most `room` columns. */
static void source_files_put(FILE *out, const char *text, size_t length, int room)
{
    while (length) {
        const struct visible character = visible_at(text, length);
        char escape[VISIBLE_ESCAPE];
        room -= character.kind == VISIBLE_PLAIN ? 1 : (int)strlen(visible_escape(&character, escape));
        if (room < 0)
            return;
        visible_put(out, text, character.length);
        text += character.length;
        length -= character.length;
    }
}

static int source_files_put_place(FILE *out, const struct ttcap_frame *frame, int indent)
{
    const char *folder = strrchr(frame->file, '/'), *name = folder ? folder + 1 : frame->file;
    (void)fprintf(out, "%*s", indent, "");
    source_files_put(out, name, strlen(name), 40);
    const int width = (int)(strlen(name) < 40 ? strlen(name) : 40);
    return indent + width + fprintf(out, ":%u  ", frame->line);
}

void source_files_print(struct source_files *files, FILE *out, const struct ttcap_frame *frames, size_t count,
                        int indent)
{
    for (size_t i = 0; i < count; i++) {
        const char *line;
        size_t length;
        struct source_file *file =
            frames[i].file && frames[i].line ? source_files_find_file(files, frames[i].file) : NULL;
        if (file && file->text && line_at(file, frames[i].line, &line, &length)) {
            const int column = source_files_put_place(out, &frames[i], indent);
            source_files_put(out, line, length, REPORT_WIDTH - column > 20 ? REPORT_WIDTH - column : 20);
            (void)fputc('\n', out);
        } else if (file && !file->is_said) {
            file->is_said = true;
            (void)source_files_put_place(out, &frames[i], indent);
            (void)fprintf(out, "%s\n", file->text ? "it has no such line" : "the file is not here");
        }
    }
}
