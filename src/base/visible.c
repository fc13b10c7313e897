/* SPDX-License-Identifier: Apache-2.0 */
#include "base/visible.h"
#include "base/search.h"

/* Well-formed UTF-8 by its first two bytes (Unicode, table 3-7). */
static const struct {
    unsigned char low, high, second_low, second_high, length;
} leads[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
    {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/* Controls: of the direction (Unicode, annex 9: the marks, embeddings, overrides and isolates), separators of lines. */
static bool is_control(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
    return ANY(i, sizeof ranges / sizeof ranges[0], code >= ranges[i].first && code <= ranges[i].last);
}

static struct visible no_utf8(unsigned char byte, bool is_cut)
{
    return (struct visible){byte, 1, is_cut ? VISIBLE_CUT : VISIBLE_NO_UTF8};
}

static struct visible of_lead(const unsigned char *c, size_t count, size_t row)
{
    enum { LEAD_BITS = 7, TAIL_BITS = 6, TAIL = 0x3F };
    const unsigned length = leads[row].length;
    uint32_t code = c[0] & ((1U << (LEAD_BITS - length)) - 1);
    for (unsigned i = 1; i < length; i++) {
        if (i == count)
            return no_utf8(c[0], true);
        const unsigned low = i == 1 ? leads[row].second_low : 0x80, high = i == 1 ? leads[row].second_high : 0xBF;
        if (c[i] < low || c[i] > high)
            return no_utf8(c[0], false);
        code = code << TAIL_BITS | (c[i] & TAIL);
    }
    return (struct visible){code, length, is_control(code) ? VISIBLE_CONTROL : VISIBLE_PLAIN};
}

struct visible visible_at(const char *text, size_t count)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80)
        return (struct visible){c[0], 1, is_control(c[0]) ? VISIBLE_CONTROL : VISIBLE_PLAIN};
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (c[0] >= leads[i].low && c[0] <= leads[i].high)
            return of_lead(c, count, i);
    return no_utf8(c[0], false);
}

/* Characters that a reader which trims its lines takes away (Unicode, White_Space, and the mark of the order of bytes).
 */
static bool visible_is_blank(uint32_t code)
{
    return code == ' ' || code == '\t' || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFEFF;
}

static bool is_of_name(uint32_t code)
{
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '-' || code == '_' ||
           (code >= '0' && code <= '9');
}

void visible_in_line(struct visible_line *line, struct visible *character)
{
    const uint32_t code = character->code;
    if (code == '\n') {
        *line = (struct visible_line){0};
        return;
    }
    if (character->kind == VISIBLE_PLAIN &&
        ((line->head == LINE_COLON && code == ':') || (line->marks >= 2 && code == '[')))
        character->kind = VISIBLE_OBEYED;
    if (line->head != LINE_HEAD || !visible_is_blank(code))
        line->head = line->head == LINE_HEAD && code == ':' ? LINE_COLON : LINE_BEHIND;
    if (code == '#')
        line->marks++;
    else if (line->marks < 2 || !is_of_name(code))
        line->marks = 0;
}

const char *visible_escape(const struct visible *character, char escape[static VISIBLE_ESCAPE])
{
    const bool is_byte = character->kind == VISIBLE_NO_UTF8 || character->kind == VISIBLE_CUT ||
                         (character->kind != VISIBLE_OBEYED && character->code < 0x80);
    (void)snprintf(escape, VISIBLE_ESCAPE, is_byte ? "\\x%02x" : "\\u%04x", (unsigned)(character->code & 0xFFFF));
    return escape;
}

bool visible_is_plain(const char *text)
{
    for (size_t rest = strlen(text); rest;) {
        const struct visible character = visible_at(text, rest);
        if (character.kind != VISIBLE_PLAIN)
            return false;
        text += character.length;
        rest -= character.length;
    }
    return true;
}

size_t visible_copy(const char *text, char *shown, size_t size)
{
    const char *const start = text;
    size_t at = 0;
    for (size_t rest = strlen(text); rest;) {
        const struct visible character = visible_at(text, rest);
        char escape[VISIBLE_ESCAPE];
        const char *out = character.kind == VISIBLE_PLAIN ? text : visible_escape(&character, escape);
        const size_t length = character.kind == VISIBLE_PLAIN ? character.length : strlen(out);
        if (at + length >= size)
            break;
        memcpy(shown + at, out, length);
        at += length;
        text += character.length;
        rest -= character.length;
    }
    shown[at] = '\0';
    return (size_t)(text - start);
}

char *visible_text(const char *text, char *shown, size_t size)
{
    (void)visible_copy(text, shown, size);
    return shown;
}

void visible_put(FILE *out, const char *text, size_t count)
{
    while (count) {
        const struct visible character = visible_at(text, count);
        char escape[VISIBLE_ESCAPE];
        if (character.kind == VISIBLE_PLAIN)
            (void)fwrite(text, 1, character.length, out);
        else
            (void)fputs(visible_escape(&character, escape), out);
        text += character.length;
        count -= character.length;
    }
}
