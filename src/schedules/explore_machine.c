/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose events are all in memory, so that it can be put back to any point and go on in another order. */
#include "schedules/explore.h"

#include "semaphore_findings.h"

static void machine_on_access(void *user, const struct probe_access *access)
{
    struct explore_machine *machine = user;
    if (access->is_write)
        moments_wrote(machine->moments, access->space, access->lo, access->hi);
    if (machine->touches)
        touch_access(machine->touches, access);
}

static void machine_on_finding(void *user, const struct probe_finding *finding)
{
    struct explore_machine *machine = user;
    struct explore_lost *lost = &machine->lost;
    if (finding->id != FINDING_SEMAPHORE_AT_LIMIT || !machine->touches || lost->is_there)
        return;
    lost->is_there = true;
    lost->move = machine->at->text;
    (void)snprintf(lost->text, sizeof lost->text, "%s", finding->detail);
}

enum tt_status explore_machine_init(struct explore_machine *machine, struct replay *replay, struct tt_error *err)
{
    *machine = (struct explore_machine){.replay = replay};
    machine->program.replay = replay;
    machine->probe = (struct probe){.user = machine,
                                    .wants = PROBE_ACCESS | PROBE_FINDING,
                                    .access = machine_on_access,
                                    .finding = machine_on_finding};
    replay->listener->next = &machine->probe;
    replay_listener_set_on(replay->listener, true);
    replay_set_probe(replay);
    machine->moments = moments_new(replay->tile);
    NEED(machine->moments && moments_add_memory(machine->moments, &machine->program, sizeof machine->program) &&
             moments_add_memory(machine->moments, machine->moved, sizeof machine->moved),
         err, "no memory for a state");
    moments_hear(machine->moments, MOMENTS_HEAR_ACCESSES);
    return program_lists_open(&machine->lists, &machine->program, err);
}

void explore_machine_clear(struct explore_machine *machine)
{
    program_lists_close(&machine->lists);
    moments_free(machine->moments);
}

bool explore_machine_is_over(const struct explore_machine *machine)
{
    return program_is_over(&machine->program);
}

/* ---- moves ---- */

static void machine_describe_core(const struct explore_machine *machine, unsigned process, struct explore_move *move)
{
    const struct program *program = &machine->program;
    const struct program_stream *stream = process < THREADS ? &program->threads[process].stream : &program->others;
    move->text = (struct replay_move){process, true, stream->has_event ? stream->event->seq : 0, 0, 0};
    unsigned target;
    bool is_behind;
    if (!stream->has_event)
        return;
    move->keeps_place = process == EXPLORE_OTHERS && program_keeps_place(program, stream->event);
    move->waits_for_all = process == EXPLORE_OTHERS && program_is_from_outside(program, stream->event);
    if (program_pushes(stream->event, &target, &is_behind)) {
        const struct program_thread *thread = &program->threads[target];
        move->is_push = true;
        move->pipe = (uint8_t)target;
        move->slot = (uint8_t)((thread->fifo_first + thread->fifo_count) % PIPE_WORDS);
    } else if (machine->touches) {
        touch_event(machine->touches, move, stream->event);
    }
}

static void machine_describe_pipe(const struct explore_machine *machine, unsigned number, struct explore_move *move)
{
    const struct program_thread *thread = &machine->program.threads[number];
    if (thread->has_word) {
        move->text = (struct replay_move){number, false, thread->word_event, thread->word,
                                          program_delays_number(&machine->program, number, thread->word_event)};
        move->is_latch = program_latches(&machine->program, thread);
        move->is_stopped = program_is_stopped(thread);
        if (machine->touches && !move->is_latch)
            touch_word(machine->touches, move, machine->replay->tile, thread->pipe.insn, thread->word);
        return;
    }
    const struct pushed_word *pushed = &thread->fifo[thread->fifo_first];
    move->text = (struct replay_move){number, false, pushed->event, pushed->word, 0};
    move->is_take = true;
    move->pipe = (uint8_t)number;
    move->slot = (uint8_t)thread->fifo_first;
    if (machine->touches && !pushed->is_behind)
        touch_take(machine->touches, move, machine->replay->tile, pushed->word);
}

static void machine_describe_latch(const struct explore_machine *machine, unsigned number, struct explore_move *move)
{
    const struct program_latch *latch = &machine->program.threads[number].latch;
    move->text = (struct replay_move){number, false, latch->at.event, latch->at.word, 0};
    if (machine->touches && latch->is_open)
        touch_word(machine->touches, move, machine->replay->tile, latch->at.insn, latch->at.word);
}

bool explore_machine_pending(struct explore_machine *machine, unsigned process, struct explore_move *move)
{
    struct program *program = &machine->program;
    struct touches *touches = machine->touches;
    const unsigned number = process < EXPLORE_PIPES ? process : (process - EXPLORE_PIPES) % THREADS;
    touches->first = touches->count;
    *move = (struct explore_move){.process = (uint8_t)process, .index = machine->moved[process] + 1};
    move->footprint = (struct footprint){.first = (uint32_t)touches->count, .unit = TT_UNIT_COUNT};
    if (process < EXPLORE_PIPES)
        machine_describe_core(machine, process, move);
    else if (process >= EXPLORE_LATCHES)
        machine_describe_latch(machine, number, move);
    else if (program->threads[number].has_word)
        machine_describe_pipe(machine, number, move);
    touch_sum(touches, &move->footprint);
    return move->footprint.count != 0;
}

bool explore_machine_move(struct explore_machine *machine, unsigned process, struct explore_move *move)
{
    struct tt_error err;
    bool moved = false;
    const size_t touched = machine->touches ? machine->touches->count : 0;
    struct explore_move unwanted;
    if (machine->touches)
        machine->touches->first = touched;
    move = move ? move : &unwanted;
    machine->at = move;
    machine->program.hazards = machine->hazards; /* a moment that was put back may hold another order's */
    *move = (struct explore_move){.process = (uint8_t)process, .index = machine->moved[process] + 1};
    move->footprint = (struct footprint){.first = (uint32_t)touched, .unit = TT_UNIT_COUNT};
    if (process < EXPLORE_PIPES) {
        const struct program *program = &machine->program;
        machine_describe_core(machine, process, move);
        move->reads = program->read_at[process];
        move->stores = program->awaited_at[process];
        if (program_core_step(&machine->program, process, &moved, &err))
            moved = false; /* streams in memory do not fail */
        move->reads_end = program->read_at[process];
        move->stores_end = program->awaited_at[process];
    } else if (process >= EXPLORE_LATCHES) {
        machine_describe_latch(machine, process - EXPLORE_LATCHES, move);
        moved = program_latch_move(&machine->program, process - EXPLORE_LATCHES);
    } else {
        machine_describe_pipe(machine, process - EXPLORE_PIPES, move);
        moved = program_pipe_move(&machine->program, process - EXPLORE_PIPES);
    }
    if (machine->touches && moved)
        touch_sum(machine->touches, &move->footprint);
    else if (machine->touches)
        machine->touches->count = touched;
    machine->at = NULL;
    machine->moved[process] += moved;
    return moved;
}

enum tt_status explore_save(struct explore_machine *machine, struct moment **moment, struct tt_error *err)
{
    return moment_save(machine->moments, moment) ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for a state");
}
