/* SPDX-License-Identifier: Apache-2.0 */
/* Settings as they are typed, checked before anything runs, and as the options of one replay. */
#include "batch/settings.h"

#include "ask/diff/waivers.h"
#include "base/memory.h"
#include "base/text/text_stream.h"
#include "batch/content.h"
#include "capture/bundle.h"
#include "isa/chip.h"
#include "order/options_text.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum tt_status batch_settings_add(char ***list, size_t *count, size_t *capacity, const char *text, struct tt_error *err)
{
    char *copy = mem_strdup(text);
    if (!copy || mem_grow(list, capacity, *count + 1, sizeof copy)) {
        mem_free(copy);
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    (*list)[(*count)++] = copy;
    return TT_OK;
}

enum tt_status batch_settings_read(const struct cJSON *list, const char *place, char ***texts, size_t *count,
                                   size_t *capacity, struct tt_error *err)
{
    if (!cJSON_IsArray(list))
        return tt_fail(err, TT_BAD_INPUT, "%s: expected an array of strings", place);
    enum tt_status status = TT_OK;
    for (const struct cJSON *item = list->child; !status && item; item = item->next) {
        if (!cJSON_IsString(item))
            return tt_fail(err, TT_BAD_INPUT, "%s[%zu]: expected a string", place, *count);
        status = batch_settings_add(texts, count, capacity, item->valuestring, err);
    }
    return status;
}

enum tt_status batch_settings_refer(struct batch_settings *settings, const struct expect_asked *asked,
                                    struct tt_error *err)
{
    char *path = mem_strdup(asked->path), *at = mem_strdup(asked->at);
    mem_free(settings->reference_path);
    mem_free(settings->reference_at);
    settings->reference = *asked;
    settings->reference.path = settings->reference_path = path;
    settings->reference.at = settings->reference_at = at;
    return path && at ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

void batch_settings_clear(struct batch_settings *settings)
{
    for (size_t i = 0; i < settings->variant_count; i++)
        mem_free(settings->variants[i]);
    for (size_t i = 0; i < settings->set_count; i++)
        mem_free(settings->sets[i]);
    for (size_t i = 0; i < settings->assume_count; i++)
        mem_free(settings->assumes[i]);
    mem_free(settings->assumes);
    mem_free(settings->variants);
    mem_free(settings->sets);
    mem_free(settings->units);
    mem_free(settings->waivers);
    mem_free(settings->mask);
    mem_free(settings->reference_path);
    mem_free(settings->reference_at);
    *settings = (struct batch_settings){0};
}

enum tt_status batch_settings_options(const struct batch_settings *settings, const struct ttcap_info *info,
                                      struct replay_options *options, struct replay_set *sets, struct tt_error *err)
{
    replay_options_init(options, info);
    options->order = settings->order;
    if (settings->max_steps)
        options->max_steps = settings->max_steps;
    if (settings->has_checkpoint_word) {
        options->has_checkpoint_word = true;
        options->checkpoint_word = settings->checkpoint_word;
    }
    options->asks_evidence = settings->has_evidence;
    options->evidence = settings->evidence;
    const struct replay_texts texts = {
        .units = settings->units,
        .variants = (const char *const *)settings->variants,
        .sets = (const char *const *)settings->sets,
        .variant_count = settings->variant_count,
        .set_count = settings->set_count,
        .assumes = (const char *const *)settings->assumes,
        .assume_count = settings->assume_count,
    };
    return replay_texts_parse(&texts, info->chip, options, sets, err);
}

/* Whether the settings make sense on a chip. */
static enum tt_status check_on(const struct batch_settings *settings, enum tt_chip chip, struct tt_error *err)
{
    const struct ttcap_info info = {.chip = chip};
    struct replay_options options;
    struct replay_set *sets = mem_calloc(settings->set_count + 1, sizeof *sets);
    if (!sets)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    const enum tt_status status = batch_settings_options(settings, &info, &options, sets, err);
    mem_free(sets);
    return status;
}

/* A field or a place may be of one chip alone: some chip must know them all. */
enum tt_status batch_settings_check(struct batch_settings *settings, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        status = check_on(settings, (enum tt_chip)chip, err);
        if (!status)
            break;
    }
    if (!status && settings->mask)
        status = recorder_mask_check(settings->mask, err);
    if (!status && settings->mask)
        status = content_hash_file(settings->mask, settings->mask_hash, NULL, err);
    if (status || !settings->waivers)
        return status;
    for (int chip = 0; !status && chip < TT_CHIP_COUNT; chip++) {
        struct waivers waivers;
        status = waivers_load(&waivers, settings->waivers, (enum tt_chip)chip, settings->day, err);
        waivers_clear(&waivers);
        if (!status)
            break;
        if (chip + 1 < TT_CHIP_COUNT)
            status = TT_OK;
    }
    if (!status) /* of a file that is no list of waivers no byte more is read */
        status = content_hash_file(settings->waivers, settings->waivers_hash, NULL, err);
    return status;
}

char *batch_settings_text(const struct batch_settings *settings)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    FILE *out = text.out;
    (void)fprintf(out, "order %s\nunits %s\n", order_name(settings->order), settings->units ? settings->units : "all");
    for (size_t i = 0; i < settings->variant_count; i++)
        (void)fprintf(out, "variant %s\n", settings->variants[i]);
    for (size_t i = 0; i < settings->set_count; i++)
        (void)fprintf(out, "set %s\n", settings->sets[i]);
    for (size_t i = 0; i < settings->assume_count; i++)
        (void)fprintf(out, "assume %s\n", settings->assumes[i]);
    (void)fprintf(out, "max_steps %" PRIu64 "\n", settings->max_steps);
    (void)fprintf(out, "causes %" PRIu64 "\n", settings->causes);
    if (settings->has_checkpoint_word)
        (void)fprintf(out, "checkpoint_word %" PRIu32 "\n", settings->checkpoint_word);
    if (settings->has_evidence)
        (void)fprintf(out, "evidence %s\n", fact_level_name(settings->evidence));
    if (settings->waivers_hash[0])
        (void)fprintf(out, "waivers %s %s\n", settings->waivers_hash, settings->day);
    if (settings->mask_hash[0])
        (void)fprintf(out, "mask %s\n", settings->mask_hash);
    if (settings->reference.path) { /* its content is hashed for each capture, and its name does not count */
        struct expect_asked how = settings->reference;
        how.path = "reference";
        expect_put_options(out, &how, " ");
    }
    return text_stream_close(&text);
}
