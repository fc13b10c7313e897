/* SPDX-License-Identifier: Apache-2.0 */
/* probe.json, answers and profiles written. docs/formats/probe.md, schemas/probe.schema.json */
#include "probe/files.h"

#include "base/little.h"
#include "base/new_file.h"
#include "base/path.h"
#include "isa/chip.h"
#include "show/json_out.h"
#include "tile/tile.h"

#include <sys/stat.h>

enum { HASH_TEXT = 17, PATH_TEXT = EXPERIMENT_NAME_MAX + 8 };

static const char *const sights[] = {[EXPERIMENT_UNSEEN] = "unseen",
                                     [EXPERIMENT_SEEN] = "seen",
                                     [EXPERIMENT_DISTINGUISHED_AT_TIMES] = "distinguished under some choices of others",
                                     [EXPERIMENT_DISTINGUISHED_BESIDE] = "distinguished beside others",
                                     [EXPERIMENT_DISTINGUISHED] = "distinguished"};

const char *experiment_sight_name(enum experiment_sight sight)
{
    return sights[sight];
}

/* ---- probe.json ---- */

static void files_write_put_words(struct json_out *out, const struct draw_program *program)
{
    uint8_t bytes[4 * DRAW_WORDS_MAX];
    for (uint32_t i = 0; i < program->count; i++)
        store_u32(bytes + 4 * (size_t)i, program->words[i]);
    json_out_bytes(out, "words", bytes, NULL, 4 * (size_t)program->count);
    json_out_array_line(out, "steps");
    for (uint32_t i = 0; i < program->step_count; i++)
        json_out_say(out, SAY(NULL, program->steps[i].count));
    json_out_end(out);
    json_out_bytes(out, "operands", program->input, NULL, DRAW_INPUT_BYTES);
    JSON_EACH(out, "pokes", i, program->poke_count)
        json_out_item(out, NULL, SAY("addr", program->pokes[i].addr), SAY("value", program->pokes[i].value));
}

static void put_answers(struct json_out *out, const struct experiment *experiment)
{
    json_out_array_line(out, "readings");
    for (unsigned i = 0; i < experiment->reading_count; i++)
        json_out_say(out, SAY(NULL, variant_get((enum variant_id)experiment->readings[i])->key));
    json_out_end(out);
    json_out_array(out, "answers");
    for (unsigned at = 0; at < experiment->answer_count; at++) {
        char hash[HASH_TEXT];
        struct variant_set variants;
        experiment_choices(experiment, at, &variants);
        (void)snprintf(hash, sizeof hash, "%016" PRIx64, experiment->answers[at]);
        json_out_object_line(out, NULL);
        json_out_array_line(out, "choices");
        for (unsigned i = 0; i < experiment->reading_count; i++) {
            const enum variant_id id = (enum variant_id)experiment->readings[i];
            json_out_say(out, SAY(NULL, variant_get(id)->choices[variants.choice[id]]));
        }
        json_out_end(out);
        json_out_say(out, SAY("hash", (const char *)hash));
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_experiment(struct json_out *out, const struct experiment *experiment)
{
    char image[PATH_TEXT], seed[HASH_TEXT];
    (void)snprintf(image, sizeof image, "%s.l1", experiment->name);
    (void)snprintf(seed, sizeof seed, "%016" PRIx64, experiment->seed);
    json_out_object(out, NULL);
    json_out_say(out, SAY("name", (const char *)experiment->name),
                 SAY("template", (const char *)experiment->program->name), SAY("seed", (const char *)seed),
                 SAY("image", (const char *)image));
    files_write_put_words(out, experiment->program);
    put_answers(out, experiment);
    json_out_end(out);
}

static void put_readings(struct json_out *out, const struct experiments *set)
{
    JSON_EACH(out, "readings", id, VARIANT_COUNT) {
        const struct variant_info *info = variant_get((enum variant_id)id);
        json_out_item(out, NULL, SAY("key", info->key), SAY("row", info->row), SAY("sight", sights[set->sight[id]]));
    }
}

static enum tt_status files_write_put_set(void *user, FILE *file, struct tt_error *err)
{
    const struct experiments *set = user;
    struct json_out out;
    (void)err;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_say(&out, SAY("tt_replay_probe", FORMAT_VERSION), SAY("chip", chip_get(set->chip)->name),
                 SAY("seed", set->seed), SAY("draws", set->draws), SAY("programs", set->programs));
    json_out_item(&out, "layout", SAY("words", DRAW_WORDS), SAY("done", DRAW_DONE), SAY("done_value", DRAW_DONE_VALUE),
                  SAY("operands", DRAW_INPUT), SAY("look", DRAW_OUTPUT), SAY("look_bytes", DRAW_OUTPUT_BYTES));
    put_readings(&out, set);
    JSON_EACH(&out, "experiments", i, set->count)
        put_experiment(&out, &set->experiments[i]);
    json_out_end(&out);
    return TT_OK;
}

static enum tt_status write_one(const struct experiment *experiment, const char *folder, struct tt_error *err)
{
    char image[PATH_TEXT];
    (void)snprintf(image, sizeof image, "%s.l1", experiment->name);
    char *path OWNED(mem_free_at) = path_join(folder, image);
    return path ? experiment_write_image(experiment->program, path, err)
                : tt_fail(err, TT_NO_MEMORY, "no memory for a path");
}

static enum tt_status refuse_taken(const char *folder, const char *name, const char *ending, struct tt_error *err)
{
    char file[PATH_TEXT];
    enum path_kind kind = PATH_ABSENT;
    (void)snprintf(file, sizeof file, "%s%s", name, ending);
    char *path OWNED(mem_free_at) = path_join(folder, file);
    TRY(path ? path_look(&kind, path, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a path"));
    REFUSE_IF(kind != PATH_ABSENT, err, "%s is there already", path);
    return TT_OK;
}

/* Before the first file is written, so that a folder that holds something else stays as it is. */
static enum tt_status refuse_all_taken(const struct experiments *set, const char *folder, struct tt_error *err)
{
    TRY(refuse_taken(folder, "probe", ".json", err));
    for (size_t i = 0; i < set->count; i++)
        TRY(refuse_taken(folder, set->experiments[i].name, ".l1", err));
    return TT_OK;
}

enum tt_status experiments_write(const struct experiments *set, const char *folder, struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(folder, "probe.json");
    NEED(path, err, "no memory for a path");
    TRY(refuse_all_taken(set, folder, err));
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return tt_fail(err, TT_IO, "%s: %s", folder, strerror(errno));
    for (size_t i = 0; i < set->count; i++)
        TRY(write_one(&set->experiments[i], folder, err));
    return new_file_write(path, NEW_FILE_NEW, files_write_put_set, (void *)(uintptr_t)set, err);
}

/* ---- answers ---- */

struct answers_out {
    const struct experiments *set;
    const struct variant_set *variants;
    unsigned repeats;
    struct tile *tile;
};

static enum tt_status put_emulated(void *user, FILE *file, struct tt_error *err)
{
    const struct answers_out *answers = user;
    struct json_out out;
    (void)err;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_say(&out, SAY("tt_replay_answers", FORMAT_VERSION), SAY("chip", chip_get(answers->set->chip)->name),
                 SAY("device", "the emulated tile"));
    JSON_EACH(&out, "answers", i, answers->set->count) {
        const struct experiment *experiment = &answers->set->experiments[i];
        uint8_t bytes[DRAW_OUTPUT_BYTES];
        const bool is_done = experiment_run(answers->tile, experiment->program, answers->variants, bytes);
        json_out_object(&out, NULL);
        json_out_say(&out, SAY("experiment", (const char *)experiment->name));
        json_out_array(&out, "repeats");
        for (unsigned k = 0; is_done && k < answers->repeats; k++)
            json_out_bytes(&out, NULL, bytes, NULL, sizeof bytes);
        json_out_end(&out);
        json_out_end(&out);
    }
    json_out_end(&out);
    return TT_OK;
}

enum tt_status experiment_answers_write(const struct experiments *set, const struct variant_set *variants,
                                        unsigned repeats, const char *path, struct tt_error *err)
{
    struct answers_out answers = {set, variants, repeats, tile_new(set->chip)};
    const enum tt_status status = answers.tile ? new_file_write(path, NEW_FILE_REPLACE, put_emulated, &answers, err)
                                               : tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    tile_free(answers.tile);
    return status;
}

/* ---- profiles ---- */

struct profile_out {
    const struct experiments *set;
    const struct experiment_reading *reading;
};

static enum tt_status put_profile(void *user, FILE *file, struct tt_error *err)
{
    const struct profile_out *profile = user;
    struct json_out out;
    (void)err;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_say(&out, SAY("tt_replay_profile", FORMAT_VERSION), SAY("chip", chip_get(profile->set->chip)->name));
    JSON_EACH(&out, "readings", id, VARIANT_COUNT) {
        const struct experiment_verdict *verdict = &profile->reading->verdicts[id];
        const struct variant_info *info = variant_get((enum variant_id)id);
        char text[VARIANT_TEXT_MAX];
        if (verdict->state != EXPERIMENT_DECIDED)
            continue;
        (void)snprintf(text, sizeof text, "%s=%s", info->key, info->choices[verdict->choice]);
        json_out_say(&out, SAY(NULL, (const char *)text));
    }
    json_out_end(&out);
    return TT_OK;
}

enum tt_status experiment_profile_write(const struct experiments *set, const struct experiment_reading *reading,
                                        const char *path, struct tt_error *err)
{
    struct profile_out profile = {set, reading};
    return new_file_write(path, NEW_FILE_REPLACE, put_profile, &profile, err);
}
