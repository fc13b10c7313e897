/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/text.h"

#include "base/visible.h"

void text_clear(struct text *text)
{
    mem_free(text->bytes);
    *text = (struct text){0};
}

static bool text_make_room(struct text *text, size_t count)
{
    if (text->has_failed || mem_grow(&text->bytes, &text->capacity, text->count + count + 1, 1)) {
        text->has_failed = true;
        return false;
    }
    return true;
}

void text_add_bytes(struct text *text, const void *bytes, size_t count)
{
    if (!text_make_room(text, count))
        return;
    if (count)
        memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    text->bytes[text->count] = '\0';
}

void text_add(struct text *text, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int count = vsnprintf(NULL, 0, format, list);
    if (count >= 0 && text_make_room(text, (size_t)count)) {
        (void)vsnprintf(text->bytes + text->count, (size_t)count + 1, format, again);
        text->count += (size_t)count;
    }
    va_end(again);
    va_end(list);
}

void text_add_hex(struct text *text, const void *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *from = bytes;
    if (!text_make_room(text, 2 * count))
        return;
    for (size_t i = 0; i < count; i++) {
        text->bytes[text->count++] = digits[from[i] >> 4];
        text->bytes[text->count++] = digits[from[i] & 15];
    }
    text->bytes[text->count] = '\0';
}

void text_add_base64(struct text *text, const void *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *from = bytes;
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const uint32_t three = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)from[i + 2] : 0);
        const char four[4] = {digits[three >> 18], digits[three >> 12 & 63],
                              (char)(left > 1 ? digits[three >> 6 & 63] : '='),
                              (char)(left > 2 ? digits[three & 63] : '=')};
        text_add_bytes(text, four, sizeof four);
    }
}

void text_add_varint(struct text *text, uint64_t number)
{
    enum { NUMBER_MAX = 10 };
    uint8_t bytes[NUMBER_MAX];
    size_t count = 0;
    for (; number > 0x7F; number >>= 7)
        bytes[count++] = (uint8_t)(number | 0x80);
    bytes[count++] = (uint8_t)number;
    text_add_bytes(text, bytes, count);
}

/* passes: controls that stay. */
static void add_shown(struct text *text, const char *from, size_t count, const char *passes)
{
    while (count) {
        const struct visible character = visible_at(from, count);
        char escape[VISIBLE_ESCAPE];
        if (character.kind == VISIBLE_PLAIN || (*from && strchr(passes, *from)))
            text_add_bytes(text, from, character.length);
        else
            text_add(text, "%s", visible_escape(&character, escape));
        from += character.length;
        count -= character.length;
    }
}

void text_add_visible(struct text *text, const char *from, size_t count)
{
    add_shown(text, from, count, "\n\t");
}

void text_add_name(struct text *text, const char *name)
{
    add_shown(text, name, strlen(name), "");
}

int text_path(char *path, size_t size, const char *folder, const char *name)
{
    const size_t length = strlen(folder);
    return snprintf(path, size, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
}

bool text_is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

const char *text_of(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}

char *text_print(char *text, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, size, format, list);
    va_end(list);
    return text;
}
