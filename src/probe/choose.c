/* SPDX-License-Identifier: Apache-2.0 */
/* The fewest experiments by greedy set cover. Experiments have to cover pairs of choices of one reading. An answer
 * distinguishes such a pair strongly where it alone says which of the two it is, whatever the readings beside it are.
 * A pair that no answer distinguishes so is covered under many random choices of all other readings, each for itself:
 * some readings can be seen only where others have a certain choice. */
#include "probe/experiments_internal.h"

enum { CHOICES_MAX = 5, PAIRS_MAX = CHOICES_MAX * (CHOICES_MAX - 1) / 2, CONTEXTS = 64 };

/* Of each reading and pair a bit a context: distinguished in it. */
typedef uint64_t pairs_distinguished[VARIANT_COUNT][PAIRS_MAX];

struct cover {
    const struct experiment_candidate *candidates;
    size_t count;
    pairs_distinguished *in_contexts;           /* by each candidate */
    bool (*strongly)[VARIANT_COUNT][PAIRS_MAX]; /* by each candidate */
    bool *is_taken;
    pairs_distinguished covered;
    uint64_t times[VARIANT_COUNT][PAIRS_MAX]; /* how often strongly */
    struct variant_set contexts[CONTEXTS];    /* the first: every reading is the first */
};

static unsigned pair_of(unsigned low, unsigned high)
{
    return high * (high - 1) / 2 + low;
}

static unsigned pair_count(unsigned id)
{
    return pair_of(0, variant_get((enum variant_id)id)->choice_count);
}

static void draw_contexts(struct cover *cover)
{
    uint64_t seed = CONTEXTS;
    for (unsigned k = 1; k < CONTEXTS; k++)
        for (unsigned id = 0; id < VARIANT_COUNT; id++)
            cover->contexts[k].choice[id] =
                (uint8_t)(draw_random(&seed) % variant_get((enum variant_id)id)->choice_count);
}

/* ---- pairs that a candidate distinguishes ---- */

static unsigned step_of(const struct experiment *experiment, unsigned which)
{
    unsigned step = 1;
    for (unsigned i = 0; i < which; i++)
        step *= variant_get((enum variant_id)experiment->readings[i])->choice_count;
    return step;
}

static unsigned choose_choice_at(const struct experiment *experiment, unsigned at, unsigned which)
{
    return at / step_of(experiment, which) % variant_get((enum variant_id)experiment->readings[which])->choice_count;
}

/* Whether no answer of one choice is one of the other. */
static void compare_strongly(const struct experiment *experiment, unsigned which, bool *strongly)
{
    for (unsigned pair = 0; pair < pair_count(experiment->readings[which]); pair++)
        strongly[pair] = true;
    for (unsigned a = 0; a < experiment->answer_count; a++) {
        for (unsigned b = 0; b < experiment->answer_count; b++) {
            const unsigned low = choose_choice_at(experiment, a, which), high = choose_choice_at(experiment, b, which);
            if (low < high && experiment->answers[a] == experiment->answers[b])
                strongly[pair_of(low, high)] = false;
        }
    }
}

static void compare_in_contexts(const struct cover *cover, const struct experiment *experiment, unsigned which,
                                uint64_t *distinguished)
{
    const unsigned step = step_of(experiment, which);
    const unsigned choices = variant_get((enum variant_id)experiment->readings[which])->choice_count;
    for (unsigned k = 0; k < CONTEXTS; k++) {
        unsigned base = 0; /* where this reading has its first choice */
        for (unsigned i = 0; i < experiment->reading_count; i++)
            base += i == which ? 0 : step_of(experiment, i) * cover->contexts[k].choice[experiment->readings[i]];
        for (unsigned high = 1; high < choices; high++)
            for (unsigned low = 0; low < high; low++)
                if (experiment->answers[base + step * low] != experiment->answers[base + step * high])
                    distinguished[pair_of(low, high)] |= UINT64_C(1) << k;
    }
}

static void choose_compare(struct cover *cover, size_t at)
{
    const struct experiment *experiment = &cover->candidates[at].experiment;
    for (unsigned i = 0; cover->candidates[at].is_usable && i < experiment->reading_count; i++) {
        const unsigned id = experiment->readings[i];
        compare_strongly(experiment, i, cover->strongly[at][id]);
        compare_in_contexts(cover, experiment, i, cover->in_contexts[at][id]);
    }
}

/* ---- the cover ---- */

/* How much a candidate adds: pairs distinguished strongly, or pairs and contexts. */
static unsigned gain(const struct cover *cover, size_t at, uint64_t times)
{
    const struct experiment *experiment = &cover->candidates[at].experiment;
    unsigned sum = 0;
    for (unsigned i = 0; i < experiment->reading_count; i++) {
        const unsigned id = experiment->readings[i];
        for (unsigned pair = 0; pair < pair_count(id); pair++)
            sum += times ? cover->strongly[at][id][pair] && cover->times[id][pair] < times
                         : (unsigned)__builtin_popcountll(cover->in_contexts[at][id][pair] & ~cover->covered[id][pair]);
    }
    return sum;
}

static void choose_take(struct cover *cover, size_t at)
{
    const struct experiment *experiment = &cover->candidates[at].experiment;
    cover->is_taken[at] = true;
    for (unsigned i = 0; i < experiment->reading_count; i++) {
        const unsigned id = experiment->readings[i];
        for (unsigned pair = 0; pair < pair_count(id); pair++) {
            cover->times[id][pair] += cover->strongly[at][id][pair];
            cover->covered[id][pair] |= cover->strongly[at][id][pair] ? UINT64_MAX : cover->in_contexts[at][id][pair];
        }
    }
}

/* Of two that add as much the one whose answer depends on fewer readings, then the earlier one. times 0: contexts. */
static bool take_best(struct cover *cover, uint64_t times)
{
    size_t best = cover->count;
    unsigned best_gain = 0;
    for (size_t at = 0; at < cover->count; at++) {
        if (!cover->candidates[at].is_usable || cover->is_taken[at])
            continue;
        const unsigned its = gain(cover, at, times);
        if (its > best_gain ||
            (its && its == best_gain &&
             cover->candidates[at].experiment.reading_count < cover->candidates[best].experiment.reading_count)) {
            best = at;
            best_gain = its;
        }
    }
    if (best_gain)
        choose_take(cover, best);
    return best_gain != 0;
}

static enum experiment_sight sight_of(const struct cover *cover, unsigned id)
{
    bool is_strong = true;
    uint64_t all = UINT64_MAX, any = 0;
    for (unsigned pair = 0; pair < pair_count(id); pair++) {
        is_strong &= cover->times[id][pair] != 0;
        all &= cover->covered[id][pair];
        any |= cover->covered[id][pair];
    }
    if (is_strong)
        return EXPERIMENT_DISTINGUISHED;
    if (all == UINT64_MAX)
        return EXPERIMENT_DISTINGUISHED_BESIDE;
    if (any)
        return EXPERIMENT_DISTINGUISHED_AT_TIMES;
    for (size_t at = 0; at < cover->count; at++)
        if (cover->candidates[at].shows[id])
            return EXPERIMENT_SEEN;
    return EXPERIMENT_UNSEEN;
}

static void cover_all(struct cover *cover, uint64_t times, uint8_t sight[static VARIANT_COUNT])
{
    draw_contexts(cover);
    for (size_t at = 0; at < cover->count; at++)
        choose_compare(cover, at);
    while (take_best(cover, times)) {
    }
    while (take_best(cover, 0)) {
    }
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        sight[id] = (uint8_t)sight_of(cover, id);
}

enum tt_status experiment_choose(const struct experiment_candidate *candidates, size_t count, uint64_t times,
                                 size_t *chosen, size_t *chosen_count, uint8_t sight[static VARIANT_COUNT],
                                 struct tt_error *err)
{
    struct cover *cover = mem_calloc(1, sizeof *cover);
    enum tt_status status = TT_OK;
    *chosen_count = 0;
    NEED(cover, err, "no memory for a choice of experiments");
    cover->candidates = candidates;
    cover->count = count;
    cover->in_contexts = mem_calloc(count, sizeof *cover->in_contexts);
    cover->strongly = mem_calloc(count, sizeof *cover->strongly);
    cover->is_taken = mem_calloc(count, sizeof *cover->is_taken);
    if (cover->in_contexts && cover->strongly && cover->is_taken)
        cover_all(cover, times, sight);
    else
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a choice of experiments");
    for (size_t at = 0; status == TT_OK && at < count && *chosen_count < EXPERIMENTS_MAX; at++)
        if (cover->is_taken[at])
            chosen[(*chosen_count)++] = at;
    mem_free(cover->in_contexts);
    mem_free(cover->strongly);
    mem_free(cover->is_taken);
    mem_free(cover);
    return status;
}
