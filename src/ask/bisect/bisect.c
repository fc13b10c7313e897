/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of the search: where, by which unit, why, from which instruction on. docs/how-to/bisect.md */
#include "ask/bisect/bisect.h"

#include "ask/bisect/branch.h"
#include "ask/bisect/explain.h"
#include "ask/bisect/hung_pairs.h"
#include "ask/bisect/parts.h"
#include "ask/bisect/place.h"
#include "ask/bisect/sources.h"
#include "capture/expected.h"
#include "order/frames.h"

struct bisection {
    struct ttcap *capture;
    struct bisect_options options; /* with checkpoints that are taken whole, so that no fault is carried on */
    bool asks_evidence;
    struct bisect_result *result;
    struct difference base;
    struct writers writers;
    struct tt_error *err;
};

/* Names the checkpoint that differs first and the one before it. */
static void name_checkpoints(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    const uint32_t number = bisection->base.bytes[0].checkpoint;
    const struct ttcap_checkpoint *differs = ttcap_checkpoint(bisection->capture, number);
    const bool is_alone = bisection->options.replay.tolerance; /* the only one that is judged */
    const struct ttcap_checkpoint *clean = ttcap_checkpoint(bisection->capture, is_alone ? 0 : number - 1);
    (void)snprintf(result->checkpoint, sizeof result->checkpoint, "%s", differs->id);
    (void)snprintf(result->clean, sizeof result->clean, "%s", clean->id);
    result->after_event = differs->after_event;
    result->clean_after = clean->after_event;
}

/* A write that did not happen, or that came later than the device was looked at, leaves the older value: that of the
 * last checkpoint before it which holds the bytes. */
static enum tt_status bisect_find_older(struct bisection *bisection)
{
    const struct difference *base = &bisection->base;
    struct bisect_result *result = bisection->result;
    const uint32_t number = base->bytes[0].checkpoint;
    uint32_t before = number;
    uint64_t older = 0;
    if (bisection->options.replay.tolerance)
        return TT_OK;
    for (size_t i = 0; i < base->count && base->bytes[i].checkpoint == number; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        uint8_t was = 0, known = 0;
        while (before && known != UINT8_MAX && (before == number || !i)) /* of the first byte which one */
            TRY(ttcap_read(bisection->capture, --before, (enum tt_space)byte->space, byte->addr, 1, &was, &known,
                           bisection->err));
        if (i)
            TRY(ttcap_read(bisection->capture, before, (enum tt_space)byte->space, byte->addr, 1, &was, &known,
                           bisection->err));
        if (byte->window || known != UINT8_MAX || (was ^ byte->held) & byte->known)
            return TT_OK;
        older++;
    }
    result->older = older;
    (void)snprintf(result->older_at, sizeof result->older_at, "%s", ttcap_checkpoint(bisection->capture, before)->id);
    return TT_OK;
}

/* The events that wrote, in the replay, what is as it was before. */
static void bisect_find_older_writers(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    for (size_t i = 0; i < result->older; i++) {
        const struct writer *writer = writer_of(&bisection->writers, i);
        if (!writer) {
            result->older_last = 0;
            return;
        }
        result->older_first = i && result->older_first < writer->seq ? result->older_first : writer->seq;
        result->older_last = result->older_last > writer->seq ? result->older_last : writer->seq;
    }
}

/* ---- what the device had of its own, where a reference is asked ---- */

struct own_bytes {
    const struct ttcap *capture;
    uint64_t compared, differing;
};

static void bisect_on_comparison(void *user, const struct replay_comparison *comparison)
{
    struct own_bytes *own = user;
    if (ttcap_is_reference(own->capture, comparison->checkpoint))
        return;
    own->compared += comparison->known_bytes;
    own->differing += comparison->differing_bytes + comparison->tainted_bytes;
}

/* Whether the capture's own checkpoints are as the replay: the device then did what the program says. */
static enum tt_status bisect_ask_own(struct bisection *bisection)
{
    struct own_bytes own = {.capture = bisection->capture};
    const struct replay_observer observer = {.user = &own, .comparison = bisect_on_comparison};
    struct replay_options options = bisection->options.replay;
    struct replay_summary summary;
    if (!options.tolerance || bisection->options.is_part)
        return TT_OK;
    options.tolerance = NULL;
    options.frames = NULL;
    options.takes_all = true;
    bisection->result->replays++;
    TRY(replay_run(bisection->capture, &options, NULL, &observer, &summary, bisection->err));
    bisection->result->own_bytes = own.differing ? 0 : own.compared;
    return TT_OK;
}

static enum tt_status bisect_find_place(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    TRY(writers_find(&bisection->writers, &bisection->base, bisection->capture, &bisection->options.replay,
                     bisection->err));
    writers_number(&bisection->writers, &bisection->base);
    bisect_find_older_writers(bisection);
    result->values = bisection->base.elements;
    result->bytes = bisection->base.total;
    result->is_cut = bisection->base.total > bisection->base.count;
    result->replays += 2;
    return place_find(&result->first, &bisection->base, &bisection->writers, bisection->capture,
                      &bisection->options.replay, bisection->err);
}

/* The other orders need all units; and a reference, or a hash, has no inputs of a single unit. */
static bool alone_has_nothing(const struct replay_options *options, const struct bisect_place *first)
{
    return options->order != REPLAY_EXECUTED || options->tolerance || first->part == BISECT_WINDOW;
}

/* The packers and unpackers are run alone, on the device's state: they then still differ, or do not. */
static enum tt_status ask_alone(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    const struct bisect_place *first = &result->first;
    const bool is_pack = first->unit == TT_UNIT_PACK;
    if (alone_has_nothing(&bisection->options.replay, first))
        return TT_OK;
    if (!first->has_writer || (!is_pack && first->unit != TT_UNIT_UNPACK0 && first->unit != TT_UNIT_UNPACK1))
        return TT_OK;
    struct replay_options alone = bisection->options.replay;
    struct difference difference = {0};
    alone.units = UINT32_C(1) << first->unit;
    enum tt_status status = difference_run(&difference, bisection->capture, &alone, NULL, bisection->err);
    result->replays++;
    for (size_t i = 0; i < difference.count; i++)
        if (difference.bytes[i].checkpoint == bisection->base.bytes[0].checkpoint &&
            difference.bytes[i].space == first->space && difference.bytes[i].addr >= first->lo &&
            difference.bytes[i].addr < first->hi)
            result->alone = BISECT_ALONE_DIFFERS;
    if (!status && is_pack && result->alone == BISECT_ALONE_UNKNOWN && difference.summary.facts.bytes.undecided == 0)
        result->alone = BISECT_ALONE_AGREES;
    difference_clear(&difference);
    return status;
}

/* Replays once more and goes on with the replayed values: if only then all later checkpoints agree, the device cannot
 * have held the recorded value; or the words before the checkpoint are not those that it executed. */
static enum tt_status ask_recording(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    const uint32_t number = bisection->base.bytes[0].checkpoint;
    const uint64_t taken = difference_later(&bisection->base, number);
    if (taken == 0)
        return TT_OK;
    struct replay_options options = bisection->options.replay;
    struct difference difference = {0};
    options.takes_all = false;
    enum tt_status status = difference_run(&difference, bisection->capture, &options, NULL, bisection->err);
    result->replays++;
    if (!status && difference_later(&difference, number) == 0) {
        result->cause = BISECT_RECORDING;
        result->later = taken;
    }
    difference_clear(&difference);
    return status;
}

/* Several explanations explain all: each begins to differ from the replay at a place of its own. */
static enum tt_status find_branches(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    if (!result->explanation_count)
        return TT_OK;
    enum tt_status status = TT_OK;
    const struct replay_options *as_is = &bisection->options.replay;
    struct explain_room room = {0};
    struct replay_options explained;
    status = explain_room_new(&room, as_is, bisection->err);
    for (unsigned i = 0; i < result->explanation_count && i < BISECT_BRANCHES_MAX && !status; i++) {
        const enum bisect_change_kind kind = result->explanations[i].changes[0].kind;
        if (kind == BISECT_ORDER || kind == BISECT_INPUT) /* it says itself where */
            continue;
        explain_apply(as_is, &result->explanations[i], &room, &explained);
        status = branch_find(&result->branches[i], bisection->capture, as_is, &explained, (uint64_t)result->after_event,
                             bisection->err);
    }
    explain_room_clear(&room);
    return status;
}

static void on_stream_fault(void *user, const struct stream_fault *fault)
{
    struct bisection *bisection = user;
    if (!*bisection->result->first_stream_fault)
        (void)stream_fault_text(ttcap_info(bisection->capture)->chip, fault, bisection->result->first_stream_fault);
}

/* A recording that contradicts itself explains its differences better than any other reading. */
static enum tt_status hold_streams(struct bisection *bisection)
{
    struct streams streams;
    const enum tt_status status =
        streams_hold(bisection->capture, bisection, on_stream_fault, &streams, bisection->err);
    bisection->result->stream_faults = streams.faults;
    return status;
}

/* A replay by itself: the frames of the first replay serve every change that is tried. */
static enum tt_status ask_all_evidence(struct bisection *bisection)
{
    struct replay_options options = bisection->options.replay;
    options.frames = NULL;
    options.asks_evidence = true;
    bisection->result->replays++;
    return replay_run(bisection->capture, &options, NULL, NULL, &bisection->result->summary, bisection->err);
}

/* The waits and their causes, where the replay as it is hangs. */
static enum tt_status report_waiting(struct bisection *bisection)
{
    struct replay_summary summary;
    const struct replay_observer observer = {.user = bisection->options.user, .waiting = bisection->options.waiting};
    struct replay_options options = bisection->options.replay;
    options.frames = NULL;
    options.takes_all = options.takes_all && bisection->result->verdict == VERDICT_HUNG;
    bisection->result->replays++;
    TRY(hung_pairs_find(&bisection->result->unpaired, bisection->capture, &options, &observer, &summary,
                        bisection->err));
    bisection->result->hangs = summary.is_deadlocked && bisection->result->verdict != VERDICT_HUNG;
    if (bisection->result->hangs) { /* the verdict is the replay's, which takes nothing over */
        bisection->result->summary = summary;
        bisection->result->verdict = summary.verdict;
    }
    return TT_OK;
}

static enum tt_status bisect_run_base(struct bisection *bisection)
{
    bisection->result->replays++;
    bisection->options.replay.fills_frames = true;
    const enum tt_status status =
        difference_run(&bisection->base, bisection->capture, &bisection->options.replay, NULL, bisection->err);
    bisection->options.replay.fills_frames = false;
    return status;
}

/* A core that spins does so in most trials, too: as many steps as are usual would be hours of them. */
static enum tt_status bisect_bound_spin(struct bisection *bisection)
{
    enum { SPIN_STEPS = 1 << 17 };
    struct replay_options *options = &bisection->options.replay;
    const struct replay_summary *base = &bisection->base.summary;
    if (options->order != REPLAY_FIRMWARE || !base->is_deadlocked || base->steps < options->max_steps ||
        options->max_steps <= SPIN_STEPS)
        return TT_OK;
    bisection->result->spins = options->max_steps = SPIN_STEPS;
    replay_frames_free(options->frames);
    options->frames = replay_frames_new();
    return options->frames ? bisect_run_base(bisection) : tt_fail(bisection->err, TT_NO_MEMORY, "no memory");
}

/* A fault of the device that shows by itself is hardly explained by anything else. */
static enum tt_status bisect_look(struct bisection *bisection)
{
    enum { FEW = 10 /* one of so many replays */ };
    struct bisect_device *device = &bisection->result->device;
    if (!bisection->options.replay.tolerance && !bisection->options.is_part)
        TRY(device_look(device, &bisection->base, bisection->capture, bisection->err));
    if (bisect_device_is_sure(device) && bisection->options.budget == BISECT_BUDGET_USUAL)
        bisection->options.budget /= FEW;
    return TT_OK;
}

/* A replay of a long run of cores costs as much as several. */
static void bisect_bound_budget(struct bisection *bisection)
{
    enum { STEPS = 5000 };
    struct bisect_options *options = &bisection->options;
    if (options->replay.order == REPLAY_FIRMWARE && options->budget == BISECT_BUDGET_USUAL)
        options->budget /= 1 + bisection->base.summary.steps / STEPS;
}

/* Words are recorded twice, as a core pushed them and as they ran behind expanders and waits. Where no executed word is
 * the cause, a pushed one, a store to an expander or a wait may be. */
static bool bisect_has_pushed(struct ttcap *capture, const struct bisect_options *options)
{
    return options->replay.order == REPLAY_EXECUTED && !options->is_part && options->budget == BISECT_BUDGET_USUAL &&
           ttcap_info(capture)->kind_count[TTCAP_PUSH] && ttcap_info(capture)->kind_count[TTCAP_EXEC];
}

static enum tt_status bisect_search(struct bisection *bisection)
{
    struct bisect_result *result = bisection->result;
    enum tt_status status = hold_streams(bisection);
    if (!status)
        status = bisect_run_base(bisection);
    if (!status)
        status = bisect_bound_spin(bisection);
    if (status)
        return status;
    bisect_bound_budget(bisection);
    result->summary = bisection->base.summary;
    if (!status && bisection->asks_evidence && result->summary.verdict == VERDICT_SAME)
        status = ask_all_evidence(bisection);
    result->verdict = result->summary.verdict;
    const bool is_hung = result->verdict == VERDICT_HUNG;
    const bool may_hang = bisection->options.replay.order != REPLAY_EXECUTED && bisection->base.count &&
                          !bisection->options.replay.tolerance;
    if (!status && (is_hung || may_hang) && !bisection->options.is_part)
        status = report_waiting(bisection);
    const bool is_otherwise =
        is_hung || result->verdict == VERDICT_UNSUPPORTED || result->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE;
    if (!status && bisection->base.count == 0 && is_otherwise) {
        TRY(explain_undone(result, &bisection->base, bisection->capture, &bisection->options, bisection->err));
        return sources_find(result, bisection->capture, &bisection->options.replay, bisection->err);
    }
    if (status || bisection->base.count == 0)
        return status;
    name_checkpoints(bisection);
    TRY(bisect_look(bisection));
    if (bisect_has_pushed(bisection->capture, &bisection->options)) /* a hang comes of what was pushed */
        bisection->options.budget /= replay_device_end(ttcap_info(bisection->capture)) == REPLAY_DEVICE_HUNG ? 4 : 2;
    status = bisect_find_older(bisection);
    if (!status)
        status = bisect_find_place(bisection);
    const struct replay_tolerance *tolerance = bisection->options.replay.tolerance;
    if (!status && tolerance && tolerance->is_misread(tolerance->user)) {
        result->cause = BISECT_LAYOUT;
        return TT_OK;
    }
    if (!status)
        status = bisect_ask_own(bisection);
    if (!status)
        status = ask_alone(bisection);
    if (!status)
        status = ask_recording(bisection);
    if (!status)
        status = explain(result, &bisection->base, &bisection->writers, bisection->capture, &bisection->options,
                         bisection->err);
    if (!status && result->cause == BISECT_NOTHING_FOUND)
        status = parts_find(result, &bisection->base, bisection->capture, &bisection->options, bisection->err);
    if (!status)
        status = find_branches(bisection);
    return status ? status : sources_find(result, bisection->capture, &bisection->options.replay, bisection->err);
}

static enum tt_status bisect_run_in_order(struct ttcap *capture, const struct bisect_options *options,
                                          struct bisect_result *result, struct tt_error *err)
{
    struct bisection bisection = {.capture = capture,
                                  .options = *options,
                                  .asks_evidence = options->replay.asks_evidence,
                                  .result = result,
                                  .err = err};
    bisection.options.replay.asks_evidence = false;
    *result = (struct bisect_result){0};
    result->order = options->replay.order;
    result->is_behind_executed = options->is_behind_executed;
    result->is_of_array = options->replay.tolerance != NULL;
    bisection.options.replay.takes_all = !options->replay.tolerance; /* the end of a replay without a change */
    bisection.options.replay.frames = replay_frames_new();
    enum tt_status status = bisection.options.replay.frames ? bisect_search(&bisection)
                                                            : tt_fail(err, TT_NO_MEMORY, "no memory for a search");
    difference_clear(&bisection.base);
    writers_clear(&bisection.writers);
    replay_frames_free(bisection.options.replay.frames);
    return status;
}

/* The order of a copy's explanation is the copy's own. */
static void bisect_take_order(struct bisect_explanation *explanation, const struct bisect_result *result)
{
    for (unsigned i = 0; i < explanation->count; i++)
        if (explanation->changes[i].kind == BISECT_ORDER)
            explanation->changes[i].order = &result->other_order;
}

static enum tt_status bisect_run_pushed(struct ttcap *capture, const struct bisect_options *options,
                                        struct bisect_result *result, struct tt_error *err)
{
    struct bisect_result *pushed OWNED(mem_free_at) = mem_calloc(1, sizeof *pushed);
    struct bisect_options behind = *options;
    NEED(pushed, err, "no memory for a search");
    behind.is_behind_executed = true;
    behind.replay.order = REPLAY_PROGRAM;
    behind.budget -= result->replays < options->budget ? result->replays : options->budget;
    const enum tt_status status = bisect_run_in_order(capture, &behind, pushed, err);
    pushed->replays += result->replays;
    result->replays = pushed->replays;
    if (!status && pushed->explanation_count && pushed->verdict == result->verdict) {
        *result = *pushed;
        for (unsigned i = 0; i < result->explanation_count; i++)
            bisect_take_order(&result->explanations[i], result);
        bisect_take_order(&result->best, result);
    }
    return status == TT_UNSUPPORTED ? TT_OK : status;
}

enum tt_status bisect_run(struct ttcap *capture, const struct bisect_options *options, struct bisect_result *result,
                          struct tt_error *err)
{
    TRY(bisect_run_in_order(capture, options, result, err));
    const bool is_answered = result->cause != BISECT_NOTHING_FOUND || result->is_late ||
                             bisect_device_is_sure(&result->device) || result->blank.count ||
                             (result->values == 1 && !result->is_of_array);
    return is_answered || !result->values || !bisect_has_pushed(capture, options)
               ? TT_OK
               : bisect_run_pushed(capture, options, result, err);
}
