/* SPDX-License-Identifier: Apache-2.0 */
/* A lost piece stands elsewhere between the same two words; a piece too many is short, or stands there twice. A word at
 * another time stands a few words away; words with exchanged values have the same instruction, or are stores of the
 * same kind. */
#include "ask/bisect/words/word_runs.h"

#include "isa/isa.h"

#include <string.h>

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
    return is_repeated ? run_try_lost(&caller, at) : !at || run_try_twice(&caller, at);
}
