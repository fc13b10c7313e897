/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are read: regular ones alone, and each is remembered, so that no output takes its place, whatever name or
 * link leads there and whatever --force says. docs/formats/files.md, "Inputs are never written" */
#pragma once

#include "base/usual.h"

/* From here on this process remembers the files that it reads; a program that only uses the library remembers nothing.
 */
void inputs_remember(void);

/* Opens a regular file to read. A pipe or a device is refused: it may have no end. */
enum tt_status input_open(int *descriptor, const char *path, struct tt_error *err);

/* The same as a stream. */
enum tt_status input_stream(FILE **out, const char *path, struct tt_error *err);

/* The same of "folder/name" where the name comes from a stranger: a name that leads out of the folder, by a symbolic
 * link or "..", is refused. */
enum tt_status input_open_beneath(int *descriptor, const char *folder, const char *name, struct tt_error *err);

/* All of a file of at most `most` bytes; the caller frees them with mem_free(), also after a failure. */
enum tt_status input_whole(const char *path, size_t most, uint8_t **bytes, size_t *count, struct tt_error *err);
/* The same of a file that a folder itself has: no link leads out of it. */
enum tt_status input_whole_beneath(const char *folder, const char *name, size_t most, uint8_t **bytes, size_t *count,
                                   struct tt_error *err);

/* Gives each line of a text, from 1 on and without its end, until one is refused. Errors name file and line. */
enum { INPUT_LINE_MAX = 4096 };
typedef enum tt_status input_take_line(void *user, char *line, unsigned number, struct tt_error *err);
enum tt_status input_lines(const char *path, input_take_line *take, void *user, struct tt_error *err);

/* The same of a stream that is open, such as standard input; name: what errors call it. */
enum tt_status input_stream_lines(FILE *file, const char *name, input_take_line *take, void *user,
                                  struct tt_error *err);

/* For a file that somebody else opens, as SQLite does: looks at it, and remembers it. */
enum tt_status input_look(const char *path, struct tt_error *err);

/* Refuses an output whose path is a remembered file. One that is not there is fine. */
enum tt_status input_refuse_output(const char *output, struct tt_error *err);

/* Refuses a file that says it is longer, before it is read; one that cannot be asked is left to whoever opens it. */
enum tt_status input_refuse_longer(const char *path, uint64_t most, struct tt_error *err);

/* Both, for an output that is named before its input is opened, so that the work need not be done first. output may be
 * null; an input that cannot be read is left to whoever opens it. */
enum tt_status input_keep(const char *output, const char *input, struct tt_error *err);

/* A file that this process made is no input of its user's, though it may read it again. */
void input_is_ours(int descriptor);
