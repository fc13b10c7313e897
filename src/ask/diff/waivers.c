/* SPDX-License-Identifier: Apache-2.0 */
/* Waivers: a line each: difference, last day, reason. docs/formats/waivers.md */
#include "ask/diff/waivers.h"

#include "base/input.h"
#include "base/search.h"
#include "isa/chip.h"

#include <ctype.h>

enum { DAY_LENGTH = 10 };

/* "YYYY-MM-DD", months 1 to 12, days 1 to 31: two such compare as text. */
static bool is_day(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    if (strlen(text) != DAY_LENGTH)
        return false;
    for (int i = 0; i < DAY_LENGTH; i++)
        if (form[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != '-')
            return false;
    const int month = (text[5] - '0') * 10 + text[6] - '0', day = (text[8] - '0') * 10 + text[9] - '0';
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static enum tt_status parse_finding(struct waiver *waiver, const char *code, struct tt_error *err)
{
    if (finding_find(code, &waiver->finding))
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "'finding:%s': no finding has that code", code);
}

static enum tt_status parse_what(struct waiver *waiver, char *what, enum tt_chip chip, struct tt_error *err)
{
    char *at = strchr(what, '@');
    if (at) {
        *at = 0;
        REFUSE_IF(!at[1] || strlen(at + 1) >= sizeof waiver->checkpoint, err,
                  "'%s@': expected the id of a checkpoint behind the @", what);
        memcpy(waiver->checkpoint, at + 1, strlen(at + 1) + 1);
    }
    REFUSE_IF(strlen(what) >= sizeof waiver->what, err, "'%.40s...': too long for a name", what);
    memcpy(waiver->what, what, strlen(what) + 1);
    if (strncmp(what, "finding:", 8) == 0) {
        waiver->kind = WAIVER_FINDING;
        REFUSE_IF(at, err, "'%s@%s': a finding is of no checkpoint", what, waiver->checkpoint);
        return parse_finding(waiver, what + 8, err);
    }
    if (strncmp(what, "tile", 4) == 0) {
        waiver->kind = WAIVER_DATUM;
        return address_datum_parse(&waiver->datum, what, err);
    }
    waiver->kind = WAIVER_PLACE;
    return address_place_parse(&waiver->place, chip, what, err);
}

/* Cuts the next word off; null: there is none. */
static char *waivers_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    const size_t length = strcspn(word, " \t");
    *rest = word + length;
    if (!length)
        return NULL;
    if (**rest)
        *(*rest)++ = 0;
    return word;
}

struct waivers_reading {
    struct waivers *waivers;
    enum tt_chip chip;
    const char *today;
};

static enum tt_status waivers_parse_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    const struct waivers_reading *reading = user;
    struct waivers *waivers = reading->waivers;
    struct waiver waiver = {.line = number};
    char *what = waivers_next_word(&line);
    if (!what || *what == '#')
        return TT_OK;
    const char *until = waivers_next_word(&line);
    const char *why = line + strspn(line, " \t");
    REFUSE_IF(!until || !is_day(until), err,
              "'%s': expected the last day on which it counts, as 2026-12-31, found '%s'", what,
              until ? until : "nothing");
    REFUSE_IF(!*why || strlen(why) >= sizeof waiver.why, err,
              "'%s': expected the reason behind the day, in up to %zu bytes", what, sizeof waiver.why - 1);
    memcpy(waiver.until, until, sizeof waiver.until);
    memcpy(waiver.why, why, strlen(why) + 1);
    waiver.is_expired = strcmp(reading->today, until) > 0;
    TRY(parse_what(&waiver, what, reading->chip, err));
    NEED(MEM_PUSH(waivers->items, waivers->count, waivers->capacity, waiver), err, "no memory for the waivers");
    return TT_OK;
}

enum tt_status waivers_load(struct waivers *waivers, const char *path, enum tt_chip chip, const char *today,
                            struct tt_error *err)
{
    struct waivers_reading reading = {waivers, chip, today};
    *waivers = (struct waivers){.path = path};
    return input_lines(path, waivers_parse_line, &reading, err);
}

void waivers_clear(struct waivers *waivers)
{
    mem_free(waivers->items);
    *waivers = (struct waivers){0};
}

/* Every datum that the item stands for: of a shared exponent all that share it. */
static bool covers_datums(const struct waiver *waiver, const struct diff_item *item)
{
    const uint32_t count = item->datum_count ? item->datum_count : 1;
    if (item->part != DIFF_DATUM && item->part != DIFF_SHARED_EXPONENT)
        return false;
    return ALL(k, count, address_datum_has(&waiver->datum, item->tile, item->datum + k));
}

static bool covers_field(const struct waiver *waiver, enum tt_chip id, const struct diff_item *item)
{
    const struct chip *chip = chip_get(id);
    const struct reg_field *field = reg_field_get(id, waiver->place.field);
    const uint32_t bytes = waiver->place.hi - waiver->place.lo;
    const uint32_t pitch = bytes * (field->space == TT_SPACE_CFG ? chip->cfg_words : chip->thread_words);
    const uint32_t at = waiver->place.has_every_copy ? item->lo % pitch : item->lo;
    const uint64_t mask = ((UINT64_C(1) << field->bits) - 1) << field->shift;
    return at == waiver->place.lo && !((item->held ^ item->replayed) & item->known & ~mask);
}

static bool covers(const struct waiver *waiver, const struct diff *diff, const struct diff_item *item)
{
    if (waiver->is_expired || waiver->kind == WAIVER_FINDING)
        return false;
    if (waiver->checkpoint[0] && strcmp(waiver->checkpoint, diff_checkpoint_id(diff, item->checkpoint)) != 0)
        return false;
    if (waiver->kind == WAIVER_DATUM)
        return covers_datums(waiver, item);
    if (item->space != waiver->place.space)
        return false;
    if (waiver->place.is_field)
        return covers_field(waiver, diff->run->chip, item);
    return item->lo >= waiver->place.lo && item->hi <= waiver->place.hi;
}

bool waivers_cover(struct waivers *waivers, const struct diff *diff, const struct diff_item *item)
{
    for (size_t i = 0; i < waivers->count; i++)
        if (covers(&waivers->items[i], diff, item)) {
            waivers->items[i].used++;
            return true;
        }
    return false;
}

bool waivers_cover_finding(struct waivers *waivers, finding_id id, uint64_t times)
{
    for (size_t i = 0; i < waivers->count; i++) {
        struct waiver *waiver = &waivers->items[i];
        if (waiver->kind != WAIVER_FINDING || waiver->is_expired || waiver->finding != id)
            continue;
        waiver->used += times;
        return true;
    }
    return false;
}
