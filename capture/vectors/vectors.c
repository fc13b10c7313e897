/* SPDX-License-Identifier: Apache-2.0 */
/* A vector file, read a few lines at a time. docs/formats/vectors.md */
#include "capture/vectors.h"

#include "capture/import/bundle_file.h"
#include "capture/vectors/line.h"

enum { LINE_BYTES_MAX = 64 * 1024 * 1024 };

/* A block ends behind the line that reaches one of these. */
enum { BLOCK_LINES = 16, BLOCK_BYTES = 1024 * 1024 };

struct vector_file {
    char *path;
    struct bundle_file *source;
    struct bundle_lines lines;
    enum tt_status trouble; /* met behind lines that are handed out first */
    struct tt_error trouble_text;
};

struct vector_block {
    char *text;
    size_t at, count, capacity;
    uint64_t line_number; /* of the line last read */
    struct vector_line line;
};

void vector_file_close(struct vector_file *file)
{
    if (!file)
        return;
    bundle_file_free(file->source);
    bundle_lines_clear(&file->lines);
    mem_free(file->path);
    mem_free(file);
}

enum tt_status vector_file_open(struct vector_file **out, const char *path, struct tt_error *err)
{
    *out = NULL;
    struct vector_file *file = mem_calloc(1, sizeof *file);
    NEED(file, err, "%s: no memory", path);
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
    file->lines = (struct bundle_lines){.file = file->source, .most = LINE_BYTES_MAX};
    *out = file;
    return TT_OK;
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

/* With its newline. */
static enum tt_status vectors_add_line(struct vector_block *block, const char *text, size_t count, struct tt_error *err)
{
    NEED(!mem_grow(&block->text, &block->capacity, block->count + count + 1, 1), err, "no memory");
    memcpy(block->text + block->count, text, count + 1);
    block->count += count + 1;
    return TT_OK;
}

/* Returns the end of the block: TT_OK where it is full. */
static enum tt_status vectors_fill(struct vector_file *file, struct vector_block *block, struct tt_error *err)
{
    for (unsigned lines = 0; lines < BLOCK_LINES && block->count < BLOCK_BYTES; lines++) {
        const char *text;
        size_t count;
        TRY(bundle_lines_next(&file->lines, &text, &count, err));
        TRY(PLACED(vectors_add_line(block, text, count, err), err, "%s", file->path));
    }
    return TT_OK;
}

enum tt_status vector_file_read(struct vector_file *file, struct vector_block *block, struct tt_error *err)
{
    block->at = block->count = 0;
    block->line_number = file->lines.number;
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
    TRY(next_of_block(block, &text, &count));
    return PLACED(vector_line_read(&block->line, text, count, vector, err), err, "line %llu",
                  (unsigned long long)block->line_number);
}
