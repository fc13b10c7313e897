/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of bundles, read strictly: an unknown member is an error that names it. */
#pragma once

#include "base/usual.h"

struct cJSON;

/* Parses one text; cJSON_Delete it. Errors begin with "line 3, column 7". */
enum tt_status json_parse(struct cJSON **out, const char *text, size_t count, struct tt_error *err);

void json_free_at(struct cJSON **tree); /* for OWNED */

/* The same for one line of a file, whose number the caller knows: errors begin with "column 7". */
enum tt_status json_parse_line(struct cJSON **out, const char *text, size_t count, struct tt_error *err);

/* Gives the outermost value of a file of at most bytes_max bytes. Errors begin with its path. */
typedef enum tt_status json_take_root(void *user, const struct cJSON *root, struct tt_error *err);
enum tt_status json_read_file(const char *path, size_t bytes_max, json_take_root *take, void *user,
                              struct tt_error *err);

/* The members of an object by name: found[i] is names[i], or null where absent. An object with one twice is an error,
 * and one with another key, unless it may have them. `place` names the object in messages, "" for the outermost. */
enum tt_status json_some_members(const struct cJSON *object, const char *place, const char *const *names, size_t count,
                                 bool has_others, const struct cJSON **found, struct tt_error *err);
enum tt_status json_members(const struct cJSON *object, const char *place, const char *const *names, size_t count,
                            const struct cJSON **found, struct tt_error *err);

/* A whole number from low to high. */
enum tt_status json_number(const struct cJSON *item, const char *place, int64_t low, int64_t high, int64_t *value,
                           struct tt_error *err);

/* A word, or a flag as 0 or 1. */
enum tt_status json_word(const struct cJSON *item, const char *place, uint32_t *word, struct tt_error *err);

/* A string; `item` may be null (absent), then it is an error that says so. */
enum tt_status json_string(const struct cJSON *item, const char *place, const char **text, struct tt_error *err);

/* An array; null is an error. */
enum tt_status json_array(const struct cJSON *item, const char *place, size_t *count, struct tt_error *err);

/* A name of a list, of which `choice` gives one by one, null behind the last: its number. */
typedef const char *json_choice(size_t i);
enum tt_status json_choose(const struct cJSON *item, const char *place, json_choice *choice, unsigned *chosen,
                           struct tt_error *err);
json_choice json_chips, json_cores; /* enum tt_chip, enum tt_core */

/* Takes an item of an array, or a member, with its place, "checkpoints[3]". */
typedef enum tt_status json_take(void *user, const struct cJSON *item, const char *place, struct tt_error *err);

/* A member of an object that is read by a table, and where its value goes. */
enum { JSON_SHA256_TEXT = 64 + 1, JSON_PLACE_MAX = 256 };
enum json_kind {
    JSON_TEXT,    /* const char **: borrowed from the tree */
    JSON_COPY,    /* char **: mem_free it */
    JSON_SHA256,  /* char[JSON_SHA256_TEXT]: 64 hexadecimal digits */
    JSON_VERSION, /* nothing: the number `most` */
    JSON_HASH,    /* uint64_t: 16 hexadecimal digits */
    JSON_NUMBER,  /* int64_t or uint64_t: whole, from least to most; most 0: 2^53 */
    JSON_REAL,    /* double: from 0 on */
    JSON_WORD,    /* uint32_t: likewise; most 0: UINT32_MAX */
    JSON_CHOICE,  /* unsigned, or an enumeration: the number of a name */
    JSON_TRUTH,   /* bool */
    JSON_TEXTS,   /* struct texts: added to it */
    JSON_LIST,    /* const struct cJSON **: an array; borrowed from the tree */
    JSON_ITEM,    /* const struct cJSON **: whatever it is; borrowed from the tree */
    JSON_EACH,    /* the user of `take`, which gets each item of the array */
    JSON_TAKE,    /* the user of `take`, which gets the member */
};
struct json_member {
    const char *name;
    enum json_kind kind;
    void *into;                      /* stays as it is where nothing is there */
    bool may_be_absent, may_be_null; /* without either it must be there */
    int64_t least, most;
    json_choice *choice;
    json_take *take;
};
/* JSON_MEMBER("addr", JSON_NUMBER, &addr, .most = UINT32_MAX) */
#define JSON_MEMBER(key, what, ...)                                                                                    \
    {                                                                                                                  \
        .name = (key), .kind = (what), .into = __VA_ARGS__                                                             \
    }
#define JSON_MEMBERS(list) list, sizeof(list) / sizeof(list)[0]

/* Reads an object that has these members and no others; and one that may have others. place: what messages call it, ""
 * for the outermost. */
enum tt_status json_read(const struct cJSON *object, const char *place, const struct json_member *members, size_t count,
                         struct tt_error *err);
enum tt_status json_read_some(const struct cJSON *object, const char *place, const struct json_member *members,
                              size_t count, struct tt_error *err);

/* Gives each item of an array, until one is refused. */
enum tt_status json_each(const struct cJSON *list, const char *place, json_take *take, void *user,
                         struct tt_error *err);

/* The kind of an item, for messages: "the string \"ab\"", "12", "an object", "absent". Returns text. */
enum { JSON_SHOWN_MAX = 64 };
char *json_shown(const struct cJSON *item, char text[static JSON_SHOWN_MAX]);

/* Text of a file as it may be shown: control characters as '?', at most 40 bytes. Returns shown. */
char *json_plain(const char *text, char shown[static JSON_SHOWN_MAX]);
