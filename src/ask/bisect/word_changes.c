/* SPDX-License-Identifier: Apache-2.0 */
/* The hypotheses: the form of a word after each kind of fault, and its repair. */
#include "ask/bisect/word_list.h"

#include "isa/isa.h"

enum { OPERAND_BITS = 24 };

struct caller {
    const struct word_list *list;
    const struct recorded_word *at; /* null: the start */
    unsigned thread;
    int64_t nth; /* of the thread: of `at`; -1 at the start */
    void *user;
    bool (*try)(void *user, const struct bisect_change *change);
};

static const struct recorded_word *beside(const struct caller *caller, int64_t step)
{
    return word_of_thread(caller->list, caller->thread, caller->nth + step);
}

static bool is_word(const struct recorded_word *word, const struct recorded_word *other)
{
    return word && other ? word->word == other->word : word == other;
}

/* False for a wait or a NOP: nothing that it leaves could differ. */
static bool does_something(const struct caller *caller, uint32_t word)
{
    const struct isa_insn *insn = isa_find(caller->list->chip, word);
    return !insn || insn->write_count > 0;
}

/* An edit of the word itself. */
static bool try_word(struct caller *caller, enum replay_edit_kind kind, uint32_t word, enum bisect_word_fault fault)
{
    const struct recorded_word *at = caller->at;
    const struct replay_edit edit = {
        .kind = kind, .event = (int64_t)at->seq, .other = -1, .thread = at->thread, .word = word};
    const struct bisect_change change = {.kind = BISECT_WORD, .edit = edit, .fault = fault, .recorded = at->word};
    return caller->try(caller->user, &change);
}

/* ---- a word is too many, or two are swapped ---- */

static bool try_drop(struct caller *caller, bool is_double)
{
    const struct recorded_word *at = caller->at, *before = beside(caller, -1);
    if (!at || is_double != (before && before->word == at->word) || !does_something(caller, at->word))
        return true;
    return try_word(caller, REPLAY_EDIT_DROP, at->word, is_double ? BISECT_DOUBLED : BISECT_EXTRA);
}

static bool try_swap(struct caller *caller, const struct recorded_word *with)
{
    const struct recorded_word *at = caller->at;
    if (!at || !with || (with->word == at->word && with->thread == at->thread))
        return true;
    const struct bisect_change change = {.kind = BISECT_WORD,
                                         .edit = {.kind = REPLAY_EDIT_SWAP,
                                                  .event = (int64_t)at->seq,
                                                  .other = (int64_t)with->seq,
                                                  .thread = with->thread,
                                                  .other_thread = at->thread,
                                                  .word = with->word,
                                                  .other_word = at->word},
                                         .fault = BISECT_SWAPPED,
                                         .recorded = at->word};
    return caller->try(caller->user, &change);
}

static bool try_threads(struct caller *caller)
{
    const struct word_list *list = caller->list;
    const struct recorded_word *at = caller->at;
    const struct recorded_word *next = at && at + 1 < list->items + list->count ? at + 1 : NULL;
    return !next || next->thread == at->thread || try_swap(caller, next);
}

/* ---- a word is another ---- */

static bool try_change(struct caller *caller, uint32_t word)
{
    const struct recorded_word *at = caller->at;
    if (!at || word == at->word)
        return true;
    return try_word(caller, REPLAY_EDIT_CHANGE, word, BISECT_CHANGED);
}

/* Bits that a field names. */
static uint32_t operand_bits(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    uint32_t bits = 0;
    for (unsigned i = 0; insn && i < insn->field_count; i++)
        bits |= (uint32_t)((UINT64_C(1) << insn->fields[i].bits) - 1) << insn->fields[i].low;
    return bits;
}

static bool try_bits(struct caller *caller)
{
    const struct recorded_word *at = caller->at;
    const uint32_t bits = at && does_something(caller, at->word) ? operand_bits(caller->list->chip, at->word) : 0;
    bool goes_on = true;
    for (unsigned bit = 0; bit < OPERAND_BITS && goes_on; bit++)
        if (bits >> bit & 1)
            goes_on = try_change(caller, at->word ^ UINT32_C(1) << bit);
    return goes_on;
}

static bool is_one_bit(uint32_t bits)
{
    return bits && !(bits & (bits - 1));
}

static bool try_operands(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (uint32_t i = 0; i < list->distinct_count[caller->thread] && goes_on && caller->at; i++) {
        const uint32_t word = list->distinct[caller->thread][i], bits = word ^ caller->at->word;
        if (!(bits >> OPERAND_BITS) && !is_one_bit(bits))
            goes_on = try_change(caller, word);
    }
    return goes_on;
}

/* ---- a word is missing ---- */

/* Right behind the word before it and right before the one after it: other threads may come between. */
static bool try_insert(struct caller *caller, uint32_t word, bool is_store)
{
    const struct recorded_word *next = beside(caller, 1);
    struct bisect_change change = {.kind = BISECT_WORD,
                                   .edit = {.kind = REPLAY_EDIT_INSERT,
                                            .event = caller->at ? (int64_t)caller->at->seq : -1,
                                            .other = -1,
                                            .thread = (uint8_t)caller->thread,
                                            .word = word},
                                   .fault = BISECT_LOST,
                                   .is_store = is_store};
    if (!does_something(caller, word))
        return true;
    if (!caller->try(caller->user, &change))
        return false;
    if (!next || change.edit.event == (int64_t)next->seq - 1)
        return true;
    change.edit.event = (int64_t)next->seq - 1;
    return caller->try(caller->user, &change);
}

static bool try_any(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (uint32_t i = 0; i < list->distinct_count[caller->thread] && goes_on; i++)
        goes_on = try_insert(caller, list->distinct[caller->thread][i], false);
    return goes_on;
}

static bool try_stores(struct caller *caller)
{
    const struct word_list *list = caller->list;
    bool goes_on = true;
    for (unsigned i = 0; i < list->store_count[caller->thread] && goes_on; i++)
        goes_on = try_insert(caller, list->stores[caller->thread][i], true);
    return goes_on;
}

/* ---- the thread elsewhere ---- */

/* Words that stand elsewhere as the wanted one would here: each once. */
enum { FOUND_MAX = 16 };
struct found {
    uint32_t words[FOUND_MAX];
    unsigned count;
};

static void add_found(struct found *found, uint32_t word)
{
    for (unsigned i = 0; i < found->count; i++)
        if (found->words[i] == word)
            return;
    if (found->count < FOUND_MAX)
        found->words[found->count++] = word;
}

/* A word that stands elsewhere in the thread between `before` and `after` (both), or beside one of the two. */
static struct found find_elsewhere(const struct caller *caller, const struct recorded_word *before,
                                   const struct recorded_word *after, bool both)
{
    const struct word_list *list = caller->list;
    struct found found = {.count = 0};
    for (int64_t nth = 0; nth < list->thread_count[caller->thread]; nth++) {
        const struct recorded_word *word = word_of_thread(list, caller->thread, nth);
        if (word == caller->at)
            continue;
        const bool is_left = is_word(word_of_thread(list, caller->thread, nth - 1), before);
        const bool is_right = is_word(word_of_thread(list, caller->thread, nth + 1), after);
        if (both ? is_left && is_right : is_left != is_right)
            add_found(&found, word->word);
    }
    return found;
}

static bool try_lost(struct caller *caller, bool both)
{
    const struct found found = find_elsewhere(caller, caller->at, beside(caller, 1), both);
    bool goes_on = true;
    for (unsigned i = 0; i < found.count && goes_on; i++)
        goes_on = try_insert(caller, found.words[i], false);
    return goes_on;
}

static bool try_pattern(struct caller *caller)
{
    if (!caller->at)
        return true;
    const struct found found = find_elsewhere(caller, beside(caller, -1), beside(caller, 1), true);
    bool goes_on = true;
    for (unsigned i = 0; i < found.count && goes_on; i++)
        if (!((found.words[i] ^ caller->at->word) >> OPERAND_BITS))
            goes_on = try_change(caller, found.words[i]);
    return goes_on;
}

bool word_changes(const struct word_list *list, enum word_rank rank, const struct word_place *place, void *user,
                  bool (*try)(void *user, const struct bisect_change *change))
{
    struct caller caller = {.list = list,
                            .at = place->at,
                            .thread = place->at ? place->at->thread : place->thread,
                            .nth = place->at ? (int64_t)place->at->nth : -1,
                            .user = user,
                            .try = try};
    switch (rank) {
    case WORD_RANK_SWAPPED:
        return try_swap(&caller, beside(&caller, 1));
    case WORD_RANK_DOUBLED:
        return try_drop(&caller, true);
    case WORD_RANK_PATTERN_LOST:
        return try_lost(&caller, true);
    case WORD_RANK_PATTERN_CHANGED:
        return try_pattern(&caller);
    case WORD_RANK_THREADS_SWAPPED:
        return try_threads(&caller);
    case WORD_RANK_BIT:
        return try_bits(&caller);
    case WORD_RANK_STORE:
        return try_stores(&caller);
    case WORD_RANK_FOLLOWS:
        return try_lost(&caller, false);
    case WORD_RANK_EXTRA:
        return try_drop(&caller, false);
    case WORD_RANK_OPERAND:
        return try_operands(&caller);
    case WORD_RANK_LOST:
        return try_any(&caller);
    case WORD_RANK_COUNT:
        break;
    }
    return true;
}
