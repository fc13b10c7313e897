/* SPDX-License-Identifier: Apache-2.0 */
/* probe.json, answers and profiles read, strictly. docs/formats/probe.md */
#include "probe/files.h"

#include "base/input.h"
#include "base/little.h"
#include "base/number.h"
#include "base/path.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum { L1_END = 0x60000 };

static enum tt_status files_read_bytes(const struct cJSON *item, const char *place, uint8_t *bytes, size_t most,
                                       size_t *count, struct tt_error *err)
{
    const char *text;
    TRY(json_string(item, place, &text, err));
    REFUSE_IF(!hex_bytes(text, strlen(text), bytes, most, count), err,
              "%s: expected at most %zu bytes as hexadecimal digits", place, most);
    return TT_OK;
}

/* ---- one experiment ---- */

static enum tt_status files_take_steps(void *user, const struct cJSON *list, const char *place, struct tt_error *err)
{
    struct draw_program *program = user;
    size_t count;
    uint32_t first = 0;
    TRY(json_array(list, place, &count, err));
    REFUSE_IF(count > DRAW_STEPS_MAX, err, "%s: %zu steps, expected at most %d", place, count, DRAW_STEPS_MAX);
    for (const struct cJSON *item = list->child; item; item = item->next) {
        int64_t words = 0;
        TRY(json_number(item, place, 1, program->count - first, &words, err));
        program->steps[program->step_count++] =
            (struct draw_step){(uint16_t)first, (uint16_t)words, first == 0 || !item->next};
        first += (uint32_t)words;
    }
    REFUSE_IF(first != program->count, err, "%s: %u words in all, expected %u", place, first, program->count);
    return TT_OK;
}

static enum tt_status files_take_poke(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct draw_program *program = user;
    uint64_t addr = 0, value = 0;
    const struct json_member members[] = {JSON_MEMBER("addr", JSON_NUMBER, &addr, .most = L1_END - 4),
                                          JSON_MEMBER("value", JSON_NUMBER, &value, .most = UINT32_MAX)};
    REFUSE_IF(program->poke_count == DRAW_POKES_MAX, err, "%s: expected at most %d words", place, DRAW_POKES_MAX);
    const enum tt_status status = json_read(item, place, JSON_MEMBERS(members), err);
    program->pokes[program->poke_count++] = (struct draw_poke){(uint32_t)addr, (uint32_t)value};
    return status;
}

/* Readings by name, rising as this program numbers them. */
static enum tt_status files_take_readings(void *user, const struct cJSON *list, const char *place, struct tt_error *err)
{
    struct experiment *experiment = user;
    size_t count;
    enum tt_status status = json_array(list, place, &count, err);
    REFUSE_IF(status == TT_OK && count > EXPERIMENT_READINGS_MAX, err, "%s: %zu readings, expected at most %d", place,
              count, EXPERIMENT_READINGS_MAX);
    for (const struct cJSON *item = status ? NULL : list->child; item; item = item->next) {
        const char *key;
        unsigned id = experiment->reading_count ? experiment->readings[experiment->reading_count - 1] + 1u : 0;
        status = json_string(item, place, &key, err);
        if (status)
            return status;
        while (id < VARIANT_COUNT && strcmp(variant_get((enum variant_id)id)->key, key) != 0)
            id++;
        if (id == VARIANT_COUNT) {
            char shown[JSON_SHOWN_MAX];
            return tt_fail(err, TT_BAD_INPUT, "%s: '%s' is no reading, or stands in the wrong order", place,
                           json_plain(key, shown));
        }
        experiment->readings[experiment->reading_count++] = (uint8_t)id;
    }
    return status;
}

static enum tt_status files_take_answer(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct experiment *experiment = user;
    const struct cJSON *choices = NULL;
    const struct json_member members[] = {
        JSON_MEMBER("choices", JSON_ITEM, &choices, .may_be_absent = true),
        JSON_MEMBER("hash", JSON_HASH, &experiment->answers[experiment->answer_count++])};
    return json_read(item, place, JSON_MEMBERS(members), err);
}

static enum tt_status files_take_answers(void *user, const struct cJSON *list, const char *place, struct tt_error *err)
{
    struct experiment *experiment = user;
    size_t count, needed = 1;
    const enum tt_status status = json_array(list, place, &count, err);
    for (unsigned i = 0; i < experiment->reading_count; i++)
        needed *= variant_get((enum variant_id)experiment->readings[i])->choice_count;
    REFUSE_IF(status == TT_OK && (count != needed || count > EXPERIMENT_ANSWERS_MAX), err,
              "%s: %zu answers, expected %zu: one for each combination of choices", place, count, needed);
    return status ? status : json_each(list, place, files_take_answer, experiment, err);
}

/* Files are called so: a name leads nowhere else. */
static enum tt_status read_name(const char *name, const char *place, char *text, size_t size, struct tt_error *err)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    char shown[JSON_SHOWN_MAX];
    REFUSE_IF(strlen(name) >= size, err, "%s: a name of %zu letters, expected fewer than %zu", place, strlen(name),
              size);
    REFUSE_IF(!*name || name[strspn(name, plain)], err, "%s: the name '%s', expected letters, digits, '-' and '_'",
              place, json_plain(name, shown));
    (void)snprintf(text, size, "%s", name);
    return TT_OK;
}

static enum tt_status files_take_words(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct draw_program *program = user;
    uint8_t words[4 * DRAW_WORDS_MAX];
    size_t count = 0;
    const enum tt_status status = files_read_bytes(item, place, words, sizeof words, &count, err);
    REFUSE_IF(status == TT_OK && count % 4, err, "%s: %zu bytes of words, expected four a word", place, count);
    program->count = status ? 0 : (uint32_t)(count / 4);
    for (uint32_t i = 0; i < program->count; i++)
        program->words[i] = load_u32(words + 4 * (size_t)i);
    return status;
}

static enum tt_status files_take_operands(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct draw_program *program = user;
    size_t count;
    return files_read_bytes(item, place, program->input, DRAW_INPUT_BYTES, &count, err);
}

static enum tt_status files_take_experiment(void *user, const struct cJSON *item, const char *place,
                                            struct tt_error *err)
{
    struct experiments *set = user;
    struct experiment *experiment = &set->experiments[set->count++];
    struct draw_program *program = experiment->program = mem_calloc(1, sizeof *program);
    const struct cJSON *elf, *image;
    const char *name, *template;
    const struct json_member members[] = {
        JSON_MEMBER("name", JSON_TEXT, &name),
        JSON_MEMBER("template", JSON_TEXT, &template),
        JSON_MEMBER("seed", JSON_HASH, &experiment->seed),
        JSON_MEMBER("elf", JSON_ITEM, &elf, .may_be_absent = true), /* of an earlier tt-replay */
        JSON_MEMBER("image", JSON_ITEM, &image, .may_be_absent = true),
        JSON_MEMBER("words", JSON_TAKE, program, .take = files_take_words),
        JSON_MEMBER("steps", JSON_TAKE, program, .take = files_take_steps),
        JSON_MEMBER("operands", JSON_TAKE, program, .take = files_take_operands),
        JSON_MEMBER("pokes", JSON_EACH, program, .take = files_take_poke),
        JSON_MEMBER("readings", JSON_TAKE, experiment, .take = files_take_readings),
        JSON_MEMBER("answers", JSON_TAKE, experiment, .take = files_take_answers),
    };
    NEED(program, err, "no memory for a program");
    program->chip = set->chip;
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    program->seed = experiment->seed;
    TRY(read_name(name, place, experiment->name, sizeof experiment->name, err));
    return read_name(template, place, program->name, sizeof program->name, err);
}

/* ---- the whole ---- */

/* One that this program does not know, or says otherwise, is passed over. */
static enum tt_status files_take_sight(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct experiments *set = user;
    const char *key, *sight;
    const struct cJSON *row;
    const struct json_member members[] = {JSON_MEMBER("key", JSON_TEXT, &key),
                                          JSON_MEMBER("row", JSON_ITEM, &row, .may_be_absent = true),
                                          JSON_MEMBER("sight", JSON_TEXT, &sight)};
    TRY(json_read(item, place, JSON_MEMBERS(members), err));
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        for (unsigned i = 0; strcmp(variant_get((enum variant_id)id)->key, key) == 0 && i <= EXPERIMENT_DISTINGUISHED;
             i++)
            if (strcmp(experiment_sight_name((enum experiment_sight)i), sight) == 0)
                set->sight[id] = (uint8_t)i;
    return TT_OK;
}

static enum tt_status files_take_set(void *user, const struct cJSON *root, struct tt_error *err)
{
    struct experiments *set = user;
    const struct cJSON *layout, *experiments;
    const struct json_member members[] = {
        JSON_MEMBER("tt_replay_probe", JSON_VERSION, NULL, .most = FORMAT_VERSION),
        JSON_MEMBER("chip", JSON_CHOICE, &set->chip, .choice = json_chips),
        JSON_MEMBER("seed", JSON_NUMBER, &set->seed),
        JSON_MEMBER("draws", JSON_NUMBER, &set->draws),
        JSON_MEMBER("programs", JSON_NUMBER, &set->programs),
        JSON_MEMBER("layout", JSON_ITEM, &layout, .may_be_absent = true),
        JSON_MEMBER("readings", JSON_EACH, set, .take = files_take_sight),
        JSON_MEMBER("experiments", JSON_LIST, &experiments),
    };
    TRY(json_read(root, "", JSON_MEMBERS(members), err));
    const size_t count = (size_t)cJSON_GetArraySize(experiments);
    REFUSE_IF(count > EXPERIMENTS_MAX, err, "experiments: %zu, expected at most %d", count, EXPERIMENTS_MAX);
    set->experiments = mem_calloc(count + 1, sizeof *set->experiments);
    NEED(set->experiments, err, "no memory for experiments");
    return json_each(experiments, "experiments", files_take_experiment, set, err);
}

/* The images of the folder count as inputs, though the card reads them and not this program: none of them is an output.
 */
static enum tt_status guard_files(const struct experiments *set, const char *folder, struct tt_error *err)
{
    for (size_t i = 0; i < set->count; i++) {
        char name[EXPERIMENT_NAME_MAX + 8];
        (void)snprintf(name, sizeof name, "%s.l1", set->experiments[i].name);
        char *path = path_join(folder, name);
        NEED(path, err, "no memory for a path");
        (void)input_look(path, NULL); /* one that is not there needs no guard */
        mem_free(path);
    }
    return TT_OK;
}

enum tt_status experiments_open(struct experiments *set, const char *folder, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(folder, "probe.json");
    memset(set, 0, sizeof *set);
    NEED(path, err, "no memory for a path");
    TRY(json_read_file(path, FILE_BYTES_MAX, files_take_set, set, err));
    return guard_files(set, folder, err);
}
