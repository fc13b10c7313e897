/* SPDX-License-Identifier: Apache-2.0 */
/* What a chip answered, and profiles, read strictly. docs/formats/probe.md */
#include "probe/files.h"

#include "base/memory.h"
#include "base/number.h"
#include "capture/import/json.h"
#include "isa/chip.h"

#include <cjson/cJSON.h>
#include <string.h>

enum { FORMAT_VERSION = 1, FILE_BYTES_MAX = 1 << 28, PROFILE_BYTES_MAX = 1 << 20 };
#define MEMBERS(names) names, sizeof(names) / sizeof(names)[0]

static enum tt_status read_repeats(const struct cJSON *list, const char *name, struct experiment_answer *answer,
                                   struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(list, name, &count, err);
    if (status == TT_OK && count > EXPERIMENT_REPEATS_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu repeats, expected at most %d", name, count, EXPERIMENT_REPEATS_MAX);
    for (const struct cJSON *item = status ? NULL : list->child; item && status == TT_OK; item = item->next) {
        const char *text;
        uint8_t bytes[DRAW_OUTPUT_BYTES];
        size_t got;
        status = json_string(item, name, &text, err);
        if (status == TT_OK && (!hex_bytes(text, strlen(text), bytes, sizeof bytes, &got) || got != sizeof bytes))
            return tt_fail(err, TT_BAD_INPUT, "%s: expected %d bytes as hexadecimal digits", name, DRAW_OUTPUT_BYTES);
        if (status == TT_OK)
            answer->repeats[answer->count++] = experiment_hash(bytes);
    }
    return status;
}

static enum tt_status read_one(const struct experiments *set, const struct cJSON *item,
                               struct experiment_answer *answers, struct tt_error *err)
{
    static const char *const names[] = {"experiment", "repeats"};
    const struct cJSON *found[2];
    const char *name;
    size_t at = 0;
    enum tt_status status = json_members(item, "answers", MEMBERS(names), found, err);
    if (status == TT_OK)
        status = json_string(found[0], "experiment", &name, err);
    if (status)
        return status;
    while (at < set->count && strcmp(set->experiments[at].name, name) != 0)
        at++;
    if (at == set->count || answers[at].count) {
        char shown[JSON_SHOWN_MAX];
        return tt_fail(err, TT_BAD_INPUT, "answers: '%s' %s", json_plain(name, shown),
                       at == set->count ? "is no experiment of probe.json" : "stands there twice");
    }
    return read_repeats(found[1], name, &answers[at], err);
}

static enum tt_status read_all(const struct experiments *set, const struct cJSON *root,
                               struct experiment_answer *answers, struct tt_error *err)
{
    static const char *const names[] = {"tt_replay_answers", "chip", "device", "answers"};
    const struct cJSON *found[4];
    const char *chip = "";
    int64_t version;
    size_t count;
    enum tt_status status = json_members(root, "", MEMBERS(names), found, err);
    if (status == TT_OK)
        status = json_number(found[0], names[0], FORMAT_VERSION, FORMAT_VERSION, &version, err);
    if (status == TT_OK)
        status = json_string(found[1], names[1], &chip, err);
    if (status == TT_OK && strcmp(chip, chip_get(set->chip)->name) != 0) {
        char shown[JSON_SHOWN_MAX];
        return tt_fail(err, TT_BAD_INPUT, "chip: found '%s', expected %s as in probe.json", json_plain(chip, shown),
                       chip_get(set->chip)->name);
    }
    if (status == TT_OK)
        status = json_array(found[3], names[3], &count, err);
    for (const struct cJSON *item = status ? NULL : found[3]->child; item && status == TT_OK; item = item->next)
        status = read_one(set, item, answers, err);
    return status;
}

enum tt_status experiment_answers_open(const struct experiments *set, const char *path,
                                       struct experiment_answer **answers, struct tt_error *err)
{
    struct cJSON *root = NULL;
    *answers = mem_calloc(set->count + 1, sizeof **answers);
    if (!*answers)
        return tt_fail(err, TT_NO_MEMORY, "no memory for answers");
    enum tt_status status = json_parse_file(&root, path, FILE_BYTES_MAX, err);
    if (status == TT_OK) {
        status = read_all(set, root, *answers, err);
        if (status)
            tt_error_prefix(err, "%s", path);
    }
    cJSON_Delete(root);
    if (status) {
        mem_free(*answers);
        *answers = NULL;
    }
    return status;
}

/* ---- profiles ---- */

static enum tt_status take_readings(const struct cJSON *root, experiment_profile_take *take, void *user,
                                    struct tt_error *err)
{
    static const char *const names[] = {"tt_replay_profile", "chip", "readings"};
    const struct cJSON *found[3];
    int64_t version;
    size_t count;
    enum tt_status status = json_members(root, "", MEMBERS(names), found, err);
    if (status == TT_OK)
        status = json_number(found[0], names[0], FORMAT_VERSION, FORMAT_VERSION, &version, err);
    if (status == TT_OK)
        status = json_array(found[2], names[2], &count, err);
    for (const struct cJSON *item = status ? NULL : found[2]->child; item && status == TT_OK; item = item->next) {
        struct variant_set variants = {{0}};
        const char *text;
        char shown[JSON_SHOWN_MAX];
        status = json_string(item, names[2], &text, err);
        if (status == TT_OK && variant_parse(&variants, text) != 0)
            status = tt_fail(err, TT_BAD_INPUT, "readings: '%s' is no reading", json_plain(text, shown));
        if (status == TT_OK)
            status = take(user, text, err);
    }
    return status;
}

enum tt_status experiment_profile_read(const char *path, experiment_profile_take *take, void *user,
                                       struct tt_error *err)
{
    struct cJSON *root = NULL;
    enum tt_status status = json_parse_file(&root, path, PROFILE_BYTES_MAX, err);
    if (status == TT_OK) {
        status = take_readings(root, take, user, err);
        if (status)
            tt_error_prefix(err, "%s", path);
    }
    cJSON_Delete(root);
    return status;
}
