/* SPDX-License-Identifier: Apache-2.0 */
/* A word that could have stood at any of several places next to each other is lost once. */
#include "ask/bisect/words/word_groups.h"

#include "ask/bisect/cause_text.h"
#include "ask/bisect/words/word_stores.h"
#include "base/search.h"

enum { NEAR_WORDS = 8 };

bool word_groups_add(struct word_groups *groups, const struct bisect_explanation *explanation, enum word_rank rank)
{
    if (mem_grow(&groups->items, &groups->capacity, groups->count + 1, sizeof *groups->items))
        return false;
    struct word_found *found = &groups->items[groups->count++];
    *found = (struct word_found){.change = explanation->changes[0],
                                 .rank = rank,
                                 .undecided = explanation->undecided,
                                 .left = explanation->left,
                                 .executed = explanation->executed};
    found->change.first_event = found->change.last_event = found->change.edit.event;
    return true;
}

void word_groups_clear(struct word_groups *groups)
{
    mem_free(groups->items);
    *groups = (struct word_groups){0};
}

/* A doubled word and one too many are mended alike. */
static bool is_of_one_kind(const struct word_found *a, const struct word_found *b)
{
    const struct replay_edit *x = &a->change.edit, *y = &b->change.edit;
    return x->kind == y->kind && x->thread == y->thread && x->is_store == y->is_store && x->addr == y->addr &&
           x->run_count == y->run_count &&
           (x->run_count || x->kind == REPLAY_EDIT_CHANGE || x->kind == REPLAY_EDIT_SWAP || x->word == y->word);
}

/* The word, where two edits that are alike but for it are two: not of pieces, nor where one replaces another. */
static uint32_t word_that_counts(const struct replay_edit *edit)
{
    const bool counts = !edit->run_count && edit->kind != REPLAY_EDIT_CHANGE && edit->kind != REPLAY_EDIT_SWAP;
    return counts ? edit->word : 0;
}

ORDER(word_groups_by_place, struct word_found,
      RISING(change.edit.kind) ?: RISING(change.edit.thread) ?: RISING(change.edit.run_count)
      ?: COMPARE(word_that_counts(&a->change.edit), word_that_counts(&b->change.edit)) ?: RISING(change.edit.event)
      ?: RISING(rank) ?: RISING(change.times))

/* Of pieces the shortest first. */
ORDER(word_groups_by_rank, struct word_found,
      RISING(undecided) ?: RISING(left) ?: RISING(is_odd) ?: FALLING(change.is_vain) ?: RISING(rank)
      ?: RISING(change.edit.run_count) ?: FALLING(is_of_writer) ?: FALLING(change.edit.event))

/* How many words the thread has up to an event. */
static uint32_t find_nth(const struct word_list *list, const struct replay_edit *edit)
{
    const uint32_t *words = list->of_thread[edit->thread];
    return (uint32_t)SEARCH_FIRST(words, list->thread_count[edit->thread],
                                  (int64_t)list->items[*item].seq <= edit->event);
}

/* Near each other: between two places of a lost word few lie that were not tried. */
static bool joins(const struct word_found *group, const struct word_found *found, uint32_t last_nth)
{
    if (!is_of_one_kind(group, found))
        return false;
    if (found->change.edit.kind == REPLAY_EDIT_CHANGE || found->change.edit.kind == REPLAY_EDIT_DATUM)
        return group->change.edit.event == found->change.edit.event;
    return found->change.edit.kind != REPLAY_EDIT_SWAP &&
           found->nth <= last_nth + (found->change.edit.kind == REPLAY_EDIT_INSERT ? NEAR_WORDS : 1) +
                             found->change.edit.run_count;
}

/* Of one place: what leaves less, and what is more plausible. */
ORDER(word_groups_by_worth, struct word_found,
      RISING(left) ?: RISING(is_odd) ?: FALLING(change.is_vain) ?: RISING(rank))

static void word_groups_join(struct word_found *group, const struct word_found *found)
{
    const struct bisect_change before = group->change;
    const bool is_again = before.edit.addr == found->change.edit.addr && /* two ranks may try one change */
                          (before.edit.word == found->change.edit.word || before.beside == found->change.edit.word);
    const bool is_first = word_groups_by_worth(found, group) < 0;
    if (is_first) {
        *group = *found;
        group->change.first_event = before.first_event;
    }
    if (before.edit.kind == REPLAY_EDIT_CHANGE)
        group->change.beside = is_again        ? before.beside
                               : is_first      ? before.edit.word
                               : before.beside ? before.beside
                                               : found->change.edit.word;
    group->change.last_event = found->change.edit.event;
    group->change.alike = before.alike + (before.edit.kind == REPLAY_EDIT_CHANGE && !is_again);
    if (found->undecided < group->undecided)
        group->undecided = found->undecided;
}

/* Leaves one of each group, in front; returns how many. */
static size_t group_all(struct word_groups *groups, const struct word_list *list)
{
    size_t count = 0;
    uint32_t last_nth = 0;
    for (size_t i = 0; i < groups->count; i++)
        groups->items[i].nth = find_nth(list, &groups->items[i].change.edit);
    if (groups->count)
        qsort(groups->items, groups->count, sizeof *groups->items, word_groups_by_place);
    for (size_t i = 0; i < groups->count; i++) {
        const struct word_found found = groups->items[i];
        if (count && joins(&groups->items[count - 1], &found, last_nth))
            word_groups_join(&groups->items[count - 1], &found);
        else
            groups->items[count++] = found;
        last_nth = found.nth;
    }
    return count;
}

static int64_t last_of(const struct bisect_change *change)
{
    return change->edit.kind == REPLAY_EDIT_SWAP                             ? change->edit.other
           : change->edit.kind == REPLAY_EDIT_DROP && change->edit.run_count ? change->edit.last
                                                                             : change->last_event;
}

/* Whether a change names no event that the other does not: but a store that is made up says less than what stands
 * there. */
static bool is_within(const struct bisect_change *change, const struct bisect_change *other)
{
    const bool is_swap = other->edit.kind == REPLAY_EDIT_SWAP, is_less = other->is_store && !change->is_store;
    return !is_less &&
           (change->edit.thread == other->edit.thread ||
            (is_swap && change->edit.thread == other->edit.other_thread)) &&
           other->first_event <= change->first_event && last_of(change) <= last_of(other);
}

/* Whether two pieces that are too many have words in common. */
static bool word_groups_overlap(const struct bisect_change *change, const struct bisect_change *other)
{
    return change->fault == BISECT_EXTRA && other->fault == BISECT_EXTRA && change->edit.run_count &&
           other->edit.run_count && change->edit.thread == other->edit.thread &&
           change->first_event <= last_of(other) && other->first_event <= last_of(change);
}

/* Whether two changes come to the same word: that it ran. */
static bool word_groups_are_of_word(const struct bisect_change *change, const struct bisect_change *other)
{
    const bool are_words = !bisect_change_is_stored(change) && !bisect_change_is_stored(other) &&
                           !change->edit.run_count && !other->edit.run_count;
    const bool is_same =
        are_words && change->edit.word == other->edit.word && change->edit.thread == other->edit.thread;
    const bool are_extra = change->edit.kind == REPLAY_EDIT_DROP && other->edit.kind == REPLAY_EDIT_DROP;
    return is_same && ((change->fault == BISECT_CHANGED || change->fault == BISECT_LOST)
                           ? other->fault == BISECT_CHANGED || other->fault == BISECT_LOST
                           : are_extra);
}

/* A word in place of any of several others: it is missing, and these are not wrong. */
static void rank_missing(struct word_groups *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct word_found *lost = &groups->items[i];
        enum word_rank least = lost->rank;
        unsigned alike = 0;
        for (size_t k = 0; k < count && lost->change.fault == BISECT_LOST && !lost->change.is_store; k++) {
            const struct word_found *other = &groups->items[k];
            if (other->change.fault == BISECT_CHANGED && word_groups_are_of_word(&other->change, &lost->change)) {
                alike++;
                least = other->rank < least ? other->rank : least;
            }
        }
        for (size_t k = 0; k < count && alike > 1; k++)
            if (groups->items[k].change.fault == BISECT_CHANGED &&
                word_groups_are_of_word(&groups->items[k].change, &lost->change))
                groups->items[k].rank = WORD_RANK_COUNT;
        if (alike > 1)
            lost->rank = least;
    }
}

/* A word of which several others would do as well did not have its effect: that it did not run says as much as all of
 * them. */
static void rank_without_effect(struct word_groups *groups, size_t count)
{
    enum { SEVERAL = 2 /* beside one */ };
    for (size_t i = 0; i < count; i++) {
        struct word_found *extra = &groups->items[i];
        for (size_t k = 0; k < count && extra->change.fault == BISECT_EXTRA && !extra->change.edit.run_count; k++) {
            struct word_found *changed = &groups->items[k];
            if (changed->change.fault != BISECT_CHANGED || changed->change.alike < SEVERAL ||
                changed->change.edit.event != extra->change.edit.event || changed->rank <= WORD_RANK_STANDS ||
                changed->rank >= extra->rank)
                continue;
            extra->rank = changed->rank;
            changed->rank = WORD_RANK_COUNT;
        }
    }
}

/* Another of the same: of a word lost or too many it may be another place. */
static void word_groups_take(struct bisect_change *change, const struct bisect_change *other)
{
    change->alike += 1 + other->alike;
    const bool are_lost = change->fault == BISECT_LOST && other->fault == BISECT_LOST;
    const bool are_extra = change->edit.kind == REPLAY_EDIT_DROP && other->edit.kind == REPLAY_EDIT_DROP;
    if ((!are_lost && !are_extra) || !word_groups_are_of_word(change, other))
        return;
    bisect_change_widen(change, other->first_event, other->last_event);
}

/* Of several that name the same events, or the same word, the most plausible one. */
static size_t join_places(struct word_groups *groups, size_t count)
{
    size_t count_left = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < count_left && !is_within(&groups->items[i].change, &groups->items[k].change) &&
               !word_groups_are_of_word(&groups->items[i].change, &groups->items[k].change) &&
               !word_groups_overlap(&groups->items[i].change, &groups->items[k].change))
            k++;
        if (k < count_left)
            word_groups_take(&groups->items[k].change, &groups->items[i].change);
        else
            groups->items[count_left++] = groups->items[i];
    }
    return count_left;
}

static bool word_groups_counts(const struct word_found *found, uint64_t left)
{
    return found->change.fault != BISECT_LOST && found->rank <= WORD_RANK_BIT && found->left == left;
}

/* Where the run hangs: with a word less, or another, it may end since less is asked of it. */
static void word_groups_note_odd(struct word_groups *groups)
{
    struct bisect_work work = {.least = UINT64_MAX};
    uint64_t left = UINT64_MAX;
    for (size_t i = 0; i < groups->count; i++)
        left = groups->items[i].left < left ? groups->items[i].left : left;
    for (size_t i = 0; i < groups->count; i++)
        if (word_groups_counts(&groups->items[i], left) && groups->items[i].executed < work.least)
            work.least = groups->items[i].executed;
    for (size_t i = 0; i < groups->count; i++)
        if (word_groups_counts(&groups->items[i], left) && groups->items[i].executed > work.most &&
            !bisect_work_is_far_more(&work, groups->items[i].executed))
            work.most = groups->items[i].executed;
    for (size_t i = 0; i < groups->count; i++)
        groups->items[i].is_odd = bisect_work_is_odd(&work, groups->items[i].executed);
}

void word_groups_put(struct word_groups *groups, const struct word_list *list, struct bisect_result *result,
                     uint64_t explained)
{
    word_groups_note_odd(groups);
    size_t count = group_all(groups, list);
    for (size_t i = 0; i < count; i++)
        groups->items[i].is_of_writer = groups->items[i].change.edit.thread == result->first.thread;
    for (size_t i = 0; i < count; i++)
        word_stores_follow(list, &groups->items[i].change);
    rank_missing(groups, count);
    rank_without_effect(groups, count);
    if (count)
        qsort(groups->items, count, sizeof *groups->items, word_groups_by_rank);
    count = join_places(groups, count);
    for (size_t i = 0; i < count && result->explanation_count < BISECT_EXPLANATIONS_MAX; i++)
        result->explanations[result->explanation_count++] =
            (struct bisect_explanation){.changes = {groups->items[i].change},
                                        .count = 1,
                                        .explained = explained,
                                        .undecided = groups->items[i].undecided,
                                        .left = groups->items[i].left,
                                        .is_odd = groups->items[i].is_odd};
}
