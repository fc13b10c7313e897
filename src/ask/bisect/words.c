/* SPDX-License-Identifier: Apache-2.0 */
/* Rank after rank, each at every word up to the first difference, those nearest to its writer first. A change is held
 * against the first checkpoint that differs, and whole only if nothing differs there. */
#include "ask/bisect/words.h"

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

/* The replay with the change, up to the first checkpoint that differs or whole. */
static enum tt_status run(struct word_search *words, const struct bisect_change *change, bool is_whole)
{
    struct search *search = words->search;
    struct replay_options replay = search->options->replay;
    replay.edit = &change->edit;
    if (!is_whole && search->base->count)
        bisect_end_behind(&replay, (uint64_t)search->result->after_event);
    search->result->replays++;
    if (search->options->progress)
        search->options->progress(search->options->user, search->result->replays, search->options->budget);
    return difference_run(&search->other, search->capture, &replay, NULL, search->err);
}

/* A change that only keeps words from running explains nothing. */
static bool is_explained(const struct search *search, const struct difference_score *score)
{
    const struct verdict_facts *facts = &search->other.summary.facts;
    if (search->base->count == 0)
        return search->other.summary.verdict == VERDICT_SAME;
    return search->other.total == 0 && score->explained == search->base->elements &&
           facts->unsupported <= search->base->summary.facts.unsupported;
}

/* False ends the search: an error, or the budget is spent. */
static bool try_change(void *user, const struct bisect_change *change)
{
    struct word_search *words = user;
    struct search *search = words->search;
    if (explain_is_spent(search))
        return false;
    words->status = run(words, change, false);
    if (words->status || search->other.total || explain_is_spent(search))
        return !words->status;
    words->status = run(words, change, true);
    if (words->status)
        return false;
    const struct difference_score score = difference_score(search->base, &search->other);
    if (is_explained(search, &score) && !word_groups_add(&words->found, change, words->rank, score.undecided))
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
    const uint64_t anchor = is_undone    ? result->summary.facts.first_unsupported.event
                            : has_writer ? result->first.seq
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

static enum tt_status search_words(struct word_search *words)
{
    enum tt_status status = word_list_read(&words->list, words->search->capture, words->search->err);
    if (!status && !list_places(words))
        status = tt_fail(words->search->err, TT_NO_MEMORY, "no memory for %zu executed words", words->list.count);
    if (!status)
        status = word_stores_add(&words->list, words->search);
    bool goes_on = !status;
    for (int rank = 0; rank < WORD_RANK_COUNT && goes_on; rank++) {
        if (rank >= WORD_RANK_OPERAND && (words->found.count || words->search->result->explanation_count))
            break; /* many, and less plausible than those found */
        words->rank = (enum word_rank)rank;
        for (size_t i = 0; i < words->place_count && goes_on; i++)
            goes_on = word_changes(&words->list, words->rank, &words->places[i], words, try_change);
    }
    if (!status)
        status = words->status;
    if (!status)
        word_groups_put(&words->found, &words->list, words->search->result, words->search->base->elements);
    return status;
}

enum tt_status words_try(struct search *search)
{
    struct word_search words = {.search = search};
    if (search->options->replay.order != REPLAY_EXECUTED)
        return TT_OK;
    const enum tt_status status = search_words(&words);
    word_groups_clear(&words.found);
    word_list_clear(&words.list);
    mem_free(words.places);
    return status;
}
