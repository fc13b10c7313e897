/* SPDX-License-Identifier: Apache-2.0 */
/* Fields held at a value: read from text, held in the tile, left out of what is held against the recording. */
#include "order/sets.h"

#include "base/error.h"
#include "base/little.h"
#include "base/number.h"
#include "isa/names_near.h"
#include "order/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum tt_status parse_event(char *name, struct replay_set *set, struct tt_error *err)
{
    char *at = strchr(name, '@');
    if (!at)
        return TT_OK;
    *at = 0;
    set->has_event = true;
    if (!number_read(at + 1, 0, UINT64_MAX, &set->event))
        return tt_fail(err, TT_BAD_INPUT, "set %s: '%s' is no event number", name, at + 1);
    return TT_OK;
}

enum tt_status replay_set_parse(enum tt_chip chip, const char *text, struct replay_set *set, struct tt_error *err)
{
    char name[160], others[REG_NEAR_TEXT_MAX];
    const char *equals = strchr(text, '=');
    uint64_t value = 0;
    *set = (struct replay_set){0};
    if (!equals || equals == text || (size_t)(equals - text) >= sizeof name)
        return tt_fail(err, TT_BAD_INPUT, "set '%s' is not FIELD=V or FIELD@EVENT=V", text);
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    enum tt_status status = parse_event(name, set, err);
    if (status)
        return status;
    set->field = reg_find(chip, name);
    if (set->field == REG_COUNT) {
        return tt_fail(err, TT_BAD_INPUT, "set: %s has no field '%s'%s", chip_get(chip)->name, name,
                       reg_near_text(chip, name, others));
    }
    const struct reg_field *field = reg_field_get(chip, set->field);
    if (!number_read(equals + 1, 0, UINT64_MAX, &value))
        return tt_fail(err, TT_BAD_INPUT, "set %s: '%s' is no number", name, equals + 1);
    if (value >> field->bits)
        return tt_fail(err, TT_BAD_INPUT, "set %s: %s does not fit its %u bit%s", name, equals + 1, field->bits,
                       field->bits == 1 ? "" : "s");
    set->value = (uint32_t)value;
    return TT_OK;
}

char *replay_set_text(enum tt_chip chip, const struct replay_set *set, char *text, size_t size)
{
    const char *name = reg_field_get(chip, set->field)->name;
    if (set->has_event)
        (void)snprintf(text, size, "%s@%" PRIu64 "=%" PRIu32, name, set->event, set->value);
    else
        (void)snprintf(text, size, "%s=%" PRIu32, name, set->value);
    return text;
}

/* ---- in the tile ---- */

/* Where copy `nth` of a field stands: one for each state, or each thread. */
struct copy {
    uint32_t lo, bytes, mask, shift;
};

static unsigned copies_of(const struct reg_field *field)
{
    return field->space == TT_SPACE_CFG ? CFG_STATES : THREADS;
}

static struct copy copy_of(enum tt_chip chip, const struct reg_field *field, unsigned nth)
{
    const bool is_cfg = field->space == TT_SPACE_CFG;
    const uint32_t bytes = is_cfg ? 4 : 2;
    const uint32_t words = is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    return (struct copy){(nth * words + field->word) * bytes, bytes, mask, field->shift};
}

void replay_set_store(struct tile *tile, const struct replay_set *set)
{
    const enum tt_chip chip = tile_chip(tile);
    const struct reg_field *field = reg_field_get(chip, set->field);
    for (unsigned nth = 0; nth < copies_of(field); nth++) {
        const struct copy copy = copy_of(chip, field, nth);
        uint8_t bytes[sizeof(uint32_t)];
        tile_load(tile, field->space, copy.lo, copy.bytes, bytes);
        const uint32_t is = load_number(bytes, copy.bytes);
        const uint32_t wanted = (is & ~copy.mask) | (set->value << copy.shift & copy.mask);
        store_number(bytes, copy.bytes, wanted);
        if (wanted != is)
            tile_store(tile, field->space, copy.lo, copy.bytes, bytes, NULL);
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
        const struct reg_field *field = reg_field_get(chip, replay->options->sets[i].field);
        for (unsigned nth = 0; field->space == space && nth < copies_of(field); nth++) {
            const struct copy copy = copy_of(chip, field, nth);
            for (uint32_t byte = 0; byte < copy.bytes; byte++)
                if (copy.lo + byte >= lo && copy.lo + byte < lo + count)
                    mask[copy.lo + byte - lo] &= (uint8_t) ~(copy.mask >> 8 * byte);
        }
    }
}
