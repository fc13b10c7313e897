/* SPDX-License-Identifier: Apache-2.0 */
/* Settings as they are typed, checked before anything runs, and as the options of one replay. */
#include "batch/settings.h"

#include "ask/diff/waivers.h"
#include "base/text/text_stream.h"
#include "batch/content.h"
#include "capture/bundle.h"
#include "order/options_text.h"

enum tt_status batch_settings_keep(struct batch_settings *settings, const char **text, struct tt_error *err)
{
    if (!*text)
        return TT_OK;
    if (!texts_add(&settings->reference_texts, *text)) {
        *text = NULL;
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    *text = settings->reference_texts.items[settings->reference_texts.count - 1];
    return TT_OK;
}

enum tt_status batch_settings_refer(struct batch_settings *settings, const struct expect_asked *asked,
                                    struct tt_error *err)
{
    REFUSE_IF(settings->reference_count == EXPECTS_MAX, err, "more than %d references", EXPECTS_MAX);
    struct expect_asked *reference = &settings->references[settings->reference_count++];
    *reference = *asked;
    TRY(batch_settings_keep(settings, &reference->path, err));
    TRY(batch_settings_keep(settings, &reference->at, err));
    TRY(batch_settings_keep(settings, &reference->stage, err));
    return batch_settings_keep(settings, &reference->insn, err);
}

void batch_settings_clear(struct batch_settings *settings)
{
    replay_words_clear(&settings->how);
    mem_free(settings->waivers);
    mem_free(settings->mask);
    texts_clear(&settings->reference_texts);
    *settings = (struct batch_settings){0};
}

/* Whether the settings make sense on a chip. */
static enum tt_status check_on(const struct batch_settings *settings, enum tt_chip chip, struct tt_error *err)
{
    struct replay_options options;
    struct replay_set *sets OWNED(mem_free_at) = mem_calloc(settings->how.sets.count + 1, sizeof *sets);
    NEED(sets, err, "no memory");
    replay_options_init(&options, &(struct ttcap_info){.chip = chip});
    return replay_words_parse(&settings->how, chip, &options, sets, err);
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

char *batch_settings_words(const struct batch_settings *settings)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    FILE *out = text.out;
    const struct replay_words *how = &settings->how;
    if (how->order != REPLAY_EXECUTED)
        (void)fprintf(out, " --order %s", order_name(how->order));
    if (how->units)
        (void)fprintf(out, " --unit %s", how->units);
    for (size_t i = 0; i < how->variants.count; i++)
        (void)fprintf(out, " --variant %s", how->variants.items[i]);
    for (size_t i = 0; i < how->sets.count; i++)
        (void)fprintf(out, " --set %s", how->sets.items[i]);
    for (size_t i = 0; i < how->assumes.count; i++)
        (void)fprintf(out, " --assume %s", how->assumes.items[i]);
    if (how->max_steps)
        (void)fprintf(out, " --max-steps %" PRIu64, how->max_steps);
    if (how->has_evidence)
        (void)fprintf(out, " --evidence %s", fact_level_name(how->evidence));
    if (how->has_checkpoint_word)
        (void)fprintf(out, " --checkpoint-word 0x%" PRIx32, how->checkpoint_word);
    return text_stream_close(&text);
}

char *batch_settings_text(const struct batch_settings *settings)
{
    struct text_stream text;
    char *words = batch_settings_words(settings);
    if (!words || text_stream_open(&text)) {
        mem_free(words);
        return NULL;
    }
    FILE *out = text.out;
    (void)fprintf(out, "%s\ncauses %" PRIu64 "\n", words, settings->causes);
    mem_free(words);
    if (settings->waivers_hash[0])
        (void)fprintf(out, "waivers %s %s\n", settings->waivers_hash, settings->day);
    if (settings->mask_hash[0])
        (void)fprintf(out, "mask %s\n", settings->mask_hash);
    for (size_t i = 0; i < settings->reference_count; i++) { /* contents are hashed for each capture, and names do not
                                                              * count */
        struct expect_asked reference = settings->references[i];
        reference.path = "reference";
        expect_put_options(out, &reference, " ");
    }
    return text_stream_close(&text);
}
