/* SPDX-License-Identifier: Apache-2.0 */
/* A random order of cores and pipes: one of them goes on for a while, then another, as long as each can.
 * docs/semantics/program-order.md#schedules */
#include "order/program.h"

enum { MOVERS = 2 * THREADS + 1, BURST_BITS = 6 };

/* xorshift64 star; any state but 0. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (*state * UINT64_C(0x2545F4914F6CDD1D)) >> 32;
}

/* Movers: the cores, the events of no thread, then the pipes. */
static enum tt_status move_one(struct program *program, unsigned mover, bool *moved, struct tt_error *err)
{
    struct replay_move move = {.thread = mover % PROGRAM_STREAMS, .is_core = mover < PROGRAM_STREAMS};
    enum tt_status status = TT_OK;
    *moved = false;
    if (move.is_core) {
        const struct program_stream *stream = program_stream_of(program, mover);
        move.event = stream->has_event ? stream->event->seq : 0;
        status = program_core_step(program, mover, moved, err);
    } else {
        const struct program_thread *thread = &program->threads[move.thread];
        *moved = program_pipe_step(program, move.thread);
        const struct program_word done = program_word_done(thread);
        move.event = done.event;
        move.word = done.word;
    }
    if (*moved) {
        program->replay->summary->moves++;
        program->replay->summary->last_move = move;
    }
    return status;
}

enum tt_status program_random_move(struct program *program, bool *moved, struct tt_error *err)
{
    if (program->mover_left == 0) {
        program->mover = (unsigned)(next_random(&program->random) % MOVERS);
        program->mover_left = UINT64_C(1) << next_random(&program->random) % BURST_BITS;
    }
    program->mover_left--;
    for (unsigned i = 0; i < MOVERS; i++) {
        enum tt_status status = move_one(program, (program->mover + i) % MOVERS, moved, err);
        if (status || *moved || program->has_skipped)
            return status;
        program->mover_left = 0;
    }
    return TT_OK;
}
