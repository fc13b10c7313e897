/* SPDX-License-Identifier: Apache-2.0 */
/* A file of a bundle read from front to back: plain, or one Zstandard frame where its name ends in ".zst".
 * One struct serves file after file, and keeps its buffers between them. */
#pragma once

#include "base/usual.h"

struct bundle_file;

/* folder: what every path will begin with, and no link is to lead out of; borrowed. Null: files of the user's own
 * choice. Null without memory. */
struct bundle_file *bundle_file_new(const char *folder);
void bundle_file_free(struct bundle_file *file);

/* Opens a file and closes the one that was open. A file that is not a regular one is refused. */
enum tt_status bundle_file_open(struct bundle_file *file, const char *path, struct tt_error *err);

/* The bytes the file says it holds, decompressed; UINT64_MAX where a frame does not say. */
uint64_t bundle_file_size(const struct bundle_file *file);

/* Up to `capacity` bytes; fewer only at the end. A frame that is cut, damaged or followed by more is an error. */
enum tt_status bundle_file_read(struct bundle_file *file, void *bytes, size_t capacity, size_t *got,
                                struct tt_error *err);

/* Opens and reads a whole file into `bytes`. *count is its size; where that is more than `capacity`, nothing beyond was
 * read or allocated, and *count is the claimed size or else capacity + 1. */
enum tt_status bundle_file_load(struct bundle_file *file, const char *path, void *bytes, size_t capacity,
                                uint64_t *count, struct tt_error *err);

/* Reads a whole file into memory that the caller frees with mem_free(). A zero byte follows the bytes and is not
 * counted. More than `limit` bytes are an error. */
enum tt_status bundle_file_load_text(struct bundle_file *file, const char *path, size_t limit, char **text,
                                     size_t *count, struct tt_error *err);

/* The same, for a caller that reads one file only and has no struct bundle_file. */
enum tt_status bundle_file_text(const char *path, size_t limit, char **text, size_t *count, struct tt_error *err);

/* The lines of an open file, one by one; all zeros but `file` and `most` is the first. */
struct bundle_lines {
    struct bundle_file *file;
    size_t most;     /* a line of more bytes is refused */
    uint64_t number; /* of the line that was read last, from 1 */
    char *text;      /* [at, have) is unread */
    size_t at, have, capacity;
    bool is_over;
};

/* The next line without its newline, which stands at (*line)[*count] also where a last line lacks it. Borrowed until
 * the next call. TT_END after the last. */
enum tt_status bundle_lines_next(struct bundle_lines *lines, const char **line, size_t *count, struct tt_error *err);
void bundle_lines_clear(struct bundle_lines *lines);
