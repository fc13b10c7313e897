/* SPDX-License-Identifier: Apache-2.0 */
/* Rank after rank, each at every word up to the first difference, those nearest to its writer first. A change is held
 * against the first checkpoint that differs, and whole only if nothing differs there. */
#include "ask/bisect/explain_internal.h"

#include "ask/bisect/cause_text.h"
#include "ask/bisect/trial.h"
#include "ask/bisect/word_list.h"
#include "ask/bisect/words/word_groups.h"
#include "ask/bisect/words/word_rounds.h"
#include "ask/bisect/words/word_stores.h"
#include "ask/bisect/words/word_streams.h"
#include "base/search.h"
#include "isa/isa.h"
#include "isa/spaces.h"

#include "insn_ids.h"

enum { WRITERS_MAX = 64 };

struct word_writer {
    int64_t event;
    bool is_shown; /* of configuration */
};

struct word_search {
    struct search *search;
    struct word_list list;
    struct word_writer writers[WRITERS_MAX]; /* of what differs */
    unsigned writer_count;
    struct word_place *places; /* those that the first difference came from, then the others; of both nearest first */
    size_t place_count, chain_count;
    struct word_place *loops; /* the first of words that run more than once, as places of all of them */
    size_t loop_count;
    bool has_looped;
    struct word_groups found, ended; /* ended: with which a run ends that hangs, but not as recorded */
    size_t data_found;     /* of these, data that a device may have left otherwise: they say less than a word */
    size_t guessed_places; /* of these, stores that would leave a place without its value */
    enum word_rank rank;   /* at work */
    uint64_t until;        /* replays, of the rank at work */
    enum tt_status status;
};

/* Another word is likelier where the thread executes it elsewhere, too, or from a macro-op. */
static bool words_is_elsewhere(const struct word_list *list, const struct bisect_change *change)
{
    const unsigned thread = change->edit.thread % THREADS;
    bool is_elsewhere = false;
    if (change->fault != BISECT_CHANGED || bisect_change_is_stored(change) ||
        !word_changes_are_of_one_value(list->chip, change->recorded, change->edit.word))
        return false;
    for (uint32_t i = 0; i < list->distinct_count[thread] && !is_elsewhere; i++)
        is_elsewhere = list->distinct[thread][i] == change->edit.word;
    return is_elsewhere || (list->is_hung && ANY(i, list->count,
                                                 list->items[i].kind == TTCAP_MOPW && list->items[i].thread == thread &&
                                                     list->items[i].word == change->edit.word));
}

/* Whether an event wrote what differs; of configuration, a checkpoint shows that it did not. */
static const struct word_writer *words_writer_at(const struct word_search *words, int64_t event)
{
    for (unsigned i = 0; i < words->writer_count; i++)
        if (words->writers[i].event == event)
            return &words->writers[i];
    return NULL;
}

static bool words_is_shown(const struct word_search *words, const struct bisect_change *change)
{
    const struct word_writer *writer =
        change->fault == BISECT_EXTRA && !change->edit.run_count ? words_writer_at(words, change->edit.event) : NULL;
    return writer && writer->is_shown;
}

/* Whether what differs was written in many rounds: a word of one of them is hardly all of the reason. */
static bool words_is_of_rounds(const struct word_search *words)
{
    return words->writer_count == WRITERS_MAX;
}

static enum word_rank words_rank_of(const struct word_search *words, const struct bisect_change *change)
{
    if (words->list.is_hung && words->rank == WORD_RANK_STORE) /* a run that hangs lacks a post */
        return WORD_RANK_UNWRITTEN;
    /* A run that hangs ends without any of its waits, and where words change places with these; and a program that an
     * array refutes hardly has a word too many. */
    if (words->rank == WORD_RANK_SWAPPED && words->list.is_hung)
        return WORD_RANK_TWICE;
    const bool is_wait_less = words->list.is_hung && !word_is_semaphore(words->list.chip, change->recorded);
    if (words->rank == WORD_RANK_EXTRA && (is_wait_less || words->search->result->is_of_array))
        return WORD_RANK_PLACE;
    if (words->rank == WORD_RANK_PLACE &&
        change->is_guess) /* it takes away what is needed: one that is lost is simpler */
        return WORD_RANK_LOST;
    if (words->rank == WORD_RANK_ROUND && !words_is_of_rounds(words))
        return WORD_RANK_EXCHANGED;
    return words->rank > WORD_RANK_STANDS && words_is_elsewhere(&words->list, change) ? WORD_RANK_STANDS : words->rank;
}

static bool words_try_lost_there(struct word_search *words, const struct bisect_change *moved);

/* False ends the search: an error, or the budget is spent. */
static bool words_try_change(void *user, const struct bisect_change *change)
{
    struct word_search *words = user;
    struct search *search = words->search;
    struct bisect_explanation explanation = {.changes = {*change}, .count = 1};
    bool holds;
    explanation.changes[0].is_shown = words_is_shown(words, change);
    explanation.changes[0].is_vain = words->list.is_hung && change->fault == BISECT_CHANGED &&
                                     word_stores_mends_wait(&words->list, change->recorded, change->edit.word);
    if (explain_is_spent(search) || search->result->replays >= words->until)
        return false;
    words->status = trial_run(search, &explanation, TRIAL_SCREENED, &holds);
    words->guessed_places += holds && words->rank == WORD_RANK_PLACE && change->is_guess;
    if (!words->status && (holds || search->has_ended) &&
        !word_groups_add(holds ? &words->found : &words->ended, &explanation, words_rank_of(words, change)))
        words->status = tt_fail(search->err, TT_NO_MEMORY, "no memory for the changes of words");
    return !words->status && (!holds || change->fault != BISECT_MOVED || words_try_lost_there(words, change));
}

/* A word that ran at another time may have run where it stands, too: it is then lost, there or near there. */
static bool words_try_lost_there(struct word_search *words, const struct bisect_change *moved)
{
    enum { NEAR = 8 };
    const struct word_list *list = &words->list;
    const unsigned thread = moved->edit.thread;
    const enum word_rank rank = words->rank;
    struct bisect_change lost = *moved;
    int64_t nth = -1;
    bool goes_on = true;
    while (nth + 1 < list->thread_count[thread] &&
           (int64_t)word_of_thread(list, thread, nth + 1)->seq <= moved->edit.event)
        nth++;
    lost.edit.other = -1;
    lost.recorded = 0;
    words->rank = WORD_RANK_FOLLOWS;
    for (int64_t i = nth < NEAR ? -1 : nth - NEAR; i <= nth + NEAR && i < list->thread_count[thread] && goes_on; i++)
        goes_on = word_try_insert(list, word_of_thread(list, thread, i), word_of_thread(list, thread, i + 1), &lost,
                                  words, words_try_change);
    words->rank = rank;
    return goes_on;
}

/* The words that the first difference came from; where the device hung, and the replay does not, the waits, too. */
static bool words_lead_there(const struct word_search *words, const struct recorded_word *at)
{
    const struct search *search = words->search;
    const bool is_wait = search->base->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE && !recorded_is_store(at) &&
                         isa_unit(words->list.chip, at->word) == TT_UNIT_SYNC;
    return is_wait || chain_has(&search->chain, words->list.chip, at);
}

/* The words before `middle`, back from there, the starts of threads (with the chain), then the words up to `end`. */
static void list_on_chain(struct word_search *words, size_t middle, size_t end, bool is_on)
{
    const struct word_list *list = &words->list;
    for (size_t i = middle; i-- > 0;)
        if (words_lead_there(words, &list->items[i]) == is_on)
            words->places[words->place_count++].at = &list->items[i];
    for (unsigned thread = 0; thread < THREADS && is_on; thread++)
        words->places[words->place_count++].thread = thread;
    for (size_t i = middle; i < end; i++)
        if (words_lead_there(words, &list->items[i]) == is_on)
            words->places[words->place_count++].at = &list->items[i];
}

/* Every place of a fault that may have led to the first difference: back from its writer to the start, then on. */
static bool list_places(struct word_search *words)
{
    const struct bisect_result *result = words->search->result;
    const struct word_list *list = &words->list;
    const bool has_writer = result->first.has_writer || result->first.has_suspect;
    const bool is_undone = words->search->base->count == 0, is_hung = result->verdict == VERDICT_HUNG;
    const int64_t last = is_undone ? INT64_MAX : result->after_event;
    const uint64_t anchor = is_undone && !is_hung             ? result->summary.facts.first_unsupported.event
                            : has_writer && list->is_executed ? result->first.seq
                                                              : (uint64_t)last;
    size_t middle = 0, end = 0;
    words->places = mem_calloc(list->count + THREADS, sizeof *words->places);
    if (!words->places)
        return false;
    while (end < list->count && (int64_t)list->items[end].seq <= last)
        middle = list->items[end++].seq <= anchor ? end : middle;
    list_on_chain(words, middle, end, true);
    words->chain_count = words->place_count;
    list_on_chain(words, middle, end, false);
    return true;
}

static bool words_try_rank(struct word_search *words, enum word_rank rank, size_t from, size_t to)
{
    enum { STORES_SHARE = 8, HUNG_SHARE = 3 }; /* of the budget: a store that was made up says no more than its field */
    struct bisect_result *result = words->search->result;
    const uint64_t share = explain_share(words->search->options, words->list.is_hung ? HUNG_SHARE : STORES_SHARE);
    /* Where it went nothing may look, and before it came nothing on the chain did. */
    const bool is_of_all = rank == WORD_RANK_PLACE || rank == WORD_RANK_LATE;
    bool goes_on = true;
    if (is_of_all && from)
        return true;
    to = is_of_all ? words->place_count : to;
    words->rank = rank;
    words->until = rank == WORD_RANK_STORE || rank == WORD_RANK_MADE ? result->replays + share : UINT64_MAX;
    for (size_t i = from; i < to && goes_on; i++) {
        const struct recorded_word *at = words->places[i].at;
        if (rank == WORD_RANK_MADE && (int64_t)(at ? at->seq : 0) < result->clean_after) /* that one does not differ */
            continue;
        goes_on = word_changes(&words->list, rank, &words->places[i], words, words_try_change);
    }
    words->search->is_cut |= result->replays >= words->until;
    return goes_on || (!words->status && !explain_is_spent(words->search));
}

/* A word whose change explains all has neighbours that lead to the same counters and settings: which of them is the
 * wrong one, the recording does not say. Other values of these are tried before one is called the cause. */
static bool words_try_beside(struct word_search *words)
{
    enum { BESIDE = 8 };
    const size_t found = words->found.count;
    bool goes_on = true;
    words->rank = WORD_RANK_VALUE;
    words->until = UINT64_MAX;
    for (size_t i = 0; i < words->place_count && goes_on; i++) {
        bool is_beside = false;
        for (size_t k = 0; k < found && words->places[i].at && !is_beside; k++) {
            const int64_t away = words->found.items[k].change.edit.event - (int64_t)words->places[i].at->seq;
            const enum word_rank rank = words->found.items[k].rank;
            is_beside = (rank == WORD_RANK_EXTRA || rank >= WORD_RANK_BIT) && away <= BESIDE && away >= -BESIDE;
        }
        if (is_beside)
            goes_on = word_changes(&words->list, WORD_RANK_VALUE, &words->places[i], words, words_try_change);
    }
    return goes_on;
}

/* One bit of what a word on the chain left in a data register: the unit was wrong, or memory. */
static bool words_try_data(struct word_search *words)
{
    enum { SHARE = 16 /* of the budget */, SRC_BITS = 19, MOST = 16 /* values that one datum decides, as a rule */ };
    const struct search *search = words->search;
    const struct chain *chain = &search->chain;
    const size_t found = words->found.count;
    bool goes_on = search->base->elements <= MOST && !search->options->is_part;
    words->rank = WORD_RANK_DATUM;
    words->until = search->result->replays + explain_share(search->options, SHARE);
    for (size_t k = 0, i = words->list.count; k < chain->data_count && goes_on; k++) { /* both backwards */
        const struct chain_datum *datum = &chain->data[k];
        const bool is_src = datum->space == TT_SPACE_SRCA || datum->space == TT_SPACE_SRCB;
        const unsigned bits = is_src ? SRC_BITS : 8 * space_element_bytes(datum->space);
        while (i > 0 && words->list.items[i - 1].seq >= datum->event)
            i--;
        const struct recorded_word *at = &words->list.items[i];
        for (unsigned bit = 0; bit < bits && goes_on && i < words->list.count && at->seq == datum->event; bit++)
            goes_on = word_changes_datum(at, datum->space, datum->lo, UINT32_C(1) << bit, words, words_try_change);
    }
    words->data_found = words->found.count - found;
    return !words->status && !explain_is_spent(words->search);
}

/* Tried in any case, unless a checkpoint shows the cause: those of which there are few first. */
static const enum word_rank words_likely[] = {WORD_RANK_SWAPPED,
                                              WORD_RANK_DOUBLED,
                                              WORD_RANK_PATTERN_LOST,
                                              WORD_RANK_PATTERN_CHANGED,
                                              WORD_RANK_THREADS_SWAPPED,
                                              WORD_RANK_EXTRA,
                                              WORD_RANK_UNWRITTEN,
                                              WORD_RANK_TWICE,
                                              WORD_RANK_BIT,
                                              WORD_RANK_NEAR,
                                              WORD_RANK_OPERAND,
                                              WORD_RANK_PLACE,
                                              WORD_RANK_LATE,
                                              WORD_RANK_RUN,
                                              WORD_RANK_STORE, /* the value that a checkpoint holds */
                                              WORD_RANK_FOLLOWS};
/* While nothing explains all. */
static const enum word_rank words_rare[] = {WORD_RANK_EXCHANGED, WORD_RANK_MOVED, WORD_RANK_PIECE, WORD_RANK_KIND};
enum { WORDS_LIKELY = sizeof words_likely / sizeof *words_likely, WORDS_BESIDE_SHOWN = 5, WORDS_FEW = 8 };

ORDER(words_by_word, struct recorded_word *,
      COMPARE((*a)->thread, (*b)->thread) ?: COMPARE((*a)->word, (*b)->word) ?: COMPARE((*a)->seq, (*b)->seq))

static bool words_are_alike(const struct recorded_word *one, const struct recorded_word *other, uint32_t bits)
{
    return one->thread == other->thread && !((one->word ^ other->word) & bits);
}

/* Those from `first` on that are alike in these bits, as one; which is the first behind them. */
static size_t words_list_alike(struct word_search *words, const struct recorded_word **sorted, size_t first,
                               size_t count, uint32_t bits)
{
    const struct recorded_word *at = sorted[first];
    uint32_t apart = 0;
    size_t end = first;
    while (end < count && words_are_alike(sorted[first], sorted[end], bits)) {
        at = sorted[end]->seq < at->seq ? sorted[end] : at;
        apart |= sorted[end]->word ^ sorted[first]->word;
        end++;
    }
    if (end - first > 1 && (bits == UINT32_MAX || apart))
        words->loops[words->loop_count++] =
            (struct word_place){.at = at, .times = (uint32_t)(end - first), .alike = bits, .apart = apart};
    return end;
}

/* Words that run more than once: the loop, the template or the buffer that they come from has another one; and all of
 * one instruction: a constant of the source. */
static bool words_list_loops(struct word_search *words)
{
    const struct recorded_word **sorted = mem_calloc(words->place_count + 1, sizeof *sorted);
    size_t count = 0, end;
    words->loops = mem_calloc(2 * words->place_count + 1, sizeof *words->loops);
    for (size_t i = 0; i < words->place_count && sorted; i++)
        if (words->places[i].at && !recorded_is_store(words->places[i].at))
            sorted[count++] = words->places[i].at;
    if (count)
        qsort(sorted, count, sizeof *sorted, words_by_word);
    for (size_t first = 0; first < count && words->loops; first = end) {
        end = words_list_alike(words, sorted, first, count, UINT32_MAX);
        if (!first || !words_are_alike(sorted[first - 1], sorted[first], word_opcode))
            (void)words_list_alike(words, sorted, first, count, word_opcode);
    }
    const bool has_all = sorted && words->loops;
    mem_free(sorted);
    return has_all;
}

/* Of a loop any other register of configuration: two of them hardly stand beside each other. */
static bool words_try_loop_registers(struct word_search *words)
{
    bool goes_on = true;
    words->rank = WORD_RANK_VALUE;
    for (size_t k = 0; k < words->loop_count && goes_on; k++) {
        const struct word_place *loop = &words->loops[k];
        if (loop->alike == UINT32_MAX && isa_id(words->list.chip, loop->at->word) == INSN_WRCFG)
            goes_on = word_changes(&words->list, WORD_RANK_VALUE, loop, words, words_try_change);
    }
    return goes_on;
}

/* Each word of a loop once for all of its rounds. */
static bool words_try_loops(struct word_search *words)
{
    static const enum word_rank ranks[] = {WORD_RANK_BIT, WORD_RANK_NEAR, WORD_RANK_KIND, WORD_RANK_OPERAND,
                                           WORD_RANK_EXTRA};
    bool goes_on = !words->has_looped;
    words->has_looped = true;
    words->until = UINT64_MAX;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks && goes_on; i++) {
        words->rank = ranks[i];
        for (size_t k = 0; k < words->loop_count && goes_on; k++)
            goes_on = (ranks[i] == WORD_RANK_EXTRA && words->loops[k].apart) ||
                      word_changes(&words->list, ranks[i], &words->loops[k], words, words_try_change);
    }
    words->rank = WORD_RANK_ROUND;
    return goes_on ? word_rounds(&words->list, words, words_try_change) && words_try_loop_registers(words)
                   : !words->status && !explain_is_spent(words->search);
}

static bool words_try_ranks(struct word_search *words, unsigned count, size_t from, size_t to)
{
    bool goes_on = true;
    for (unsigned i = 0; i < count && goes_on; i++)
        goes_on = words_try_rank(words, words_likely[i], from, to);
    return goes_on;
}

static bool words_are_enough(const struct word_search *words)
{
    return words->found.count > words->data_found || words->search->result->explanation_count;
}

/* ---- what there are few of, and the evidence speaks for ---- */

static void words_note_shown(struct word_search *words)
{
    const struct difference *base = words->search->base;
    for (size_t i = 0; i < base->count && words->list.is_executed && words->writer_count < WRITERS_MAX; i++) {
        const struct writer *writer = writer_of(words->search->writers, i);
        const enum tt_space space = (enum tt_space)base->bytes[i].space;
        const bool is_setting = space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG;
        unsigned k = 0;
        while (writer && k < words->writer_count && words->writers[k].event != (int64_t)writer->seq)
            k++;
        if (writer && k == words->writer_count)
            words->writers[words->writer_count++] = (struct word_writer){(int64_t)writer->seq, is_setting};
    }
}

/* A word or a store that wrote what differs did not happen; of equal ones in a row it is doubled. */
static bool words_try_not_run(struct word_search *words, const struct word_place *place)
{
    const struct recorded_word *at = place->at,
                               *before = word_of_thread(&words->list, at->thread, (int64_t)at->nth - 1);
    const bool is_doubled = !recorded_is_store(at) && before && before->word == at->word;
    const struct bisect_change change =
        word_change_at(at, REPLAY_EDIT_DROP, is_doubled ? BISECT_DOUBLED : BISECT_EXTRA);
    words->rank = WORD_RANK_PUSHED;
    return !words_writer_at(words, (int64_t)at->seq) || words_try_change(words, &change);
}

/* Of pushed words a post or a get that the thread has elsewhere is missing: another order comes of it. */
static bool words_try_semaphores(struct word_search *words, const struct word_place *place)
{
    const struct word_list *list = &words->list;
    const unsigned thread = place->at ? place->at->thread : place->thread;
    const int64_t nth = place->at ? (int64_t)place->at->nth : -1;
    bool goes_on = true;
    words->rank = WORD_RANK_PATTERN_LOST;
    if (list->is_executed || (place->at && recorded_is_store(place->at)))
        return true;
    for (uint32_t i = 0; i < list->distinct_count[thread] && goes_on; i++) {
        const insn_id id = isa_id(list->chip, list->distinct[thread][i]);
        struct bisect_change change = {
            .edit = {
                .kind = REPLAY_EDIT_INSERT, .other = -1, .thread = (uint8_t)thread, .word = list->distinct[thread][i]}};
        if (id == INSN_SEMPOST || id == INSN_SEMGET)
            goes_on = word_try_insert(list, place->at, word_of_thread(list, thread, nth + 1), &change, words,
                                      words_try_change);
    }
    return goes_on;
}

/* A wait that the device did not make: it stands there, where a post that would do as much is made up. A run that hangs
 * always ends without one. */
static bool words_try_no_wait(struct word_search *words, const struct word_place *place)
{
    const struct word_list *list = &words->list;
    if (list->is_executed || list->is_hung || recorded_is_store(place->at) ||
        !word_is_wait(list->chip, place->at->word))
        return true;
    const struct bisect_change change = word_change_at(place->at, REPLAY_EDIT_DROP, BISECT_EXTRA);
    words->rank = WORD_RANK_DOUBLED;
    return words_try_change(words, &change);
}

/* NOP stands in place of a word that the thread has elsewhere. Of pushed words many come to the same order: rarely. */
static bool words_try_for_nop(struct word_search *words, const struct word_place *place)
{
    const struct word_list *list = &words->list;
    const struct recorded_word *at = place->at;
    struct bisect_change change = word_change_at(at, REPLAY_EDIT_CHANGE, BISECT_CHANGED);
    bool goes_on = true;
    words->rank = WORD_RANK_STANDS;
    if (!list->is_executed || recorded_is_store(at) || isa_id(list->chip, at->word) != INSN_NOP)
        return true;
    for (uint32_t i = 0; i < list->distinct_count[at->thread] && goes_on; i++) {
        change.edit.word = list->distinct[at->thread][i];
        goes_on = !word_does_something(list, change.edit.word) || words_try_change(words, &change);
    }
    return goes_on;
}

static bool words_try_few(struct word_search *words)
{
    enum { OWN = 8 };
    unsigned own = 0;
    bool goes_on = true;
    words->until = UINT64_MAX;
    words_note_shown(words);
    for (size_t i = 0; i < words->place_count && goes_on; i++) {
        const struct word_place *place = &words->places[i];
        goes_on = words_try_semaphores(words, place) &&
                  (!place->at || (words_try_not_run(words, place) && words_try_no_wait(words, place) &&
                                  words_try_for_nop(words, place)));
    }
    words->rank = WORD_RANK_BIT; /* of the first writers' own words */
    for (size_t i = 0; i < words->place_count && goes_on; i++)
        if (words->places[i].at && own < OWN && words_writer_at(words, (int64_t)words->places[i].at->seq)) {
            goes_on = word_changes(&words->list, WORD_RANK_BIT, &words->places[i], words, words_try_change);
            own++;
        }
    return goes_on;
}

/* Of a run that hangs a post or a get, or whatever others wait for, is missing: before a word is another. */
static void words_try_hung(struct word_search *words)
{
    static const enum word_rank last[] = {WORD_RANK_FOLLOWS, WORD_RANK_OPERAND, WORD_RANK_RUN,   WORD_RANK_LOST,
                                          WORD_RANK_BIT,     WORD_RANK_NEAR,    WORD_RANK_PLACE, WORD_RANK_LATE,
                                          WORD_RANK_NEVER,   WORD_RANK_VALUE};
    const size_t all = words->place_count;
    bool goes_on = words_try_rank(words, WORD_RANK_PATTERN_LOST, 0, all) && words_try_few(words) &&
                   words_try_rank(words, WORD_RANK_STORE, 0, all) && words_try_ranks(words, WORDS_FEW, 0, all);
    for (unsigned i = 0; i < sizeof last / sizeof *last && goes_on; i++)
        goes_on = words_try_rank(words, last[i], 0, all);
    words->search->is_cut = true;
}

/* Contradictions of the recording: where it executes another word than it pushed. */
static bool words_try_streams(struct word_search *words)
{
    struct word_streams streams = {.count = 0};
    bool goes_on = true;
    if (!words->list.is_executed || !words->search->result->stream_faults)
        return true;
    words->status = word_streams_read(&streams, words->search->capture, words->search->err);
    words->rank = WORD_RANK_PUSHED;
    words->until = UINT64_MAX;
    for (unsigned i = 0; i < streams.count && !words->status && goes_on; i++)
        goes_on = words_try_change(words, &streams.changes[i]);
    return goes_on && !words->status;
}

/* The likely and the small ones in any case, of places on the chain first, unless a checkpoint shows the cause; what is
 * guessed only while nothing explains all. */
static void words_try_all(struct word_search *words)
{
    const bool is_shown = explain_has_shown(words->search->result);
    const unsigned likely = is_shown ? WORDS_BESIDE_SHOWN : WORDS_LIKELY;
    const size_t chain = words->chain_count, all = words->place_count;
    const bool has_few_made = words->list.is_executed && !is_shown; /* a word that only zeroes */
    bool goes_on = words_try_streams(words) && words_try_few(words) &&
                   (is_shown || !words_is_of_rounds(words) || words_try_loops(words)) &&
                   (!has_few_made || words_try_rank(words, WORD_RANK_MADE, 0, all)) &&
                   (is_shown || words_try_data(words)) && words_try_ranks(words, likely, 0, chain);
    if (goes_on && !words_are_enough(words))
        words->status = explain_climb(words->search);
    goes_on = goes_on && !words->status;
    goes_on = goes_on && (is_shown || words_try_loops(words));
    if (goes_on && words->found.count == words->data_found + words->guessed_places)
        goes_on = words_try_rank(words, WORD_RANK_NEVER, 0, all);
    for (unsigned i = 0; i < sizeof words_rare / sizeof *words_rare && goes_on && !words_are_enough(words); i++)
        goes_on = words_try_rank(words, words_rare[i], 0, all);
    if (goes_on && !words_are_enough(words) && !has_few_made)
        goes_on = words_try_rank(words, WORD_RANK_MADE, 0, chain);
    if (goes_on && !words_are_enough(words))
        goes_on = words_try_rank(words, WORD_RANK_VALUE, 0, chain);
    goes_on = goes_on && words_try_ranks(words, likely, chain, all) && (is_shown || words_try_beside(words));
    const bool is_enough = words_are_enough(words);
    /* Of pushed words, and where values are unknown, none is taken for one that left what stood there before. */
    words->search->is_cut |= is_enough || !words->list.is_executed || words->list.has_unknown;
    if (goes_on && !is_enough && !has_few_made)
        goes_on = words_try_rank(words, WORD_RANK_MADE, chain, all);
    if (goes_on && !is_enough)
        goes_on = words_try_rank(words, WORD_RANK_VALUE, chain, all);
    if (goes_on && !is_enough)
        (void)words_try_rank(words, WORD_RANK_LOST, 0, all);
}

static enum tt_status search_words(struct word_search *words)
{
    const struct search *search = words->search;
    enum tt_status status = word_list_read(&words->list, search->capture, search->options->replay.order, search->err);
    words->list.landing = &search->landing;
    words->list.chain = &search->chain;
    words->list.is_hung = search->result->verdict == VERDICT_HUNG && !search->base->count;
    if (!status)
        status = explain_chain(words->search);
    if (!status && !(list_places(words) && words_list_loops(words)))
        status = tt_fail(search->err, TT_NO_MEMORY, "no memory for %zu recorded words", words->list.count);
    if (!status)
        status = word_stores_add(&words->list, words->search);
    if (!status)
        (words->list.is_hung ? words_try_hung : words_try_all)(words);
    if (!status)
        status = words->status;
    search->result->ends_otherwise = !words->found.count && words->ended.count;
    if (!status)
        word_groups_put(words->found.count ? &words->found : &words->ended, &words->list, search->result,
                        search->base->elements);
    return status;
}

enum tt_status words_try(struct search *search)
{
    struct word_search words = {.search = search};
    const enum tt_status status = search_words(&words);
    word_groups_clear(&words.found);
    word_groups_clear(&words.ended);
    word_list_clear(&words.list);
    mem_free(words.places);
    mem_free(words.loops);
    return status;
}
