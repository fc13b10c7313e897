/* SPDX-License-Identifier: Apache-2.0 */
/* Orders, sets of units, readings and held fields as texts. */
#include "order/options_text.h"

#include "isa/isa.h"
#include "isa/names_near.h"
#include "isa/spaces.h"
#include "order/sets.h"

static const char *const orders[] = {
    [REPLAY_EXECUTED] = "executed", [REPLAY_PROGRAM] = "program", [REPLAY_FIRMWARE] = "firmware"};

const char *order_name(enum replay_order order)
{
    return orders[order];
}

enum replay_order order_usual(const struct ttcap_info *info, bool shows_cores)
{
    if (info->boot_count && (shows_cores || !info->kind_count[TTCAP_EXEC]))
        return REPLAY_FIRMWARE;
    if (info->kind_count[TTCAP_EXEC])
        return REPLAY_EXECUTED;
    return info->kind_count[TTCAP_PUSH] ? REPLAY_PROGRAM : REPLAY_EXECUTED;
}

enum tt_status order_parse(const char *name, enum replay_order *order, struct tt_error *err)
{
    for (int i = 0; i <= REPLAY_FIRMWARE; i++) {
        if (strcmp(name, orders[i]) != 0)
            continue;
        *order = (enum replay_order)i;
        return TT_OK;
    }
    return tt_fail(err, TT_BAD_INPUT, "order '%.40s' is not one of executed, program, firmware", name);
}

enum tt_status units_parse(const char *text, uint32_t *units, struct tt_error *err)
{
    *units = 0;
    char name[32];
    for (const char *from = strcmp(text, "none") == 0 ? "" : text; text_item(&from, name, sizeof name);) {
        const enum tt_unit unit = unit_find(name);
        if (unit == TT_UNIT_COUNT)
            return unit_unknown(name, err);
        *units |= UINT32_C(1) << unit;
    }
    return TT_OK;
}

enum tt_status variants_parse(const char *text, struct variant_set *variants, struct tt_error *err)
{
    char one[VARIANT_TEXT_MAX];
    for (const char *from = text; text_item(&from, one, sizeof one);)
        if (variant_parse(variants, one))
            return variant_unknown(one, err);
    return TT_OK;
}

/* State is never assumed to be zero: a free mutex and flags that are on in all lanes are not zeros. */
static enum tt_status assume_space(const char *name, bool is_zero, struct replay_options *options, struct tt_error *err)
{
    const enum tt_space space = space_find(strcmp(name, "lregs") == 0 ? "lreg" : name);
    REFUSE_IF(space == TT_SPACE_COUNT, err,
              "assume '%.40s': no such space; there are l1, cfg, thread_cfg, gpr, dst, dst_valid, srca, srcb, "
              "lreg, state, and all",
              name);
    REFUSE_IF(is_zero && space == TT_SPACE_STATE, err, "assume state=zero: the state has its reset value, state=reset");
    const uint32_t bit = UINT32_C(1) << space;
    options->assumed |= bit;
    options->assumed_zero = is_zero ? options->assumed_zero | bit : options->assumed_zero & ~bit;
    return TT_OK;
}

/* "dst=zero", "cfg", "all=reset" */
static enum tt_status assume_one(char *name, struct replay_options *options, struct tt_error *err)
{
    char *how = strchr(name, '=');
    const bool is_zero = how && strcmp(how, "=zero") == 0;
    REFUSE_IF(how && !is_zero && strcmp(how, "=reset") != 0, err, "assume '%s': what is assumed is zero or reset",
              name);
    if (how)
        *how = 0;
    if (strcmp(name, "all") != 0)
        return assume_space(name, is_zero, options, err);
    REFUSE_IF(is_zero, err, "assume all=zero: not all of a tile is zero after a reset; all=reset");
    options->assumes_all = true;
    options->assumed |= (UINT32_C(1) << TT_SPACE_COUNT) - 1;
    return TT_OK;
}

enum tt_status assume_parse(const char *text, struct replay_options *options, struct tt_error *err)
{
    char name[48] = "";
    enum tt_status status = *text ? TT_OK : assume_one(name, options, err);
    for (const char *from = text; !status && text_item(&from, name, sizeof name);)
        status = assume_one(name, options, err);
    return status;
}

enum tt_status replay_words_parse(const struct replay_words *words, enum tt_chip chip, struct replay_options *options,
                                  struct replay_set *sets, struct tt_error *err)
{
    if (words->has_order)
        options->order = words->order;
    if (words->max_steps)
        options->max_steps = words->max_steps;
    if (words->has_checkpoint_word) {
        options->has_checkpoint_word = true;
        options->checkpoint_word = words->checkpoint_word;
    }
    if (words->has_evidence) {
        options->asks_evidence = true;
        options->evidence = words->evidence;
    }
    enum tt_status status = words->units ? units_parse(words->units, &options->units, err) : TT_OK;
    for (size_t i = 0; !status && i < words->variants.count; i++)
        if (variant_parse(&options->variants, words->variants.items[i]))
            status = variant_unknown(words->variants.items[i], err);
    for (size_t i = 0; !status && i < words->sets.count; i++)
        status = replay_set_parse(chip, words->sets.items[i], &sets[i], err);
    for (size_t i = 0; !status && i < words->assumes.count; i++)
        status = assume_parse(words->assumes.items[i], options, err);
    options->sets = sets;
    options->set_count = words->sets.count;
    return status;
}

void replay_words_clear(struct replay_words *words)
{
    texts_clear(&words->variants);
    texts_clear(&words->sets);
    texts_clear(&words->assumes);
    mem_free(words->units);
    *words = (struct replay_words){0};
}

char *units_text(uint32_t units, char *text, size_t size)
{
    size_t at = 0;
    (void)snprintf(text, size, "none");
    for (int unit = 0; unit < TT_UNIT_COUNT && at < size; unit++)
        if (units & UINT32_C(1) << unit)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "," : "", unit_name((enum tt_unit)unit));
    return text;
}

char *variants_text(const struct variant_set *variants, char *text, size_t size)
{
    char texts[VARIANT_TEXTS_MAX][VARIANT_TEXT_MAX];
    const size_t count = variant_texts(variants, texts);
    size_t at = 0;
    text[0] = 0;
    for (size_t i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%.*s", i ? "," : "", VARIANT_TEXT_MAX, texts[i]);
    return text;
}

char *readings_text(const struct ttcap_info *info, const struct replay_words *typed, char *text, size_t size)
{
    struct replay_options options;
    bool is_said = typed->variants.count != 0;
    replay_options_init(&options, info);
    for (size_t i = 0; i < info->tag_count; i++)
        is_said |= strncmp(info->tags[i], REPLAY_READING_TAG, sizeof REPLAY_READING_TAG - 1) == 0;
    for (size_t i = 0; i < typed->variants.count; i++)
        (void)variant_parse(&options.variants, typed->variants.items[i]); /* as it was before the replay */
    (void)variants_text(&options.variants, text, size);
    if (!is_said || !*text)
        (void)snprintf(text, size, "%s", is_said ? "silicon" : "");
    return text;
}

char *assumes_text(const struct replay_options *options, char *text, size_t size)
{
    size_t at = 0;
    (void)snprintf(text, size, "%s", options->assumes_all ? "all=reset" : "");
    at = strlen(text);
    for (int space = 0; space < TT_SPACE_COUNT && at < size; space++) {
        const bool is_zero = options->assumed_zero >> space & 1, is_listed = is_zero || !options->assumes_all;
        if ((options->assumed >> space & 1) && is_listed)
            at += (size_t)snprintf(text + at, size - at, "%s%s=%s", at ? "," : "", space_name((enum tt_space)space),
                                   is_zero ? "zero" : "reset");
    }
    return text;
}

char *sets_text(enum tt_chip chip, const struct replay_options *replay, char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (size_t i = 0; i < replay->set_count && at < size; i++) {
        char one[200];
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? "," : "",
                               replay_set_text(chip, &replay->sets[i], one, sizeof one));
    }
    return text;
}
