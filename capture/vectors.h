/* SPDX-License-Identifier: Apache-2.0 */
/* Vector files (docs/formats/vectors.md): short experiments, one JSON object a line in one Zstandard frame. */
#pragma once

#include "base/names.h"
#include "base/usual.h"

/* A run of bytes of a space. */
struct vector_run {
    enum tt_space space;
    uint32_t lo, count;   /* bytes, within the space */
    const uint8_t *bytes; /* little-endian elements; TT_SPACE_STATE: words */
};

struct vector_op {
    uint8_t thread;
    uint32_t word;
};

struct vector {
    const char *name;
    enum tt_chip chip;
    bool is_push; /* mode "push": ops go in before the expanders, exec comes out behind them */
    const struct vector_op *ops;
    size_t op_count;
    size_t done; /* how many of ops took effect */
    const struct vector_op *exec;
    size_t exec_count;
    const struct vector_run *pre, *post;
    size_t pre_count, post_count;
};

struct vector_file;

/* A file name ending in .zst is one Zstandard frame; else it is plain text. */
enum tt_status vector_file_open(struct vector_file **out, const char *path, struct tt_error *err);
void vector_file_close(struct vector_file *file);

/* A few whole lines of a vector file: one thread reads them, another may make vectors of them. */
struct vector_block;

struct vector_block *vector_block_new(void); /* null without memory */
void vector_block_free(struct vector_block *block);

/* Fills block with the next lines. TT_END after the last. An error in the file is returned after the lines before it
 * were handed out. */
enum tt_status vector_file_read(struct vector_file *file, struct vector_block *block, struct tt_error *err);

/* The next vector of a block. Borrowed until the next call. TT_END after the last. Errors name the line alone; the
 * caller knows the file. */
enum tt_status vector_block_next(struct vector_block *block, struct vector *vector, struct tt_error *err);
