/* SPDX-License-Identifier: Apache-2.0 */
#include "observe/origins.h"

#include "isa/effects.h"
#include "isa/registers.h"
#include "isa/spaces.h"

enum { LREG_BYTES = 4 * LANES, GPR_BYTES = 4 };

static bool is_by_bits(enum tt_space space)
{
    return space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG;
}

/* The extent of what has one name. */
static struct origin extent_of(const struct origins *origins, const struct origin_place *place)
{
    struct origin origin = {.space = place->space, .lo = 0, .hi = space_bytes(origins->chip, place->space)};
    const uint32_t element = space_element_bytes(place->space);
    origin.mask = UINT32_MAX;
    if (is_by_bits(place->space)) {
        origin.lo = place->lo / element * element;
        origin.hi = origin.lo + element;
        origin.mask = place->mask;
    } else if (place->space == TT_SPACE_L1) {
        origin.lo = place->run_lo;
        origin.hi = place->run_hi;
    } else if (place->space == TT_SPACE_GPR || place->space == TT_SPACE_LREG) {
        const uint32_t bytes = place->space == TT_SPACE_GPR ? (uint32_t)GPR_BYTES : (uint32_t)LREG_BYTES;
        origin.lo = place->lo / bytes * bytes;
        origin.hi = origin.lo + bytes;
    } else if (place->space == TT_SPACE_STATE) {
        const unsigned what = what_of_state(place->lo / 4);
        for (origin.lo = place->lo / 4; origin.lo && what_of_state(origin.lo - 1) == what;)
            origin.lo--;
        origin.lo *= 4;
        origin.hi = what_state_end(place->lo / 4) * 4;
    }
    return origin;
}

/* Groups of the state are in several runs: one a thread. */
static bool origins_is_same(const struct origin *one, const struct origin *other)
{
    if (one->space != other->space)
        return false;
    if (one->is_rest)
        return true;
    if (one->space == TT_SPACE_STATE)
        return what_of_state(one->lo / 4) == what_of_state(other->lo / 4);
    return one->lo <= other->lo && one->hi >= other->hi;
}

static unsigned origins_enter(struct origins *origins, const struct origin *origin)
{
    const unsigned number = origins->count++;
    origins->items[number] = *origin;
    const bool is_internal = origin->space == TT_SPACE_STATE && origin->lo >= 4 * STATE_INTERNAL;
    if ((origins->assumed_spaces >> origin->space & 1) && !is_internal)
        origins->assumed |= origin_bit(number);
    return number;
}

unsigned origin_of(struct origins *origins, const struct origin_place *place)
{
    struct origin origin = extent_of(origins, place);
    unsigned number = 0;
    while (number < origins->count && !origins_is_same(&origins->items[number], &origin))
        number++;
    origin.read_lo = place->lo;
    origin.read_hi = place->hi;
    /* The last places are for what is left of each space. */
    if (number == origins->count) {
        origin.is_rest = origins->count >= ORIGINS_MAX - TT_SPACE_COUNT;
        if (origin.is_rest) {
            origin.lo = 0;
            origin.hi = space_bytes(origins->chip, place->space);
        }
        return origins_enter(origins, &origin);
    }
    struct origin *known = &origins->items[number];
    known->read_lo = place->lo < known->read_lo ? place->lo : known->read_lo;
    known->read_hi = place->hi > known->read_hi ? place->hi : known->read_hi;
    known->mask |= place->mask;
    return number;
}

uint32_t origin_spaces(const struct origins *origins, origin_set set)
{
    uint32_t spaces = 0;
    for (unsigned i = 0; i < origins->count; i++)
        if (origin_is_in(set, i))
            spaces |= UINT32_C(1) << origins->items[i].space;
    return set & origin_bit(ORIGIN_MISSING) ? spaces | UINT32_C(1) << TT_SPACE_DST : spaces;
}

/* The fields of a word that were read; where they are many, the first and how many more. */
static void name_setting(enum tt_chip chip, const struct origin *origin, char text[static ORIGIN_TEXT_MAX])
{
    const uint32_t element = space_element_bytes(origin->space), word = origin->lo / element;
    const uint32_t words = origin->space == TT_SPACE_CFG ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, origin->space, word % words, ids);
    const char *of = origin->space == TT_SPACE_CFG ? "state" : "thread", *first = NULL;
    unsigned named = 0;
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        const uint32_t bits = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
        if (!(bits & origin->mask))
            continue;
        first = first ? first : field->name;
        named++;
    }
    char more[32] = "", number[16];
    (void)snprintf(number, sizeof number, "word %u", (unsigned)(word % words));
    if (named > 1)
        (void)snprintf(more, sizeof more, " and %u more", named - 1);
    (void)snprintf(text, ORIGIN_TEXT_MAX, "%s %s%s (%s %u)", space_name(origin->space), first ? first : number, more,
                   of, (unsigned)(word / words));
}

char *origin_name(enum tt_chip chip, const struct origin *origin, char text[static ORIGIN_TEXT_MAX])
{
    const char *space = space_name(origin->space);
    if (origin->is_rest)
        (void)snprintf(text, ORIGIN_TEXT_MAX, "%s, the rest", space);
    else if (is_by_bits(origin->space))
        name_setting(chip, origin, text);
    else if (origin->space == TT_SPACE_L1)
        (void)snprintf(text, ORIGIN_TEXT_MAX, "l1 0x%x-0x%x", (unsigned)origin->read_lo, (unsigned)origin->read_hi);
    else if (origin->space == TT_SPACE_GPR)
        (void)snprintf(text, ORIGIN_TEXT_MAX, "gpr %u of thread %u", (unsigned)(origin->lo / GPR_BYTES % GPRS),
                       (unsigned)(origin->lo / GPR_BYTES / GPRS));
    else if (origin->space == TT_SPACE_LREG)
        (void)snprintf(text, ORIGIN_TEXT_MAX, "lreg %u", (unsigned)(origin->lo / LREG_BYTES));
    else if (origin->space == TT_SPACE_STATE)
        (void)snprintf(text, ORIGIN_TEXT_MAX, "state %s", what_name(what_of_state(origin->lo / 4)));
    else
        (void)snprintf(text, ORIGIN_TEXT_MAX, "%s", space);
    return text;
}
