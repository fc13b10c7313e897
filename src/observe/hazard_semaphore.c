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

static void observe_hazard_semaphore_step(struct hazard_steps *steps, unsigned agent, const struct hazard_clock *clock)
{
    const uint8_t who = (uint8_t)(agent + 1);
    steps->known[steps->count++ % HAZARD_STEPS] = *clock;
    steps->who = steps->who == NOBODY || steps->who == who ? who : SEVERAL;
}

void hazard_semaphore_step(struct hazards *hazards, unsigned agent, unsigned index, bool is_post)
{
    struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_clock_join(&semaphore->all, &hazards->agents[agent]);
    observe_hazard_semaphore_step(is_post ? &semaphore->posts : &semaphore->gets, agent, &hazards->agents[agent]);
}

/* With several agents on a side it is not known whose step it was: then everything counts that was passed on at any
 * step. */
static void hazard_semaphore_learn(struct hazards *hazards, unsigned agent, const struct hazard_semaphore *semaphore,
                                   const struct hazard_steps *supply, const struct hazard_steps *demand, int64_t spare)
{
    const int64_t needed = (int64_t)demand->count + 1 - spare;
    if (supply->who == SEVERAL || (demand->who != NOBODY && demand->who != agent + 1))
        hazard_clock_join(&hazards->agents[agent], &semaphore->all);
    else if (needed > 0 && needed <= (int64_t)supply->count && (int64_t)supply->count - needed < HAZARD_STEPS)
        hazard_clock_join(&hazards->agents[agent], &supply->known[(needed - 1) % HAZARD_STEPS]);
}

void hazard_semaphore_above(struct hazards *hazards, unsigned agent, unsigned index)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_semaphore_learn(hazards, agent, semaphore, &semaphore->posts, &semaphore->gets, semaphore->start);
}

void hazard_semaphore_below(struct hazards *hazards, unsigned agent, unsigned index, uint32_t bound)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_semaphore_learn(hazards, agent, semaphore, &semaphore->gets, &semaphore->posts,
                           (int64_t)bound - semaphore->start);
}
