/* SPDX-License-Identifier: Apache-2.0 */
/* probe.json, answers and profiles read, strictly. docs/formats/probe.md */
#include "probe/files.h"

#include "base/input.h"
#include "base/little.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/path.h"
#include "capture/import/json.h"
#include "isa/chip.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT_VERSION = 1, FILE_BYTES_MAX = 1 << 28, PLACE_MAX = 96, L1_END = 0x60000 };
#define MEMBERS(names) names, sizeof(names) / sizeof(names)[0]

static enum tt_status read_bytes(const struct cJSON *item, const char *place, uint8_t *bytes, size_t most,
                                 size_t *count, struct tt_error *err)
{
    const char *text;
    const enum tt_status status = json_string(item, place, &text, err);
    if (status == TT_OK && !hex_bytes(text, strlen(text), bytes, most, count))
        return tt_fail(err, TT_BAD_INPUT, "%s: expected at most %zu bytes as hexadecimal digits", place, most);
    return status;
}

static enum tt_status read_u64(const struct cJSON *item, const char *place, uint64_t *value, struct tt_error *err)
{
    enum { BYTES = 8 };
    uint8_t bytes[BYTES];
    size_t count = 0;
    const enum tt_status status = read_bytes(item, place, bytes, BYTES, &count, err);
    if (status)
        return status;
    if (count != BYTES)
        return tt_fail(err, TT_BAD_INPUT, "%s: expected 16 hexadecimal digits", place);
    *value = 0;
    for (size_t i = 0; i < BYTES; i++)
        *value = *value << 8 | bytes[i];
    return TT_OK;
}

static enum tt_status read_chip(const struct cJSON *item, enum tt_chip *chip, struct tt_error *err)
{
    const char *text;
    const enum tt_status status = json_string(item, "chip", &text, err);
    if (status)
        return status;
    for (int i = 0; i < TT_CHIP_COUNT; i++) {
        if (strcmp(chip_get((enum tt_chip)i)->name, text) == 0) {
            *chip = (enum tt_chip)i;
            return TT_OK;
        }
    }
    char shown[JSON_SHOWN_MAX];
    return tt_fail(err, TT_BAD_INPUT, "chip: found '%s', expected blackhole or wormhole_b0", json_plain(text, shown));
}

static enum tt_status read_version(const struct cJSON *item, const char *key, struct tt_error *err)
{
    int64_t version;
    return json_number(item, key, FORMAT_VERSION, FORMAT_VERSION, &version, err);
}

/* ---- one experiment ---- */

static enum tt_status read_steps(const struct cJSON *list, const char *place, struct draw_program *program,
                                 struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(list, place, &count, err);
    uint32_t first = 0;
    if (status == TT_OK && count > DRAW_STEPS_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu steps, expected at most %d", place, count, DRAW_STEPS_MAX);
    for (const struct cJSON *item = status ? NULL : list->child; item && status == TT_OK; item = item->next) {
        int64_t words = 0;
        status = json_number(item, place, 1, program->count - first, &words, err);
        program->steps[program->step_count++] =
            (struct draw_step){(uint16_t)first, (uint16_t)words, first == 0 || !item->next};
        first += (uint32_t)words;
    }
    if (status == TT_OK && first != program->count)
        return tt_fail(err, TT_BAD_INPUT, "%s: %u words in all, expected %u", place, first, program->count);
    return status;
}

static enum tt_status read_pokes(const struct cJSON *list, const char *place, struct draw_program *program,
                                 struct tt_error *err)
{
    static const char *const names[] = {"addr", "value"};
    size_t count;
    enum tt_status status = json_array(list, place, &count, err);
    if (status == TT_OK && count > DRAW_POKES_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu words, expected at most %d", place, count, DRAW_POKES_MAX);
    for (const struct cJSON *item = status ? NULL : list->child; item && status == TT_OK; item = item->next) {
        const struct cJSON *found[2];
        int64_t addr = 0, value = 0;
        status = json_members(item, place, MEMBERS(names), found, err);
        if (status == TT_OK)
            status = json_number(found[0], place, 0, L1_END - 4, &addr, err);
        if (status == TT_OK)
            status = json_number(found[1], place, 0, UINT32_MAX, &value, err);
        program->pokes[program->poke_count++] = (struct draw_poke){(uint32_t)addr, (uint32_t)value};
    }
    return status;
}

/* Readings by name, rising as this program numbers them. */
static enum tt_status read_readings(const struct cJSON *list, const char *place, struct experiment *experiment,
                                    struct tt_error *err)
{
    size_t count;
    enum tt_status status = json_array(list, place, &count, err);
    if (status == TT_OK && count > EXPERIMENT_READINGS_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu readings, expected at most %d", place, count,
                       EXPERIMENT_READINGS_MAX);
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

static enum tt_status read_answers(const struct cJSON *list, const char *place, struct experiment *experiment,
                                   struct tt_error *err)
{
    static const char *const names[] = {"choices", "hash"};
    size_t count, needed = 1;
    enum tt_status status = json_array(list, place, &count, err);
    for (unsigned i = 0; i < experiment->reading_count; i++)
        needed *= variant_get((enum variant_id)experiment->readings[i])->choice_count;
    if (status == TT_OK && (count != needed || count > EXPERIMENT_ANSWERS_MAX))
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu answers, expected %zu: one for each combination of choices", place,
                       count, needed);
    for (const struct cJSON *item = status ? NULL : list->child; item && status == TT_OK; item = item->next) {
        const struct cJSON *found[2];
        status = json_members(item, place, MEMBERS(names), found, err);
        if (status == TT_OK)
            status = read_u64(found[1], place, &experiment->answers[experiment->answer_count++], err);
    }
    return status;
}

static enum tt_status read_text(const struct cJSON *item, const char *place, char *text, size_t size,
                                struct tt_error *err)
{
    const char *found;
    const enum tt_status status = json_string(item, place, &found, err);
    if (status == TT_OK && strlen(found) >= size)
        return tt_fail(err, TT_BAD_INPUT, "%s: a name of %zu letters, expected fewer than %zu", place, strlen(found),
                       size);
    if (status == TT_OK)
        (void)snprintf(text, size, "%s", found);
    return status;
}

/* Files are called so: a name leads nowhere else. */
static enum tt_status read_name(const struct cJSON *item, const char *place, char *text, size_t size,
                                struct tt_error *err)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const enum tt_status status = read_text(item, place, text, size, err);
    if (status == TT_OK && (!*text || text[strspn(text, plain)])) {
        char shown[JSON_SHOWN_MAX];
        return tt_fail(err, TT_BAD_INPUT, "%s: the name '%s', expected letters, digits, '-' and '_'", place,
                       json_plain(text, shown));
    }
    return status;
}

enum { NAME, TEMPLATE, SEED, ELF, IMAGE, WORDS, STEPS, OPERANDS, POKES, READINGS, ANSWERS, EXPERIMENT_MEMBERS };

static enum tt_status read_program(const struct cJSON *const *found, const char *place, struct experiment *experiment,
                                   struct tt_error *err)
{
    struct draw_program *program = experiment->program;
    uint8_t words[4 * DRAW_WORDS_MAX];
    size_t count = 0, input = 0;
    enum tt_status status = read_name(found[TEMPLATE], place, program->name, sizeof program->name, err);
    if (status == TT_OK)
        status = read_u64(found[SEED], place, &experiment->seed, err);
    if (status == TT_OK)
        status = read_bytes(found[WORDS], place, words, sizeof words, &count, err);
    if (status == TT_OK && count % 4)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu bytes of words, expected four a word", place, count);
    program->seed = experiment->seed;
    program->count = status ? 0 : (uint32_t)(count / 4);
    for (uint32_t i = 0; i < program->count; i++)
        program->words[i] = load_u32(words + 4 * (size_t)i);
    if (status == TT_OK)
        status = read_steps(found[STEPS], place, program, err);
    if (status == TT_OK)
        status = read_bytes(found[OPERANDS], place, program->input, DRAW_INPUT_BYTES, &input, err);
    return status ? status : read_pokes(found[POKES], place, program, err);
}

static enum tt_status read_experiment(const struct cJSON *item, struct experiments *set, struct tt_error *err)
{
    static const char *const names[EXPERIMENT_MEMBERS] = {"name",  "template", "seed",  "elf",      "image",  "words",
                                                          "steps", "operands", "pokes", "readings", "answers"};
    const struct cJSON *found[EXPERIMENT_MEMBERS];
    struct experiment *experiment = &set->experiments[set->count];
    char place[PLACE_MAX];
    (void)snprintf(place, sizeof place, "experiments[%zu]", set->count);
    enum tt_status status = json_members(item, place, names, EXPERIMENT_MEMBERS, found, err);
    if (status)
        return status;
    experiment->program = mem_calloc(1, sizeof *experiment->program);
    set->count++;
    if (!experiment->program)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a program");
    experiment->program->chip = set->chip;
    status = read_name(found[NAME], place, experiment->name, sizeof experiment->name, err);
    if (status == TT_OK)
        status = read_program(found, place, experiment, err);
    if (status == TT_OK)
        status = read_readings(found[READINGS], place, experiment, err);
    return status ? status : read_answers(found[ANSWERS], place, experiment, err);
}

/* ---- the whole ---- */

static enum tt_status read_sights(const struct cJSON *list, struct experiments *set, struct tt_error *err)
{
    static const char *const names[] = {"key", "row", "sight"};
    size_t count;
    enum tt_status status = json_array(list, "readings", &count, err);
    for (const struct cJSON *item = status ? NULL : list->child; item && status == TT_OK; item = item->next) {
        const struct cJSON *found[3];
        const char *key = "", *sight = "";
        status = json_members(item, "readings", MEMBERS(names), found, err);
        if (status == TT_OK)
            status = json_string(found[0], "readings", &key, err);
        if (status == TT_OK)
            status = json_string(found[2], "readings", &sight, err);
        for (unsigned id = 0; status == TT_OK && id < VARIANT_COUNT; id++)
            for (unsigned i = 0;
                 strcmp(variant_get((enum variant_id)id)->key, key) == 0 && i <= EXPERIMENT_DISTINGUISHED; i++)
                if (strcmp(experiment_sight_name((enum experiment_sight)i), sight) == 0)
                    set->sight[id] = (uint8_t)i;
    }
    return status;
}

static enum tt_status read_set(const struct cJSON *root, struct experiments *set, struct tt_error *err)
{
    static const char *const names[] = {"tt_replay_probe", "chip",   "seed",     "draws",
                                        "programs",        "layout", "readings", "experiments"};
    const struct cJSON *found[8];
    int64_t seed = 0, draws = 0, programs = 0;
    size_t count = 0;
    enum tt_status status = json_members(root, "", MEMBERS(names), found, err);
    if (status == TT_OK)
        status = read_version(found[0], names[0], err);
    if (status == TT_OK)
        status = read_chip(found[1], &set->chip, err);
    if (status == TT_OK)
        status = json_number(found[2], names[2], 0, INT64_C(1) << 53, &seed, err);
    if (status == TT_OK)
        status = json_number(found[3], names[3], 0, INT64_C(1) << 53, &draws, err);
    if (status == TT_OK)
        status = json_number(found[4], names[4], 0, INT64_C(1) << 53, &programs, err);
    if (status == TT_OK)
        status = read_sights(found[6], set, err);
    if (status == TT_OK)
        status = json_array(found[7], names[7], &count, err);
    if (status == TT_OK && count > EXPERIMENTS_MAX)
        status = tt_fail(err, TT_BAD_INPUT, "experiments: %zu, expected at most %d", count, EXPERIMENTS_MAX);
    set->seed = (uint64_t)seed;
    set->draws = (uint64_t)draws;
    set->programs = (uint64_t)programs;
    set->experiments = mem_calloc(count + 1, sizeof *set->experiments);
    if (status == TT_OK && !set->experiments)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for experiments");
    for (const struct cJSON *item = status ? NULL : found[7]->child; item && status == TT_OK; item = item->next)
        status = read_experiment(item, set, err);
    return status;
}

/* The programs and images of the folder belong to what is read, though the card reads them and not we: none of them is
 * an output. */
static enum tt_status guard_files(const struct experiments *set, const char *folder, struct tt_error *err)
{
    static const char *const endings[] = {"elf", "l1"};
    for (size_t i = 0; i < 2 * set->count; i++) {
        char name[EXPERIMENT_NAME_MAX + 8];
        (void)snprintf(name, sizeof name, "%s.%s", set->experiments[i / 2].name, endings[i % 2]);
        char *path = path_join(folder, name);
        if (!path)
            return tt_fail(err, TT_NO_MEMORY, "no memory for a path");
        (void)input_look(path, NULL); /* one that is not there needs no guard */
        mem_free(path);
    }
    return TT_OK;
}

enum tt_status experiments_open(struct experiments *set, const char *folder, struct tt_error *err)
{
    struct cJSON *root = NULL;
    char *path = path_join(folder, "probe.json");
    memset(set, 0, sizeof *set);
    if (!path)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a path");
    enum tt_status status = json_parse_file(&root, path, FILE_BYTES_MAX, err);
    if (status == TT_OK) {
        status = read_set(root, set, err);
        if (status)
            tt_error_prefix(err, "%s", path);
    }
    if (status == TT_OK)
        status = guard_files(set, folder, err);
    cJSON_Delete(root);
    mem_free(path);
    return status;
}
