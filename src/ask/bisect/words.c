/* SPDX-License-Identifier: Apache-2.0 */
/* Rank after rank, each at every word up to the first difference, those nearest to its writer first. A change is held
 * against the first checkpoint that differs, and whole only if nothing differs there. */
#include "ask/bisect/explain_internal.h"

#include "ask/bisect/trial.h"
#include "ask/bisect/word_groups.h"
#include "ask/bisect/word_list.h"
#include "ask/bisect/word_stores.h"
#include "base/error.h"
#include "base/memory.h"

struct word_search {
    struct search *search;
    struct word_list list;
    struct word_place *places; /* nearest first */
    size_t place_count;
    struct word_groups found;
    enum word_rank rank; /* at work */
    enum tt_status status;
};

/* False ends the search: an error, or the budget is spent. */
static bool words_try_change(void *user, const struct bisect_change *change)
{
    struct word_search *words = user;
    struct search *search = words->search;
    struct bisect_explanation explanation = {.changes = {*change}, .count = 1};
    bool holds;
    if (explain_is_spent(search))
        return false;
    words->status = trial_run(search, &explanation, TRIAL_SCREENED, &holds);
    if (!words->status && holds &&
        !word_groups_add(&words->found, &explanation.changes[0], words->rank, explanation.undecided))
        words->status = tt_fail(search->err, TT_NO_MEMORY, "no memory for the changes of words");
    return !words->status;
}

/* Every place of a fault that may have led to the first difference: back from its writer to the start, then on. */
static bool list_places(struct word_search *words)
{
    const struct bisect_result *result = words->search->result;
    const struct word_list *list = &words->list;
    const bool has_writer = result->first.has_writer || result->first.has_suspect;
    const bool is_undone = words->search->base->count == 0;
    const int64_t last = is_undone ? INT64_MAX : result->after_event;
    const uint64_t anchor = is_undone                         ? result->summary.facts.first_unsupported.event
                            : has_writer && list->is_executed ? result->first.seq
                                                              : (uint64_t)last;
    size_t middle = 0, end = 0;
    words->places = mem_calloc(list->count + THREADS, sizeof *words->places);
    if (!words->places)
        return false;
    while (end < list->count && (int64_t)list->items[end].seq <= last)
        middle = list->items[end++].seq <= anchor ? end : middle;
    for (size_t i = middle; i-- > 0;)
        words->places[words->place_count++].at = &list->items[i];
    for (unsigned thread = 0; thread < THREADS; thread++)
        words->places[words->place_count++].thread = thread;
    for (size_t i = middle; i < end; i++)
        words->places[words->place_count++].at = &list->items[i];
    return true;
}

static bool words_try_rank(struct word_search *words, enum word_rank rank)
{
    bool goes_on = true;
    words->rank = rank;
    for (size_t i = 0; i < words->place_count && goes_on; i++)
        goes_on = word_changes(&words->list, rank, &words->places[i], words, words_try_change);
    return goes_on;
}

/* A word whose change explains all has neighbours that lead to the same counters and settings: which of them is the
 * wrong one, the recording does not say. Other values of these are tried before one is called the cause. */
static bool words_try_beside(struct word_search *words)
{
    enum { BESIDE = 8 };
    const size_t found = words->found.count;
    bool goes_on = true;
    words->rank = WORD_RANK_VALUE;
    for (size_t i = 0; i < words->place_count && goes_on; i++) {
        bool is_beside = false;
        for (size_t k = 0; k < found && words->places[i].at && !is_beside; k++) {
            const int64_t away = words->found.items[k].change.edit.event - (int64_t)words->places[i].at->seq;
            is_beside = words->found.items[k].rank >= WORD_RANK_BIT && away <= BESIDE && away >= -BESIDE;
        }
        if (is_beside)
            goes_on = word_changes(&words->list, WORD_RANK_VALUE, &words->places[i], words, words_try_change);
    }
    return goes_on;
}

/* What stands elsewhere in the recording, and small changes, in any case unless a checkpoint shows the cause; what is
 * guessed only while nothing explains all. */
static void words_try_ranks(struct word_search *words)
{
    const struct bisect_result *result = words->search->result;
    const bool is_shown = result->explanation_count && result->explanations[0].changes[0].is_shown;
    const int likely = is_shown ? WORD_RANK_UNWRITTEN : WORD_RANK_OPERAND;
    bool goes_on = true;
    int rank = 0;
    for (; rank < likely && goes_on; rank++) {
        goes_on = words_try_rank(words, (enum word_rank)rank);
        if (rank == WORD_RANK_NEAR && goes_on)
            goes_on = words_try_beside(words);
    }
    const bool is_enough = words->found.count || result->explanation_count;
    /* Of pushed words none is added, and where values are unknown none is taken for one that stood there before. */
    words->search->is_cut = is_enough || !words->list.is_executed || words->list.has_unknown;
    for (; rank < WORD_RANK_COUNT && goes_on && !is_enough; rank++)
        goes_on = words_try_rank(words, (enum word_rank)rank);
}

static enum tt_status search_words(struct word_search *words)
{
    const struct search *search = words->search;
    enum tt_status status = word_list_read(&words->list, search->capture, search->options->replay.order, search->err);
    if (!status && !list_places(words))
        status = tt_fail(search->err, TT_NO_MEMORY, "no memory for %zu recorded words", words->list.count);
    if (!status)
        status = word_stores_add(&words->list, words->search);
    if (!status)
        words_try_ranks(words);
    if (!status)
        status = words->status;
    if (!status)
        word_groups_put(&words->found, &words->list, search->result, search->base->elements);
    return status;
}

enum tt_status words_try(struct search *search)
{
    struct word_search words = {.search = search};
    const enum tt_status status = search_words(&words);
    word_groups_clear(&words.found);
    word_list_clear(&words.list);
    mem_free(words.places);
    return status;
}
