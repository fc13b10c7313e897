/* SPDX-License-Identifier: Apache-2.0 */
/* One order of moves from the start to the end, with what each touched and with points to come back to. */
#include "schedules/explore.h"

enum { FIRST_EVERY = 32, NEAR_EVERY = 16 };

struct explore_move *explore_trace_next(struct explore_trace *trace)
{
    if (mem_grow(&trace->moves, &trace->capacity, trace->count + 1, sizeof *trace->moves))
        return NULL;
    return &trace->moves[trace->count];
}

/* Every second one goes when there is no room for more. */
static void trace_thin_out(struct explore_trace *trace)
{
    for (size_t i = 0; i < EXPLORE_SNAPSHOTS / 2; i++) {
        struct moment *retained = trace->snapshots[2 * i];
        trace->snapshots[2 * i] = trace->snapshots[i];
        trace->snapshots[i] = retained;
    }
    trace->snapshot_count = EXPLORE_SNAPSHOTS / 2;
    trace->every *= 2;
}

static enum tt_status trace_keep_point(struct explore_machine *machine, struct explore_trace *trace,
                                       struct tt_error *err)
{
    if (trace->count % trace->every != 0)
        return TT_OK;
    if (trace->snapshot_count == EXPLORE_SNAPSHOTS)
        trace_thin_out(trace);
    if (trace->count % trace->every != 0)
        return TT_OK;
    return explore_save(machine, &trace->snapshots[trace->snapshot_count++], err);
}

/* *moved: whether the process could. */
static enum tt_status trace_move_on(struct explore_machine *machine, struct explore_trace *trace, unsigned process,
                                    bool *moved, struct tt_error *err)
{
    TRY(trace_keep_point(machine, trace, err));
    struct explore_move *move = explore_trace_next(trace);
    NEED(move, err, "no memory for the moves");
    *moved = explore_machine_move(machine, process, move);
    if (*moved)
        trace->count++;
    else if (trace->count % trace->every == 0)
        trace->snapshot_count--;
    return machine->touches->has_failed ? tt_fail(err, TT_NO_MEMORY, "no memory for what moves touch") : TT_OK;
}

/* Of a pipe one word takes effect: that of a latched wait first, which ends as soon as it can. */
static enum tt_status trace_run_pipe(struct explore_machine *machine, struct explore_trace *trace, unsigned number,
                                     bool *any, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    bool moved = true, has_acted = false;
    while (!status && moved && !has_acted) {
        if (machine->program.threads[number].latch.is_open)
            status = trace_move_on(machine, trace, EXPLORE_LATCHES + number, &has_acted, err);
        if (status || has_acted)
            break;
        status = trace_move_on(machine, trace, EXPLORE_PIPES + number, &moved, err);
        *any |= moved;
        has_acted = moved && !trace->moves[trace->count - 1].is_take && !trace->moves[trace->count - 1].is_latch;
    }
    *any |= has_acted;
    return status;
}

/* A round: events of no thread, the cores, then a word of each pipe. */
static enum tt_status trace_run_round(struct explore_machine *machine, struct explore_trace *trace, bool *any,
                                      struct tt_error *err)
{
    static const uint8_t in_turn[EXPLORE_PIPES] = {EXPLORE_OTHERS, 0, 1, 2};
    *any = false;
    for (unsigned i = 0; i < EXPLORE_PIPES; i++) {
        bool moved = false;
        TRY(trace_move_on(machine, trace, in_turn[i], &moved, err));
        *any |= moved;
    }
    for (unsigned i = 0; i < THREADS; i++)
        TRY(trace_run_pipe(machine, trace, i, any, err));
    return TT_OK;
}

enum tt_status explore_run(struct explore_machine *machine, struct explore_trace *trace, const uint8_t *processes,
                           size_t count, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    bool moved = true;
    trace->count = trace->touches.count = trace->snapshot_count = trace->near_count = 0;
    trace->every = FIRST_EVERY;
    machine->touches = &trace->touches;
    machine->lost.is_there = false;
    for (size_t i = 0; i < count && !status && moved; i++)
        status = trace_move_on(machine, trace, processes[i], &moved, err);
    while (!status && moved && !explore_machine_is_over(machine))
        status = trace_run_round(machine, trace, &moved, err);
    trace->is_stuck = !explore_machine_is_over(machine);
    machine->touches = NULL;
    return status;
}

/* The latest point that was retained and does not come after a move. */
static const struct moment *trace_point_before(const struct explore_trace *trace, size_t at, size_t *place)
{
    const struct moment *point = trace->snapshots[at / trace->every];
    const size_t retained = trace->near_count < EXPLORE_NEAR ? trace->near_count : EXPLORE_NEAR;
    *place = at / trace->every * trace->every;
    for (size_t i = 0; i < retained; i++) {
        if (trace->near_at[i] > at || trace->near_at[i] <= *place)
            continue;
        *place = trace->near_at[i];
        point = trace->near[i];
    }
    return point;
}

enum tt_status explore_go_to(struct explore_machine *machine, struct explore_trace *trace, size_t at,
                             struct tt_error *err)
{
    size_t place;
    moment_restore(machine->moments, trace_point_before(trace, at, &place));
    for (size_t k = place; k < at; k++) {
        if (k % NEAR_EVERY == 0 && k != place) {
            const size_t slot = trace->near_count++ % EXPLORE_NEAR;
            TRY(explore_save(machine, &trace->near[slot], err));
            trace->near_at[slot] = k;
        }
        const bool moved = explore_machine_move(machine, trace->moves[k].process, NULL);
        assert(moved); /* as before */
        (void)moved;
    }
    return TT_OK;
}

void explore_trace_clear(struct explore_trace *trace, struct moments *moments)
{
    mem_free(trace->moves);
    mem_free(trace->touches.items);
    for (size_t i = 0; i < EXPLORE_SNAPSHOTS; i++)
        moment_free(moments, trace->snapshots[i]);
    for (size_t i = 0; i < EXPLORE_NEAR; i++)
        moment_free(moments, trace->near[i]);
}
