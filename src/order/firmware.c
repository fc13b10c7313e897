/* SPDX-License-Identifier: Apache-2.0 */
/* The cores and the pipes, step by step: in a step each running core does one instruction, in the order of their
 * numbers, and then each thread's pipe tries one word (R30). Instructions whose effects no other core can see run ahead
 * of their step, which changes nothing. docs/semantics/firmware.md */
#include "order/firmware.h"

#include "order/outside.h"

enum { AHEAD_MAX = 4096, VISITS_A_PROGRESS = 1 << 16 };

bool firmware_open(struct firmware *firmware)
{
    struct replay *replay = firmware->program.replay;
    struct cores_host host = firmware_host;
    host.user = firmware;
    for (unsigned i = 0; i < THREADS; i++)
        pipe_init(&firmware->program.threads[i].pipe, i);
    replay->listener->hides_waiting = true;
    firmware->cores = cores_new(replay->tile, &host);
    return firmware->cores && replay_internal_start_cores(replay) && firmware_order_init(firmware);
}

void firmware_close(struct firmware *firmware)
{
    firmware_order_clear(firmware);
    cores_free(firmware->cores);
}

static bool can_act(const struct firmware *firmware, enum tt_core core)
{
    return cores_is_running(firmware->cores, core) && !cores_is_parked(firmware->cores, core) &&
           !firmware->core[core].is_refused;
}

static bool pipes_are_dry(const struct firmware *firmware)
{
    for (unsigned i = 0; i < THREADS; i++)
        if (!program_pipe_is_dry(&firmware->program.threads[i]))
            return false;
    return true;
}

/* No other core or pipe is at work, so that nothing can observe the order of its accesses to L1. */
static bool firmware_is_alone(const struct firmware *firmware, enum tt_core core)
{
    if (firmware->order.stored || firmware->outside.from || !pipes_are_dry(firmware) ||
        unknown_has(firmware->program.replay->unknown, TT_SPACE_L1)) /* loads of unknown bytes of L1 are followed */
        return false;
    for (int other = 0; other < TT_CORE_COUNT; other++)
        if (other != (int)core && can_act(firmware, (enum tt_core)other))
            return false;
    return true;
}

static void run_ahead(struct firmware *firmware, enum tt_core core)
{
    const uint64_t left = firmware->program.replay->options->max_steps - firmware->step;
    const uint64_t most = left < AHEAD_MAX ? left : AHEAD_MAX;
    if (!firmware->is_stepped && cores_is_running(firmware->cores, core) && !cores_is_parked(firmware->cores, core))
        firmware->core[core].due += cores_run_ahead(firmware->cores, core, firmware_is_alone(firmware, core), most);
}

static void note_wait(struct firmware *firmware, enum tt_core core, bool is_waiting)
{
    struct firmware_core *self = &firmware->core[core];
    if (self->is_waiting && !is_waiting)
        firmware_report_waited(firmware, core);
    else if (!self->is_waiting && is_waiting)
        self->waits_since = firmware->program.step;
    self->is_waiting = is_waiting;
}

/* A core that loads an unknown value. */
static void note_load(struct firmware *firmware, enum tt_core core)
{
    struct unknown *unknown = firmware->program.replay->unknown;
    uint32_t addr;
    unknown_set_core(unknown, core);
    if (!unknown_has(unknown, TT_SPACE_L1) || !cores_reads_l1(firmware->cores, core, &addr))
        return;
    unknown_core_loads(unknown, addr, cores_read_bytes(firmware->cores, core));
}

/* A core that a reset has just released acts from the next step on, or from this one if its turn is still to come. */
static void start_released(struct firmware *firmware)
{
    const unsigned released = cores_take_released(firmware->cores);
    for (int core = 0; released >> core; core++)
        if (released >> core & 1)
            firmware->core[core] = (struct firmware_core){.due = firmware->step};
}

/* A core's instruction of this step, if it has one. */
static void step_core(struct firmware *firmware, enum tt_core core)
{
    struct firmware_core *self = &firmware->core[core];
    if (self->is_waiting ? self->tried == firmware_changes(firmware) : self->due > firmware->step)
        return;
    if (!can_act(firmware, core))
        return;
    if (firmware->order.stored)
        firmware_order_before(firmware, core);
    struct core_waiting waiting;
    REPLAY_REPORT(firmware->program.replay, core, core, firmware->cores, firmware->program.step);
    note_load(firmware, core);
    const enum riscv_step step = cores_step(firmware->cores, core, &waiting);
    unknown_set_core(firmware->program.replay->unknown, TT_CORE_COUNT);
    replay_update_probe(firmware->program.replay);
    self->due = firmware->step + 1;
    note_wait(firmware, core, step == RISCV_WAITS);
    self->waiting = waiting;
    self->tried = firmware_changes(firmware);
    if (step == RISCV_REFUSED) {
        self->is_refused = true;
        firmware_report_refused(firmware, core);
    } else if (step == RISCV_DONE) {
        if (!self->is_wait_new)
            firmware_end_wait(firmware, core);
        self->is_wait_new = false;
        run_ahead(firmware, core);
    }
    start_released(firmware);
}

/* A word that does not exist ends the replay: memory that is no program reads as words to push. */
static void step_pipe(struct firmware *firmware, unsigned number)
{
    struct program *program = &firmware->program;
    const uint64_t unsupported = program->replay->summary->unsupported;
    if (program_pipe_is_dry(&program->threads[number]) || !program_pipe_step(program, number))
        return;
    firmware->moves++;
    if (program->replay->summary->unsupported != unsupported &&
        !isa_find(program->replay->info->chip, program_word_done(&program->threads[number]).word))
        firmware_report_undefined(firmware, number);
}

/* The turns of a round, in their order: the host's, each core's, each pipe's. */
enum {
    TURN_OUTSIDE,
    TURN_CORE,
    TURN_PIPE = TURN_CORE + TT_CORE_COUNT,
    TURNS = TURN_PIPE + THREADS,
};

static void take_turn(struct firmware *firmware, unsigned turn)
{
    if (turn == TURN_OUTSIDE) {
        firmware_act_outside(firmware);
        start_released(firmware);
    } else if (firmware->has_ended) {
        return;
    } else if (turn < TURN_PIPE) {
        step_core(firmware, (enum tt_core)(turn - TURN_CORE));
    } else if (!replay_is_stopped(firmware->program.replay)) {
        step_pipe(firmware, turn - TURN_PIPE);
    }
}

static bool core_acted(struct firmware *firmware, enum tt_core core, struct steps_done *done)
{
    const struct riscv_core *self = cores_core(firmware->cores, core);
    const uint64_t retired = self->retired;
    const bool was_halted = cores_is_halted(firmware->cores, core);
    *done = (struct steps_done){
        .actor = STEPS_CORE, .number = (unsigned)core, .has_pc = true, .core = core, .pc = self->pc};
    take_turn(firmware, TURN_CORE + core);
    done->seq = firmware->program.step;
    return self->retired != retired || cores_is_halted(firmware->cores, core) != was_halted;
}

static bool pipe_acted(struct firmware *firmware, unsigned number, struct steps_done *done)
{
    const struct program_thread *thread = &firmware->program.threads[number];
    const uint64_t before = thread->left_pipe, seq = firmware->program.step;
    take_turn(firmware, TURN_PIPE + number);
    *done = program_pipe_done(thread, number, seq);
    return thread->left_pipe != before;
}

/* Whether something happened in a turn, and what. */
static bool turn_acted(struct firmware *firmware, unsigned turn, struct steps_done *done)
{
    if (turn >= TURN_PIPE)
        return pipe_acted(firmware, turn - TURN_PIPE, done);
    if (turn >= TURN_CORE)
        return core_acted(firmware, (enum tt_core)(turn - TURN_CORE), done);
    const uint64_t moves = firmware->moves;
    take_turn(firmware, turn);
    *done = (struct steps_done){.actor = STEPS_OUTSIDE, .seq = firmware->program.step};
    return firmware->moves != moves;
}

/* The next step in which anything can happen; UINT64_MAX: none. */
static uint64_t next_step(const struct firmware *firmware, uint64_t changes_before)
{
    uint64_t next = firmware->outside.due > firmware->step ? firmware->outside.due : firmware->step + 1;
    if (firmware_changes(firmware) != changes_before)
        return firmware->step + 1;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        const struct firmware_core *self = &firmware->core[core];
        if (can_act(firmware, (enum tt_core)core) && !self->is_waiting && self->due < next)
            next = self->due;
    }
    return next;
}

/* Whether each core that acts came back to its state at its mark, and no event that others can observe happened since:
 * then all repeats for ever, in loops of whatever lengths. A core's mark moves on at each doubling of the steps since
 * the last such event. */
static bool repeats(struct firmware *firmware)
{
    enum { LEAST = 4 /* steps: who works makes such an event more often, and a mark costs more than a step */ };
    struct firmware_mark *mark = &firmware->mark;
    bool is_all = true;
    if (mark->changes != firmware_changes(firmware)) {
        *mark = (struct firmware_mark){.changes = firmware_changes(firmware)};
        return false;
    }
    const bool has_mark = mark->visits >= LEAST,
               is_moved = ++mark->visits >= LEAST && !(mark->visits & (mark->visits - 1));
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        if (mark->repeats[core] || !can_act(firmware, (enum tt_core)core) || firmware->core[core].is_waiting)
            continue;
        mark->repeats[core] = has_mark && cores_is_at_mark(firmware->cores, (enum tt_core)core);
        is_all = is_all && mark->repeats[core];
        if (is_moved && !mark->repeats[core]) {
            mark->step = firmware->step;
            cores_set_mark(firmware->cores, (enum tt_core)core);
        }
    }
    return is_all;
}

/* All that run have parked, and nothing is under way. A core that has halted waits for a debugger. */
static bool is_over(const struct firmware *firmware)
{
    for (int core = 0; core < TT_CORE_COUNT; core++)
        if (can_act(firmware, (enum tt_core)core) || cores_is_halted(firmware->cores, (enum tt_core)core))
            return false;
    return firmware_outside_due(firmware) == UINT64_MAX && pipes_are_dry(firmware);
}

static enum tt_status firmware_refuse_skipped(const struct firmware *firmware, struct tt_error *err)
{
    const struct program *program = &firmware->program;
    const enum tt_chip chip = program->replay->info->chip;
    const uint32_t word = program->skipped_word;
    return tt_fail(err, TT_UNSUPPORTED, "thread %u comes to %s of unit %s, which does not run: firmware order needs it",
                   program->skipped_thread, isa_find(chip, word)->mnemonic, unit_name(isa_unit(chip, word)));
}

static void firmware_report_progress(const struct firmware *firmware, uint64_t visit)
{
    const struct replay *replay = firmware->program.replay;
    if (visit % VISITS_A_PROGRESS == 0)
        REPLAY_REPORT(replay, progress, firmware->step, replay->options->max_steps);
}

static enum tt_status firmware_end_round(struct firmware *firmware, struct tt_error *err)
{
    const struct replay *replay = firmware->program.replay;
    firmware->turn = 0;
    if (firmware->status) {
        *err = *firmware->err;
        return firmware->status;
    }
    if (firmware->program.has_skipped)
        return firmware_refuse_skipped(firmware, err);
    if (firmware->has_ended || is_over(firmware)) {
        const struct verdict_facts *facts = &replay->summary->facts;
        firmware->end = facts->is_stopped && !facts->is_cut ? STEPS_STOPS : STEPS_OVER;
        return TT_OK;
    }
    const uint64_t next = next_step(firmware, firmware->changes_before);
    const bool stands = next == UINT64_MAX;
    const bool is_again = !stands && firmware->outside.due == UINT64_MAX && repeats(firmware);
    if (stands || is_again || next >= replay->options->max_steps) {
        firmware->end = STEPS_HANGS;
        firmware->period = stands ? 0 : is_again ? next - firmware->mark.step : UINT64_MAX;
    } else {
        firmware->step = firmware->quiet_until = next;
    }
    return TT_OK;
}

/* The turns that are left of a round, or those up to one in which something happened; whether it did. */
static bool take_turns(struct firmware *firmware, struct steps_done *done)
{
    bool has_acted = false;
    if (!firmware->turn) {
        const bool is_quiet =
            firmware->step < firmware->quiet_until && firmware->changes_before == firmware_changes(firmware);
        firmware->changes_before = firmware_changes(firmware);
        if (is_quiet && !done)
            firmware->turn = TURNS;
    }
    while (firmware->turn < TURNS && !has_acted && !firmware->has_ended) {
        const unsigned turn = firmware->turn++;
        if (replay_is_cut(firmware->program.replay, firmware->program.step))
            firmware->has_ended = true;
        else if (done)
            has_acted = turn_acted(firmware, turn, done);
        else
            take_turn(firmware, turn);
    }
    return has_acted;
}

enum tt_status firmware_go(struct firmware *firmware, struct steps_done *done, struct tt_error *err)
{
    for (bool has_acted = false; !has_acted; has_acted |= !done) {
        if (!firmware->end && replay_is_stopped(firmware->program.replay))
            firmware->end = STEPS_STOPS;
        if (firmware->end)
            return TT_END;
        has_acted = take_turns(firmware, done);
        if (firmware->turn == TURNS || firmware->has_ended)
            TRY(firmware_end_round(firmware, err));
    }
    return TT_OK;
}

/* All rounds. */
static enum tt_status run_all_rounds(struct firmware *firmware, struct tt_error *err)
{
    enum tt_status status;
    for (uint64_t visit = 0; !(status = firmware_go(firmware, NULL, err)); visit++)
        firmware_report_progress(firmware, visit);
    if (firmware->end == STEPS_HANGS) {
        firmware->program.replay->summary->is_deadlocked = true;
        firmware_report_hang(firmware);
    }
    return walk_ended(status);
}

/* The last checkpoint is the end, whatever its event's number: none are taken here. */
static enum tt_status firmware_hold_end(struct firmware *firmware, struct tt_error *err)
{
    struct replay *replay = firmware->program.replay;
    const uint32_t last = replay->info->checkpoint_count - 1;
    if (last == 0 || replay->options->holds_no_end || replay->summary->facts.is_stopped)
        return TT_OK;
    return replay_hold_end(replay, err);
}

void firmware_boot(struct firmware *firmware)
{
    const struct ttcap_info *info = firmware->program.replay->info;
    for (size_t i = 0; i < info->boot_count; i++)
        cores_boot(firmware->cores, info->boot[i].core, info->boot[i].pc);
    start_released(firmware);
}

/* A core may have run ahead of the last step that others can observe: that counts, too. */
static void count_steps(const struct firmware *firmware)
{
    struct replay_summary *summary = firmware->program.replay->summary;
    summary->steps = firmware->step + 1;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        summary->instructions += cores_core(firmware->cores, (enum tt_core)core)->retired;
        if (firmware->core[core].due > summary->steps)
            summary->steps = firmware->core[core].due;
    }
}

enum tt_status firmware_open_outside(struct firmware *firmware, struct outside_events **events, struct tt_error *err)
{
    const struct replay *replay = firmware->program.replay;
    *events = NULL;
    firmware->outside = (struct firmware_outside){.from = replay->options->outside, .due = UINT64_MAX};
    if (firmware->outside.from)
        return TT_OK;
    const enum tt_status status = outside_events_open(events, replay->capture, err);
    firmware->outside.from = outside_events_of(*events);
    return status;
}

enum tt_status replay_run_firmware(struct replay *replay, struct tt_error *err)
{
    const bool is_stepped = replay->options->has_until || REPLAY_HAS(replay, core);
    struct firmware firmware = {
        .program = {.replay = replay}, .next_checkpoint = 1, .err = err, .is_stepped = is_stepped};
    struct outside_events *events;
    enum tt_status status = firmware_open_outside(&firmware, &events, err);
    if (!status && !firmware_open(&firmware))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the cores");
    if (!status) {
        firmware_boot(&firmware);
        status = run_all_rounds(&firmware, err);
        program_waits_end(&firmware.program);
        for (int core = 0; core < TT_CORE_COUNT; core++) {
            firmware_end_wait(&firmware, (enum tt_core)core);
            note_wait(&firmware, (enum tt_core)core, false);
        }
        count_steps(&firmware);
    }
    if (!status)
        status = outside_events_status(events, err);
    if (!status) {
        replay_report_ran(replay);
        status = firmware_hold_end(&firmware, err);
    }
    REPLAY_REPORT(replay, progress, 1, 1);
    firmware_close(&firmware);
    outside_events_close(events);
    return status;
}
