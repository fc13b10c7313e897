/* SPDX-License-Identifier: Apache-2.0 */
/* A lost piece stands elsewhere between the same two words; a piece too many is short, or stands there twice. A word at
 * another time stands a few words away; words with exchanged values have the same instruction, or are stores of the
 * same kind. */
#include "ask/bisect/words/word_runs.h"

#include "ask/bisect/fields.h"
#include "isa/isa.h"

#include "insn_ids.h"

enum { RUN_SHORT = 8, RUN_PIECES = 8 };

struct run_caller {
    const struct word_list *list;
    unsigned thread;
    int64_t nth; /* of the word at the place; -1: the start */
    void *user;
    bool (*try)(void *user, const struct bisect_change *change);
};

/* The word; behind the last and before the first one that is none. */
static uint64_t word_runs_at(const struct run_caller *caller, int64_t nth)
{
    const struct recorded_word *word = word_of_thread(caller->list, caller->thread, nth);
    return word ? word->word : UINT64_MAX;
}

static bool run_is_repeated(const struct run_caller *caller, int64_t count)
{
    bool is = caller->nth >= count;
    for (int64_t i = 0; i < count && is; i++)
        is = word_runs_at(caller, caller->nth + i) == word_runs_at(caller, caller->nth + i - count);
    return is;
}

/* Words [from, from + count) of the thread as the edit's; false: none of them leaves anything. */
static bool run_take(const struct run_caller *caller, int64_t from, int64_t count, struct replay_edit *edit)
{
    bool does = false;
    edit->run_count = (uint32_t)count;
    for (int64_t i = 0; i < count; i++) {
        edit->run[i] = (uint32_t)word_runs_at(caller, from + i);
        does |= word_does_something(caller->list, edit->run[i]);
    }
    edit->word = edit->run[0];
    return does;
}

static bool run_try_extra(const struct run_caller *caller, const struct recorded_word *at, bool is_repeated)
{
    const int64_t left = caller->list->thread_count[caller->thread] - caller->nth;
    bool goes_on = true;
    for (int64_t count = 2; count <= REPLAY_RUN_MAX && count <= left && goes_on; count++) {
        struct bisect_change change = word_change_at(at, REPLAY_EDIT_DROP, BISECT_EXTRA);
        if (run_is_repeated(caller, count) != is_repeated || (!is_repeated && count > RUN_SHORT))
            continue;
        change.edit.last = (int64_t)word_of_thread(caller->list, caller->thread, caller->nth + count - 1)->seq;
        change.is_guess = !is_repeated;
        goes_on = !run_take(caller, caller->nth, count, &change.edit) || caller->try(caller->user, &change);
    }
    return goes_on;
}

/* The thread ended there. */
static bool run_try_end(const struct run_caller *caller, const struct recorded_word *at)
{
    struct bisect_change change = word_change_at(at, REPLAY_EDIT_DROP, BISECT_EXTRA);
    change.edit.run_count = (uint32_t)(caller->list->thread_count[caller->thread] - caller->nth);
    change.edit.last = REPLAY_EDIT_TO_END;
    change.is_guess = true;
    return change.edit.run_count <= RUN_SHORT || caller->try(caller->user, &change);
}

static bool run_try_insert(const struct run_caller *caller, const struct recorded_word *at,
                           const struct replay_edit *edit)
{
    struct bisect_change change = {.edit = *edit};
    return word_try_insert(caller->list, at, word_of_thread(caller->list, caller->thread, caller->nth + 1), &change,
                           caller->user, caller->try);
}

/* How many words stand behind word `other` before the one that follows here; 0: too many. */
static int64_t run_between(const struct run_caller *caller, int64_t other)
{
    const uint64_t next = word_runs_at(caller, caller->nth + 1);
    const int64_t end = caller->list->thread_count[caller->thread];
    int64_t count = 1;
    if (word_runs_at(caller, other) != word_runs_at(caller, caller->nth) || word_runs_at(caller, other + 1) == next)
        return 0;
    while (count <= REPLAY_RUN_MAX && other + 1 + count <= end && word_runs_at(caller, other + 1 + count) != next)
        count++;
    return count > 1 && count <= REPLAY_RUN_MAX && other + 1 + count <= end ? count : 0;
}

/* The thread ended early: what follows the same two words elsewhere is missing. */
static bool run_try_tail(const struct run_caller *caller, const struct recorded_word *at)
{
    enum { ROUNDS = 3 };
    const uint64_t last = word_runs_at(caller, caller->nth), before = word_runs_at(caller, caller->nth - 1);
    const struct word_list *list = caller->list;
    unsigned rounds = 0;
    bool goes_on = true;
    if (caller->nth < 1 || caller->nth + 1 < caller->list->thread_count[caller->thread])
        return true;
    for (int64_t other = caller->nth - 1; other > 0 && rounds < ROUNDS && goes_on; other--) {
        if (word_runs_at(caller, other) != last || word_runs_at(caller, other - 1) != before)
            continue;
        rounds++;
        for (int64_t count = 2; count <= REPLAY_RUN_MAX && other + count <= caller->nth && goes_on; count++) {
            struct bisect_change change = {
                .kind = BISECT_WORD,
                .fault = BISECT_LOST,
                .event_kind = list->is_executed ? TTCAP_EXEC : TTCAP_PUSH,
                .edit = {.kind = REPLAY_EDIT_INSERT, .other = -1, .thread = (uint8_t)caller->thread}};
            const int64_t events[] = {(int64_t)at->seq, (int64_t)list->items[list->count - 1].seq};
            const bool does = run_take(caller, other + 1, count, &change.edit);
            for (unsigned i = 0; i < 2 && does && goes_on; i++) {
                change.edit.event = events[i];
                goes_on = caller->try(caller->user, &change);
            }
        }
    }
    return goes_on;
}

static bool run_try_lost(const struct run_caller *caller, const struct recorded_word *at)
{
    struct replay_edit pieces[RUN_PIECES];
    unsigned count = 0;
    bool goes_on = true;
    for (int64_t other = 0; other < caller->list->thread_count[caller->thread] && count < RUN_PIECES && goes_on;
         other++) {
        struct replay_edit *edit = &pieces[count];
        const int64_t words = other == caller->nth ? 0 : run_between(caller, other);
        *edit = (struct replay_edit){.kind = REPLAY_EDIT_INSERT, .other = -1, .thread = (uint8_t)caller->thread};
        if (!words || !run_take(caller, other + 1, words, edit))
            continue;
        unsigned k = 0;
        while (k < count &&
               (pieces[k].run_count != edit->run_count || memcmp(pieces[k].run, edit->run, sizeof edit->run) != 0))
            k++;
        if (k < count)
            continue;
        count++;
        goes_on = run_try_insert(caller, at, edit);
    }
    return goes_on;
}

/* ---- the same words at other times ---- */

enum { MOVED_MOST = 6, EXCHANGED_MOST = 24 };

/* `what` runs behind `behind` in place of where it stands. */
static bool run_try_move(const struct run_caller *caller, const struct recorded_word *what,
                         const struct recorded_word *behind)
{
    struct bisect_change change = word_change_at(what, REPLAY_EDIT_INSERT, BISECT_MOVED);
    if (!word_does_something(caller->list, what->word))
        return true;
    change.edit.event = behind ? (int64_t)behind->seq : -1;
    change.edit.other = (int64_t)what->seq;
    return caller->try(caller->user, &change);
}

bool word_moves(const struct word_list *list, const struct word_place *place, void *user,
                bool (*try)(void *user, const struct bisect_change *change))
{
    const struct run_caller caller = {.list = list, .user = user, .try = try};
    const struct recorded_word *at = place->at;
    bool goes_on = true;
    for (int64_t away = 2; at && away <= MOVED_MOST && goes_on; away++) {
        const struct recorded_word *other = word_of_thread(list, at->thread, at->nth + away),
                                   *before = word_of_thread(list, at->thread, (int64_t)at->nth - 1);
        goes_on = !other || (run_try_move(&caller, at, other) && run_try_move(&caller, other, before));
    }
    return goes_on;
}

static bool run_may_exchange(const struct word_list *list, const struct recorded_word *at,
                             const struct recorded_word *with)
{
    return with->thread == at->thread && with->kind == at->kind && with->word != at->word &&
           (recorded_is_store(at) || isa_id(list->chip, at->word) == isa_id(list->chip, with->word));
}

bool word_exchanges(const struct word_list *list, const struct word_place *place, void *user,
                    bool (*try)(void *user, const struct bisect_change *change))
{
    const struct recorded_word *at = place->at;
    unsigned tried = 0;
    bool goes_on = true;
    for (const struct recorded_word *with = at ? at + 1 : NULL;
         with && with < list->items + list->count && tried < EXCHANGED_MOST && goes_on; with++) {
        struct bisect_change change = word_change_at(at, REPLAY_EDIT_SWAP, BISECT_SWAPPED);
        if (!run_may_exchange(list, at, with))
            continue;
        change.edit.other = (int64_t)with->seq;
        change.edit.other_thread = at->thread;
        change.edit.other_word = at->word;
        change.edit.word = with->word;
        change.edit.addr = with->addr;
        tried++;
        goes_on = try(user, &change);
    }
    return goes_on;
}

/* The device ran the last few words up to the place once more. */
static bool run_try_twice(const struct run_caller *caller, const struct recorded_word *at)
{
    bool goes_on = true;
    for (int64_t count = 2; count <= RUN_SHORT && count <= caller->nth + 1 && goes_on; count++) {
        struct replay_edit edit = {.kind = REPLAY_EDIT_INSERT, .other = -1, .thread = (uint8_t)caller->thread};
        goes_on = !run_take(caller, caller->nth + 1 - count, count, &edit) || run_try_insert(caller, at, &edit);
    }
    return goes_on;
}

bool word_runs(const struct word_list *list, const struct word_place *place, bool is_repeated, void *user,
               bool (*try)(void *user, const struct bisect_change *change))
{
    const struct recorded_word *at = place->at;
    const struct run_caller caller = {.list = list,
                                      .thread = at ? at->thread : place->thread,
                                      .nth = at ? (int64_t)at->nth : -1,
                                      .user = user,
                                      .try = try};
    if (at && !(run_try_extra(&caller, at, is_repeated) && (is_repeated || run_try_end(&caller, at))))
        return false;
    return is_repeated ? run_try_lost(&caller, at) && run_try_tail(&caller, at) : !at || run_try_twice(&caller, at);
}

/* ---- another instruction in a word's place ---- */

static bool run_try_word(const struct run_caller *caller, const struct word_place *place, uint32_t word)
{
    struct bisect_change change = word_change_at(place->at, REPLAY_EDIT_CHANGE, BISECT_CHANGED);
    change.edit.word = word;
    word_change_every(&change, place);
    return !((word ^ place->at->word) >> WORD_OPERAND_BITS) || !word_place_takes(place, word) ||
           !word_does_something(caller->list, word) || caller->try(caller->user, &change);
}

/* Two instructions of one unit that take the same operands. */
static bool run_is_alike(const struct isa_insn *a, const struct isa_insn *b)
{
    bool is = b && a->unit == b->unit && a->field_count == b->field_count && b->is_supported;
    for (unsigned i = 0; is && i < a->field_count; i++)
        is = a->fields[i].low == b->fields[i].low && a->fields[i].bits == b->fields[i].bits;
    return is;
}

static bool run_try_alike(const struct run_caller *caller, const struct word_place *place, const struct isa_insn *insn)
{
    bool goes_on = true;
    for (uint32_t opcode = 0; opcode < 256 && insn->field_count && goes_on; opcode++)
        if (run_is_alike(insn, isa_by_opcode[caller->list->chip][opcode]))
            goes_on = run_try_word(caller, place,
                                   opcode << WORD_OPERAND_BITS |
                                       (place->at->word & ((UINT32_C(1) << WORD_OPERAND_BITS) - 1)));
    return goes_on;
}

/* A word that stands elsewhere between the same two. */
static bool run_try_pattern(const struct run_caller *caller, const struct word_place *place)
{
    const uint64_t before = word_runs_at(caller, caller->nth - 1), behind = word_runs_at(caller, caller->nth + 1);
    uint32_t tried[RUN_PIECES];
    unsigned count = 0;
    bool goes_on = true;
    for (int64_t nth = 0; nth < caller->list->thread_count[caller->thread] && count < RUN_PIECES && goes_on; nth++) {
        const unsigned found = count;
        if (word_runs_at(caller, nth - 1) == before && word_runs_at(caller, nth + 1) == behind)
            count = fields_add_distinct(tried, count, RUN_PIECES, (uint32_t)word_runs_at(caller, nth));
        goes_on = count == found || run_try_word(caller, place, tried[found]);
    }
    return goes_on;
}

/* In place of NOP whatever a thread executes, its own first, what zeroes and what stores a value that is known; of the
 * vector unit's NOP its own words. */
static bool run_try_for_nop(const struct run_caller *caller, const struct word_place *place, bool is_vector)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (unsigned k = 0; k < (is_vector ? 1 : THREADS); k++) {
        const unsigned thread = (caller->thread + k) % THREADS;
        for (uint32_t i = 0; i < list->distinct_count[thread] && goes_on; i++)
            if (!is_vector || isa_unit(list->chip, list->distinct[thread][i]) == TT_UNIT_VECTOR)
                goes_on = run_try_word(caller, place, list->distinct[thread][i]);
    }
    for (unsigned i = 0; i < list->made_count && !is_vector && goes_on; i++)
        goes_on = run_try_word(caller, place, list->made[i]);
    for (unsigned i = 0; i < list->store_count[caller->thread] && !is_vector && goes_on; i++)
        goes_on = run_try_word(caller, place, list->stores[caller->thread][i]);
    return goes_on;
}

bool word_kinds(const struct word_list *list, const struct word_place *place, void *user,
                bool (*try)(void *user, const struct bisect_change *change))
{
    const struct recorded_word *at = place->at;
    const struct isa_insn *insn = at ? isa_find(list->chip, at->word) : NULL;
    const struct run_caller caller = {
        .list = list, .thread = at ? at->thread : 0, .nth = at ? (int64_t)at->nth : -1, .user = user, .try = try};
    if (!insn)
        return true;
    const bool is_nop = insn->id == INSN_NOP || insn->id == INSN_SFPNOP;
    if (is_nop)
        return run_try_for_nop(&caller, place, insn->id == INSN_SFPNOP);
    return run_try_pattern(&caller, place) &&
           (!word_does_something(list, at->word) || run_try_alike(&caller, place, insn));
}
