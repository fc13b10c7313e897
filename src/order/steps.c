/* SPDX-License-Identifier: Apache-2.0 */
/* docs/semantics/debug.md */
#include "order/steps.h"

#include "order/events.h"
#include "order/firmware.h"
#include "order/outside.h"

/* The part that is saved and restored as plain memory: its pointers are to objects that do not move. */
struct steps_now {
    struct replay replay;
    struct replay_listener listener;
    struct replay_summary summary;
    struct event_walk events; /* executed order; */
    struct firmware firmware; /* firmware order, and program order, which has its program alone */
    struct outside_position outside;
    uint64_t at; /* steps of these two */
};

struct steps {
    struct ttcap *capture;
    struct replay_options options;
    struct replay_observer observer;
    const struct probe *probe;
    struct steps_now now;
    struct event_source events;
    struct outside_events *outside;
    struct program_lists lists; /* program order */
    struct moments *moments;
    struct tt_error err; /* of what the cores do in mid-step */
};

static enum tt_status steps_refuse(const struct replay_options *options, struct tt_error *err)
{
    if (options->edit || options->tolerance || options->patch || options->drive || options->random_order ||
        options->delay_count)
        return tt_fail(err, TT_UNSUPPORTED, "a replay in steps takes no edit, reference, patch, random order or delay");
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
    TRY(steps_refuse(&steps->options, err));
    TRY(replay_open(&steps->now.replay, NULL, err));
    switch (steps->options.order) {
    case REPLAY_EXECUTED:
        break;
    case REPLAY_PROGRAM:
        return steps_open_program(steps, err);
    case REPLAY_FIRMWARE:
        return steps_open_firmware(steps, err);
    }
    steps->now.events.is_stepped = true;
    return event_walk_open(&steps->now.events, &steps->now.replay, &steps->events, err);
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
    now->replay = (struct replay){.capture = capture,
                                  .options = &steps->options,
                                  .observer = &steps->observer,
                                  .summary = &now->summary,
                                  .listener = &now->listener};
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
    event_source_close(&steps->events);
    replay_close(&steps->now.replay);
    mem_free(steps);
}

enum tt_status steps_next(struct steps *steps, struct steps_done *done, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    if (steps->options.order == REPLAY_EXECUTED)
        return event_walk_go(&now->events, &now->replay, done, err);
    TRY(steps->options.order == REPLAY_PROGRAM ? program_go(&now->firmware.program, done, err)
                                               : firmware_go(&now->firmware, done, err));
    now->at++;
    return TT_OK;
}

/* ---- to look at ---- */

static enum steps_end *steps_end_at(struct steps_now *now)
{
    switch (now->replay.options->order) {
    case REPLAY_EXECUTED:
        break;
    case REPLAY_PROGRAM:
        return &now->firmware.program.end;
    case REPLAY_FIRMWARE:
        return &now->firmware.end;
    }
    return &now->events.end;
}

enum steps_end steps_end(struct steps *steps)
{
    return *steps_end_at(&steps->now);
}

uint64_t steps_at(const struct steps *steps)
{
    return steps->options.order == REPLAY_EXECUTED ? steps->now.events.at : steps->now.at;
}

uint64_t steps_first(const struct steps *steps)
{
    return steps->now.events.first;
}

uint64_t steps_seq(const struct steps *steps)
{
    return steps->options.order == REPLAY_EXECUTED ? steps_at(steps) : steps->now.firmware.program.step;
}

uint64_t steps_round(const struct steps *steps)
{
    return steps->now.firmware.cores ? steps->now.firmware.step : steps->now.firmware.program.round;
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
    enum steps_end *const end = steps_end_at(&steps->now);
    *end = *end == STEPS_HANGS ? STEPS_GOES_ON : *end;
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
    (void)unused;
    (void)err;
    if (firmware->cores)
        firmware_report_hang(firmware);
    else
        program_report_deadlock(&firmware->program);
    return TT_OK;
}

void steps_report_waiting(struct steps *steps)
{
    struct tt_error err;
    if (steps->options.order != REPLAY_EXECUTED)
        (void)steps_do_aside(steps, steps_report_here, 0, &err);
}
