/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/results/given.h"

#include "base/memory.h"
#include "results/events_internal.h"
#include "results/reader_internal.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

void given_begin(struct given_events *given)
{
    *given = (struct given_events){.window = window_new(0, true, NULL)};
}

void given_insn(struct given_events *given, const struct probe_insn *insn)
{
    const uint64_t number = events_number(insn->seq), before = given->window->number;
    given->seq = insn->seq;
    if (number > before) {
        ck_assert_uint_lt(given->whole_count, sizeof given->whole / sizeof given->whole[0]);
        given->whole[given->whole_count++] = given->window;
        given->window = window_new(number, true, NULL);
        given->window->from = before + 1;
    }
    window_insn_begin(given->window, insn);
}

void given_insn_end(struct given_events *given, const struct probe_insn *insn)
{
    window_insn_end(given->window, insn);
}

void given_stage(struct given_events *given, const struct probe_stage *stage)
{
    window_stage(given->window, given->seq, stage);
}

void given_access(struct given_events *given, const struct probe_access *access)
{
    window_access(given->window, given->seq, access);
}

void given_finding(struct given_events *given, const struct probe_finding *finding)
{
    window_finding(given->window, finding);
}

void given_origin(struct given_events *given, uint64_t seq, enum tt_core core, uint32_t pc)
{
    window_origin(given->window, seq, core, pc);
}

void given_taint(struct given_events *given, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    window_tainted(given->window, &(struct results_taint_row){seq, space, lo, hi});
}

/* Any window may write anything. */
static void given_written(struct events *events, uint64_t number)
{
    struct events_written made = {.number = number};
    memset(made.bits, 0xFF, sizeof made.bits);
    ck_assert_int_eq(mem_grow(&events->written, &events->written_capacity, events->written_count + 1, sizeof made), 0);
    events->written[events->written_count++] = made;
}

void given_end(struct given_events *given, struct results *results)
{
    struct events *events = results->events =
        events_open(&(struct played){&results->run, &results->options, results->moments, 1});
    ck_assert_ptr_nonnull(events);
    ck_assert_int_eq(mem_grow(&events->held, &events->capacity, given->whole_count + 1, sizeof(struct window *)), 0);
    for (unsigned i = 0; i < given->whole_count; i++)
        events->held[events->count++] = given->whole[i];
    events->held[events->count++] = given->window;
    for (size_t i = 0; i < events->count; i++)
        given_written(events, events->held[i]->number);
    events->has_end = events->has_all_written = true;
    events->end = given->window->number + 1;
}
