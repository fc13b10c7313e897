/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/results/given.h"

#include "base/memory.h"
#include "results/events_internal.h"
#include "results/reader_internal.h"
#include "unit/suite.h"

#include <stdio.h>

/* Each level has one window: of words and accesses the first, of stages one from the first event to the last one there
 * can be. */
static const uint64_t last_windows[EVENTS_LEVELS] = {[EVENTS_PLAIN] = 0, [EVENTS_STAGES] = UINT64_MAX - 1};

void given_begin(struct given_events *given)
{
    *given = (struct given_events){window_new(last_windows[EVENTS_PLAIN]), window_new(last_windows[EVENTS_STAGES]), 0};
    given->stages->from = 0;
}

void given_insn(struct given_events *given, const struct probe_insn *insn)
{
    given->seq = insn->seq;
    window_insn_begin(given->plain, insn);
    window_insn_begin(given->stages, insn);
}

void given_insn_end(struct given_events *given, const struct probe_insn *insn)
{
    window_insn_end(given->plain, insn);
}

void given_stage(struct given_events *given, const struct probe_stage *stage)
{
    window_stage(given->stages, given->seq, stage);
}

void given_access(struct given_events *given, const struct probe_access *access)
{
    window_access(given->plain, given->seq, access);
    window_access(given->stages, given->seq, access);
}

void given_finding(struct given_events *given, const struct probe_finding *finding)
{
    window_finding(given->plain, finding);
}

void given_origin(struct given_events *given, uint64_t seq, enum tt_core core, uint32_t pc)
{
    window_origin(given->plain, seq, core, pc);
}

void given_taint(struct given_events *given, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    window_tainted(given->plain, &(struct window_taint){seq, space, lo, hi});
}

void given_end(struct given_events *given, struct results *results)
{
    struct window *windows[EVENTS_LEVELS] = {[EVENTS_PLAIN] = given->plain, [EVENTS_STAGES] = given->stages};
    results->events = events_open(&results->run, &results->options);
    ck_assert_ptr_nonnull(results->events);
    results->events->has_digest = true;
    results->events->digest = results->run.digest;
    for (int i = 0; i < EVENTS_LEVELS; i++) {
        struct events_level_state *level = &results->events->levels[i];
        ck_assert_int_eq(mem_grow(&level->held, &level->capacity, 1, sizeof(struct window *)), 0);
        level->held[level->count++] = windows[i];
        level->has_end = true;
        level->end = last_windows[i] + 1;
    }
}
