/* SPDX-License-Identifier: Apache-2.0 */
/* A vector file, read a few lines at a time. docs/formats/vectors.md */
#include "capture/vectors.h"

#include "base/memory.h"
#include "capture/import/bundle_file.h"
#include "capture/vectors/line.h"

#include <stdbool.h>
#include <string.h>

enum { READ_BYTES = 256 * 1024, LINE_BYTES_MAX = 64 * 1024 * 1024 };

/* A block ends behind the line that reaches one of these. */
enum { BLOCK_LINES = 16, BLOCK_BYTES = 1024 * 1024 };

struct vector_file {
    char *path;
    struct bundle_file *source;
    char *text; /* [at, have) is read and not yet handed out */
    size_t at, have, capacity;
    size_t line_number;
    bool is_over;
    enum tt_status trouble; /* met behind lines that are handed out first */
    struct tt_error trouble_text;
};

struct vector_block {
    char *text;
    size_t at, count, capacity;
    size_t line_number; /* of the line last read */
    struct vector_line line;
};

void vector_file_close(struct vector_file *file)
{
    if (!file)
        return;
    bundle_file_free(file->source);
    mem_free(file->text);
    mem_free(file->path);
    mem_free(file);
}

enum tt_status vector_file_open(struct vector_file **out, const char *path, struct tt_error *err)
{
    *out = NULL;
    struct vector_file *file = mem_calloc(1, sizeof *file);
    if (!file)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    enum tt_status status = TT_OK;
    file->path = mem_strdup(path);
    file->source = bundle_file_new(NULL);
    if (!file->path || !file->source)
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    else
        status = bundle_file_open(file->source, file->path, err);
    if (status) {
        vector_file_close(file);
        return status;
    }
    *out = file;
    return TT_OK;
}

/* Reads on; what was handed out makes room. */
static enum tt_status vectors_refill(struct vector_file *file, struct tt_error *err)
{
    if (file->at)
        memmove(file->text, file->text + file->at, file->have - file->at);
    file->have -= file->at;
    file->at = 0;
    if (file->have > LINE_BYTES_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: line %zu is longer than %d bytes", file->path, file->line_number + 1,
                       LINE_BYTES_MAX);
    if (mem_grow(&file->text, &file->capacity, file->have + READ_BYTES, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", file->path);
    size_t got;
    enum tt_status status = bundle_file_read(file->source, file->text + file->have, READ_BYTES, &got, err);
    file->have += got;
    file->is_over = got < READ_BYTES;
    return status;
}

/* The next line without its end; TT_END after the last. A last line may lack its newline. */
static enum tt_status vectors_next_line(struct vector_file *file, const char **text, size_t *count,
                                        struct tt_error *err)
{
    size_t seen = 0;
    for (;;) {
        const size_t left = file->have - file->at;
        const char *end = left > seen ? memchr(file->text + file->at + seen, '\n', left - seen) : NULL;
        if (!end && !file->is_over) {
            seen = left;
            enum tt_status status = vectors_refill(file, err);
            if (status)
                return status;
            continue;
        }
        if (!end && left == 0)
            return TT_END;
        *text = file->text + file->at;
        *count = end ? (size_t)(end - *text) : left;
        file->at += end ? *count + 1 : *count;
        file->line_number++;
        return TT_OK;
    }
}

struct vector_block *vector_block_new(void)
{
    return mem_calloc(1, sizeof(struct vector_block));
}

void vector_block_free(struct vector_block *block)
{
    if (!block)
        return;
    vector_line_clear(&block->line);
    mem_free(block->text);
    mem_free(block);
}

static enum tt_status vectors_add_line(struct vector_block *block, const char *text, size_t count, struct tt_error *err)
{
    if (mem_grow(&block->text, &block->capacity, block->count + count + 1, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    if (count)
        memcpy(block->text + block->count, text, count);
    block->count += count;
    block->text[block->count++] = '\n';
    return TT_OK;
}

/* Returns the end of the block: TT_OK where it is full. */
static enum tt_status vectors_fill(struct vector_file *file, struct vector_block *block, struct tt_error *err)
{
    for (unsigned lines = 0; lines < BLOCK_LINES && block->count < BLOCK_BYTES; lines++) {
        const char *text;
        size_t count;
        enum tt_status status = vectors_next_line(file, &text, &count, err);
        if (status == TT_OK && (status = vectors_add_line(block, text, count, err)) != TT_OK)
            tt_error_prefix(err, "%s", file->path);
        if (status)
            return status;
    }
    return TT_OK;
}

enum tt_status vector_file_read(struct vector_file *file, struct vector_block *block, struct tt_error *err)
{
    block->at = block->count = 0;
    block->line_number = file->line_number;
    if (file->trouble == TT_OK)
        file->trouble = vectors_fill(file, block, &file->trouble_text);
    if (block->count || file->trouble == TT_OK)
        return TT_OK;
    if (err && file->trouble != TT_END)
        *err = file->trouble_text;
    return file->trouble;
}

/* The next line that is not empty, without its end; TT_END after the last. */
static enum tt_status next_of_block(struct vector_block *block, const char **text, size_t *count)
{
    while (block->at < block->count) {
        *text = block->text + block->at;
        *count = (size_t)((const char *)memchr(*text, '\n', block->count - block->at) - *text);
        block->at += *count + 1;
        block->line_number++;
        if (*count)
            return TT_OK;
    }
    return TT_END;
}

enum tt_status vector_block_next(struct vector_block *block, struct vector *vector, struct tt_error *err)
{
    const char *text;
    size_t count;
    enum tt_status status = next_of_block(block, &text, &count);
    if (status == TT_OK) {
        status = vector_line_read(&block->line, text, count, vector, err);
        if (status)
            tt_error_prefix(err, "line %zu", block->line_number);
    }
    return status;
}
