/* SPDX-License-Identifier: Apache-2.0 */
/* A random order of cores and pipes: one of them goes on for a while, then another, as long as each can.
 * docs/semantics/program-order.md#schedules */
#include "order/program.h"

enum { PROCESSES = 2 * THREADS + 1, BURST_BITS = 6 };

/* xorshift64 star; any state but 0. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (*state * UINT64_C(0x2545F4914F6CDD1D)) >> 32;
}

/* Processes: the cores, the events of no thread, then the pipes. */
static enum tt_status move_one(struct program *program, unsigned process, bool *moved, struct tt_error *err)
{
    *moved = false;
    if (process < PROGRAM_STREAMS)
        return program_core_step(program, process, moved, err);
    *moved = program_pipe_step(program, process - PROGRAM_STREAMS);
    return TT_OK;
}

enum tt_status program_random_move(struct program *program, bool *moved, struct tt_error *err)
{
    if (program->process_left == 0) {
        program->process = (unsigned)(next_random(&program->random) % PROCESSES);
        program->process_left = UINT64_C(1) << next_random(&program->random) % BURST_BITS;
    }
    program->process_left--;
    for (unsigned i = 0; i < PROCESSES; i++) {
        enum tt_status status = move_one(program, (program->process + i) % PROCESSES, moved, err);
        if (status || *moved || program->has_skipped)
            return status;
        program->process_left = 0;
    }
    return TT_OK;
}

/* ---- delays: docs/formats/delays.md ---- */

/* The number that the thread's next word of an event has. */
static uint32_t delays_next_of(const struct program_delays *delays, unsigned thread, uint64_t event)
{
    return delays->passed[thread] && delays->last_event[thread] == event ? delays->nth[thread] + 1 : 0;
}

uint32_t program_delays_number(const struct program *program, unsigned thread, uint64_t event)
{
    return delays_next_of(&program->delays, thread, event);
}

bool program_is_delayed(struct program *program, const struct program_comer *comer)
{
    const struct replay_options *options = program->replay->options;
    struct program_delays *state = &program->delays;
    uint64_t rounds = 0;
    uint64_t *held = &state->held[comer->is_core][comer->thread];
    const uint32_t nth = comer->is_core ? 0 : delays_next_of(state, comer->thread, comer->event);
    for (size_t i = 0; i < options->delay_count; i++) {
        const struct replay_delay *delay = &options->delays[i];
        const bool is_it = delay->has_event ? delay->event == comer->event && delay->nth == nth
                                            : comer->has_pc && delay->pc == comer->pc;
        if (is_it && delay->thread == comer->thread && delay->is_core == comer->is_core)
            rounds += delay->rounds;
    }
    if (*held >= rounds)
        return false;
    ++*held;
    program->replay->summary->delayed++;
    state->has_held = true;
    return true;
}

void program_delays_pass(struct program *program, unsigned thread, uint64_t event)
{
    struct program_delays *state = &program->delays;
    state->nth[thread] = delays_next_of(state, thread, event);
    state->last_event[thread] = event;
    state->passed[thread] = true;
    state->held[false][thread] = 0;
}
