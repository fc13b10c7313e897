/* SPDX-License-Identifier: Apache-2.0 */
/* A whole capture in program order: rounds in which each core and each pipe moves on by one, until nothing is left or
 * nothing moves. docs/semantics/program-order.md */
#include "order/program.h"

enum { ROUNDS_A_PROGRESS = 1024 };

static enum tt_status open_streams(struct program *program, uint64_t first, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    /* The threads' first, and these stand in the capture's first chunk: what one stream takes apart to find its next
     * event, which may be far off, stays for the others. */
    for (unsigned i = 0; i < THREADS; i++) {
        pipe_init(&program->threads[i].pipe, i);
        TRY(program_stream_open(&program->threads[i].stream, capture, (int)i, first, err));
        program_stream_begin(&program->threads[i].stream, program->replay->options, i);
    }
    TRY(program_stream_open(&program->others, capture, -1, first, err));
    return program_reads_open(program, first, err);
}

static void close_streams(struct program *program)
{
    program_reads_close(program->reads);
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

/* Turns of a round: events of no thread, each thread's core, each pipe. One of the orders that the hardware may take,
 * and always the same. */
enum { TURN_CORE = 1, TURN_PIPE = TURN_CORE + THREADS, TURNS = TURN_PIPE + THREADS };

static struct steps_done core_done(struct program *program, unsigned number)
{
    const bool is_thread = number != NO_THREAD_STREAM;
    const struct ttcap_event *event = program_stream_of(program, number)->event;
    return (struct steps_done){.actor = is_thread ? STEPS_PIPE : STEPS_OUTSIDE,
                               .number = is_thread ? number : 0,
                               .seq = program->step,
                               .has_pc = event->has_pc,
                               .core = event->core,
                               .pc = event->pc};
}

static inline enum tt_status take_core_turn(struct program *program, unsigned number, struct steps_done *done,
                                            bool *has_acted, struct tt_error *err)
{
    bool moved;
    if (done)
        *done = core_done(program, number);
    TRY(program_core_step(program, number, &moved, err));
    program->has_moved |= moved;
    *has_acted = moved;
    return TT_OK;
}

/* Whether more happened than that words went into the expanders. */
static inline bool take_pipe_turn(struct program *program, unsigned number, struct steps_done *done)
{
    const struct program_thread *thread = &program->threads[number];
    const uint64_t before = thread->left_pipe, seq = program->step;
    program->has_moved |= program_pipe_step(program, number);
    const bool has_acted = thread->left_pipe != before;
    if (done && has_acted)
        *done = program_pipe_done(thread, number, seq);
    return has_acted;
}

static enum tt_status program_refuse_skipped(const struct program *program, struct tt_error *err)
{
    const enum tt_chip chip = program->replay->info->chip;
    const struct isa_insn *insn = isa_find(chip, program->skipped_word);
    return tt_fail(err, TT_UNSUPPORTED, "thread %u comes to %s of unit %s, which does not run: program order needs it",
                   program->skipped_thread, insn->mnemonic, unit_name(isa_unit(chip, program->skipped_word)));
}

static bool is_ended(struct program *program)
{
    struct replay *replay = program->replay;
    struct verdict_facts *facts = &replay->summary->facts;
    if (program->end)
        return true;
    if (program_is_over(program)) {
        program->end = STEPS_OVER;
        facts->is_stopped &= !facts->is_cut; /* behind the last of all */
        facts->is_cut = false;
    } else if (replay_is_cut(replay, program->step)) {
        program->end = STEPS_OVER;
    } else if (replay_is_stopped(replay)) {
        program->end = STEPS_STOPS;
    }
    return program->end != STEPS_GOES_ON;
}

/* The turns from `turn` on: to the end of the round, or (with `done`) up to one in which something happened;
 * *has_acted: whether it did. */
static inline enum tt_status take_turns_of_program(struct program *program, unsigned turn, struct steps_done *done,
                                                   bool *has_acted, struct tt_error *err)
{
    struct replay *replay = program->replay;
    bool is_here = false;
    for (; turn < TURN_PIPE && !is_here; turn++) {
        if (replay_is_cut(replay, program->step))
            continue;
        TRY(take_core_turn(program, turn < TURN_CORE ? (unsigned)NO_THREAD_STREAM : turn - TURN_CORE, done, has_acted,
                           err));
        is_here = done && *has_acted;
    }
    for (; turn < TURNS && !is_here; turn++) {
        if (replay_is_cut(replay, program->step) || replay_is_stopped(replay))
            continue;
        *has_acted = take_pipe_turn(program, turn - TURN_PIPE, done);
        is_here = done && *has_acted;
    }
    program->turn = turn;
    return TT_OK;
}

static enum tt_status __attribute__((noinline)) take_whole_round(struct program *program, struct tt_error *err)
{
    bool has_acted;
    return take_turns_of_program(program, 0, NULL, &has_acted, err);
}

static enum tt_status go_to_end_of_round(struct program *program, struct steps_done *done, bool *has_acted,
                                         struct tt_error *err)
{
    if (program->random) {
        TRY(program_random_move(program, &program->has_moved, err));
        program->turn = TURNS;
    } else if (!done && !program->turn) {
        TRY(take_whole_round(program, err));
    } else {
        TRY(take_turns_of_program(program, program->turn, done, has_acted, err));
    }
    return program->has_skipped ? program_refuse_skipped(program, err) : TT_OK;
}

/* A pipe that took a word and now waits with it has not moved, and what it held in this round can come in the next. */
static bool has_let_outside_go(const struct program *program)
{
    bool is_ready = !program->holds_outside;
    for (unsigned i = 0; i < THREADS; i++)
        is_ready |= program_pipe_is_ready(program, i);
    return !is_ready;
}

enum tt_status program_go(struct program *program, struct steps_done *done, struct tt_error *err)
{
    struct replay *replay = program->replay;
    for (bool has_acted = false; !has_acted; has_acted |= !done) {
        if (is_ended(program))
            return TT_END;
        TRY(go_to_end_of_round(program, done, &has_acted, err));
        if (program->turn < TURNS)
            continue;
        const bool is_long = program->step >= replay->options->max_steps;
        const bool moved = program->has_moved || program->delays.has_held || has_let_outside_go(program);
        if ((is_long || !moved) && !replay->summary->facts.is_cut && !replay_is_stopped(replay))
            program->end = STEPS_HANGS;
        program->round++;
        program->turn = 0;
        program->has_moved = program->delays.has_held = program->holds_outside = false;
    }
    return TT_OK;
}

/* All rounds. */
static enum tt_status run_rounds(struct program *program, struct tt_error *err)
{
    struct replay *replay = program->replay;
    enum tt_status status;
    while (!(status = program_go(program, NULL, err)))
        if (program->round % ROUNDS_A_PROGRESS == 1)
            REPLAY_REPORT(replay, progress, replay->summary->events, replay->info->event_count);
    if (program->end == STEPS_HANGS) {
        replay->summary->is_deadlocked = true;
        program_report_deadlock(program);
    }
    return walk_ended(status);
}

/* A checkpoint in mid-run is no point of program order: only what holds all events can be compared; and of a device
 * that hung, what it held then. */
static enum tt_status program_hold_end(struct replay *replay, struct tt_error *err)
{
    const uint32_t last = replay->info->checkpoint_count - 1;
    const bool has_end = !replay->summary->is_deadlocked || replay_device_end(replay->info) == REPLAY_DEVICE_HUNG;
    if (last == 0 || replay->options->holds_no_end || !has_end || replay->summary->facts.is_cut ||
        replay_is_stopped(replay))
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

static uint64_t texts_wanted(const struct replay *replay)
{
    uint64_t most = 1;
    for (const struct replay_observer *each = replay->observer; each; each = each->next) {
        if (each->hazard && !each->hazards_most)
            return 0;
        most = each->hazard && each->hazards_most > most ? each->hazards_most : most;
    }
    return most;
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
        .changes_unheard = options->set_count || options->patch || replay->heard.before,
        .user = replay,
        .found = on_hazard,
        .texts_most = texts_wanted(replay),
    });
}

enum tt_status replay_run_program(struct replay *replay, struct tt_error *err)
{
    if (replay->options->drive)
        return replay->options->drive(replay->options->drive_user, replay, err);
    struct program program = {.replay = replay, .random = replay->options->random_order};
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
        status = program_recorded_open(&program, (uint64_t)(before + 1), err);
    if (!status)
        status = run_rounds(&program, err);
    program_recorded_close(&program);
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
