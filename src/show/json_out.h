/* SPDX-License-Identifier: Apache-2.0 */
/* JSON written as it comes, however much there is. Every container is on lines of its own, so that two outputs diff. */
#pragma once

#include "base/text/texts.h"
#include "show/said.h"

enum { JSON_OUT_DEPTH = 16 };

struct json_out {
    FILE *file;
    bool is_in_markup; /* set after init: strings have \u003c for <, so that the text can stand in a script of a page;
                           no space stands between the parts of a line, which would be a fiftieth of a page */
    int depth;
    bool has_item[JSON_OUT_DEPTH], is_array[JSON_OUT_DEPTH], is_line[JSON_OUT_DEPTH];
};

void json_out_init(struct json_out *out, FILE *file);

/* key is null for an element of an array, and for the outermost. A `line` has its content on one line. */
void json_out_object(struct json_out *out, const char *key);
void json_out_object_line(struct json_out *out, const char *key);
void json_out_array(struct json_out *out, const char *key);
void json_out_array_line(struct json_out *out, const char *key);
/* Closes the innermost container; closing the outermost one ends the text with a newline. */
void json_out_end(struct json_out *out);
/* An array with something for each i below count, which the loop's statement writes: it is left by `continue` alone. */
#define JSON_EACH(out, key, i, count) /* NOLINTNEXTLINE(bugprone-macro-parentheses): i is a name */                    \
    for (__typeof__((count) + 0u) i = (json_out_array(out, key), 0); i < (count) || (json_out_end(out), 0); i++)

/* Members of the object that is open; members of an object of their own, on one line. */
#define json_out_say(out, ...) json_out_members(out, SAID_LIST(__VA_ARGS__))
void json_out_members(struct json_out *out, const struct said *members, size_t count);
#define json_out_item(out, key, ...) json_out_line(out, key, SAID_LIST(__VA_ARGS__))
void json_out_line(struct json_out *out, const char *key, const struct said *members, size_t count);

void json_out_strings(struct json_out *out, const char *key, const struct texts *texts); /* on one line */
/* Bytes as a hexadecimal string; those not known at all (known may be null: all are) as "..". */
void json_out_bytes(struct json_out *out, const char *key, const uint8_t *bytes, const uint8_t *known, size_t count);
