/* SPDX-License-Identifier: Apache-2.0 */
/* A whole capture in program order: rounds in which each core and each pipe moves on by one, until nothing is left or
 * nothing moves. docs/semantics/program-order.md */
#include "order/program.h"

#include "base/error.h"

#include <string.h>

enum { ROUNDS_A_PROGRESS = 1024 };

static enum tt_status open_streams(struct program *program, uint64_t first, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    enum tt_status status = program_stream_open(&program->others, capture, -1, first, err);
    for (unsigned i = 0; i < THREADS && !status; i++) {
        pipe_init(&program->threads[i].pipe, i);
        status = program_stream_open(&program->threads[i].stream, capture, (int)i, first, err);
        program_stream_begin(&program->threads[i].stream, program->replay->options, i);
    }
    return status;
}

static void close_streams(struct program *program)
{
    program_stream_close(&program->others);
    for (unsigned i = 0; i < THREADS; i++)
        program_stream_close(&program->threads[i].stream);
}

bool program_is_over(const struct program *program)
{
    for (unsigned i = 0; i < THREADS; i++) {
        if (program->threads[i].stream.has_event || !program_pipe_is_dry(&program->threads[i]))
            return false;
    }
    return !program->others.has_event;
}

/* Cores first, then pipes, thread 0 to 2: one of the orders that the hardware may take, and always the same. */
static enum tt_status run_round(struct program *program, bool *moved, struct tt_error *err)
{
    struct replay *replay = program->replay;
    bool one = false;
    program->delays.has_held = false;
    if (!replay_is_cut(replay, program->step))
        TRY(program_core_step(program, NO_THREAD_STREAM, moved, err));
    for (unsigned i = 0; i < THREADS && !replay_is_cut(replay, program->step); i++) {
        TRY(program_core_step(program, i, &one, err));
        *moved |= one;
    }
    for (unsigned i = 0; i < THREADS && !replay_is_cut(replay, program->step) && !replay_is_stopped(replay); i++)
        *moved |= program_pipe_step(program, i);
    *moved |= program->delays.has_held;
    return TT_OK;
}

enum tt_status program_refuse_skipped(const struct program *program, struct tt_error *err)
{
    const enum tt_chip chip = program->replay->info->chip;
    const struct isa_insn *insn = isa_find(chip, program->skipped_word);
    return tt_fail(err, TT_UNSUPPORTED, "thread %u comes to %s of unit %s, which does not run: program order needs it",
                   program->skipped_thread, insn->mnemonic, unit_name(isa_unit(chip, program->skipped_word)));
}

static enum tt_status run_rounds(struct program *program, struct tt_error *err)
{
    struct replay *replay = program->replay;
    for (uint64_t round = 0;
         !program_is_over(program) && !replay_is_cut(replay, program->step) && !replay_is_stopped(replay); round++) {
        bool moved = false;
        const bool is_random = program->random && replay->summary->moves < replay->options->schedule.moves;
        enum tt_status status = is_random ? program_random_move(program, &moved, err) : run_round(program, &moved, err);
        if (status)
            return status;
        if (program->has_skipped)
            return program_refuse_skipped(program, err);
        const bool is_long = program->step >= replay->options->max_steps;
        if ((is_long || !moved) && !replay->summary->facts.is_cut && !replay_is_stopped(replay)) {
            replay->summary->is_deadlocked = true;
            program_report_deadlock(program);
            return TT_OK;
        }
        if (round % ROUNDS_A_PROGRESS == 0)
            REPLAY_REPORT(replay, progress, replay->summary->events, replay->info->event_count);
    }
    if (replay->summary->facts.is_cut && program_is_over(program)) /* behind the last of all */
        replay->summary->facts.is_cut = replay->summary->facts.is_stopped = false;
    return TT_OK;
}

/* A checkpoint in mid-run is no point of program order: only what holds all events can be compared; and of a device
 * that hung, what it held then. */
static enum tt_status program_hold_end(struct replay *replay, struct tt_error *err)
{
    const uint32_t last = replay->info->checkpoint_count - 1;
    const bool has_end = !replay->summary->is_deadlocked || replay_device_end(replay->info) == REPLAY_DEVICE_HUNG;
    if (last == 0 || !has_end || replay->summary->facts.is_cut || replay_is_stopped(replay))
        return TT_OK;
    if (ttcap_checkpoint(replay->capture, last)->after_event + 1 < (int64_t)replay->info->event_count)
        return TT_OK;
    return replay_hold_end(replay, err);
}

static void on_hazard(void *user, const struct replay_hazard *hazard)
{
    const struct replay *replay = user;
    replay->summary->hazards++;
    REPLAY_REPORT(replay, hazard, hazard);
}

struct hazards *program_new_hazards(struct replay *replay)
{
    const struct replay_options *options = replay->options;
    return hazards_new(&(struct hazard_source){
        .chip = replay->info->chip,
        .tile = replay->tile,
        .listener = replay->listener,
        .capture = replay->capture,
        .without = options->hazards_without,
        .changes_unheard = options->set_count || options->patch || REPLAY_HAS(replay, before),
        .user = replay,
        .found = on_hazard,
    });
}

enum tt_status replay_run_program(struct replay *replay, struct tt_error *err)
{
    if (replay->options->drive)
        return replay->options->drive(replay->options->drive_user, replay, err);
    struct program program = {.replay = replay, .random = replay->options->schedule.seed};
    replay->listener->hides_waiting = true;
    const bool has_hazards = !program.random && !replay->options->is_screened;
    program.hazards = has_hazards ? program_new_hazards(replay) : NULL;
    if (has_hazards && !program.hazards)
        return tt_fail(err, TT_NO_MEMORY, "no memory for hazards");
    const int64_t before = ttcap_checkpoint(replay->capture, 0)->after_event;
    replay_listener_set_hazards(replay->listener, program.hazards);
    unknown_set_next(replay->unknown, &replay->listener->probe);
    replay_set_probe(replay);
    enum tt_status status = open_streams(&program, (uint64_t)(before + 1), err);
    if (!status)
        status = run_rounds(&program, err);
    program_waits_end(&program);
    if (!status) {
        replay_report_ran(replay);
        status = program_hold_end(replay, err);
    }
    close_streams(&program);
    if (program.hazards)
        hazards_end(program.hazards);
    if (!status && program.hazards && program.hazards->has_failed)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for hazards");
    replay_listener_set_hazards(replay->listener, NULL);
    hazards_free(program.hazards);
    REPLAY_REPORT(replay, progress, replay->info->event_count, replay->info->event_count);
    return status;
}
