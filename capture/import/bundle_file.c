/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a dump bundle, plain or compressed. docs/formats/bundle.md */
#include "capture/import/bundle_file.h"

#include "base/input.h"
#include "base/outside.h"
#include "base/path.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { INPUT_BYTES = 128 * 1024 };

struct bundle_file {
    int descriptor;
    bool is_frame, is_over; /* over: the frame has ended */
    uint64_t size;
    const char *path;   /* borrowed from open until the next open */
    const char *folder; /* the folder of every path; null: anywhere */
    ZSTD_DCtx *frame;
    ZSTD_inBuffer in;
    uint8_t input[INPUT_BYTES];
};

struct bundle_file *bundle_file_new(const char *folder)
{
    struct bundle_file *file = mem_calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->descriptor = -1;
    file->folder = folder;
    file->frame = ZSTD_createDCtx();
    if (!file->frame) {
        mem_free(file);
        return NULL;
    }
    return file;
}

static void bundle_file_close(struct bundle_file *file)
{
    if (file->descriptor >= 0)
        (void)close(file->descriptor);
    file->descriptor = -1;
}

void bundle_file_free(struct bundle_file *file)
{
    if (!file)
        return;
    bundle_file_close(file);
    (void)ZSTD_freeDCtx(file->frame);
    mem_free(file);
}

/* One read() that does not give up on a signal; short only at the end of the file. */
static enum tt_status bundle_file_read_raw(struct bundle_file *file, void *bytes, size_t capacity, size_t *got,
                                           struct tt_error *err)
{
    *got = 0;
    while (*got < capacity) {
        ssize_t n = read(file->descriptor, (uint8_t *)bytes + *got, capacity - *got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tt_fail(err, TT_IO, "%s: cannot be read: %s", file->path, strerror(errno));
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return TT_OK;
}

static enum tt_status bundle_file_refill(struct bundle_file *file, struct tt_error *err)
{
    file->in.src = file->input;
    file->in.pos = 0;
    return bundle_file_read_raw(file, file->input, INPUT_BYTES, &file->in.size, err);
}

static enum tt_status begin_frame(struct bundle_file *file, struct tt_error *err)
{
    (void)ZSTD_DCtx_reset(file->frame, ZSTD_reset_session_only);
    file->is_over = false;
    TRY(bundle_file_refill(file, err));
    unsigned long long size = ZSTD_getFrameContentSize(file->input, file->in.size);
    REFUSE_IF(size == ZSTD_CONTENTSIZE_ERROR, err, "%s: does not begin with a Zstandard frame", file->path);
    file->size = size == ZSTD_CONTENTSIZE_UNKNOWN ? UINT64_MAX : size;
    return TT_OK;
}

enum tt_status bundle_file_open(struct bundle_file *file, const char *path, struct tt_error *err)
{
    bundle_file_close(file);
    file->path = path;
    TRY(file->folder ? input_open_beneath(&file->descriptor, file->folder, path + strlen(file->folder) + 1, err)
                     : input_open(&file->descriptor, path, err));
    struct stat there;
    if (fstat(file->descriptor, &there) < 0)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    file->is_frame = path_ending(path, ".zst");
    file->size = (uint64_t)there.st_size;
    return file->is_frame ? begin_frame(file, err) : TT_OK;
}

uint64_t bundle_file_size(const struct bundle_file *file)
{
    return file->size;
}

/* After the frame there must be nothing. */
static enum tt_status check_over(struct bundle_file *file, struct tt_error *err)
{
    if (file->in.pos == file->in.size) {
        TRY(bundle_file_refill(file, err));
    }
    REFUSE_IF(file->in.pos < file->in.size, err, "%s: more follows the Zstandard frame, and it must be the only one",
              file->path);
    return TT_OK;
}

static enum tt_status read_frame(struct bundle_file *file, void *bytes, size_t capacity, size_t *got,
                                 struct tt_error *err)
{
    ZSTD_outBuffer out = {bytes, capacity, 0};
    enum tt_status status = TT_OK;
    while (status == TT_OK && !file->is_over && out.pos < out.size) {
        if (file->in.pos == file->in.size)
            status = bundle_file_refill(file, err);
        if (status)
            break;
        bool is_end_of_file = file->in.size == 0;
        size_t before = out.pos;
        size_t left = ZSTD_decompressStream(file->frame, &out, &file->in);
        REFUSE_IF(ZSTD_isError(left), err, "%s: the Zstandard frame is damaged: %s", file->path,
                  ZSTD_getErrorName(left));
        if (left == 0) {
            file->is_over = true;
            status = check_over(file, err);
        } else if (is_end_of_file && out.pos == before) {
            return tt_fail(err, TT_BAD_INPUT, "%s: the Zstandard frame is cut short", file->path);
        }
    }
    outside_wrote(bytes, out.pos);
    *got = out.pos;
    return status;
}

enum tt_status bundle_file_read(struct bundle_file *file, void *bytes, size_t capacity, size_t *got,
                                struct tt_error *err)
{
    *got = 0;
    return file->is_frame ? read_frame(file, bytes, capacity, got, err)
                          : bundle_file_read_raw(file, bytes, capacity, got, err);
}

enum tt_status bundle_file_load(struct bundle_file *file, const char *path, void *bytes, size_t capacity,
                                uint64_t *count, struct tt_error *err)
{
    *count = 0;
    TRY(bundle_file_open(file, path, err));
    if (file->size != UINT64_MAX && file->size > capacity) {
        *count = file->size;
        return TT_OK;
    }
    size_t got;
    TRY(bundle_file_read(file, bytes, capacity, &got, err));
    *count = got;
    /* One byte more: the file may be longer, or its frame's checksum be still to come. */
    uint8_t more;
    TRY(bundle_file_read(file, &more, 1, &got, err));
    *count += got;
    return TT_OK;
}

enum tt_status bundle_file_load_text(struct bundle_file *file, const char *path, size_t limit, char **text,
                                     size_t *count, struct tt_error *err)
{
    *text = NULL;
    *count = 0;
    size_t capacity = 0, have = 0;
    enum tt_status status = bundle_file_open(file, path, err);
    bool is_over = false;
    if (status == TT_OK && bundle_file_size(file) != UINT64_MAX && bundle_file_size(file) > limit)
        status = tt_fail(err, TT_BAD_INPUT, "%s: more than %zu bytes, the most that is read", path, limit);
    while (status == TT_OK && !is_over) {
        size_t step = have < INPUT_BYTES ? 16384 : have;
        if (have > limit)
            status = tt_fail(err, TT_BAD_INPUT, "%s: more than %zu bytes, the most that is read", path, limit);
        else if (mem_grow(text, &capacity, have + step + 1, 1) < 0)
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
        if (status)
            break;
        size_t got;
        status = bundle_file_read(file, *text + have, step, &got, err);
        have += got;
        is_over = got < step;
    }
    if (status) {
        mem_free(*text);
        *text = NULL;
        return status;
    }
    (*text)[have] = '\0';
    *count = have;
    return TT_OK;
}

enum tt_status bundle_file_text(const char *path, size_t limit, char **text, size_t *count, struct tt_error *err)
{
    struct bundle_file *file = bundle_file_new(NULL);
    NEED(file, err, "%s: no memory", path);
    const enum tt_status status = bundle_file_load_text(file, path, limit, text, count, err);
    bundle_file_free(file);
    return status;
}

/* Makes room and reads on; at the end of the file a last line without a newline gets one. */
static enum tt_status bundle_lines_read_on(struct bundle_lines *lines, struct tt_error *err)
{
    enum { STEP_BYTES = 64 * 1024 };
    const size_t unread = lines->have - lines->at;
    size_t got;
    REFUSE_IF(unread > lines->most, err, "%s: line %llu: longer than %zu bytes", lines->file->path,
              (unsigned long long)lines->number + 1, lines->most);
    if (lines->at)
        memmove(lines->text, lines->text + lines->at, unread);
    lines->at = 0;
    lines->have = unread;
    NEED(!mem_grow(&lines->text, &lines->capacity, unread + STEP_BYTES + 1, 1), err, "%s: no memory",
         lines->file->path);
    const enum tt_status status = bundle_file_read(lines->file, lines->text + unread, STEP_BYTES, &got, err);
    lines->have += got;
    lines->is_over = got < STEP_BYTES;
    if (status == TT_OK && lines->is_over && lines->have && lines->text[lines->have - 1] != '\n')
        lines->text[lines->have++] = '\n';
    return status;
}

/* A long line is looked through once, not again at each step. */
enum tt_status bundle_lines_next(struct bundle_lines *lines, const char **line, size_t *count, struct tt_error *err)
{
    for (size_t looked = 0;;) {
        const size_t unread = lines->have - lines->at;
        const char *start = unread ? lines->text + lines->at : "";
        const char *end = unread > looked ? memchr(start + looked, '\n', unread - looked) : NULL;
        if (end) {
            *line = start;
            *count = (size_t)(end - start);
            lines->at += *count + 1;
            lines->number++;
            return TT_OK;
        }
        looked = unread;
        TRY(lines->is_over ? TT_END : bundle_lines_read_on(lines, err));
    }
}

void bundle_lines_clear(struct bundle_lines *lines)
{
    mem_free(lines->text);
    lines->text = NULL;
}
