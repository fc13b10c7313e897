/* SPDX-License-Identifier: Apache-2.0 */
/* Text of strangers (names in captures, bundles, databases, paths) is shown, never obeyed: a control character (below
 * U+0020, U+007F to U+009F), a control of the direction of writing, a separator of lines or a byte that is no UTF-8 is
 * written as "\x1b" or "\u202e". Every writer asks here: the standard streams (cli/streams.h), JSON and pages, lines
 * for a shell. */
#pragma once

#include "base/usual.h"

/* A character at the head of a text. */
struct visible {
    uint32_t code;   /* its code point; of bytes that are no UTF-8 the byte */
    unsigned length; /* its bytes: 1 to 4 */
    enum {
        VISIBLE_PLAIN,
        VISIBLE_CONTROL,
        VISIBLE_NO_UTF8,
        VISIBLE_CUT,
        VISIBLE_OBEYED
    } kind; /* cut: no UTF-8 yet, for want of bytes; obeyed: visible_in_line() */
};

/* count is at least 1. Newline and tab are controls, too: in text of several lines the writer lets them pass. */
struct visible visible_at(const char *text, size_t count);

/* How far a line has come towards a command for what runs a job of CI and reads its log: "::" behind blanks at the head
 * of a line (GitHub), "##[" or "##name[" anywhere in it (GitHub, Azure, TeamCity). Zeros: the head of a line. */
struct visible_line {
    enum { LINE_HEAD, LINE_COLON, LINE_BEHIND } head;
    unsigned marks; /* '#' in a row, perhaps with a name behind two of them */
};

/* The next character goes out: it counts in the line, and becomes VISIBLE_OBEYED where it completes a command. */
void visible_in_line(struct visible_line *line, struct visible *character);

enum { VISIBLE_ESCAPE = 8 };

/* "\x1b" of a byte below 0x80 or no UTF-8, else "\u202e"; "\u005b" of a character that is obeyed, which JSON reads. */
const char *visible_escape(const struct visible *character, char escape[static VISIBLE_ESCAPE]);

/* Whether all of it may be shown as it is. */
bool visible_is_plain(const char *text);

/* Writes the text as it may be shown, ended by a zero byte and cut to whole characters. Returns how many bytes of the
 * text found room. */
size_t visible_copy(const char *text, char *shown, size_t size);
/* The same; returns shown. */
char *visible_text(const char *text, char *shown, size_t size);

void visible_put(FILE *out, const char *text, size_t count);
