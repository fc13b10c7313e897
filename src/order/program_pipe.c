/* SPDX-License-Identifier: Apache-2.0 */
/* What the pipes do: expand what was pushed, and let word after word take effect. */
#include "order/program.h"

#include "insn_ids.h"

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
    while (!thread->has_word) {
        if (pipe_next(program->replay->tile, &thread->pipe, &thread->word)) {
            thread->has_word = true;
            break;
        }
        if (thread->fifo_count == 0)
            return false;
        *took = true;
        take_pushed(program, thread);
    }
    return true;
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
static bool would_wait(const struct program *program, const struct program_thread *thread)
{
    struct sync_reason reasons[SYNC_REASONS_MAX];
    return sync_reasons(program->replay->tile, thread->pipe.thread, thread->pipe.insn, thread->word, reasons) != 0;
}

static void report_effect(const struct program *program, const struct program_thread *thread)
{
    const struct ttcap_event exec = {
        .seq = thread->word_event,
        .kind = TTCAP_EXEC,
        .thread = (int8_t)thread->pipe.thread,
        .value = thread->word,
        .has_pc = thread->word_push.has_pc,
        .core = thread->word_push.core,
        .pc = thread->word_push.pc,
    };
    replay_report_event(program->replay, &exec);
    if (exec.has_pc)
        replay_report_origin(program->replay,
                             &(struct replay_origin){program->step, true, thread->pipe.thread, exec.core, exec.pc});
}

static bool take_effect(struct program *program, const struct program_thread *thread)
{
    struct replay *replay = program->replay;
    struct hazards *hazards = program->hazards;
    const struct replay_patch *patch = program_patch_now(program);
    if (hazards)
        hazards_before_word(hazards, thread->pipe.insn, thread->word);
    if (patch)
        program_patch_put(program, patch);
    const bool has_run =
        replay_program_word(replay, thread->pipe.thread, thread->pipe.insn, thread->word, program->step);
    if (patch)
        program_patch_take_back(program, patch);
    if (!has_run)
        return false;
    if (hazards)
        hazards_after_word(hazards, thread->pipe.thread, thread->word, thread->pipe.dropped);
    if (replay->observer)
        report_effect(program, thread);
    return true;
}

/* The word at the wait gate, if it need not wait; a unit that does not run ends it all. */
static bool effect(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    const struct replay *replay = program->replay;
    const enum tt_unit unit = isa_unit_of(thread->pipe.insn, thread->word);
    if (unit != TT_UNIT_COUNT && !(replay->running & unit_bit(unit))) {
        program->has_skipped = true;
        program->skipped_word = thread->word;
        program->skipped_thread = number;
        return false;
    }
    if (would_wait(program, thread) || !take_effect(program, thread)) {
        thread->pipe_block = BLOCK_WORD_WAITS;
        program_wait_note(program, number, false, true);
        return false;
    }
    program_wait_note(program, number, false, false);
    program->step++;
    thread->has_word = false;
    thread->left_pipe++;
    return true;
}

bool program_pipe_step_filled(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    bool took = false;
    if (!program_pipe_fill(program, thread, &took))
        return took;
    return effect(program, number) || (took && !program->has_skipped);
}

bool program_pipe_move(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    thread->pipe_block = BLOCK_NONE;
    if (thread->has_word) {
        if (!effect(program, number))
            return false;
        thread->has_word = pipe_next(program->replay->tile, &thread->pipe, &thread->word);
        return true;
    }
    if (thread->fifo_count == 0)
        return false;
    take_pushed(program, thread);
    thread->has_word = pipe_next(program->replay->tile, &thread->pipe, &thread->word);
    return true;
}
