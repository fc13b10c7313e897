/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/words/word_rounds.h"

#include "ask/bisect/fields.h"
#include "base/search.h"
#include "isa/isa.h"

#include "insn_ids.h"

enum { ROUNDS_PAIRS_MAX = 128, ROUNDS_LACKING_MAX = 64 };

struct rounds {
    const struct word_list *list;
    unsigned thread;
    uint32_t lacking[ROUNDS_LACKING_MAX]; /* words that may be missing */
    unsigned lacking_count;
    void *user;
    bool (*try)(void *user, const struct bisect_change *change);
};

/* Two words that a thread executes one behind the other. */
struct rounds_pair {
    uint32_t before;
    const struct recorded_word *first; /* the second of the two, where it is so first */
    uint32_t times;
};

static const struct recorded_word *rounds_word(const struct rounds *rounds, int64_t nth)
{
    return word_of_thread(rounds->list, rounds->thread, nth);
}

static struct bisect_change rounds_change(const struct rounds_pair *pair, enum replay_edit_kind kind,
                                          enum replay_edit_where where, uint32_t alike)
{
    struct bisect_change change =
        word_change_at(pair->first, kind, kind == REPLAY_EDIT_INSERT ? BISECT_LOST : BISECT_EXTRA);
    change.edit.where = where;
    change.edit.alike = alike;
    change.edit.other_word = pair->first->word;
    change.edit.behind = pair->before;
    change.times = pair->times;
    return change;
}

/* ---- rows of one word ---- */

static bool rounds_try_rows(const struct rounds *rounds, uint32_t word)
{
    struct rounds_pair row = {.before = word};
    uint32_t length = 0, shortest = UINT32_MAX;
    for (int64_t nth = 0; nth <= rounds->list->thread_count[rounds->thread]; nth++) {
        const struct recorded_word *at = rounds_word(rounds, nth);
        if (at && at->word == word) {
            row.times += !length++;
            row.first = row.first ? row.first : at;
        } else if (length) {
            shortest = length < shortest ? length : shortest;
            length = 0;
        }
    }
    if (row.times < 2)
        return true;
    const struct bisect_change longer = rounds_change(&row, REPLAY_EDIT_INSERT, REPLAY_EDIT_NOT_BEHIND, UINT32_MAX),
                               shorter = rounds_change(&row, REPLAY_EDIT_DROP, REPLAY_EDIT_NOT_BEHIND, UINT32_MAX);
    return rounds->try(rounds->user, &longer) && (shortest < 2 || rounds->try(rounds->user, &shorter));
}

/* ---- between the same two words ---- */

static bool rounds_is_pair(const struct rounds_pair *pair, uint32_t before, uint32_t word, uint32_t alike)
{
    return !((pair->before ^ before) & alike) && !((pair->first->word ^ word) & alike);
}

static unsigned rounds_find_pairs(const struct rounds *rounds, uint32_t alike,
                                  struct rounds_pair pairs[static ROUNDS_PAIRS_MAX])
{
    unsigned count = 0;
    for (int64_t nth = 1; nth < rounds->list->thread_count[rounds->thread]; nth++) {
        const uint32_t before = rounds_word(rounds, nth - 1)->word;
        const struct recorded_word *at = rounds_word(rounds, nth);
        unsigned k = 0;
        while (k < count && !rounds_is_pair(&pairs[k], before, at->word, alike))
            k++;
        if (k == ROUNDS_PAIRS_MAX)
            continue;
        if (k == count)
            pairs[count++] = (struct rounds_pair){.before = before, .first = at};
        pairs[k].times++;
    }
    return count;
}

/* Whether the second stands behind others, too: else all of it are too many. */
static bool rounds_is_elsewhere(const struct rounds_pair *pairs, unsigned count, const struct rounds_pair *pair,
                                uint32_t alike)
{
    return ANY(i, count,
               !rounds_is_pair(&pairs[i], pair->before, pair->first->word, alike) &&
                   rounds_is_pair(&pairs[i], pairs[i].before, pair->first->word, alike));
}

static bool rounds_try_pair(const struct rounds *rounds, const struct rounds_pair *pair, uint32_t alike, bool may_drop)
{
    struct bisect_change change = rounds_change(pair, REPLAY_EDIT_DROP, REPLAY_EDIT_BEHIND, alike);
    bool goes_on =
        !may_drop || !word_does_something(rounds->list, pair->first->word) || rounds->try(rounds->user, &change);
    change = rounds_change(pair, REPLAY_EDIT_INSERT, REPLAY_EDIT_BEHIND, alike);
    for (unsigned k = 0; k < rounds->lacking_count && goes_on; k++) {
        change.edit.word = rounds->lacking[k];
        goes_on = rounds->try(rounds->user, &change);
    }
    return goes_on;
}

/* Of each two instructions, whose operands may be those of the round; then of each two words that are fewer. */
static bool rounds_try_between(const struct rounds *rounds)
{
    struct rounds_pair insns[ROUNDS_PAIRS_MAX], words[ROUNDS_PAIRS_MAX];
    const unsigned insn_count = rounds_find_pairs(rounds, word_opcode, insns),
                   word_count = rounds_find_pairs(rounds, UINT32_MAX, words);
    bool goes_on = true;
    for (unsigned i = 0; i < insn_count && goes_on; i++)
        goes_on = insns[i].times < 2 || rounds_try_pair(rounds, &insns[i], word_opcode,
                                                        rounds_is_elsewhere(insns, insn_count, &insns[i], word_opcode));
    for (unsigned i = 0; i < word_count && goes_on; i++) {
        const struct rounds_pair *pair = &words[i];
        const bool is_said = ANY(k, insn_count,
                                 insns[k].times == pair->times &&
                                     rounds_is_pair(&insns[k], pair->before, pair->first->word, word_opcode));
        goes_on = pair->times < 2 || is_said ||
                  rounds_try_pair(rounds, pair, UINT32_MAX, rounds_is_elsewhere(words, word_count, pair, UINT32_MAX));
    }
    return goes_on;
}

/* Those that it executes elsewhere, and, where it gives work to the matrix unit, the one that puts counters back. */
static void rounds_find_lacking(struct rounds *rounds)
{
    enum { ALL = 15 /* counters: of SrcA, SrcB, Dst and fidelity */ };
    const struct word_list *list = rounds->list;
    bool has_matrix = false;
    for (uint32_t i = 0; i < list->distinct_count[rounds->thread]; i++) {
        const uint32_t word = list->distinct[rounds->thread][i];
        has_matrix |= isa_unit(list->chip, word) == TT_UNIT_MATRIX;
        if (word_does_something(list, word) && rounds->lacking_count + 1 < ROUNDS_LACKING_MAX)
            rounds->lacking[rounds->lacking_count++] = word;
    }
    uint32_t reset = isa_word(list->chip, INSN_SETRWC);
    (void)isa_put_field(isa_get(list->chip, INSN_SETRWC), "bit_mask", ALL, &reset);
    if (has_matrix)
        rounds->lacking_count = fields_add_distinct(rounds->lacking, rounds->lacking_count, ROUNDS_LACKING_MAX, reset);
}

bool word_rounds(const struct word_list *list, void *user, bool (*try)(void *user, const struct bisect_change *change))
{
    bool goes_on = list->is_executed;
    for (unsigned thread = 0; thread < THREADS && goes_on; thread++)
        for (uint32_t i = 0; i < list->distinct_count[thread] && goes_on; i++) {
            const struct rounds rounds = {.list = list, .thread = thread, .user = user, .try = try};
            goes_on = !word_does_something(list, list->distinct[thread][i]) ||
                      rounds_try_rows(&rounds, list->distinct[thread][i]);
        }
    for (unsigned thread = 0; thread < THREADS && goes_on; thread++) {
        struct rounds rounds = {.list = list, .thread = thread, .user = user, .try = try};
        rounds_find_lacking(&rounds);
        goes_on = rounds_try_between(&rounds);
    }
    return goes_on || !list->is_executed;
}
