/* SPDX-License-Identifier: Apache-2.0 */
/* Objects whose members a table names, over json.h. */
#include "capture/json/json.h"

#include "base/number.h"
#include "base/text/texts.h"

#include <cjson/cJSON.h>
#include <math.h>

enum { MEMBERS_MAX = 32 };

static enum tt_status json_members_copy(const struct cJSON *item, const char *place, char **into, struct tt_error *err)
{
    const char *text;
    TRY(json_string(item, place, &text, err));
    *into = mem_strdup(text);
    return *into ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status json_members_sha256(const struct cJSON *item, const char *place, char *into, struct tt_error *err)
{
    const char *text;
    char shown[JSON_SHOWN_MAX];
    TRY(json_string(item, place, &text, err));
    REFUSE_IF(strlen(text) != JSON_SHA256_TEXT - 1 || strspn(text, "0123456789abcdef") != JSON_SHA256_TEXT - 1, err,
              "%s is %s, expected 64 hexadecimal digits", place, json_shown(item, shown));
    memcpy(into, text, JSON_SHA256_TEXT);
    return TT_OK;
}

static enum tt_status json_members_hash(const struct cJSON *item, const char *place, uint64_t *into,
                                        struct tt_error *err)
{
    const char *text;
    char shown[JSON_SHOWN_MAX];
    const enum tt_status status = json_string(item, place, &text, err);
    if (status || (hash_read(text, into) && !text[HASH_DIGITS]))
        return status;
    return tt_fail(err, TT_BAD_INPUT, "%s is %s, expected %d hexadecimal digits", place, json_shown(item, shown),
                   HASH_DIGITS);
}

static enum tt_status json_members_word(const struct cJSON *item, const char *place, const struct json_member *member,
                                        struct tt_error *err)
{
    int64_t number;
    const enum tt_status status =
        json_number(item, place, member->least, member->most ? member->most : UINT32_MAX, &number, err);
    const uint32_t word = (uint32_t)number;
    memcpy(member->into, &word, sizeof word);
    return status;
}

static enum tt_status json_members_real(const struct cJSON *item, const char *place, double *into, struct tt_error *err)
{
    char shown[JSON_SHOWN_MAX];
    REFUSE_IF(!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < 0, err,
              "%s is %s, expected a number from 0 on", place, json_shown(item, shown));
    *into = item->valuedouble;
    return TT_OK;
}

static enum tt_status json_members_add_text(void *user, const struct cJSON *item, const char *place,
                                            struct tt_error *err)
{
    const char *text;
    const enum tt_status status = json_string(item, place, &text, err);
    return status || texts_add(user, text) ? status : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status json_members_version(const struct cJSON *item, const char *place, int64_t version,
                                           struct tt_error *err)
{
    int64_t number;
    const enum tt_status status = json_number(item, place, 0, UINT32_MAX, &number, err);
    return status || number == version ? status
                                       : tt_fail(err, TT_BAD_INPUT, "%s is %lld, and this program reads version %lld",
                                                 place, (long long)number, (long long)version);
}

static enum tt_status json_members_truth(const struct cJSON *item, const char *place, bool *into, struct tt_error *err)
{
    char shown[JSON_SHOWN_MAX];
    REFUSE_IF(!cJSON_IsBool(item), err, "%s is %s, expected true or false", place, json_shown(item, shown));
    *into = cJSON_IsTrue(item);
    return TT_OK;
}

static enum tt_status json_members_take(const struct cJSON *item, const char *place, const struct json_member *member,
                                        struct tt_error *err)
{
    const int64_t most = member->most ? member->most : INT64_C(1) << 53;
    size_t count;
    if (member->may_be_null && cJSON_IsNull(item))
        return TT_OK;
    switch (member->kind) {
    case JSON_TEXT:
        return json_string(item, place, member->into, err);
    case JSON_COPY:
        return json_members_copy(item, place, member->into, err);
    case JSON_SHA256:
        return json_members_sha256(item, place, member->into, err);
    case JSON_VERSION:
        return json_members_version(item, place, member->most, err);
    case JSON_HASH:
        return json_members_hash(item, place, member->into, err);
    case JSON_NUMBER:
        return json_number(item, place, member->least, most, member->into, err);
    case JSON_REAL:
        return json_members_real(item, place, member->into, err);
    case JSON_WORD:
        return json_members_word(item, place, member, err);
    case JSON_CHOICE:
        return json_choose(item, place, member->choice, member->into, err);
    case JSON_TRUTH:
        return json_members_truth(item, place, member->into, err);
    case JSON_TEXTS:
        return json_each(item, place, json_members_add_text, member->into, err);
    case JSON_EACH:
        return json_each(item, place, member->take, member->into, err);
    case JSON_LIST:
        *(const struct cJSON **)member->into = item;
        return json_array(item, place, &count, err);
    case JSON_ITEM:
        *(const struct cJSON **)member->into = item;
        return item ? TT_OK : tt_fail(err, TT_BAD_INPUT, "%s is absent", place);
    case JSON_TAKE:
        return member->take(member->into, item, place, err);
    }
    return TT_OK;
}

static enum tt_status json_members_read(const struct cJSON *object, const char *place,
                                        const struct json_member *members, size_t count, bool has_others,
                                        struct tt_error *err)
{
    const char *names[MEMBERS_MAX] = {NULL};
    const struct cJSON *found[MEMBERS_MAX];
    for (size_t i = 0; i < count; i++)
        names[i] = members[i].name;
    TRY(json_some_members(object, place, names, count, has_others, found, err));
    for (size_t i = 0; i < count; i++) {
        char where[JSON_PLACE_MAX];
        (void)snprintf(where, sizeof where, "%s%s%s", place, *place ? "." : "", names[i]);
        if (found[i] || !members[i].may_be_absent)
            TRY(json_members_take(found[i], where, &members[i], err));
    }
    return TT_OK;
}

enum tt_status json_read(const struct cJSON *object, const char *place, const struct json_member *members, size_t count,
                         struct tt_error *err)
{
    return json_members_read(object, place, members, count, false, err);
}

enum tt_status json_read_some(const struct cJSON *object, const char *place, const struct json_member *members,
                              size_t count, struct tt_error *err)
{
    return json_members_read(object, place, members, count, true, err);
}

enum tt_status json_each(const struct cJSON *list, const char *place, json_take *take, void *user, struct tt_error *err)
{
    size_t count, i = 0;
    TRY(json_array(list, place, &count, err));
    for (const struct cJSON *item = list->child; item; item = item->next) {
        char where[JSON_PLACE_MAX];
        (void)snprintf(where, sizeof where, "%.200s[%zu]", place, i++);
        TRY(take(user, item, where, err));
    }
    return TT_OK;
}
