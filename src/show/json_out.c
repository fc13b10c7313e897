/* SPDX-License-Identifier: Apache-2.0 */
/* A JSON writer without a tree: RFC 8259, ASCII but for bytes of UTF-8, which pass. */
#include "show/json_out.h"

#include "base/visible.h"

#include <math.h>

void json_out_init(struct json_out *out, FILE *file)
{
    *out = (struct json_out){.file = file};
}

static void json_out_put(struct json_out *out, const char *text)
{
    (void)fputs(text, out->file);
}

/* A string from a file may hold anything. JSON has a form for each control character, which a reader of JSON gives
 * back; a page would show it, so there it is made visible. Bytes that are no UTF-8 would make the whole text invalid.
 */
static void put_control(struct json_out *out, const struct visible *character)
{
    char escape[VISIBLE_ESCAPE];
    const bool is_line = character->code == '\n' || character->code == '\t';
    if (character->kind != VISIBLE_CONTROL)
        json_out_put(out, "\\ufffd");
    else if (out->is_in_markup && !is_line)
        (void)fprintf(out->file, "\\%s", visible_escape(character, escape));
    else
        (void)fprintf(out->file, "\\u%04x", (unsigned)character->code);
}

/* Characters with a meaning in JSON or in the markup around it. */
static void json_out_put_escaped(struct json_out *out, char character)
{
    if (character == '"' || character == '\\')
        (void)fprintf(out->file, "\\%c", character);
    else
        (void)fprintf(out->file, "\\u%04x", (unsigned)character);
}

/* How many bytes from the head on stand in a string as they are. */
static size_t json_out_plain_run(const struct json_out *out, const char *text, size_t count)
{
    size_t at = 0;
    while (at < count && !strchr(out->is_in_markup ? "\"\\<>&" : "\"\\", text[at])) {
        const struct visible character = visible_at(text + at, count - at);
        if (character.kind != VISIBLE_PLAIN)
            break;
        at += character.length;
    }
    return at;
}

static void put_quoted(struct json_out *out, const char *text)
{
    (void)fputc('"', out->file);
    for (size_t rest = strlen(text); rest;) {
        const size_t run = json_out_plain_run(out, text, rest);
        (void)fwrite(text, 1, run, out->file);
        text += run;
        rest -= run;
        if (!rest)
            break;
        const struct visible character = visible_at(text, rest);
        if (character.kind != VISIBLE_PLAIN)
            put_control(out, &character);
        else
            json_out_put_escaped(out, (char)character.code);
        text += character.length;
        rest -= character.length;
    }
    (void)fputc('"', out->file);
}

static void new_line(struct json_out *out)
{
    (void)fprintf(out->file, "\n%*s", 2 * out->depth, "");
}

/* The text before a value: comma, line, key. */
static void lead(struct json_out *out, const char *key, bool is_beside)
{
    const bool is_line = is_beside || out->is_line[out->depth];
    if (out->depth == 0)
        return;
    if (out->has_item[out->depth])
        json_out_put(out, is_line && !out->is_in_markup ? ", " : ",");
    if (!is_line)
        new_line(out);
    out->has_item[out->depth] = true;
    assert((key == NULL) == out->is_array[out->depth]);
    if (key) {
        put_quoted(out, key);
        json_out_put(out, out->is_in_markup ? ":" : ": ");
    }
}

static void json_out_begin(struct json_out *out, const char *key, bool is_array, bool is_line)
{
    lead(out, key, false);
    json_out_put(out, is_array ? "[" : "{");
    bool outer_line = out->is_line[out->depth];
    out->depth++;
    assert(out->depth < JSON_OUT_DEPTH);
    out->has_item[out->depth] = false;
    out->is_array[out->depth] = is_array;
    out->is_line[out->depth] = is_line || outer_line;
}

void json_out_object(struct json_out *out, const char *key)
{
    json_out_begin(out, key, false, false);
}

void json_out_object_line(struct json_out *out, const char *key)
{
    json_out_begin(out, key, false, true);
}

void json_out_array(struct json_out *out, const char *key)
{
    json_out_begin(out, key, true, false);
}

void json_out_array_line(struct json_out *out, const char *key)
{
    json_out_begin(out, key, true, true);
}

void json_out_end(struct json_out *out)
{
    int level = out->depth--;
    if (out->has_item[level] && !out->is_line[level])
        new_line(out);
    json_out_put(out, out->is_array[level] ? "]" : "}");
    if (out->depth == 0)
        json_out_put(out, "\n");
}

/* As many digits as bring the same number back. */
static void put_real(struct json_out *out, double real)
{
    if (isfinite(real))
        (void)fprintf(out->file, "%.17g", real);
    else
        json_out_put(out, "null");
}

static void put_said(struct json_out *out, const struct said *said)
{
    if (said->kind == SAID_NOTHING && said->is_optional)
        return;
    lead(out, said->key, said->is_beside);
    switch (said->kind) {
    case SAID_NOTHING:
        json_out_put(out, "null");
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
    case SAID_REAL:
        put_real(out, said->real);
        return;
    case SAID_TRUTH:
        json_out_put(out, said->truth ? "true" : "false");
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

void json_out_strings(struct json_out *out, const char *key, const struct texts *texts)
{
    json_out_array_line(out, key);
    for (size_t i = 0; i < texts->count; i++)
        json_out_say(out, SAY(NULL, texts->items[i]));
    json_out_end(out);
}

void json_out_bytes(struct json_out *out, const char *key, const uint8_t *bytes, const uint8_t *known, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    lead(out, key, false);
    (void)fputc('"', out->file);
    for (size_t i = 0; i < count; i++) {
        bool is_known = !known || known[i];
        (void)fputc(is_known ? digits[bytes[i] >> 4] : '.', out->file);
        (void)fputc(is_known ? digits[bytes[i] & 15] : '.', out->file);
    }
    (void)fputc('"', out->file);
}
