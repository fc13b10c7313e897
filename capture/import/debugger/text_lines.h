/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a tool's output on a terminal: colours taken out, with each character's place for messages. */
#pragma once

#include "base/usual.h"

struct text_lines {
    const char *at, *end; /* the rest of the text */
    unsigned long number; /* of the line, from 1 */
    char *line; /* the line without its end and escape sequences, control characters as '?'; ended by a zero byte */
    size_t count;
    uint32_t *columns; /* of line[i] in the text, from 1; and of its end */
    size_t line_capacity, column_capacity;
};

/* Borrows the text. */
void text_lines_init(struct text_lines *lines, const char *text, size_t count);
void text_lines_clear(struct text_lines *lines);

/* The next line; TT_END after the last. */
enum tt_status text_lines_next(struct text_lines *lines, struct tt_error *err);

/* Gives each line, as lines->line, until one is refused. */
enum tt_status text_lines_each(struct text_lines *lines, enum tt_status (*take)(void *user, struct tt_error *err),
                               void *user, struct tt_error *err);
/* Whether one of the first lines is such a line. */
bool text_lines_have(const char *text, size_t count, bool (*is)(const char *line));

/* TT_BAD_INPUT with "line 12, column 5: " before the sentence; offset is into lines->line. */
enum tt_status text_lines_fail(const struct text_lines *lines, size_t offset, struct tt_error *err, const char *format,
                               ...) TT_PRINTF(4, 5);

/* A number at text, up to its first character that is no digit of it: hexadecimal without or with 0x, decimal with a
 * sign. False where there is none or it has more than 16 or 18 digits. *end is where it ends. */
bool text_hex(const char *text, const char **end, uint64_t *value);
bool text_decimal(const char *text, const char **end, int64_t *value);

/* Where `text` goes on after `start`; null where it does not begin so. */
const char *text_after(const char *text, const char *start);
const char *text_skip_spaces(const char *text);
/* The next cell of a row, behind spaces, where *at then is: its characters up to a space; 0 behind the last. */
size_t text_cell(const char **at);
