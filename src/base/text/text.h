/* SPDX-License-Identifier: Apache-2.0 */
/* Text or bytes that grow. */
#pragma once

#include "base/usual.h"

struct text {
    char *bytes; /* ends in a zero where anything was added */
    size_t count, capacity;
    bool has_failed; /* no memory */
};

void text_clear(struct text *text);
void text_add(struct text *text, const char *format, ...) TT_PRINTF(2, 3);
void text_add_bytes(struct text *text, const void *bytes, size_t count);
void text_add_hex(struct text *text, const void *bytes, size_t count);
void text_add_base64(struct text *text, const void *bytes, size_t count); /* RFC 4648, section 4 */
void text_add_varint(struct text *text, uint64_t number);                 /* seven bits a byte, lowest first */
/* Of strangers, as it may be shown: newline and tab stay, base/visible.h decides the rest. */
void text_add_visible(struct text *text, const char *from, size_t count);
/* A name of a stranger's: on one line. */
void text_add_name(struct text *text, const char *name);
const char *text_of(const struct text *text); /* "" where nothing was added */
/* snprintf() into an array, which it returns. */
char *text_print(char *text, size_t size, const char *format, ...) TT_PRINTF(3, 4);
/* FOLDER/NAME, without a second slash, as snprintf() does it. */
int text_path(char *path, size_t size, const char *folder, const char *name);
/* Whether two texts are alike, or both missing. */
bool text_is_same(const char *a, const char *b);
