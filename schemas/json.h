/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a schema file: typed members with an error that names file, item and member. */
#pragma once

#include "base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a reader stands; only for error texts. */
struct place {
    const char *file; /* as the messages spell it: "schemas/isa/blackhole.json" */
    const char *item; /* "PACR"; may be null */
    struct tt_error *err;
};

/* Parses DIR/NAME; *out is owned by the caller. */
enum tt_status json_load(cJSON **out, const char *dir, const char *name, struct tt_error *err);

/* "FILE: ITEM: what": every refusal of the generator goes through here. Returns TT_BAD_INPUT. */
enum tt_status refuse(const struct place *at, const char *format, ...) TT_PRINTF(2, 3);

/* Members of an object. Strings are borrowed from the tree and never empty. */
enum tt_status json_text(const struct place *at, const cJSON *object, const char *key, const char **out);
enum tt_status json_number(const struct place *at, const cJSON *object, const char *key, uint32_t max, uint32_t *out);
enum tt_status json_bool(const struct place *at, const cJSON *object, const char *key, bool fallback, bool *out);
enum tt_status json_array(const struct place *at, const cJSON *object, const char *key, const cJSON **out);

/* Elements of an array, by position. */
enum tt_status json_text_at(const struct place *at, const cJSON *array, int index, const char **out);
enum tt_status json_number_at(const struct place *at, const cJSON *array, int index, uint32_t max, uint32_t *out);

/* True if the name starts with a letter for which starts() holds, and goes on in letters, digits and underscores. */
bool is_identifier(const char *name, int (*starts)(int));

/* True if the name is small letters, digits, and the characters of `between`. */
bool is_made_of(const char *name, const char *between);

/* Refuses a member that is not in the list: a misspelt key would otherwise be ignored. */
enum tt_status json_only(const struct place *at, const cJSON *object, const char *const *keys);
