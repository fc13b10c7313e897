/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/words/store_changes.h"

#include "ask/bisect/chain.h"
#include "ask/bisect/fields.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/unit_fields.h"

enum { MOP_WORDS = 9, STORE_VALUES_MAX = 48 };

struct store_caller {
    const struct word_list *list;
    void *user;
    bool (*try)(void *user, const struct bisect_change *change);
};

static uint32_t store_changes_places(enum tt_chip chip, enum ttcap_kind kind)
{
    return kind == TTCAP_CFGW ? chip_get(chip)->cfg_words : kind == TTCAP_GPRW ? GPRS : MOP_WORDS;
}

static struct bisect_change store_change(const struct recorded_word *at, enum replay_edit_kind kind, uint32_t addr)
{
    const bool is_lost = kind == REPLAY_EDIT_INSERT;
    struct bisect_change change = word_change_at(at, kind, is_lost ? BISECT_LOST : BISECT_CHANGED);
    change.edit.addr = addr;
    change.addr = is_lost ? addr : at->addr;
    return change;
}

/* Whether the first difference may hang on what stands at a place. */
static bool store_is_needed(const struct store_caller *caller, const struct recorded_word *at, uint32_t addr)
{
    const struct chain *chain = caller->list->chain;
    if (addr >= store_changes_places(caller->list->chip, at->kind))
        return false;
    return at->kind == TTCAP_CFGW ? !chain || !chain->is_known || chain->cfg[addr].read
                                  : at->kind == TTCAP_MOPW || at->word != 0; /* registers begin as zero */
}

/* It did not happen in the device: what stood there before stayed. */
static bool store_try_extra(const struct store_caller *caller, const struct recorded_word *at)
{
    const struct bisect_change change = word_change_at(at, REPLAY_EDIT_DROP, BISECT_EXTRA);
    return !store_is_needed(caller, at, at->addr) || caller->try(caller->user, &change);
}

/* Whether nothing else stores what it would no longer store: of the macro-op expander in the same row. */
static bool store_is_alone(const struct word_list *list, const struct recorded_word *at)
{
    bool is_alone = true;
    for (const struct recorded_word *other = list->items; other < list->items + list->count && is_alone; other++) {
        const bool is_near = at->kind != TTCAP_MOPW ||
                             (other + 2 * MOP_WORDS > at && other < at + 2 * MOP_WORDS && other->thread == at->thread);
        is_alone = other == at || other->kind != at->kind || other->addr != at->addr || !is_near;
    }
    return is_alone;
}

/* A place beside it, or one bit of the number away. */
static bool store_try_places(const struct store_caller *caller, const struct recorded_word *at)
{
    static const int32_t beside[] = {1, -1, 2, -2, 3, -3, 4, -4};
    enum { BITS = 7, BESIDE = sizeof beside / sizeof *beside };
    uint32_t tried[BESIDE + BITS];
    unsigned count = 0;
    bool goes_on = true;
    for (unsigned i = 0; i < BESIDE + BITS && goes_on; i++) {
        const uint32_t addr = i < BESIDE ? at->addr + (uint32_t)beside[i] : at->addr ^ UINT32_C(1) << (i - BESIDE);
        const unsigned before = count;
        count = fields_add_distinct(tried, count, BESIDE + BITS, addr);
        struct bisect_change change = store_change(at, REPLAY_EDIT_CHANGE, addr);
        change.is_guess = store_is_needed(caller, at, at->addr) && store_is_alone(caller->list, at);
        goes_on = !store_is_needed(caller, at, addr) || count == before || caller->try(caller->user, &change);
    }
    return goes_on;
}

/* Whether the word's unit looks at what is stored there. */
static bool store_is_read(const struct store_caller *caller, const struct recorded_word *at,
                          const struct recorded_word *word)
{
    const enum tt_chip chip = caller->list->chip;
    const enum tt_unit unit = recorded_is_store(word) ? TT_UNIT_CORE : isa_unit(chip, word->word);
    enum reg_id ids[32];
    if (unit == TT_UNIT_CORE || (!caller->list->is_executed && word->thread != at->thread))
        return false;
    if (unit == TT_UNIT_FRONTEND || at->kind != TTCAP_CFGW)
        return !caller->list->is_executed || unit == TT_UNIT_CONFIG || unit == TT_UNIT_SCALAR;
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, at->addr, ids);
    bool is = !caller->list->is_executed;
    for (size_t i = 0; i < count && !is; i++)
        is = unit_reads(chip, unit, ids[i]);
    return is;
}

static bool store_is_of_same(const struct recorded_word *at, const struct recorded_word *word)
{
    return word->kind == at->kind && word->addr == at->addr && word->thread == at->thread;
}

/* Before each word whose unit looks at it that ran since the last store to the same place. */
static bool store_try_earlier(const struct store_caller *caller, const struct recorded_word *at)
{
    enum { MOST = 32, MOST_OF_REGISTER = 4 };
    const struct word_list *list = caller->list;
    const unsigned most = at->kind == TTCAP_CFGW ? MOST : MOST_OF_REGISTER;
    unsigned tried = 0;
    bool goes_on = true;
    for (const struct recorded_word *word = at;
         store_is_needed(caller, at, at->addr) && word-- > list->items && tried < most && goes_on;) {
        if (store_is_of_same(at, word))
            break;
        if (!store_is_read(caller, at, word))
            continue;
        struct bisect_change change = store_change(at, REPLAY_EDIT_INSERT, at->addr);
        change.edit.event = (int64_t)word->seq - 1;
        change.has_writer = true;
        change.writer = at->seq;
        tried++;
        goes_on = caller->try(caller->user, &change);
        change.edit.other = (int64_t)at->seq;
        goes_on = goes_on && caller->try(caller->user, &change);
    }
    return goes_on;
}

/* Behind each of the next words whose unit looks at it, up to the next store to the same place: the device was late. */
static bool store_try_later(const struct store_caller *caller, const struct recorded_word *at)
{
    enum { MOST = 16 };
    const struct word_list *list = caller->list;
    unsigned tried = 0;
    const bool is_needed = at->kind == TTCAP_CFGW && store_is_needed(caller, at, at->addr);
    bool goes_on = true;
    for (const struct recorded_word *word = at + 1;
         is_needed && goes_on && word < list->items + list->count && tried < MOST; word++) {
        if (store_is_of_same(at, word))
            break;
        if (!store_is_read(caller, at, word))
            continue;
        struct bisect_change change = store_change(at, REPLAY_EDIT_INSERT, at->addr);
        change.edit.event = (int64_t)word->seq;
        change.edit.other = (int64_t)at->seq;
        change.has_writer = true;
        change.writer = at->seq;
        tried++;
        goes_on = caller->try(caller->user, &change);
    }
    return goes_on;
}

static bool store_is_made(const struct word_list *list, enum ttcap_kind kind, unsigned thread, uint32_t addr)
{
    bool is = false;
    for (size_t i = 0; i < list->count && !is; i++)
        is = list->items[i].kind == kind && list->items[i].addr == addr &&
             (kind == TTCAP_CFGW || list->items[i].thread == thread);
    return is;
}

/* Distinct values that cores store. */
static unsigned store_values(const struct word_list *list, enum ttcap_kind kind, unsigned thread,
                             uint32_t values[static STORE_VALUES_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == kind && (kind == TTCAP_CFGW || list->items[i].thread == thread))
            count = fields_add_distinct(values, count, STORE_VALUES_MAX, list->items[i].word);
    return count;
}

/* Behind the event, with each value that stands elsewhere. */
static bool store_try_values(const struct store_caller *caller, const struct recorded_word *at, int64_t event)
{
    uint32_t values[STORE_VALUES_MAX];
    const unsigned count = store_values(caller->list, at->kind, at->thread, values);
    bool goes_on = true;
    for (unsigned i = 0; i < count && goes_on; i++) {
        struct bisect_change change = store_change(at, REPLAY_EDIT_INSERT, at->addr);
        change.edit.event = event;
        change.edit.word = values[i];
        change.is_guess = event < 0; /* of a row with a gap it is not */
        goes_on = !values[i] || caller->try(caller->user, &change);
    }
    return goes_on;
}

/* At the start: of the words of configuration that the first difference hangs on and nothing stores. */
static bool store_try_never(const struct store_caller *caller)
{
    const struct word_list *list = caller->list;
    struct recorded_word at = {.kind = TTCAP_CFGW};
    bool goes_on = true;
    if (!list->chain || !list->chain->is_known)
        return true;
    for (; at.addr < chip_get(list->chip)->cfg_words && goes_on; at.addr++)
        if (list->chain->cfg[at.addr].read && !store_is_made(list, TTCAP_CFGW, 0, at.addr))
            goes_on = store_try_values(caller, &at, -1);
    return goes_on;
}

/* Cores store all words of the macro-op expander in a row: one that is missing there. */
static bool store_try_gap(const struct store_caller *caller, const struct recorded_word *at)
{
    const struct word_list *list = caller->list;
    const struct recorded_word *first = at, *last = at;
    unsigned has = 0;
    bool goes_on = true;
    if (at->kind != TTCAP_MOPW || list->is_executed)
        return true;
    for (const struct recorded_word *before = at; before-- > list->items;) {
        if (before->thread == at->thread && before->kind != TTCAP_MOPW)
            break;
        first = before->thread == at->thread ? before : first;
    }
    for (const struct recorded_word *next = first; first == at && next < list->items + list->count; next++) {
        if (next->thread == at->thread && next->kind != TTCAP_MOPW)
            break;
        last = next->thread == at->thread ? next : last;
        has |= next->thread == at->thread ? 1u << next->addr % MOP_WORDS : 0;
    }
    for (uint32_t addr = 0; addr < MOP_WORDS && first == at && goes_on; addr++) {
        struct recorded_word lost = *at;
        lost.addr = addr;
        goes_on = (has >> addr & 1) || store_try_values(caller, &lost, (int64_t)last->seq);
    }
    return goes_on;
}

/* ---- other values of it ---- */

static bool store_try_value(const struct store_caller *caller, const struct recorded_word *at, uint32_t value)
{
    struct bisect_change change = word_change_at(at, REPLAY_EDIT_CHANGE, BISECT_CHANGED);
    change.edit.word = value;
    return value == at->word || caller->try(caller->user, &change);
}

/* The first two that a core stores to the macro-op expander: rounds. */
static bool store_try_rounds(const struct store_caller *caller, const struct recorded_word *at)
{
    enum { COUNTS = 2, MOST = 32 };
    bool goes_on = true;
    if (at->kind != TTCAP_MOPW || at->addr >= COUNTS)
        return true;
    for (uint32_t rounds = 0; rounds <= MOST && goes_on; rounds++)
        goes_on = store_try_value(caller, at, rounds);
    return goes_on && store_try_value(caller, at, 2 * MOST) && store_try_value(caller, at, 4 * MOST);
}

/* To the same place, or the one beside it: of an address often another context's. */
static bool store_is_beside(const struct recorded_word *at, const struct recorded_word *other)
{
    return other->kind == at->kind && other->addr + 1 >= at->addr && at->addr + 1 >= other->addr;
}

/* Where those around it are a series, its number here: the next of it, the one before it, the one between. */
static bool store_try_series(const struct store_caller *caller, const struct recorded_word *at)
{
    const struct word_list *list = caller->list;
    const struct recorded_word *before[2] = {NULL}, *behind[2] = {NULL};
    for (const struct recorded_word *word = at; word-- > list->items && !before[1];)
        if (store_is_beside(at, word))
            before[before[0] != NULL] = word;
    for (const struct recorded_word *word = at + 1; word < list->items + list->count && !behind[1]; word++)
        if (store_is_beside(at, word))
            behind[behind[0] != NULL] = word;
    return at->kind != TTCAP_CFGW ||
           ((!before[1] || store_try_value(caller, at, 2 * before[0]->word - before[1]->word)) &&
            (!behind[1] || store_try_value(caller, at, 2 * behind[0]->word - behind[1]->word)) &&
            (!before[0] || !behind[0] ||
             store_try_value(caller, at, before[0]->word + (behind[0]->word - before[0]->word) / 2)));
}

bool store_changes_near(const struct word_list *list, const struct recorded_word *at, void *user,
                        bool (*try)(void *user, const struct bisect_change *change))
{
    const struct store_caller caller = {.list = list, .user = user, .try = try};
    bool goes_on = store_try_rounds(&caller, at);
    for (size_t i = 0; i < list->count && goes_on; i++)
        if (list->items[i].kind == at->kind && list->items[i].addr == at->addr)
            goes_on = store_try_value(&caller, at, list->items[i].word);
    return goes_on && store_try_series(&caller, at);
}

bool store_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                   bool (*try)(void *user, const struct bisect_change *change))
{
    const struct store_caller caller = {.list = list, .user = user, .try = try};
    const bool is_store = place->at && recorded_is_store(place->at);
    if (rank == WORD_RANK_NEVER)
        return place->at || place->thread != 0 || store_try_never(&caller);
    if (!is_store)
        return true;
    if (rank == WORD_RANK_PATTERN_LOST)
        return store_try_gap(&caller, place->at);
    if (rank == WORD_RANK_EXTRA)
        return store_try_extra(&caller, place->at);
    return rank == WORD_RANK_PLACE ? store_try_places(&caller, place->at)
                                   : store_try_earlier(&caller, place->at) && store_try_later(&caller, place->at);
}
