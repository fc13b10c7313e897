/* SPDX-License-Identifier: Apache-2.0 */
/* Files of this room read back: one object of known members, strictly. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;

/* A member of an object and where its value goes. */
enum json_in_kind {
    JSON_IN_TEXT,        /* char **: a copy; mem_free it */
    JSON_IN_TEXT_NULL,   /* the same, null allowed: a null pointer */
    JSON_IN_HASH,        /* char[BATCH_HASH_TEXT]: 64 hexadecimal digits */
    JSON_IN_NUMBER,      /* uint64_t, at most 2^53 */
    JSON_IN_NUMBER_NULL, /* int64_t: the same, null is -1 */
    JSON_IN_BOOL,        /* bool */
    JSON_IN_ITEM,        /* const struct cJSON *: whatever it is; borrowed from the tree */
};
struct json_in_member {
    const char *name;
    enum json_in_kind kind;
    void *into;
};

/* All members must be there, and no others. place: the object's name in messages, "" for the outermost. */
enum tt_status json_in_object(const struct cJSON *object, const char *place, const struct json_in_member *members,
                              size_t count, struct tt_error *err);
