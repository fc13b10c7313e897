/* SPDX-License-Identifier: Apache-2.0 */
/* docs/semantics/debug.md */
#include "order/steps_internal.h"
#include "order/word_origins.h"

#include "base/memory.h"

#include <string.h>

static enum tt_status steps_refuse(const struct replay_options *options, struct tt_error *err)
{
    if (options->edit || options->tolerance || options->patch || options->drive || options->schedule.seed ||
        options->delay_count)
        return tt_fail(err, TT_UNSUPPORTED, "a replay in steps takes no edit, reference, patch, schedule or delay");
    return TT_OK;
}

static enum tt_status steps_open_firmware(struct steps *steps, struct tt_error *err)
{
    struct firmware *firmware = &steps->now.firmware;
    *firmware = (struct firmware){
        .program = {.replay = &steps->now.replay}, .next_checkpoint = 1, .err = &steps->err, .is_stepped = true};
    TRY(firmware_open_outside(firmware, &steps->outside, err));
    NEED(firmware_open(firmware), err, "no memory for the cores");
    firmware_boot(firmware);
    steps->now.changes_before = firmware_changes(firmware);
    return TT_OK;
}

/* Its program is the one that firmware order has around its cores, of which there are none. */
static enum tt_status steps_open_program(struct steps *steps, struct tt_error *err)
{
    struct program *program = &steps->now.firmware.program;
    program->replay = &steps->now.replay;
    steps->now.listener.hides_waiting = true;
    return program_lists_open(&steps->lists, program, err);
}

static enum tt_status steps_open_all(struct steps *steps, struct tt_error *err)
{
    struct replay *replay = &steps->now.replay;
    enum tt_status status = steps_refuse(&steps->options, err);
    if (!status)
        status = replay_check_options(&steps->options, replay->info, err);
    if (!status)
        status = replay_set_up(replay, false, err);
    if (!status)
        status = replay_start(replay, err);
    if (status)
        return status;
    replay_sets_hold(replay);
    replay_set_probe(replay);
    switch (steps->options.order) {
    case REPLAY_EXECUTED:
        break;
    case REPLAY_PROGRAM:
        return steps_open_program(steps, err);
    case REPLAY_FIRMWARE:
        return steps_open_firmware(steps, err);
    }
    return steps_open_events(steps, err);
}

static bool steps_open_moments(struct steps *steps)
{
    struct cores *cores = steps->now.firmware.cores;
    struct computed *computed = steps->now.replay.computed;
    size_t bytes = 0;
    uint8_t *memory = cores ? cores_memory(cores, &bytes) : NULL;
    struct moments *moments = steps->moments = moments_new(steps->now.replay.tile);
    bool is_good = moments && moments_add_memory(moments, &steps->now, sizeof steps->now) &&
                   moments_add_memory(moments, memory, bytes);
    if (is_good)
        moments_add_unknown(moments, steps->now.replay.unknown);
    for (unsigned number = 0; is_good && computed && number < COMPUTED_PIECES; number++) {
        void *piece = computed_memory(computed, number, &bytes);
        is_good = !piece || moments_add_memory(moments, piece, bytes);
    }
    return is_good;
}

enum tt_status steps_open(struct steps **out, struct ttcap *capture, const struct replay_options *options,
                          const struct replay_observer *observer, struct tt_error *err)
{
    struct steps *steps = *out = mem_calloc(1, sizeof *steps);
    NEED(steps, err, "no memory for a replay in steps");
    steps->capture = capture;
    steps->options = *options;
    steps->options.frames = NULL;
    if (observer)
        steps->observer = *observer;
    steps->observer.happened = NULL;
    struct steps_now *now = &steps->now;
    replay_listener_init(&now->listener, NULL, &now->summary.facts);
    if (options->asks_evidence)
        replay_listener_set_least(&now->listener, options->evidence);
    now->replay = (struct replay){.capture = capture,
                                  .options = &steps->options,
                                  .observer = &steps->observer,
                                  .summary = &now->summary,
                                  .listener = &now->listener,
                                  .follows_undefined = options->follows_undefined};
    replay_choose_units(&now->replay);
    enum tt_status status = steps_open_all(steps, err);
    if (!status && !steps_open_moments(steps))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the first moment");
    if (!status)
        return TT_OK;
    steps_close(steps);
    *out = NULL;
    return status;
}

void steps_close(struct steps *steps)
{
    if (!steps)
        return;
    moments_free(steps->moments);
    if (steps->now.firmware.cores)
        firmware_close(&steps->now.firmware);
    program_lists_close(&steps->lists);
    outside_events_close(steps->outside);
    ttcap_events_close(steps->cursor);
    word_origins_close(steps->origins);
    replay_machine_free(&steps->now.replay.machine);
    computed_free(steps->now.replay.computed);
    mem_free(steps);
}

/* ---- firmware order ---- */

/* Whether the options end a run in program or firmware order here. */
static enum steps_end steps_cut(struct steps *steps)
{
    struct replay *replay = &steps->now.replay;
    if (replay_is_stopped(replay))
        return STEPS_STOPS;
    return replay_is_cut(replay, steps->now.firmware.program.step) ? STEPS_OVER : STEPS_GOES_ON;
}

static bool steps_core_acted(struct steps *steps, enum tt_core core, struct steps_done *done)
{
    struct firmware *firmware = &steps->now.firmware;
    const struct riscv_core before = *cores_core(firmware->cores, core);
    const bool was_halted = cores_is_halted(firmware->cores, core);
    firmware_turn(firmware, FIRMWARE_TURN_CORE + core);
    *done = (struct steps_done){.actor = STEPS_CORE,
                                .number = (unsigned)core,
                                .seq = firmware->program.step,
                                .has_pc = true,
                                .core = core,
                                .pc = before.pc};
    return cores_core(firmware->cores, core)->retired != before.retired ||
           cores_is_halted(firmware->cores, core) != was_halted;
}

/* A word of a pipe, that took effect as number `seq`. */
static struct steps_done steps_pipe_done(const struct program_thread *thread, unsigned number, uint64_t seq)
{
    const struct program_word at = program_word_done(thread);
    return (struct steps_done){.actor = STEPS_PIPE,
                               .number = number,
                               .has_word = true,
                               .word = at.word,
                               .seq = seq,
                               .has_pc = at.push.has_pc,
                               .core = at.push.core,
                               .pc = at.push.pc};
}

static bool steps_pipe_acted(struct steps *steps, unsigned number, struct steps_done *done)
{
    struct firmware *firmware = &steps->now.firmware;
    const struct program_thread *thread = &firmware->program.threads[number];
    const uint64_t before = thread->left_pipe, seq = firmware->program.step;
    firmware_turn(firmware, FIRMWARE_TURN_PIPE + number);
    *done = steps_pipe_done(thread, number, seq);
    return thread->left_pipe != before;
}

static bool steps_turn_acted(struct steps *steps, unsigned turn, struct steps_done *done)
{
    struct firmware *firmware = &steps->now.firmware;
    if (turn >= FIRMWARE_TURN_PIPE)
        return steps_pipe_acted(steps, turn - FIRMWARE_TURN_PIPE, done);
    if (turn >= FIRMWARE_TURN_CORE)
        return steps_core_acted(steps, (enum tt_core)(turn - FIRMWARE_TURN_CORE), done);
    const uint64_t moves = firmware->moves;
    firmware_turn(firmware, turn);
    *done = (struct steps_done){.actor = STEPS_OUTSIDE, .seq = firmware->program.step};
    return firmware->moves != moves;
}

/* Behind the last turn of a round. */
static enum tt_status steps_end_round(struct steps *steps, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    struct firmware *firmware = &now->firmware;
    uint64_t next;
    const enum firmware_pause pause = firmware_end_round(firmware, now->changes_before, &next);
    if (firmware->status) {
        *err = steps->err;
        return firmware->status;
    }
    if (firmware->program.has_skipped)
        return firmware_refuse_skipped(firmware, err);
    if (pause == FIRMWARE_OVER)
        now->end = now->summary.facts.is_stopped ? STEPS_STOPS : STEPS_OVER;
    else if (pause != FIRMWARE_GOES_ON || next >= steps->options.max_steps)
        now->end = STEPS_HANGS;
    else
        firmware->step = next;
    now->turn = 0;
    now->changes_before = firmware_changes(firmware);
    return TT_OK;
}

static enum tt_status steps_next_turn(struct steps *steps, struct steps_done *done, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    bool has_acted = false;
    while (!has_acted) {
        if (!now->end)
            now->end = steps_cut(steps);
        if (now->end)
            return TT_END;
        if (now->turn < FIRMWARE_TURNS)
            has_acted = steps_turn_acted(steps, now->turn++, done);
        if (now->turn < FIRMWARE_TURNS && !now->firmware.has_ended)
            continue;
        const enum tt_status status = steps_end_round(steps, err);
        if (status)
            return status;
    }
    now->at++;
    return TT_OK;
}

/* ---- program order ---- */

/* Turns of a round: events of no thread, each thread's core, each pipe. */
enum {
    PROGRAM_TURN_CORE = 1,
    PROGRAM_TURN_PIPE = PROGRAM_TURN_CORE + THREADS,
    PROGRAM_TURNS = PROGRAM_TURN_PIPE + THREADS
};

static enum tt_status steps_event_acted(struct steps *steps, unsigned stream_number, bool *has_acted,
                                        struct steps_done *done, struct tt_error *err)
{
    struct program *program = &steps->now.firmware.program;
    const bool is_thread = stream_number != NO_THREAD_STREAM;
    const struct ttcap_event *event = program_stream_of(program, stream_number)->event;
    *done = (struct steps_done){.actor = is_thread ? STEPS_PIPE : STEPS_OUTSIDE,
                                .number = is_thread ? stream_number : 0,
                                .seq = program->step,
                                .has_pc = event->has_pc,
                                .core = event->core,
                                .pc = event->pc};
    const enum tt_status status = program_core_step(program, stream_number, has_acted, err);
    steps->now.has_moved |= *has_acted;
    return status;
}

static enum tt_status steps_program_turn(struct steps *steps, unsigned turn, bool *has_acted, struct steps_done *done,
                                         struct tt_error *err)
{
    struct program *program = &steps->now.firmware.program;
    if (turn < PROGRAM_TURN_PIPE)
        return steps_event_acted(steps,
                                 turn < PROGRAM_TURN_CORE ? (unsigned)NO_THREAD_STREAM : turn - PROGRAM_TURN_CORE,
                                 has_acted, done, err);
    const unsigned number = turn - PROGRAM_TURN_PIPE;
    const struct program_thread *thread = &program->threads[number];
    const uint64_t before = thread->left_pipe, seq = program->step;
    steps->now.has_moved |= program_pipe_step(program, number);
    *has_acted = thread->left_pipe != before;
    *done = steps_pipe_done(thread, number, seq);
    return program->has_skipped ? program_refuse_skipped(program, err) : TT_OK;
}

static enum tt_status steps_next_of_program(struct steps *steps, struct steps_done *done, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    bool has_acted = false;
    while (!has_acted) {
        if (!now->end)
            now->end = program_is_over(&now->firmware.program) ? STEPS_OVER : steps_cut(steps);
        if (now->end)
            return TT_END;
        const enum tt_status status = steps_program_turn(steps, now->turn++, &has_acted, done, err);
        if (status)
            return status;
        if (now->turn < PROGRAM_TURNS)
            continue;
        if (!now->has_moved)
            now->end = STEPS_HANGS;
        now->firmware.step++;
        now->turn = 0;
        now->has_moved = false;
    }
    now->at++;
    return TT_OK;
}

enum tt_status steps_next(struct steps *steps, struct steps_done *done, struct tt_error *err)
{
    switch (steps->options.order) {
    case REPLAY_EXECUTED:
        break;
    case REPLAY_PROGRAM:
        return steps_next_of_program(steps, done, err);
    case REPLAY_FIRMWARE:
        return steps_next_turn(steps, done, err);
    }
    return steps_next_event(steps, done, err);
}

/* ---- to look at ---- */

enum steps_end steps_end(const struct steps *steps)
{
    return steps->now.end;
}

uint64_t steps_at(const struct steps *steps)
{
    return steps->now.at;
}

uint64_t steps_first(const struct steps *steps)
{
    return steps->first;
}

uint64_t steps_seq(const struct steps *steps)
{
    return steps->now.firmware.program.step;
}

uint64_t steps_round(const struct steps *steps)
{
    return steps->now.firmware.step;
}

struct tile *steps_tile(struct steps *steps)
{
    return steps->now.replay.tile;
}

struct cores *steps_cores(struct steps *steps)
{
    return steps->now.firmware.cores;
}

bool steps_next_word(const struct steps *steps, unsigned number, struct steps_word *word)
{
    const struct program_thread *thread = &steps->now.firmware.program.threads[number];
    const struct program_word waiting = program_word_waiting(thread);
    const struct pushed_word *pushed = &waiting.push;
    const bool has_word = thread->has_word || thread->latch.is_open;
    const bool is_expanded = has_word || !pipe_is_dry(&thread->pipe);
    if (steps->options.order == REPLAY_EXECUTED || (!is_expanded && !thread->fifo_count))
        return false;
    if (!is_expanded)
        pushed = &thread->fifo[thread->fifo_first];
    *word = (struct steps_word){
        has_word ? waiting.word : pushed->word, is_expanded, pushed->has_pc, pushed->core, pushed->pc, pushed->event};
    return true;
}

void steps_listen(struct steps *steps, const struct probe *probe)
{
    struct steps_now *now = &steps->now;
    steps->probe = probe;
    now->listener.next = probe;
    replay_listener_set_on(&now->listener, true);
    unknown_set_next(now->replay.unknown, &now->listener.probe);
    replay_set_probe(&now->replay);
}

/* ---- put aside and put back ---- */

struct moments *steps_moments(struct steps *steps)
{
    return steps->moments;
}

bool steps_save(struct steps *steps, struct moment **moment)
{
    if (steps->outside)
        steps->now.outside = outside_events_position(steps->outside);
    return moment_save(steps->moments, moment);
}

enum tt_status steps_restore(struct steps *steps, const struct moment *moment, struct tt_error *err)
{
    moment_restore(steps->moments, moment);
    tile_state_changed(steps->now.replay.tile);
    steps_listen(steps, steps->probe);
    return steps->outside ? outside_events_go(steps->outside, steps->capture, &steps->now.outside, err) : TT_OK;
}

struct unknown *steps_unknown(struct steps *steps)
{
    return steps->now.replay.unknown;
}

bool steps_has_unknown(struct steps *steps, enum tt_space space)
{
    return unknown_has(steps->now.replay.unknown, space);
}

uint8_t steps_unknown_bits(struct steps *steps, enum tt_space space, uint32_t at)
{
    return unknown_bits(steps->now.replay.unknown, space, at);
}

void steps_changed(struct steps *steps)
{
    tile_state_changed(steps->now.replay.tile);
    steps->now.firmware.moves++;
    if (steps->now.end == STEPS_HANGS)
        steps->now.end = STEPS_GOES_ON;
}

/* ---- what takes part in no step ---- */

/* Runs something and restores the state from before it. */
static enum tt_status steps_do_aside(struct steps *steps,
                                     enum tt_status (*what)(struct steps *, uint32_t, struct tt_error *),
                                     uint32_t which, struct tt_error *err)
{
    struct moment *before = NULL;
    NEED(steps_save(steps, &before), err, "no memory for a copy of the tile");
    const enum tt_status status = what(steps, which, err);
    const enum tt_status back = steps_restore(steps, before, err);
    moment_free(steps->moments, before);
    return status ? status : back;
}

static enum tt_status steps_hold_here(struct steps *steps, uint32_t checkpoint, struct tt_error *err)
{
    return replay_checkpoint(&steps->now.replay, checkpoint, true, err);
}

enum tt_status steps_hold(struct steps *steps, uint32_t checkpoint, struct tt_error *err)
{
    return steps_do_aside(steps, steps_hold_here, checkpoint, err);
}

static enum tt_status steps_report_here(struct steps *steps, uint32_t unused, struct tt_error *err)
{
    struct firmware *firmware = &steps->now.firmware;
    if (!firmware->cores) {
        program_report_deadlock(&firmware->program);
        return TT_OK;
    }
    const bool is_limit = firmware->step + 1 >= steps->options.max_steps;
    (void)unused;
    (void)err;
    firmware_report_hang(firmware, is_limit ? UINT64_MAX : firmware->step + 1 - firmware->mark.step);
    return TT_OK;
}

void steps_report_waiting(struct steps *steps)
{
    struct tt_error err;
    if (steps->options.order != REPLAY_EXECUTED)
        (void)steps_do_aside(steps, steps_report_here, 0, &err);
}
