/* SPDX-License-Identifier: Apache-2.0 */
/* Fields held at a value: read from text, held in the tile, left out of what is held against the recording. */
#include "order/sets.h"

#include "base/little.h"
#include "base/number.h"
#include "base/text/near.h"
#include "isa/names_near.h"
#include "isa/spaces.h"
#include "order/engine.h"

static enum tt_status parse_event(char *name, struct replay_set *set, struct tt_error *err)
{
    char *at = strchr(name, '@');
    if (!at)
        return TT_OK;
    *at = 0;
    set->has_event = true;
    REFUSE_IF(!number_read(at + 1, 0, UINT64_MAX, &set->event), err, "set %s: '%s' is no event number", name, at + 1);
    return TT_OK;
}

static const char *part_at(size_t i, const void *user)
{
    const struct reg_field *field = user;
    return i < field->part_count ? field->parts[i].name : NULL;
}

#define STATE_PREFIX "state:"

static enum tt_status sets_find_word(const char *path, struct replay_set *set, struct tt_error *err)
{
    const int32_t word = state_find(path);
    REFUSE_IF(word < 0, err, "set: the state has no word '%s'", path);
    set->field = REG_COUNT;
    set->word = (uint16_t)word;
    return TT_OK;
}

static unsigned sets_bits_of(enum tt_chip chip, const struct replay_set *set)
{
    if (replay_set_is_state(set)) {
        const struct isa_internal *internal = internal_of(set->word);
        return internal ? 32 - (unsigned)__builtin_clz(internal->most) : 32;
    }
    return set->part ? set->part->bits : reg_field_get(chip, set->field)->bits;
}

/* The field, and behind a '.' a part of it. */
static enum tt_status sets_find_field(enum tt_chip chip, char *name, struct replay_set *set, struct tt_error *err)
{
    char others[REG_NEAR_TEXT_MAX], near[NEAR_TEXT_MAX];
    if (strncmp(name, STATE_PREFIX, strlen(STATE_PREFIX)) == 0)
        return sets_find_word(name + strlen(STATE_PREFIX), set, err);
    char *dot = strchr(name, '.');
    if (dot)
        *dot = 0;
    set->field = reg_find(chip, name);
    REFUSE_IF(set->field == REG_COUNT, err, "set: %s has no field '%s'%s", chip_get(chip)->name, name,
              reg_near_text(chip, name, others));
    if (!dot)
        return TT_OK;
    const struct reg_field *field = reg_field_get(chip, set->field);
    set->part = reg_part_find(field, dot + 1);
    if (set->part)
        return TT_OK;
    REFUSE_IF(!field->part_count, err, "set: %s is one number and has no part '%s'", name, dot + 1);
    return tt_fail(err, TT_BAD_INPUT, "set: %s has no part '%s'%s", name, dot + 1,
                   near_text(dot + 1, part_at, field, near));
}

enum tt_status replay_set_parse(enum tt_chip chip, const char *text, struct replay_set *set, struct tt_error *err)
{
    char name[160];
    const char *equals = strchr(text, '=');
    uint64_t value = 0;
    *set = (struct replay_set){0};
    REFUSE_IF(!equals || equals == text || (size_t)(equals - text) >= sizeof name, err,
              "set '%s' is not FIELD=V or FIELD@EVENT=V", text);
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    TRY(parse_event(name, set, err));
    TRY(sets_find_field(chip, name, set, err));
    const unsigned bits = sets_bits_of(chip, set);
    REFUSE_IF(!number_read(equals + 1, 0, UINT64_MAX, &value), err, "set %s: '%s' is no number", name, equals + 1);
    REFUSE_IF(value >> bits, err, "set %s: %s does not fit its %u bit%s", name, equals + 1, bits, bits == 1 ? "" : "s");
    set->value = (uint32_t)value;
    return TT_OK;
}

char *replay_set_text(enum tt_chip chip, const struct replay_set *set, char *text, size_t size)
{
    char at[32] = "";
    if (set->has_event)
        (void)snprintf(at, sizeof at, "@%" PRIu64, set->event);
    if (replay_set_is_state(set)) {
        char path[STATE_PATH_MAX];
        (void)state_path(set->word, path);
        (void)snprintf(text, size, "%s%s%s=%" PRIu32, STATE_PREFIX, path, at, set->value);
        return text;
    }
    (void)snprintf(text, size, "%s%s%s%s=%" PRIu32, reg_field_get(chip, set->field)->name, set->part ? "." : "",
                   set->part ? set->part->name : "", at, set->value);
    return text;
}

struct replay_set_bits replay_set_bits(enum tt_chip chip, const struct replay_set *set)
{
    const struct reg_field *field = reg_field_get(chip, set->field);
    const unsigned bits = set->part ? set->part->bits : field->bits;
    const unsigned shift = field->shift + (set->part ? set->part->low : 0u);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << bits) - 1) << shift);
    return (struct replay_set_bits){field, mask, set->value << shift & mask};
}

/* ---- in the tile ---- */

/* Copies of a field: one for each state, or each thread. */
static unsigned copies_of(const struct reg_field *field)
{
    return field->space == TT_SPACE_CFG ? CFG_STATES : THREADS;
}

static uint32_t word_bytes(const struct reg_field *field)
{
    return field->space == TT_SPACE_CFG ? 4 : 2;
}

/* Where copy `nth` of the field's word begins in its space. */
static uint32_t copy_at(enum tt_chip chip, const struct reg_field *field, unsigned nth)
{
    const uint32_t words = field->space == TT_SPACE_CFG ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    return (nth * words + field->word) * word_bytes(field);
}

void replay_set_store(struct tile *tile, const struct replay_set *set)
{
    const enum tt_chip chip = tile_chip(tile);
    if (replay_set_is_state(set)) {
        uint8_t word[sizeof(uint32_t)], is[sizeof(uint32_t)];
        store_u32(word, set->value);
        tile_load(tile, TT_SPACE_STATE, 4U * set->word, sizeof is, is);
        if (memcmp(word, is, sizeof is) != 0)
            tile_store(tile, TT_SPACE_STATE, 4U * set->word, sizeof word, word, NULL);
        return;
    }
    const struct replay_set_bits bits = replay_set_bits(chip, set);
    const struct reg_field *field = bits.field;
    const struct tile_state *state = tile_state(tile);
    for (unsigned nth = 0; nth < copies_of(field); nth++) {
        const uint32_t is =
            field->space == TT_SPACE_CFG ? state->cfg[nth][field->word] : state->thread_cfg[nth][field->word];
        uint8_t bytes[sizeof is];
        if ((is & bits.mask) == bits.value)
            continue;
        store_number(bytes, word_bytes(field), (is & ~bits.mask) | bits.value);
        tile_store(tile, field->space, copy_at(chip, field, nth), word_bytes(field), bytes, NULL);
    }
}

void replay_sets_store_before(struct replay *replay, uint64_t event)
{
    for (size_t i = 0; i < replay->options->set_count; i++)
        if (replay->options->sets[i].has_event && replay->options->sets[i].event == event)
            replay_set_store(replay->tile, &replay->options->sets[i]);
}

void replay_sets_store_held(struct replay *replay)
{
    for (size_t i = 0; i < replay->options->set_count; i++)
        if (!replay->options->sets[i].has_event)
            replay_set_store(replay->tile, &replay->options->sets[i]);
}

void replay_sets_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *mask)
{
    const enum tt_chip chip = replay->info->chip;
    for (size_t i = 0; i < replay->options->set_count; i++) {
        const struct replay_set *set = &replay->options->sets[i];
        if (replay_set_is_state(set)) {
            for (uint32_t at = 4U * set->word; space == TT_SPACE_STATE && at < 4U * set->word + 4; at++)
                if (at >= lo && at < lo + count)
                    mask[at - lo] = 0;
            continue;
        }
        const struct replay_set_bits bits = replay_set_bits(chip, set);
        for (unsigned nth = 0; bits.field->space == space && nth < copies_of(bits.field); nth++) {
            const uint32_t at = copy_at(chip, bits.field, nth);
            for (uint32_t byte = 0; byte < word_bytes(bits.field); byte++)
                if (at + byte >= lo && at + byte < lo + count)
                    mask[at + byte - lo] &= (uint8_t) ~(bits.mask >> 8 * byte);
        }
    }
}
