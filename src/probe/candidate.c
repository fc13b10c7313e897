/* SPDX-License-Identifier: Apache-2.0 */
/* The readings on which the answer of a drawn program depends: each reading is changed alone, then all others at
 * random; taking them over one by one finds their effects. */
#include "probe/experiments_internal.h"

struct weighing {
    struct tile *tile;
    const struct draw_program *program;
    struct experiment_candidate *candidate;
    uint64_t plain; /* the answer where every reading is the first */
    bool is_done;   /* every run so far came to its end */
};

static uint64_t candidate_answer(struct weighing *weighing, const struct variant_set *variants)
{
    uint8_t bytes[DRAW_OUTPUT_BYTES];
    weighing->is_done &= experiment_run(weighing->tile, weighing->program, variants, bytes);
    return experiment_hash(bytes);
}

static void change_each(struct weighing *weighing)
{
    struct variant_set variants = {{0}};
    weighing->plain = candidate_answer(weighing, &variants);
    for (unsigned id = 0; id < VARIANT_COUNT && weighing->is_done; id++) {
        for (unsigned choice = 1; choice < variant_get((enum variant_id)id)->choice_count; choice++) {
            variants.choice[id] = (uint8_t)choice;
            weighing->candidate->shows[id] |= candidate_answer(weighing, &variants) != weighing->plain;
        }
        variants.choice[id] = 0;
    }
}

/* The choices of the readings on which the answer depends; the others are the first. */
static struct variant_set restricted(const struct weighing *weighing, const struct variant_set *all)
{
    struct variant_set variants = {{0}};
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        if (weighing->candidate->shows[id])
            variants.choice[id] = all->choice[id];
    return variants;
}

/* Takes the other readings over one by one until the answer changes: of the last one it depends, too. */
static bool find_another(struct weighing *weighing, const struct variant_set *all)
{
    struct variant_set variants = restricted(weighing, all);
    const uint64_t before = candidate_answer(weighing, &variants);
    if (candidate_answer(weighing, all) == before)
        return false;
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        if (variants.choice[id] == all->choice[id])
            continue;
        variants.choice[id] = all->choice[id];
        if (candidate_answer(weighing, &variants) != before) {
            weighing->candidate->shows[id] = true;
            return true;
        }
    }
    return false;
}

static void change_together(struct weighing *weighing, uint64_t seed, unsigned backgrounds)
{
    for (unsigned k = 0; k < backgrounds && weighing->is_done; k++) {
        struct variant_set all;
        for (unsigned id = 0; id < VARIANT_COUNT; id++)
            all.choice[id] = (uint8_t)(draw_random(&seed) % variant_get((enum variant_id)id)->choice_count);
        while (weighing->is_done && find_another(weighing, &all)) {
        }
    }
}

/* false: too many combinations. */
static bool tabulate(struct weighing *weighing)
{
    struct experiment *experiment = &weighing->candidate->experiment;
    unsigned count = 1;
    experiment->reading_count = 0;
    experiment->answer_count = 0;
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        if (!weighing->candidate->shows[id])
            continue;
        count *= variant_get((enum variant_id)id)->choice_count;
        if (experiment->reading_count == EXPERIMENT_READINGS_MAX || count > EXPERIMENT_ANSWERS_MAX)
            return false;
        experiment->readings[experiment->reading_count++] = (uint8_t)id;
    }
    for (unsigned at = 0; at < count; at++) {
        struct variant_set variants;
        experiment_choices(experiment, at, &variants);
        experiment->answers[at] = candidate_answer(weighing, &variants);
    }
    experiment->answer_count = (uint16_t)count;
    return true;
}

void experiment_weigh(struct tile *tile, const struct draw_program *program, struct experiment_candidate *candidate)
{
    struct weighing weighing = {tile, program, candidate, 0, true};
    change_each(&weighing);
    change_together(&weighing, program->seed, EXPERIMENT_BACKGROUNDS);
    candidate->is_usable = weighing.is_done && tabulate(&weighing) && weighing.is_done;
}

void experiment_verify(struct tile *tile, const struct draw_program *program, struct experiment_candidate *candidate)
{
    struct weighing weighing = {tile, program, candidate, 0, true};
    change_together(&weighing, ~program->seed, EXPERIMENT_VERIFIED_BACKGROUNDS);
    candidate->is_usable = weighing.is_done && tabulate(&weighing) && weighing.is_done;
    candidate->is_verified = true;
}
