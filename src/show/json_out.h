/* SPDX-License-Identifier: Apache-2.0 */
/* JSON written as it comes, however much there is. Every container is on lines of its own, so that two outputs diff. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_OUT_DEPTH = 16 };

struct json_out {
    FILE *file;
    bool is_in_markup; /* set after init: strings have \u003c for <, so that the text can stand in a script of a page */
    int depth;
    bool has_item[JSON_OUT_DEPTH], is_array[JSON_OUT_DEPTH], is_line[JSON_OUT_DEPTH];
};

void json_out_init(struct json_out *out, FILE *file);

/* key is null for an element of an array, and for the outermost. A `line` keeps what it holds on one line. */
void json_out_object(struct json_out *out, const char *key);
void json_out_object_line(struct json_out *out, const char *key);
void json_out_array(struct json_out *out, const char *key);
void json_out_array_line(struct json_out *out, const char *key);
/* Closes the innermost; the outermost ends the text with a newline. */
void json_out_end(struct json_out *out);

void json_out_string(struct json_out *out, const char *key, const char *text);                  /* null text: null */
void json_out_strings(struct json_out *out, const char *key, char *const *texts, size_t count); /* in one line */
void json_out_uint(struct json_out *out, const char *key, uint64_t number);
void json_out_int(struct json_out *out, const char *key, int64_t number);
void json_out_bool(struct json_out *out, const char *key, bool is);
void json_out_null(struct json_out *out, const char *key);
/* Bytes as a hexadecimal string; those not known at all (known may be null: all are) as "..". */
void json_out_bytes(struct json_out *out, const char *key, const uint8_t *bytes, const uint8_t *known, size_t count);
