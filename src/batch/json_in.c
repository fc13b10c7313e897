/* SPDX-License-Identifier: Apache-2.0 */
/* Members into variables, over capture/import/json.h. */
#include "batch/json_in.h"

#include "base/memory.h"
#include "batch/settings.h"
#include "capture/import/json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum { MEMBERS_MAX = 32 };

static const int64_t number_max = INT64_C(1) << 53;

static enum tt_status take_text(const struct cJSON *item, const char *place, char **into, struct tt_error *err)
{
    const char *text;
    enum tt_status status = json_string(item, place, &text, err);
    if (status)
        return status;
    *into = mem_strdup(text);
    return *into ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status json_in_take_hash(const struct cJSON *item, const char *place, char *into, struct tt_error *err)
{
    const char *text;
    char shown[JSON_SHOWN_MAX];
    enum tt_status status = json_string(item, place, &text, err);
    if (status)
        return status;
    if (strlen(text) != BATCH_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != BATCH_HASH_TEXT - 1)
        return tt_fail(err, TT_BAD_INPUT, "%s is %s, expected 64 hexadecimal digits", place, json_shown(item, shown));
    memcpy(into, text, BATCH_HASH_TEXT);
    return TT_OK;
}

static enum tt_status json_in_take(const struct cJSON *item, const char *place, const struct json_in_member *member,
                                   struct tt_error *err)
{
    char shown[JSON_SHOWN_MAX];
    int64_t number = 0;
    enum tt_status status = TT_OK;
    if (!item)
        return tt_fail(err, TT_BAD_INPUT, "%s is absent", place);
    switch (member->kind) {
    case JSON_IN_TEXT_NULL:
        return cJSON_IsNull(item) ? TT_OK : take_text(item, place, member->into, err);
    case JSON_IN_TEXT:
        return take_text(item, place, member->into, err);
    case JSON_IN_HASH:
        return json_in_take_hash(item, place, member->into, err);
    case JSON_IN_NUMBER:
        status = json_number(item, place, 0, number_max, &number, err);
        *(uint64_t *)member->into = (uint64_t)number;
        return status;
    case JSON_IN_NUMBER_NULL:
        *(int64_t *)member->into = -1;
        return cJSON_IsNull(item) ? TT_OK : json_number(item, place, 0, number_max, member->into, err);
    case JSON_IN_BOOL:
        if (!cJSON_IsBool(item))
            return tt_fail(err, TT_BAD_INPUT, "%s is %s, expected true or false", place, json_shown(item, shown));
        *(bool *)member->into = cJSON_IsTrue(item);
        return TT_OK;
    case JSON_IN_ITEM:
        *(const struct cJSON **)member->into = item;
        return TT_OK;
    }
    return TT_OK;
}

enum tt_status json_in_object(const struct cJSON *object, const char *place, const struct json_in_member *members,
                              size_t count, struct tt_error *err)
{
    const char *names[MEMBERS_MAX] = {NULL};
    const struct cJSON *found[MEMBERS_MAX];
    for (size_t i = 0; i < count; i++)
        names[i] = members[i].name;
    enum tt_status status = json_members(object, place, names, count, found, err);
    for (size_t i = 0; !status && i < count; i++) {
        char where[256];
        (void)snprintf(where, sizeof where, "%s%s%s", place, *place ? "." : "", names[i]);
        status = json_in_take(found[i], where, &members[i], err);
    }
    return status;
}
