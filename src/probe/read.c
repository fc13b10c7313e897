/* SPDX-License-Identifier: Apache-2.0 */
/* From answers to readings. Each experiment leaves some combinations of choices; taking choices away until nothing
 * changes finds those that all of them leave. An answer that is unusable in any way takes nothing away. */
#include "probe/experiments.h"

struct inference {
    const struct experiments *set;
    const struct experiment_answer *answers;
    uint8_t *outcomes;
    uint16_t fits[VARIANT_COUNT]; /* a bit a choice */
};

static uint16_t all_choices(unsigned id)
{
    return (uint16_t)((1u << variant_get((enum variant_id)id)->choice_count) - 1);
}

/* The choices that the experiment leaves of each of its readings, given those left so far; false: nothing. */
static bool read_leaves(const struct inference *of, size_t at, const uint16_t fits[static VARIANT_COUNT],
                        uint16_t left[static EXPERIMENT_READINGS_MAX])
{
    const struct experiment *experiment = &of->set->experiments[at];
    bool is_any = false;
    memset(left, 0, EXPERIMENT_READINGS_MAX * sizeof *left);
    for (unsigned answer = 0; answer < experiment->answer_count; answer++) {
        struct variant_set variants;
        bool does_fit = experiment->answers[answer] == of->answers[at].repeats[0];
        experiment_choices(experiment, answer, &variants);
        for (unsigned i = 0; i < experiment->reading_count; i++)
            does_fit &= fits[experiment->readings[i]] >> variants.choice[experiment->readings[i]] & 1;
        for (unsigned i = 0; does_fit && i < experiment->reading_count; i++)
            left[i] |= (uint16_t)(1u << variants.choice[experiment->readings[i]]);
        is_any |= does_fit;
    }
    return is_any;
}

static void probe_read_start(uint16_t fits[static VARIANT_COUNT])
{
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        fits[id] = all_choices(id);
}

static enum experiment_outcome outcome_alone(const struct inference *of, size_t at)
{
    const struct experiment_answer *answer = &of->answers[at];
    uint16_t fits[VARIANT_COUNT], left[EXPERIMENT_READINGS_MAX];
    if (answer->count == 0)
        return EXPERIMENT_NOT_RUN;
    for (unsigned i = 1; i < answer->count; i++)
        if (answer->repeats[i] != answer->repeats[0])
            return EXPERIMENT_DISAGREES;
    probe_read_start(fits);
    return read_leaves(of, at, fits, left) ? EXPERIMENT_FITS : EXPERIMENT_FITS_NONE;
}

static bool share_a_reading(const struct experiment *a, const struct experiment *b)
{
    for (unsigned i = 0; i < a->reading_count; i++)
        for (unsigned k = 0; k < b->reading_count; k++)
            if (a->readings[i] == b->readings[k])
                return true;
    return false;
}

/* Which of them is wrong cannot be known: none of those that speak of the same readings counts. */
static void contradict(struct inference *of, size_t at)
{
    for (size_t other = 0; other < of->set->count; other++)
        if (of->outcomes[other] == EXPERIMENT_FITS &&
            share_a_reading(&of->set->experiments[at], &of->set->experiments[other]))
            of->outcomes[other] = EXPERIMENT_CONTRADICTS;
    of->outcomes[at] = EXPERIMENT_CONTRADICTS;
}

/* One pass over all; whether it took a choice away. *contradicts: an experiment fits no more. */
static bool probe_read_narrow(struct inference *of, bool *contradicts)
{
    bool has_changed = false;
    for (size_t at = 0; at < of->set->count; at++) {
        const struct experiment *experiment = &of->set->experiments[at];
        uint16_t left[EXPERIMENT_READINGS_MAX];
        if (of->outcomes[at] != EXPERIMENT_FITS)
            continue;
        if (!read_leaves(of, at, of->fits, left)) {
            contradict(of, at);
            *contradicts = true;
            return false;
        }
        for (unsigned i = 0; i < experiment->reading_count; i++) {
            has_changed |= of->fits[experiment->readings[i]] != left[i];
            of->fits[experiment->readings[i]] = left[i];
        }
    }
    return has_changed;
}

static void infer(struct inference *of)
{
    bool contradicts;
    do {
        contradicts = false;
        probe_read_start(of->fits);
        while (probe_read_narrow(of, &contradicts)) {
        }
    } while (contradicts);
}

/* The conclusions of one experiment about its readings. */
static void read_count_one(const struct inference *of, size_t at, struct experiment_reading *reading, bool *is_asked)
{
    const struct experiment *experiment = &of->set->experiments[at];
    uint16_t fits[VARIANT_COUNT], left[EXPERIMENT_READINGS_MAX];
    probe_read_start(fits);
    const bool does_fit = of->outcomes[at] == EXPERIMENT_FITS && read_leaves(of, at, fits, left);
    for (unsigned i = 0; i < experiment->reading_count; i++) {
        const unsigned id = experiment->readings[i];
        struct experiment_verdict *verdict = &reading->verdicts[id];
        is_asked[id] = true;
        if (does_fit && left[i] != all_choices(id)) {
            verdict->agreeing += of->answers[at].count;
            verdict->deciding += (left[i] & (left[i] - 1)) == 0;
        }
        verdict->disturbed += of->outcomes[at] > EXPERIMENT_FITS;
    }
}

/* Whether two choices of a reading have the same answer everywhere: on this chip they are the same to every experiment.
 */
static bool read_are_same(const struct experiments *set, unsigned id, unsigned low, unsigned high)
{
    for (size_t at = 0; at < set->count; at++) {
        const struct experiment *experiment = &set->experiments[at];
        unsigned step = 1, which = 0;
        while (which < experiment->reading_count && experiment->readings[which] != id)
            step *= variant_get((enum variant_id)experiment->readings[which++])->choice_count;
        for (unsigned answer = 0; which < experiment->reading_count && answer < experiment->answer_count; answer++) {
            struct variant_set variants;
            experiment_choices(experiment, answer, &variants);
            if (variants.choice[id] == low &&
                experiment->answers[answer] != experiment->answers[answer + step * (high - low)])
                return false;
        }
    }
    return true;
}

/* One choice is left, or some that no experiment distinguishes. */
static bool is_decided(const struct experiments *set, unsigned id, uint16_t fits)
{
    const unsigned first = (unsigned)__builtin_ctz(fits);
    for (unsigned other = first + 1; other < variant_get((enum variant_id)id)->choice_count; other++)
        if (fits >> other & 1 && !read_are_same(set, id, first, other))
            return false;
    return true;
}

static void judge(const struct inference *of, struct experiment_reading *reading)
{
    bool is_asked[VARIANT_COUNT] = {false};
    for (size_t at = 0; at < of->set->count; at++)
        read_count_one(of, at, reading, is_asked);
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        struct experiment_verdict *verdict = &reading->verdicts[id];
        const uint16_t fits = of->fits[id];
        verdict->fits = fits;
        verdict->choice = (uint8_t)__builtin_ctz(fits);
        if (!is_asked[id])
            verdict->state = EXPERIMENT_NOT_ASKED;
        else if (is_decided(of->set, id, fits))
            verdict->state = EXPERIMENT_DECIDED;
        else
            verdict->state = verdict->disturbed ? EXPERIMENT_INCONSISTENT : EXPERIMENT_OPEN;
    }
}

enum tt_status experiment_read(const struct experiments *set, const struct experiment_answer *answers,
                               struct experiment_reading *reading, struct tt_error *err)
{
    memset(reading, 0, sizeof *reading);
    reading->outcomes = mem_calloc(set->count + 1, sizeof *reading->outcomes);
    NEED(reading->outcomes, err, "no memory for what the answers show");
    struct inference of = {.set = set, .answers = answers, .outcomes = reading->outcomes};
    for (size_t at = 0; at < set->count; at++)
        of.outcomes[at] = (uint8_t)outcome_alone(&of, at);
    infer(&of);
    judge(&of, reading);
    return TT_OK;
}

void experiment_reading_clear(struct experiment_reading *reading)
{
    mem_free(reading->outcomes);
    reading->outcomes = NULL;
}
