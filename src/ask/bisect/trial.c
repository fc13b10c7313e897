/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/trial.h"

#include "ask/bisect/parts.h"
#include "ask/bisect/word_list.h"
#include "base/little.h"
#include "isa/riscv.h"

/* A set or an operand is not compared where it stands: at most so many bytes a checkpoint, in both states. */
enum { EXEMPT_BYTES = 16 };

static uint64_t trial_exempt_bytes(const struct search *search, const struct bisect_explanation *explanation)
{
    uint64_t exempt = 0;
    for (unsigned i = 0; i < explanation->count; i++)
        if (explanation->changes[i].kind == BISECT_INPUT)
            exempt += OPERAND_BYTES_MAX * search->room.input_count;
        else if (explanation->changes[i].kind == BISECT_SET || explanation->changes[i].kind == BISECT_OPERAND)
            exempt += EXEMPT_BYTES;
    return exempt * (search->base->summary.checkpoints + 1);
}

/* Whether a checkpoint shows configuration otherwise than the plain replay. */
static bool trial_shows_settings(const struct difference *base)
{
    bool shows = false;
    for (size_t i = 0; i < base->count && !shows; i++)
        shows = !base->bytes[i].window &&
                (base->bytes[i].space == TT_SPACE_CFG || base->bytes[i].space == TT_SPACE_THREAD_CFG);
    return shows;
}

/* A value that the device held, and that leads into undefined behaviour, led the device there, too: no byte speaks
 * against it, and what came of it nobody can decide. */
static bool trial_is_undefined_there(const struct search *search, const struct bisect_explanation *explanation)
{
    return search->other.summary.facts.undefined &&
           (explanation->changes[0].is_shown || (!search->other.total && trial_shows_settings(search->base)));
}

bool trial_hides(const struct search *search, const struct bisect_explanation *explanation)
{
    const struct replay_summary *is = &search->other.summary, *was = &search->base->summary;
    const bool hangs = is->is_deadlocked > was->is_deadlocked && is->facts.end != VERDICT_HANGS_AS_DEVICE;
    return hangs || is->facts.is_stopped > was->facts.is_stopped || is->facts.unsupported > was->facts.unsupported ||
           is->checkpoints < was->checkpoints ||
           (is->facts.bytes.undecided > was->facts.bytes.undecided && !trial_is_undefined_there(search, explanation)) ||
           is->facts.bytes.compared + trial_exempt_bytes(search, explanation) < was->facts.bytes.compared;
}

/* A caller that waits hears of the first explanation once the search has gone on for a while. */
static void trial_report_first(struct search *search)
{
    enum { A_WHILE = 200 };
    const struct bisect_options *options = search->options;
    if (!search->first_at || search->result->replays < search->first_at + A_WHILE)
        return;
    search->first_at = 0;
    if (options->first)
        options->first(options->user, search->result, &search->first);
}

/* A unit's own fault, or the input's, not the program's: neither a part of two faults nor what is said first. */
static bool trial_is_of_device(const struct bisect_explanation *explanation)
{
    const struct bisect_change *change = &explanation->changes[0];
    return change->kind == BISECT_INPUT || (change->kind == BISECT_WORD && change->fault == BISECT_MISWROTE);
}

static void trial_note_first(struct search *search, const struct bisect_explanation *explanation)
{
    if (!search->base->count && !search->ended_at)
        search->ended_at = search->result->replays;
    if (search->has_first || !search->base->count ||
        trial_is_of_device(explanation)) /* words say more: they are next */
        return;
    search->has_first = true;
    search->first = *explanation;
    struct bisect_change *change = &search->first.changes[0];
    change->first_event = change->last_event = change->edit.event;
    search->first_at = search->found_at = search->result->replays;
}

static void trial_begin(struct search *search, const struct bisect_explanation *explanation,
                        struct replay_options *replay)
{
    enum { TIMES = 4, MORE = 10000 }; /* as long as the plain replay: a program that spins is given up */
    const struct replay_summary *base = &search->base->summary;
    const uint64_t steps = TIMES * (base->steps + base->events + base->executed) + MORE;
    explain_apply(&search->options->replay, explanation, &search->room, replay);
    replay->max_steps = replay->max_steps < steps ? replay->max_steps : steps;
    search->result->replays++;
    trial_report_first(search);
    if (search->options->progress)
        search->options->progress(search->options->user, search->result->replays, search->options->budget);
}

/* Whether a wait, or other work, less is what lets a run end: that always does, and says nothing. */
static bool trial_is_less(enum tt_chip chip, const struct bisect_change *change)
{
    if (!change->is_code)
        return change->fault == BISECT_EXTRA ||
               (change->fault == BISECT_CHANGED && word_is_wait(chip, change->recorded));
    const uint32_t is = load_u32(change->operand.recorded), other = load_u32(change->operand.value);
    if (riscv_is_push(is))
        return other == RISCV_NOP || word_is_wait(chip, riscv_pushed_word(is));
    const struct riscv_op *op = riscv_find(is);
    return other == RISCV_NOP || riscv_opcode(is) == RISCV_LOAD || (op && op->immediate == RISCV_IMMEDIATE_B);
}

/* Of a run that hangs, and behind whose start nothing was recorded, all that can be asked is that it ends. */
static bool trial_ends(const struct search *search, const struct bisect_explanation *explanation)
{
    const struct replay_summary *is = &search->other.summary;
    return search->result->ends_alone && !is->is_deadlocked && !trial_hides(search, explanation) &&
           !trial_is_less(ttcap_info(search->capture)->chip, &explanation->changes[0]);
}

/* Where the plain replay differs nowhere, work did not happen: all of it has to happen, and be the same. Where the
 * device hung, and the plain replay does not, it has to hang. */
static bool trial_explains(const struct search *search, const struct bisect_explanation *explanation)
{
    const enum verdict_end was = search->base->summary.facts.end, is = search->other.summary.facts.end;
    if (was == VERDICT_ENDS_UNLIKE_DEVICE && is != VERDICT_HANGS_AS_DEVICE)
        return false;
    if (search->base->count == 0)
        return was == VERDICT_ENDS_UNLIKE_DEVICE
                   ? search->other.total == 0 && !trial_hides(search, explanation)
                   : search->other.summary.verdict == VERDICT_SAME || trial_ends(search, explanation);
    return search->other.total == 0 &&
           (explanation->explained == search->base->elements || trial_is_undefined_there(search, explanation)) &&
           !trial_hides(search, explanation);
}

/* The same word at the place beside: where between the two it belongs, nothing says. */
static void trial_widen_ending(struct search *search, const struct replay_edit *edit, bool ends)
{
    struct bisect_change *change = &search->result->best.changes[0];
    if (edit->word != change->edit.word || edit->thread != change->edit.thread || edit->run_count)
        return;
    search->is_widening &= ends;
    if (search->is_widening)
        bisect_change_widen(change, edit->event, edit->event);
}

/* Where the plain replay hangs or leaves work undone, and with a word more this one does not, but does not end as
 * recorded: what was recorded may be of a device that hung. A wait less always lets it end, and says nothing. */
static void trial_note_ending(struct search *search, const struct bisect_explanation *explanation, bool ends)
{
    struct bisect_result *result = search->result;
    struct bisect_change *change = &result->best.changes[0];
    if (result->has_best)
        trial_widen_ending(search, &explanation->changes[0].edit, ends);
    if (result->has_best || !ends)
        return;
    result->has_best = search->is_widening = true;
    result->best = *explanation;
    change->first_event = change->last_event = change->edit.event;
    search->ended_at = result->replays;
}

/* A screened replay ends where it differs: whether all of it would have happened, another one says. */
static enum tt_status trial_try_ending(struct search *search, const struct bisect_explanation *explanation,
                                       const struct replay_options *replay, bool differs)
{
    const struct replay_summary *is = &search->other.summary;
    const struct bisect_change *change = &explanation->changes[0];
    if (change->fault != BISECT_LOST || change->kind != BISECT_WORD)
        return TT_OK;
    if (differs) {
        search->result->replays++;
        TRY(difference_run(&search->other, search->capture, replay, NULL, search->err));
        differs = !is->is_deadlocked && !is->facts.unsupported;
    }
    trial_note_ending(search, explanation, differs);
    return TT_OK;
}

enum tt_status trial_run(struct search *search, struct bisect_explanation *explanation, enum trial_reach reach,
                         bool *holds)
{
    struct replay_options replay;
    enum difference_screened outcome = SCREENED_SAME;
    enum tt_status status = TT_OK;
    *holds = false;
    if (explain_is_spent(search))
        return TT_OK;
    trial_begin(search, explanation, &replay);
    if (reach == TRIAL_SCREENED)
        status = difference_screen(search->base, search->capture, &replay, &outcome, search->err);
    if (!status && outcome == SCREENED_SAME)
        status = difference_run(&search->other, search->capture, &replay, NULL, search->err);
    if (outcome != SCREENED_SAME && !status && !search->base->count)
        status = trial_try_ending(search, explanation, &replay, outcome == SCREENED_DIFFERS);
    if (status || outcome != SCREENED_SAME)
        return status;
    search->spun += search->result->spins && search->other.summary.steps >= search->result->spins;
    const struct difference_score score = difference_score(search->base, &search->other);
    explanation->explained = score.explained;
    explanation->broken = score.broken;
    explanation->undecided = score.undecided;
    *holds = trial_explains(search, explanation);
    if (*holds)
        trial_note_first(search, explanation);
    else if (!explanation->broken && explanation->explained && !trial_hides(search, explanation) &&
             !trial_is_of_device(explanation))
        parts_note(search->result, explanation);
    return TT_OK;
}
