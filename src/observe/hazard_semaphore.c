/* SPDX-License-Identifier: Apache-2.0 */
/* What a semaphore orders: a wait for a value above 0 ends behind as many posts as there were gets, and one more; a
 * wait for a value below the maximum likewise behind gets. The agent that waited then knows what those that posted or
 * took knew. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

enum { NOBODY = 0, SEVERAL = UINT8_MAX };

void hazard_semaphore_set(struct hazard_semaphore *semaphore, uint32_t value, uint32_t max)
{
    semaphore->start = value;
    semaphore->max = max;
    semaphore->posts = semaphore->gets = (struct hazard_steps){0};
}

/* What both know. */
static void meet_common(struct hazard_clock *clock, const struct hazard_clock *other)
{
    for (unsigned unit = 0; unit < HAZARD_UNITS; unit++) {
        for (unsigned thread = 0; thread <= THREADS; thread++) {
            if (clock->done[unit][thread] > other->done[unit][thread])
                clock->done[unit][thread] = other->done[unit][thread];
        }
    }
}

static void observe_hazard_semaphore_step(struct hazard_steps *steps, unsigned agent, const struct hazard_clock *clock)
{
    const uint8_t who = (uint8_t)(agent + 1);
    if (steps->count == 0)
        steps->common = *clock;
    else
        meet_common(&steps->common, clock);
    steps->known[steps->count++ % HAZARD_STEPS] = *clock;
    steps->who = steps->who == NOBODY || steps->who == who ? who : SEVERAL;
}

void hazard_semaphore_step(struct hazards *hazards, unsigned agent, unsigned index, bool is_post)
{
    struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_clock_join(&semaphore->all, &hazards->agents[agent]);
    observe_hazard_semaphore_step(is_post ? &semaphore->posts : &semaphore->gets, agent, &hazards->agents[agent]);
}

/* With several agents on a side it is not known whose step it was: then what was known at each of them counts. */
static void hazard_semaphore_learn(struct hazard_clock *known, unsigned agent, const struct hazard_steps *supply,
                                   const struct hazard_steps *demand, int64_t spare)
{
    const int64_t needed = (int64_t)demand->count + 1 - spare;
    const bool is_unclear = supply->who == SEVERAL || (demand->who != NOBODY && demand->who != agent + 1);
    if (needed <= 0 || needed > (int64_t)supply->count)
        return;
    if (is_unclear)
        hazard_clock_join(known, &supply->common);
    else if ((int64_t)supply->count - needed < HAZARD_STEPS)
        hazard_clock_join(known, &supply->known[(needed - 1) % HAZARD_STEPS]);
}

void hazard_semaphore_above(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_semaphore_learn(known, agent, &semaphore->posts, &semaphore->gets, semaphore->start);
}

void hazard_semaphore_below(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index,
                            uint32_t bound)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_semaphore_learn(known, agent, &semaphore->gets, &semaphore->posts, (int64_t)bound - semaphore->start);
}
