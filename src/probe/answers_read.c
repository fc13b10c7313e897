/* SPDX-License-Identifier: Apache-2.0 */
/* A chip's answers, and profiles, read strictly. docs/formats/probe.md */
#include "probe/files.h"

#include "base/number.h"
#include "capture/json/json.h"
#include "isa/chip.h"

#include <cjson/cJSON.h>

enum { PROFILE_BYTES_MAX = 1 << 20 };

static enum tt_status read_repeats(const struct cJSON *list, const char *name, struct experiment_answer *answer,
                                   struct tt_error *err)
{
    size_t count;
    TRY(json_array(list, name, &count, err));
    REFUSE_IF(count > EXPERIMENT_REPEATS_MAX, err, "%s: %zu repeats, expected at most %d", name, count,
              EXPERIMENT_REPEATS_MAX);
    for (const struct cJSON *item = list->child; item; item = item->next) {
        const char *text;
        uint8_t bytes[DRAW_OUTPUT_BYTES];
        size_t got;
        TRY(json_string(item, name, &text, err));
        REFUSE_IF(!hex_bytes(text, strlen(text), bytes, sizeof bytes, &got) || got != sizeof bytes, err,
                  "%s: expected %d bytes as hexadecimal digits", name, DRAW_OUTPUT_BYTES);
        answer->repeats[answer->count++] = experiment_hash(bytes);
    }
    return TT_OK;
}

struct answers {
    const struct experiments *set;
    struct experiment_answer *items;
};

static enum tt_status answers_take(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    const struct answers *answers = user;
    const struct experiments *set = answers->set;
    const struct cJSON *repeats;
    const char *name;
    size_t at = 0;
    const struct json_member members[] = {JSON_MEMBER("experiment", JSON_TEXT, &name),
                                          JSON_MEMBER("repeats", JSON_LIST, &repeats)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    while (at < set->count && strcmp(set->experiments[at].name, name) != 0)
        at++;
    if (at == set->count || answers->items[at].count) {
        char shown[JSON_SHOWN_MAX];
        return tt_fail(err, TT_BAD_INPUT, "answers: '%s' %s", json_plain(name, shown),
                       at == set->count ? "is no experiment of probe.json" : "stands there twice");
    }
    return read_repeats(repeats, name, &answers->items[at], err);
}

static enum tt_status answers_take_all(void *user, const struct cJSON *root, struct tt_error *err)
{
    struct answers *answers = user;
    const enum tt_chip expected = answers->set->chip;
    const struct cJSON *device, *list;
    enum tt_chip chip;
    const struct json_member members[] = {
        JSON_MEMBER("tt_replay_answers", JSON_VERSION, NULL, .most = FORMAT_VERSION),
        JSON_MEMBER("chip", JSON_CHOICE, &chip, .choice = json_chips),
        JSON_MEMBER("device", JSON_ITEM, &device, .may_be_absent = true),
        JSON_MEMBER("answers", JSON_LIST, &list),
    };
    const enum tt_status status = json_read(root, "", JSON_MEMBERS(members), err);
    REFUSE_IF(status == TT_OK && chip != expected, err, "chip: found '%s', expected %s as in probe.json",
              chip_get(chip)->name, chip_get(expected)->name);
    return status ? status : json_each(list, "answers", answers_take, answers, err);
}

enum tt_status experiment_answers_open(const struct experiments *set, const char *path,
                                       struct experiment_answer **answers, struct tt_error *err)
{
    *answers = mem_calloc(set->count + 1, sizeof **answers);
    NEED(*answers, err, "no memory for answers");
    const enum tt_status status =
        json_read_file(path, FILE_BYTES_MAX, answers_take_all, &(struct answers){set, *answers}, err);
    if (status) {
        mem_free(*answers);
        *answers = NULL;
    }
    return status;
}

/* ---- profiles ---- */

struct profile {
    experiment_profile_take *take;
    void *user;
};

static enum tt_status answers_read_profile_take(void *user, const struct cJSON *item, const char *place,
                                                struct tt_error *err)
{
    const struct profile *profile = user;
    struct variant_set variants = {{0}};
    const char *text;
    char shown[JSON_SHOWN_MAX];
    const enum tt_status status = json_string(item, place, &text, err);
    REFUSE_IF(status == TT_OK && variant_parse(&variants, text) != 0, err, "readings: '%s' is no reading",
              json_plain(text, shown));
    return status ? status : profile->take(profile->user, text, err);
}

static enum tt_status answers_read_take_readings(void *user, const struct cJSON *root, struct tt_error *err)
{
    const struct cJSON *chip;
    const struct json_member members[] = {
        JSON_MEMBER("tt_replay_profile", JSON_VERSION, NULL, .most = FORMAT_VERSION),
        JSON_MEMBER("chip", JSON_ITEM, &chip, .may_be_absent = true),
        JSON_MEMBER("readings", JSON_EACH, user, .take = answers_read_profile_take),
    };
    return json_read(root, "", JSON_MEMBERS(members), err);
}

enum tt_status experiment_profile_read(const char *path, experiment_profile_take *take, void *user,
                                       struct tt_error *err)
{
    return json_read_file(path, PROFILE_BYTES_MAX, answers_read_take_readings, &(struct profile){take, user}, err);
}
