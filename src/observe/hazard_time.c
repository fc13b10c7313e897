/* SPDX-License-Identifier: Apache-2.0 */
/* Time as bounds: the least number of cycles between two words of a thread, and the most that a unit has a word. A word
 * leaves the gate in each cycle at most (F22), and what the matrix and the vector unit take is published by word: the
 * column `cycles` of schemas/isa. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

/* The last time before the words that the unit may still have. */
static uint64_t __attribute__((noinline)) done_before(const struct hazards *hazards, unsigned thread, enum tt_unit unit)
{
    const uint64_t unbounded = hazards->unbounded[unit][thread];
    uint64_t time = hazards->time;
    if (unbounded > hazards->agents[thread].done[unit][thread])
        time = unbounded - 1;
    const uint64_t count = hazards->recent_count[thread], most = count < HAZARD_RECENT ? count : HAZARD_RECENT;
    for (uint64_t back = 1; back <= most; back++) {
        const struct hazard_recent *recent = &hazards->recent[thread][(count - back) % HAZARD_RECENT];
        if (recent->cycle + hazards->cycles_most <= hazards->cycle[thread])
            break; /* nor are the words before it at work */
        const bool is_at_work = recent->unit == unit && recent->cycle + recent->cycles > hazards->cycle[thread];
        if (is_at_work && recent->time <= time)
            time = recent->time - 1;
    }
    return time;
}

/* A unit with a bound: what the thread gave it is done by now, but for its last words. */
static inline void learn_by_time(struct hazards *hazards, unsigned thread, enum tt_unit unit)
{
    struct hazard_clock *known = &hazards->agents[thread];
    if (hazards->given[unit][thread].time > known->done[unit][thread])
        hazard_learn_unit(hazards, known, thread, unit, done_before(hazards, thread, unit));
}

void hazard_time_pass(struct hazards *hazards, unsigned thread, uint64_t dropped)
{
    struct hazard_clock *known = &hazards->agents[thread];
    const uint64_t sure = hazard_time_sure(hazards, thread);
    const uint64_t now = ++hazards->issued[thread] + dropped + hazards->held[thread];
    const uint64_t passed = now - hazards->cycle[thread];
    hazards->cycle[thread] = now;
    for (unsigned other = 0; other < THREADS; other++) {
        if (known->cycle[other])
            known->cycle[other] += passed;
    }
    known->cycle[thread] = now;
    if (hazard_has(hazards, EDGE_TIME)) {
        learn_by_time(hazards, thread, TT_UNIT_MATRIX);
        learn_by_time(hazards, thread, TT_UNIT_VECTOR);
    }
    hazards->sure[thread] = (struct hazard_sure){sure, known->done[TT_UNIT_MATRIX][thread]};
}

uint64_t hazard_time_sure(const struct hazards *hazards, unsigned thread)
{
    const struct hazard_sure *sure = &hazards->sure[thread];
    const uint64_t known = hazards->agents[thread].done[TT_UNIT_MATRIX][thread];
    return known > sure->known ? known : sure->time;
}

void hazard_time_note(struct hazards *hazards, unsigned thread)
{
    if (hazards->unit == TT_UNIT_COUNT)
        return;
    struct hazard_given *given = &hazards->given[hazards->unit][thread];
    given->time = hazards->time;
    if (given->first <= hazards->agents[thread].done[hazards->unit][thread]) {
        given->first = hazards->time;
        given->first_step = hazards->source.listener ? hazards->source.listener->seq : 0; /* tests have none */
    }
    for (unsigned other = 0; other < THREADS; other++)
        given->issued[other] = hazards->agents[thread].done[HAZARD_AT_ISSUE][other];
    /* an UNPACR holds its thread for two cycles at least */
    hazards->held[thread] += unit_is_unpacker(hazards->unit);
    if (hazards->insn->cycles > hazards->cycles_most)
        hazards->cycles_most = hazards->insn->cycles;
    if (hazards->insn->cycles)
        hazards->recent[thread][hazards->recent_count[thread]++ % HAZARD_RECENT] = (struct hazard_recent){
            hazards->time, hazards->cycle[thread], (uint8_t)hazards->unit, hazards->insn->cycles};
    else
        hazards->unbounded[hazards->unit][thread] = hazards->time;
}

uint64_t hazard_time_ago(const struct hazards *hazards, unsigned thread, uint64_t cycles)
{
    uint64_t time = hazards->time;
    for (unsigned i = 0; i < HAZARD_RECENT; i++) {
        const struct hazard_recent *recent = &hazards->recent[thread][i];
        if (recent->time && recent->cycle + cycles > hazards->cycle[thread] && recent->time <= time)
            time = recent->time - 1;
    }
    return time;
}

uint64_t hazard_time_since(const struct hazards *hazards, unsigned agent, unsigned thread, uint64_t time,
                           uint64_t cycle)
{
    const struct hazard_clock *known = &hazards->agents[agent];
    const bool is_issued = thread < THREADS && time <= known->done[HAZARD_AT_ISSUE][thread];
    return is_issued && hazard_has(hazards, EDGE_TIME) && known->cycle[thread] > cycle ? known->cycle[thread] - cycle
                                                                                       : 0;
}

bool hazard_time_is_over(const struct hazards *hazards, uint64_t since, uint32_t word)
{
    const struct isa_insn *insn = since ? isa_find(hazards->chip, word) : NULL;
    return insn && insn->cycles && since >= insn->cycles;
}
