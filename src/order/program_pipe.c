/* SPDX-License-Identifier: Apache-2.0 */
/* The pipes: they expand the pushed words, and let word after word take effect. */
#include "order/program.h"

#include "insn_ids.h"

static bool is_streamwait(const struct isa_insn *insn)
{
    return insn && insn->id == INSN_STREAMWAIT;
}

/* The oldest word in front of the expanders enters them. */
static void take_pushed(struct program *program, struct program_thread *thread)
{
    const struct pushed_word *pushed = &thread->fifo[thread->fifo_first];
    if (program->hazards)
        hazard_take(program->hazards, thread->pipe.thread, thread->fifo_first);
    thread->word_event = pushed->event;
    thread->word_push = *pushed;
    if (pushed->is_behind)
        pipe_push_behind(&thread->pipe, pushed->word);
    else
        pipe_push(program->replay->tile, &thread->pipe, pushed->word);
    thread->fifo_first = (thread->fifo_first + 1) % PIPE_WORDS;
    thread->fifo_count--;
}

bool program_macro_op_is_idle(enum tt_chip chip, const struct program_thread *thread)
{
    for (unsigned i = 0; i < thread->fifo_count; i++) {
        const struct pushed_word *pushed = &thread->fifo[(thread->fifo_first + i) % PIPE_WORDS];
        if (!pushed->is_behind && isa_id(chip, pushed->word) == INSN_MOP)
            return false;
    }
    return macro_op_is_idle(&thread->pipe.macro_op);
}

/* Brings the next word to the wait gate; false when there is none. *took: the expanders took pushed words. */
static bool bring(struct program *program, struct program_thread *thread, bool *took)
{
    for (;;) {
        if (!pipe_is_dry(&thread->pipe) && pipe_next(program->replay->tile, &thread->pipe, &thread->word))
            return thread->has_word = true;
        if (thread->fifo_count == 0)
            return false;
        *took = true;
        take_pushed(program, thread);
    }
}

/* Likewise; *took also where a core may have waited for what the expanders gave up: words that no unit gets, or the
 * last of a macro-op. */
static bool program_pipe_fill(struct program *program, struct program_thread *thread, bool *took)
{
    if (thread->has_word)
        return true;
    const bool was_dry = pipe_is_dry(&thread->pipe), was_idle = macro_op_is_idle(&thread->pipe.macro_op);
    const bool has_word = bring(program, thread, took);
    *took |= (!was_dry && program_pipe_is_dry(thread)) || (!was_idle && macro_op_is_idle(&thread->pipe.macro_op));
    return has_word;
}

/* Checked beforehand, so that a word that only waits is not reported. */
static bool would_wait(const struct program *program, unsigned number, const struct program_word *at)
{
    struct sync_reason reasons[SYNC_REASONS_MAX];
    return sync_reasons(program->replay->tile, number, at->insn, at->word, reasons) != 0;
}

static void report_effect(const struct program *program, unsigned number, const struct program_word *at)
{
    const struct ttcap_event exec = {
        .seq = at->event,
        .kind = TTCAP_EXEC,
        .thread = (int8_t)number,
        .value = at->word,
        .has_pc = at->push.has_pc,
        .core = at->push.core,
        .pc = at->push.pc,
    };
    replay_report_event(program->replay, &exec);
    if (exec.has_pc)
        replay_report_origin(program->replay, &(struct replay_origin){program->step, true, number, exec.core, exec.pc});
}

/* One step that reads other bytes than those there: as if a later word had been quicker, or an earlier one slower. */
static void program_pipe_patch(const struct program *program, const struct replay_patch *patch)
{
    for (size_t i = 0; i < patch->count; i++) {
        const struct replay_patch_piece *piece = &patch->pieces[i];
        tile_load(program->replay->tile, piece->space, piece->lo, piece->count, piece->saved);
        tile_store(program->replay->tile, piece->space, piece->lo, piece->count, piece->bytes, piece->mask);
    }
}

/* Restores the bytes that the step left as the patch set them. */
static void patch_put_back(struct tile *tile, const struct replay_patch_piece *piece, uint32_t at)
{
    uint8_t now;
    tile_load(tile, piece->space, piece->lo + at, 1, &now);
    if (((now ^ piece->bytes[at]) & piece->mask[at]) == 0)
        tile_store(tile, piece->space, piece->lo + at, 1, &piece->saved[at], &piece->mask[at]);
}

static void program_pipe_take_back(const struct program *program, const struct replay_patch *patch)
{
    for (size_t i = patch->count; i-- > 0;) {
        for (uint32_t at = 0; at < patch->pieces[i].count; at++)
            patch_put_back(program->replay->tile, &patch->pieces[i], at);
    }
}

static bool take_effect(struct program *program, unsigned number, const struct program_word *at)
{
    struct replay *replay = program->replay;
    struct hazards *hazards = program->hazards;
    const struct replay_patch *patch = program_patch_now(program, number, at);
    if (hazards)
        hazards_before_word(hazards, number, at->insn, at->word);
    if (patch)
        program_pipe_patch(program, patch);
    const bool has_run = replay_program_word(replay, number, at->insn, at->word, program->step);
    if (patch)
        program_pipe_take_back(program, patch);
    if (!has_run)
        return false;
    if (hazards)
        hazards_after_word(hazards, number, at->word, program->threads[number].pipe.dropped);
    if (replay->heard.happened || replay->heard.came_from)
        report_effect(program, number, at);
    return true;
}

/* The word, if it need not wait; a unit that does not run ends it all. */
static bool effect(struct program *program, unsigned number, const struct program_word *at)
{
    const struct replay *replay = program->replay;
    const enum tt_unit unit = isa_unit_of(at->insn, at->word);
    if (unit != TT_UNIT_COUNT && !(replay->running & unit_bit(unit))) {
        program->has_skipped = true;
        program->skipped_word = at->word;
        program->skipped_thread = number;
        return false;
    }
    if (would_wait(program, number, at))
        return false;
    program->still[number].was_tried = true;
    if (!take_effect(program, number, at))
        return false;
    program_wait_note(program, number, false, false);
    if (replay->heard.waited)
        program_wait_hear(program, number, &at->word, NULL);
    program->step++;
    program->threads[number].left_pipe++;
    return true;
}

bool program_pipe_is_ready(const struct program *program, unsigned number)
{
    const struct program_thread *thread = &program->threads[number];
    const struct program_word at = {thread->pipe.insn, thread->word_event, thread->word_push, thread->word};
    struct sync_reason reasons[SYNC_REASONS_MAX];
    if (!thread->has_word)
        return thread->fifo_count || !pipe_is_dry(&thread->pipe);
    const bool may_poll = isa_unit_of(at.insn, at.word) == TT_UNIT_SCALAR; /* memory, until it has a value */
    return !may_poll && !(thread->latch.is_open && program_is_stopped(thread)) &&
           !program_reasons(program, number, &at, reasons);
}

struct program_word program_word_at_gate(const struct program_thread *thread)
{
    return (struct program_word){thread->pipe.insn, thread->word_event, thread->word_push, thread->word};
}

struct program_word program_word_done(const struct program_thread *thread)
{
    return thread->has_latch_ended ? thread->latch.at : program_word_at_gate(thread);
}

struct steps_done program_pipe_done(const struct program_thread *thread, unsigned number, uint64_t seq)
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

struct program_word program_word_waiting(const struct program_thread *thread)
{
    const bool is_latch = thread->latch.is_open && (!thread->has_word || program_is_stopped(thread));
    return is_latch ? thread->latch.at : program_word_at_gate(thread);
}

bool program_is_stopped(const struct program_thread *thread)
{
    return (sync_kinds(thread->pipe.insn, thread->word) & thread->latch.kinds) != 0;
}

bool program_latches(const struct program *program, const struct program_thread *thread)
{
    return sync_can_wait(program->replay->tile, thread->pipe.insn, thread->word);
}

/* The word at the gate makes room for the next. */
static void go_past_gate(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    if (program->is_as_recorded)
        program_recorded_word(program, number, thread->word);
    thread->has_word = false;
    program_delays_pass(program, number, thread->word_event);
}

/* Member by member: whoever compares two states compares the bytes between them too. */
static void latch(struct program *program, struct program_thread *thread)
{
    thread->latch.is_open = true;
    thread->latch.kinds = sync_stops(program->replay->info->chip, thread->word);
    thread->latch.at.insn = thread->pipe.insn;
    thread->latch.at.event = thread->word_event;
    thread->latch.at.push = thread->word_push;
    thread->latch.at.word = thread->word;
    go_past_gate(program, thread->pipe.thread);
    if (program->hazards)
        hazards_latch(program->hazards, thread->pipe.thread);
}

bool program_latch_move(struct program *program, unsigned number)
{
    struct program_latch *latched = &program->threads[number].latch;
    if (!latched->is_open || !effect(program, number, &latched->at))
        return false;
    latched->is_open = false;
    return true;
}

static bool leave_gate(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    const struct program_word at = program_word_at_gate(thread);
    if ((thread->latch.is_open && program_is_stopped(thread)) || !effect(program, number, &at))
        return false;
    go_past_gate(program, number);
    return true;
}

/* Whether the word at the gate stands there for a delay. */
static bool program_pipe_is_delayed(struct program *program, unsigned number)
{
    const struct program_thread *thread = &program->threads[number];
    const struct pushed_word *push = &thread->word_push;
    return program->replay->options->delay_count && thread->has_word &&
           program_is_delayed(program,
                              &(struct program_comer){number, false, push->has_pc, thread->word_event, push->pc});
}

/* A wait that cannot end makes room for the words behind it. */
static bool program_pipe_latch(struct program *program, struct program_thread *thread)
{
    if (thread->latch.is_open || !program_latches(program, thread))
        return false;
    const struct program_word at = program_word_at_gate(thread);
    const bool latches =
        program->replay->running & unit_bit(TT_UNIT_SYNC) && would_wait(program, thread->pipe.thread, &at);
    if (latches)
        latch(program, thread);
    return latches;
}

/* ---- words that wait ---- */

static const void *program_pipe_waited_for(const struct program *program)
{
    return &tile_state(program->replay->tile)->small.src_bank;
}

/* Words of the scalar unit ask for memory, STREAMWAIT for registers; an observer and a patch change the tile. */
static bool may_change_unseen(const struct program *program, const struct program_thread *thread)
{
    const struct replay *replay = program->replay;
    return isa_unit_of(thread->pipe.insn, thread->word) == TT_UNIT_SCALAR || is_streamwait(thread->pipe.insn) ||
           (thread->latch.is_open && is_streamwait(thread->latch.at.insn)) || replay->options->patch ||
           replay->options->delay_count || replay->heard.before;
}

static void note_still(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    struct program_still *still = &program->still[number];
    still->is_there = thread->has_word && !may_change_unseen(program, thread);
    if (still->is_there)
        memcpy(still->seen, program_pipe_waited_for(program), sizeof still->seen);
}

bool program_pipe_stands_still(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    const struct program_still *still = &program->still[number];
    if (memcmp(still->seen, program_pipe_waited_for(program), sizeof still->seen) != 0)
        return false;
    thread->has_latch_ended = false;
    if (still->was_tried)
        replay_at_work(program->replay, (int)number, program->step, true, thread->word);
    return true;
}

bool program_pipe_step_filled(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    program->still[number].is_there = program->still[number].was_tried = false;
    bool took = false, has_acted = thread->has_latch_ended = program_latch_move(program, number);
    bool is_delayed = false;
    while (!has_acted && program_pipe_fill(program, thread, &took)) {
        is_delayed = program_pipe_is_delayed(program, number);
        if (is_delayed || !program_pipe_latch(program, thread))
            break;
        took = true;
    }
    if (!has_acted && thread->has_word && !is_delayed)
        has_acted = leave_gate(program, number);
    if (program->has_skipped)
        return false;
    if (!has_acted)
        program_wait_note(program, number, false, thread->has_word || thread->latch.is_open);
    if (!has_acted && !took)
        note_still(program, number);
    return has_acted || took;
}

bool program_pipe_move(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    if (thread->has_word) {
        if (!program_latches(program, thread)) {
            if (!leave_gate(program, number))
                return false;
        } else if (!thread->latch.is_open) {
            latch(program, thread);
        } else {
            return false;
        }
        thread->has_word = pipe_next(program->replay->tile, &thread->pipe, &thread->word);
        return true;
    }
    if (thread->fifo_count == 0)
        return false;
    take_pushed(program, thread);
    thread->has_word = pipe_next(program->replay->tile, &thread->pipe, &thread->word);
    return true;
}
