/* SPDX-License-Identifier: Apache-2.0 */
/* The order that a semaphore makes: a wait for a value above 0 ends behind as many posts as there were gets, and one
 * more; a wait for a value below the maximum likewise behind gets. The agent that waited then knows what those that
 * posted or took knew. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "base/little.h"
#include "capture/cursor.h"
#include "isa/mmio.h"

#include "frontend_insns.h"
#include "insn_ids.h"
#include "sync_insns.h"

enum { STEP_CYCLES = 2 }; /* a step takes one, and the wait that sees it holds the next word for one */

static void steps_begin(struct hazard_steps *steps)
{
    uint32_t earlier[HAZARD_AGENTS];
    memcpy(earlier, steps->earlier, sizeof earlier);
    for (uint64_t at = 0; at < steps->count; at++)
        earlier[steps->by[at % HAZARD_STEPS]]++; /* of more than the ring holds the last ones' agents stand for all */
    *steps = (struct hazard_steps){0};
    memcpy(steps->earlier, earlier, sizeof earlier);
}

void hazard_semaphore_set(struct hazard_semaphore *semaphore, uint32_t value, uint32_t max)
{
    semaphore->start = value;
    semaphore->max = max;
    steps_begin(&semaphore->posts);
    steps_begin(&semaphore->gets);
}

/* ---- how often each agent steps each semaphore in the whole program, at most ---- */

enum { ANY = UINT32_MAX / HAZARD_AGENTS }; /* a word that a macro-op or REPLAY may repeat */

static void add_steps(struct hazard_steppers *steppers, unsigned agent, unsigned mask, bool is_post, uint32_t times)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        uint32_t *count = &(is_post ? steppers->posts : steppers->gets)[i][agent];
        if (mask >> i & 1)
            *count = times > ANY - *count ? ANY : *count + times;
    }
}

/* left: words of the thread that a REPLAY holds. */
static void add_word(struct hazard_steppers *steppers, enum tt_chip chip, unsigned agent, uint32_t word, uint32_t *left)
{
    const insn_id id = isa_id(chip, word);
    const uint32_t times = *left ? ANY : 1;
    *left -= *left != 0;
    if (id == INSN_SEMPOST || id == INSN_SEMGET) /* the same bits in both */
        add_steps(steppers, agent, isa_decode_sempost(chip, word).sem_sel, id == INSN_SEMPOST, times);
    if (id == INSN_REPLAY && isa_decode_replay(chip, word).load_mode)
        *left = isa_decode_replay(chip, word).len;
}

/* Of an event that pushes no word. */
static void count_store(struct hazard_steppers *steppers, enum tt_chip chip, const struct ttcap_event *event)
{
    const bool has_thread = event->thread >= 0 && event->thread < THREADS;
    const unsigned core = HAZARD_CORES + (has_thread ? (unsigned)event->thread : THREADS);
    const uint32_t semaphore = (event->addr - MMIO_SEMAPHORE) / 4;
    uint32_t any = 1;
    if (event->kind == TTCAP_MOPW && has_thread)
        add_word(steppers, chip, (unsigned)event->thread, event->value, &any);
    else if (event->kind == TTCAP_SEMW && event->addr < SEMAPHORES)
        add_steps(steppers, core, 1u << event->addr, event->value == 0, 1);
    else if (event->kind == TTCAP_MMIO && event->addr >= MMIO_SEMAPHORE && semaphore < SEMAPHORES)
        add_steps(steppers, core, 1u << semaphore, !(event->value & 1), 1);
}

static enum tt_status count_stores(struct hazards *hazards, struct ttcap_cursor *cursor, struct tt_error *err)
{
    const struct ttcap_event *event;
    enum tt_status status;
    ttcap_events_choose(cursor, TTCAP_ANY_THREAD, 1u << TTCAP_MOPW | 1u << TTCAP_SEMW | 1u << TTCAP_MMIO);
    while (!(status = cursor_next(cursor, &event, err)))
        count_store(&hazards->steppers, hazards->chip, event);
    return walk_ended(status);
}

static enum tt_status count_pushed(struct hazards *hazards, struct ttcap_cursor *cursor, unsigned thread,
                                   struct tt_error *err)
{
    const uint8_t *words;
    uint32_t count, left = 0;
    enum tt_status status;
    ttcap_events_choose(cursor, (int)thread, 1u << TTCAP_PUSH);
    while (!(status = cursor_words(cursor, &words, &count, err))) {
        for (uint32_t i = 0; i < count; i++)
            add_word(&hazards->steppers, hazards->chip, thread, load_u32(words + 4 * (size_t)i), &left);
    }
    return walk_ended(status);
}

/* Of the words that a thread pushes, or (THREADS) of all other events. */
static enum tt_status count_steps_of(struct hazards *hazards, unsigned thread)
{
    struct ttcap *capture = hazards->source.capture;
    struct ttcap_cursor *cursor = NULL;
    struct tt_error err; /* the replay says what is wrong with the capture */
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, ttcap_info(capture)->event_count, &err);
    if (!status)
        status = thread < THREADS ? count_pushed(hazards, cursor, thread, &err) : count_stores(hazards, cursor, &err);
    ttcap_events_close(cursor);
    return status;
}

const struct hazard_steppers *hazard_steppers_of(struct hazards *hazards)
{
    struct hazard_steppers *steppers = &hazards->steppers;
    if (!hazards->source.capture)
        return NULL;
    for (unsigned thread = 0; thread <= THREADS && !steppers->is_known; thread++)
        steppers->has_failed |= count_steps_of(hazards, thread) != TT_OK;
    steppers->is_known = true;
    return steppers->has_failed ? NULL : steppers;
}

/* ---- what was known at each step ---- */

/* The knowledge that both have. */
static void meet_common(struct hazard_clock *clock, const struct hazard_clock *other)
{
    for (unsigned unit = 0; unit < HAZARD_UNITS; unit++) {
        for (unsigned thread = 0; thread <= THREADS; thread++) {
            if (clock->done[unit][thread] > other->done[unit][thread])
                clock->done[unit][thread] = other->done[unit][thread];
        }
    }
    for (unsigned thread = 0; thread < THREADS; thread++)
        if (clock->cycle[thread] > other->cycle[thread])
            clock->cycle[thread] = other->cycle[thread];
}

static void observe_hazard_semaphore_step(struct hazard_steps *steps, unsigned agent, const struct hazard_clock *clock)
{
    if (steps->count == 0)
        steps->common = *clock;
    else
        meet_common(&steps->common, clock);
    steps->by[steps->count % HAZARD_STEPS] = (uint8_t)agent;
    steps->known[steps->count++ % HAZARD_STEPS] = *clock;
    steps->who |= (uint8_t)(1u << agent);
}

void hazard_semaphore_step(struct hazards *hazards, unsigned agent, unsigned index, bool is_post)
{
    struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    hazard_clock_join(&semaphore->all, &hazards->agents[agent]);
    observe_hazard_semaphore_step(is_post ? &semaphore->posts : &semaphore->gets, agent, &hazards->agents[agent]);
}

/* A wait's side: what was done, how often each agent does it in the whole program (null: not known), and what uses it
 * up. */
struct supply {
    const struct hazard_steps *steps, *demand;
    const uint32_t *totals;
    unsigned agent; /* which waits: what it does later comes behind its wait */
};

/* So many more steps than before it was set the agent may do. */
static uint32_t steps_of(const struct supply *supply, unsigned agent)
{
    const struct hazard_steps *steps = supply->steps;
    const uint32_t all = supply->totals[agent], earlier = steps->earlier[agent];
    uint32_t seen = 0;
    for (uint64_t at = 0; agent == supply->agent && at < steps->count && at < HAZARD_STEPS; at++)
        seen += steps->by[at] == agent;
    return agent == supply->agent ? seen : all > earlier ? all - earlier : 0;
}

/* Of several agents that step, what each of them must have done for the wait to end: all that the others could not. */
static void learn_from_each(struct hazard_clock *known, const struct supply *supply, int64_t needed)
{
    const struct hazard_steps *steps = supply->steps;
    int64_t all = 0, seen[HAZARD_AGENTS] = {0};
    for (unsigned i = 0; i < HAZARD_AGENTS; i++)
        all += steps_of(supply, i);
    for (uint64_t at = 0; at < steps->count && steps->count <= HAZARD_STEPS; at++) {
        const unsigned agent = steps->by[at];
        if (needed - (all - steps_of(supply, agent)) == ++seen[agent])
            hazard_clock_join_after(known, &steps->known[at], STEP_CYCLES);
    }
}

/* Whether an agent that has done no step yet does one later, and may have done it before. */
static bool has_others(const struct supply *supply)
{
    bool has = false;
    for (unsigned i = 0; i < HAZARD_AGENTS && supply->totals; i++)
        has |= !(supply->steps->who >> i & 1) && steps_of(supply, i);
    return has;
}

/* With several agents on a side it is not known whose step it was: then what was known at each of them counts. */
static void hazard_semaphore_learn(struct hazard_clock *known, const struct supply *supply, int64_t spare)
{
    const struct hazard_steps *steps = supply->steps, *demand = supply->demand;
    const int64_t needed = (int64_t)demand->count + 1 - spare;
    const bool are_others = has_others(supply), are_takers = (demand->who & ~(1u << supply->agent)) != 0;
    const bool are_several = are_others || (steps->who & (steps->who - 1));
    if (needed <= 0 || needed > (int64_t)steps->count)
        return;
    if ((are_several || are_takers) && !are_others)
        hazard_clock_join_after(known, &steps->common, STEP_CYCLES);
    if (are_takers)
        return;
    if (are_several && supply->totals)
        learn_from_each(known, supply, needed);
    else if (!are_several && (int64_t)steps->count - needed < HAZARD_STEPS)
        hazard_clock_join_after(known, &steps->known[(needed - 1) % HAZARD_STEPS], STEP_CYCLES);
}

void hazard_semaphore_above(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    const struct hazard_steppers *steppers = hazard_steppers_of(hazards);
    const struct supply supply = {&semaphore->posts, &semaphore->gets, steppers ? steppers->posts[index] : NULL, agent};
    hazard_semaphore_learn(known, &supply, semaphore->start);
}

void hazard_semaphore_below(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index,
                            uint32_t bound)
{
    const struct hazard_semaphore *semaphore = &hazards->semaphores[index];
    const struct hazard_steppers *steppers = hazard_steppers_of(hazards);
    const struct supply supply = {&semaphore->gets, &semaphore->posts, steppers ? steppers->gets[index] : NULL, agent};
    hazard_semaphore_learn(known, &supply, (int64_t)bound - semaphore->start);
}
