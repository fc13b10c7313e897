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
    replay->holds_no_end = search->result->ends_alone;
    search->result->replays++;
    trial_report_first(search);
    if (search->options->progress)
        search->options->progress(search->options->user, search->result->replays, search->options->budget);
}

/* A branch back over a few instructions: a core goes round there until what it waits for has happened. */
static bool trial_is_poll(uint32_t word)
{
    enum { FEW = 4 /* instructions */ };
    const struct riscv_op *op = riscv_find(word);
    const int32_t by = op && op->immediate == RISCV_IMMEDIATE_B ? (int32_t)riscv_immediate_of(op->immediate, word) : 0;
    return by < 0 && by >= -4 * FEW;
}

/* Whether a wait, or other work, less is what lets a run end: that always does, and says nothing. */
static bool trial_is_less(enum tt_chip chip, const struct bisect_change *change)
{
    if (!change->is_code)
        return (change->fault == BISECT_EXTRA &&
                (change->edit.run_count || !word_is_semaphore(chip, change->recorded))) ||
               (change->fault == BISECT_CHANGED && !change->is_vain && word_is_wait(chip, change->recorded));
    const uint32_t is = load_u32(change->operand.recorded), other = load_u32(change->operand.value);
    if (change->is_vain)
        return false;
    if (riscv_is_push(is))
        return other == RISCV_NOP || word_is_wait(chip, riscv_pushed_word(is));
    return other == RISCV_NOP || riscv_opcode(is) == RISCV_LOAD || trial_is_poll(is);
}

/* Of a run that hangs: whether it ends, of whose end what was recorded says nothing. */
static bool trial_ends(const struct search *search, const struct bisect_explanation *explanation)
{
    const struct replay_summary *is = &search->other.summary, *was = &search->base->summary;
    return !is->is_deadlocked && is->facts.is_stopped <= was->facts.is_stopped && !is->facts.unsupported &&
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
        return was == VERDICT_ENDS_UNLIKE_DEVICE ? search->other.total == 0 && !trial_hides(search, explanation)
                                                 : search->other.summary.verdict == VERDICT_SAME ||
                                                       (search->result->ends_alone && trial_ends(search, explanation));
    return search->other.total == 0 &&
           (explanation->explained == search->base->elements || trial_is_undefined_there(search, explanation)) &&
           !trial_hides(search, explanation);
}

/* Where the plain replay hangs, or leaves work undone, what was recorded may be of a device that hung: whether a
 * change lets it end counts, too, though bytes then differ. */
static bool trial_asks_end(const struct search *search)
{
    const enum verdict_end was = search->base->summary.facts.end;
    return !search->base->count && was != VERDICT_ENDS_UNLIKE_DEVICE && was != VERDICT_HANGS_UNLIKE_DEVICE;
}

/* How the run ended with it. */
static void trial_note_end(struct search *search, struct bisect_explanation *explanation, bool holds)
{
    search->has_ended = !holds && trial_asks_end(search) && trial_ends(search, explanation);
    if (!holds && !search->has_ended)
        return;
    if (!search->ended_at)
        search->ended_at = search->result->replays;
    if (!search->base->summary.is_deadlocked || (holds && !search->result->ends_alone)) /* bytes say more */
        return;
    explanation->left = search->other.left;
    explanation->executed = search->other.summary.executed;
}

enum tt_status trial_run(struct search *search, struct bisect_explanation *explanation, enum trial_reach reach,
                         bool *holds)
{
    struct replay_options replay;
    enum difference_screened outcome = SCREENED_SAME;
    enum tt_status status = TT_OK;
    *holds = search->has_ended = false;
    if (explain_is_spent(search))
        return TT_OK;
    trial_begin(search, explanation, &replay);
    if (reach == TRIAL_SCREENED)
        status = difference_screen(search->base, search->capture, &replay, &outcome, search->err);
    if (outcome == SCREENED_DIFFERS && trial_asks_end(search)) { /* it ended where it differs: whether all happens */
        search->result->replays++;
        outcome = SCREENED_SAME;
    }
    if (!status && outcome == SCREENED_SAME)
        status = difference_run(&search->other, search->capture, &replay, NULL, search->err);
    if (status || outcome != SCREENED_SAME)
        return status;
    search->spun += search->result->spins && search->other.summary.steps >= search->result->spins;
    const struct difference_score score = difference_score(search->base, &search->other);
    explanation->explained = score.explained;
    explanation->broken = score.broken;
    explanation->undecided = score.undecided;
    *holds = trial_explains(search, explanation);
    if (!search->base->count)
        trial_note_end(search, explanation, *holds);
    if (*holds)
        trial_note_first(search, explanation);
    else if (!explanation->broken && explanation->explained && !trial_hides(search, explanation) &&
             !trial_is_of_device(explanation))
        parts_note(search->result, explanation);
    return TT_OK;
}
