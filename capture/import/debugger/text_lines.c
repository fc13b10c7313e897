/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/debugger/text_lines.h"

#include "base/number.h"

#include <ctype.h>

enum { ESCAPE = 0x1B, BELL = 0x07, DELETE = 0x7F };

void text_lines_init(struct text_lines *lines, const char *text, size_t count)
{
    *lines = (struct text_lines){.at = text, .end = text + count};
}

void text_lines_clear(struct text_lines *lines)
{
    mem_free(lines->line);
    mem_free(lines->columns);
    *lines = (struct text_lines){0};
}

/* Behind an escape sequence: ESC [ ... letter, ESC ] ... bell or ESC \, or ESC and one character (ECMA-48). */
static const char *skip_escape(const char *at, const char *end)
{
    at++;
    if (at == end)
        return at;
    char kind = *at++;
    if (kind == '[') {
        while (at < end && (*at < '@' || *at > '~'))
            at++;
        return at < end ? at + 1 : at;
    }
    if (kind == ']') {
        while (at < end && *at != BELL && *at != ESCAPE)
            at++;
        if (at < end && *at == ESCAPE)
            at++;
        return at < end ? at + 1 : at;
    }
    return at;
}

enum tt_status text_lines_next(struct text_lines *lines, struct tt_error *err)
{
    if (lines->at == lines->end)
        return TT_END;
    const char *start = lines->at;
    const char *newline = memchr(start, '\n', (size_t)(lines->end - start));
    const char *end = newline ? newline : lines->end;
    size_t most = (size_t)(end - start) + 1;
    if (mem_grow(&lines->line, &lines->line_capacity, most, 1) < 0 ||
        mem_grow(&lines->columns, &lines->column_capacity, most, sizeof *lines->columns) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    lines->count = 0;
    for (const char *at = start; at < end;) {
        if (*at == ESCAPE) {
            at = skip_escape(at, end);
            continue;
        }
        if (*at != '\r' && *at != '\0') {
            lines->columns[lines->count] = (uint32_t)(at - start) + 1;
            bool is_control = ((unsigned char)*at < ' ' && *at != '\t') || *at == DELETE;
            lines->line[lines->count++] = is_control ? '?' : *at;
        }
        at++;
    }
    lines->columns[lines->count] = (uint32_t)(end - start) + 1;
    lines->line[lines->count] = '\0';
    lines->at = newline ? newline + 1 : end;
    lines->number++;
    return TT_OK;
}

enum tt_status text_lines_each(struct text_lines *lines, enum tt_status (*take)(void *user, struct tt_error *err),
                               void *user, struct tt_error *err)
{
    enum tt_status status;
    while (!(status = text_lines_next(lines, err)) && !(status = take(user, err)))
        ;
    return walk_ended(status);
}

bool text_lines_have(const char *text, size_t count, bool (*is)(const char *line))
{
    enum { LINE_LOOK_BYTES = 64 << 10 };
    struct text_lines lines;
    bool has_one = false;
    text_lines_init(&lines, text, count < LINE_LOOK_BYTES ? count : LINE_LOOK_BYTES);
    while (!has_one && text_lines_next(&lines, NULL) == TT_OK)
        has_one = is(lines.line);
    text_lines_clear(&lines);
    return has_one;
}

enum tt_status text_lines_fail(const struct text_lines *lines, size_t offset, struct tt_error *err, const char *format,
                               ...)
{
    char sentence[512];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    uint32_t column = lines->columns[offset < lines->count ? offset : lines->count];
    return tt_fail(err, TT_BAD_INPUT, "line %lu, column %u: %s", lines->number, column, sentence);
}

bool text_hex(const char *text, const char **end, uint64_t *value)
{
    const char *at = text;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    const char *first = at;
    *value = 0;
    for (; hex_digit(*at) >= 0; at++)
        *value = *value << 4 | (uint64_t)hex_digit(*at);
    *end = at;
    return at > first && at - first <= 16;
}

bool text_decimal(const char *text, const char **end, int64_t *value)
{
    enum { DIGITS_MAX = 18 }; /* any so many fit the value */
    bool is_negative = *text == '-';
    const char *at = text + is_negative, *first = at;
    *value = 0;
    for (; isdigit((unsigned char)*at) && at - first < DIGITS_MAX; at++)
        *value = *value * 10 + (*at - '0');
    *end = at;
    if (is_negative)
        *value = -*value;
    return at > first && !isdigit((unsigned char)*at);
}

const char *text_after(const char *text, const char *start)
{
    size_t n = strlen(start);
    return strncmp(text, start, n) == 0 ? text + n : NULL;
}

const char *text_skip_spaces(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

size_t text_cell(const char **at)
{
    *at = text_skip_spaces(*at);
    return strcspn(*at, " \t");
}
