/* SPDX-License-Identifier: Apache-2.0 */
/* A JSON writer without a tree: RFC 8259, ASCII but for bytes of UTF-8, which pass. */
#include "show/json_out.h"

#include <assert.h>
#include <inttypes.h>

void json_out_init(struct json_out *out, FILE *file)
{
    *out = (struct json_out){.file = file};
}

static void put(struct json_out *out, const char *text)
{
    (void)fputs(text, out->file);
}

/* A string from a file may hold anything. Bytes that are no UTF-8 would make the whole text invalid. */
static unsigned utf8_length(const unsigned char *c)
{
    static const struct {
        unsigned char low, high, second_low, second_high, length;
    } rows[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (c[0] < rows[i].low || c[0] > rows[i].high)
            continue;
        if (c[1] < rows[i].second_low || c[1] > rows[i].second_high)
            return 0;
        for (unsigned k = 2; k < rows[i].length; k++) {
            if (c[k] < 0x80 || c[k] > 0xBF)
                return 0;
        }
        return rows[i].length;
    }
    return 0;
}

static void put_quoted(struct json_out *out, const char *text)
{
    (void)fputc('"', out->file);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        if (*c == '"' || *c == '\\') {
            (void)fprintf(out->file, "\\%c", *c++);
        } else if (*c < 0x20 || *c == 0x7F || (out->is_in_markup && (*c == '<' || *c == '>' || *c == '&'))) {
            (void)fprintf(out->file, "\\u%04x", *c++);
        } else if (*c < 0x80) {
            (void)fputc(*c++, out->file);
        } else {
            unsigned n = utf8_length(c);
            if (n == 0)
                put(out, "\\ufffd");
            for (unsigned i = 0; i < n; i++)
                (void)fputc(c[i], out->file);
            c += n ? n : 1;
        }
    }
    (void)fputc('"', out->file);
}

static void new_line(struct json_out *out)
{
    (void)fprintf(out->file, "\n%*s", 2 * out->depth, "");
}

/* What comes before a value: comma, line, key. */
static void lead(struct json_out *out, const char *key)
{
    if (out->depth == 0)
        return;
    if (out->has_item[out->depth])
        put(out, out->is_line[out->depth] ? ", " : ",");
    if (!out->is_line[out->depth])
        new_line(out);
    out->has_item[out->depth] = true;
    assert((key == NULL) == out->is_array[out->depth]);
    if (key) {
        put_quoted(out, key);
        put(out, ": ");
    }
}

static void begin(struct json_out *out, const char *key, bool is_array, bool is_line)
{
    lead(out, key);
    put(out, is_array ? "[" : "{");
    bool outer_line = out->is_line[out->depth];
    out->depth++;
    assert(out->depth < JSON_OUT_DEPTH);
    out->has_item[out->depth] = false;
    out->is_array[out->depth] = is_array;
    out->is_line[out->depth] = is_line || outer_line;
}

void json_out_object(struct json_out *out, const char *key)
{
    begin(out, key, false, false);
}

void json_out_object_line(struct json_out *out, const char *key)
{
    begin(out, key, false, true);
}

void json_out_array(struct json_out *out, const char *key)
{
    begin(out, key, true, false);
}

void json_out_array_line(struct json_out *out, const char *key)
{
    begin(out, key, true, true);
}

void json_out_end(struct json_out *out)
{
    int level = out->depth--;
    if (out->has_item[level] && !out->is_line[level])
        new_line(out);
    put(out, out->is_array[level] ? "]" : "}");
    if (out->depth == 0)
        put(out, "\n");
}

static void put_said(struct json_out *out, const struct said *said)
{
    if (said->kind == SAID_NOTHING && said->is_optional)
        return;
    lead(out, said->key);
    switch (said->kind) {
    case SAID_NOTHING:
        put(out, "null");
        return;
    case SAID_TEXT:
        put_quoted(out, said->text);
        return;
    case SAID_NUMBER:
        (void)fprintf(out->file, "%" PRIu64, said->number);
        return;
    case SAID_SIGNED:
        (void)fprintf(out->file, "%" PRId64, said->signed_number);
        return;
    case SAID_TRUTH:
        put(out, said->truth ? "true" : "false");
        return;
    }
}

void json_out_members(struct json_out *out, const struct said *members, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (members[i].key || !members[i].layout)
            put_said(out, &members[i]);
}

void json_out_line(struct json_out *out, const char *key, const struct said *members, size_t count)
{
    json_out_object_line(out, key);
    json_out_members(out, members, count);
    json_out_end(out);
}

void json_out_strings(struct json_out *out, const char *key, char *const *texts, size_t count)
{
    json_out_array_line(out, key);
    for (size_t i = 0; i < count; i++)
        json_out_say(out, SAY(NULL, texts[i]));
    json_out_end(out);
}

void json_out_bytes(struct json_out *out, const char *key, const uint8_t *bytes, const uint8_t *known, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    lead(out, key);
    (void)fputc('"', out->file);
    for (size_t i = 0; i < count; i++) {
        bool is_known = !known || known[i];
        (void)fputc(is_known ? digits[bytes[i] >> 4] : '.', out->file);
        (void)fputc(is_known ? digits[bytes[i] & 15] : '.', out->file);
    }
    (void)fputc('"', out->file);
}
