/* SPDX-License-Identifier: Apache-2.0 */
/* The whole search once more, of a replay that has the first change already. */
#include "ask/bisect/parts.h"

#include "ask/bisect/explain_internal.h"
#include "base/search.h"

enum { ROUNDS = 3 };

void parts_note(struct bisect_result *result, const struct bisect_explanation *explanation)
{
    if (explanation->count != 1)
        return;
    unsigned at = result->partial_count;
    while (at > 0 && result->partial[at - 1].explained < explanation->explained)
        at--;
    if (at == BISECT_PARTIAL_MAX)
        return;
    if (result->partial_count < BISECT_PARTIAL_MAX)
        result->partial_count++;
    memmove(&result->partial[at + 1], &result->partial[at], (result->partial_count - 1 - at) * sizeof *result->partial);
    struct bisect_change *change = &result->partial[at].changes[0];
    result->partial[at] = *explanation;
    if (change->kind == BISECT_WORD)
        change->first_event = change->last_event = change->edit.event;
}

struct parts {
    struct bisect_result *result, *rest; /* rest: behind the change at work */
    const struct difference *base;
    struct ttcap *capture;
    const struct bisect_options *options;
    struct explain_room room;
    uint8_t *is_left[2], *is_left_of_both; /* by value: which the first, the second alone, and both leave */
    struct tt_error *err;
};

/* Replays with it alone: whether it breaks nothing and hides nothing, what it explains and which values it leaves. */
static enum tt_status parts_trial(struct parts *parts, struct bisect_explanation *one, uint8_t *is_left, bool *is_clean)
{
    const struct replay_summary *was = &parts->base->summary;
    struct difference alone = {0};
    struct replay_options replay;
    explain_apply(&parts->options->replay, one, &parts->room, &replay);
    replay.frames = NULL;
    const enum tt_status status = difference_run(&alone, parts->capture, &replay, NULL, parts->err);
    const struct difference_score score = difference_split(parts->base, &alone, is_left);
    parts->result->replays++;
    one->explained = score.explained;
    one->undecided = score.undecided;
    *is_clean = !status && !score.broken && alone.summary.checkpoints == was->checkpoints &&
                alone.summary.is_deadlocked <= was->is_deadlocked &&
                alone.summary.facts.unsupported == was->facts.unsupported &&
                score.undecided <= was->facts.bytes.undecided;
    difference_clear(&alone);
    return status;
}

/* Whether a change by itself explains a part, of more bits than chance turns over or since the recording itself says
 * so. */
static enum tt_status parts_earns(struct parts *parts, struct bisect_explanation *one, uint8_t *is_left, bool *does)
{
    const enum tt_status status = parts_trial(parts, one, is_left, does);
    *does = *does && one->explained && (one->changes[0].is_pushed || difference_is_strong(parts->base, is_left));
    return status;
}

static bool parts_are_disjoint(const struct parts *parts)
{
    return !ANY(i, parts->base->elements, !parts->is_left[0][i] && !parts->is_left[1][i]);
}

/* `one` has earned its part; the other does, apart from it; and with both, in one replay, nothing differs. */
static enum tt_status parts_put(struct parts *parts, const struct bisect_explanation *one,
                                const struct bisect_explanation *other)
{
    struct bisect_result *result = parts->result;
    struct bisect_explanation alone = *other,
                              both = {.changes = {one->changes[0], other->changes[0]}, .count = 2, .is_by_parts = true};
    bool does = false;
    if (result->explanation_count == BISECT_EXPLANATIONS_MAX || other->count != 1)
        return TT_OK;
    enum tt_status status = parts_earns(parts, &alone, parts->is_left[1], &does);
    if (status || !does || !parts_are_disjoint(parts))
        return status;
    status = parts_trial(parts, &both, parts->is_left_of_both, &does);
    if (status || !does || both.explained != parts->base->elements)
        return status;
    both.parts[0] = one->explained;
    both.parts[1] = alone.explained;
    result->explanations[result->explanation_count++] = both;
    return TT_OK;
}

static bool parts_is_at(const struct bisect_change *a, const struct bisect_change *b)
{
    return a->kind == BISECT_WORD && b->kind == BISECT_WORD && a->edit.event == b->edit.event;
}

/* Others of the first change that explain as much, each with the first that was found beside it: one for each word. */
static enum tt_status parts_put_alike(struct parts *parts, unsigned nth)
{
    struct bisect_result *result = parts->result;
    const struct bisect_explanation other = {.changes = {result->explanations[0].changes[1]}, .count = 1};
    enum tt_status status = TT_OK;
    for (unsigned i = nth + 1; i < result->partial_count && !status; i++) {
        unsigned k = 0;
        if (result->partial[i].explained != result->partial[nth].explained)
            continue;
        while (k < result->explanation_count &&
               !parts_is_at(&result->explanations[k].changes[0], &result->partial[i].changes[0]))
            k++;
        if (k < result->explanation_count) {
            result->explanations[k].changes[0].alike++;
            continue;
        }
        struct bisect_explanation one = result->partial[i];
        bool does = false;
        status = parts_earns(parts, &one, parts->is_left[0], &does);
        if (!status && does)
            status = parts_put(parts, &one, &other);
    }
    return status;
}

/* Finds the change that explains the rest behind partial change nth, within so many replays. */
static enum tt_status parts_search(struct parts *parts, unsigned nth, uint64_t budget)
{
    struct bisect_explanation one = parts->result->partial[nth];
    struct bisect_options options = *parts->options;
    bool does = false;
    enum tt_status status = parts_earns(parts, &one, parts->is_left[0], &does);
    if (status || !does)
        return status;
    explain_apply(&parts->options->replay, &one, &parts->room, &options.replay);
    options.is_part = true;
    options.first = NULL;
    options.budget = budget;
    status = bisect_run(parts->capture, &options, parts->rest, parts->err);
    parts->result->replays += parts->rest->replays;
    parts->result->is_late |= parts->rest->is_late;
    if (parts->rest->values != parts->base->elements - one.explained || parts->rest->cause == BISECT_RECORDING)
        return status;
    for (unsigned i = 0; i < parts->rest->explanation_count && !status; i++)
        status = parts_put(parts, &one, &parts->rest->explanations[i]);
    return status || !parts->result->explanation_count ? status : parts_put_alike(parts, nth);
}

/* Whether a partial change is one to search behind: one of each number of values. */
static bool parts_is_candidate(const struct bisect_result *result, unsigned nth)
{
    const struct bisect_explanation *one = &result->partial[nth];
    const bool is_start = one->changes[0].kind == BISECT_OPERAND && result->order == REPLAY_EXECUTED;
    bool is_first = !is_start;
    for (unsigned i = 0; i < nth && is_first; i++)
        is_first = result->partial[i].explained != one->explained || !parts_is_candidate(result, i);
    return is_first;
}

static enum tt_status parts_search_all(struct parts *parts)
{
    struct bisect_result *result = parts->result;
    const uint64_t budget = parts->options->budget;
    enum tt_status status = TT_OK;
    unsigned candidates = 0;
    for (unsigned i = 0; i < result->partial_count; i++)
        candidates += parts_is_candidate(result, i);
    candidates = candidates < ROUNDS ? candidates : ROUNDS;
    for (unsigned i = 0; i < result->partial_count && candidates && !status; i++) {
        if (!parts_is_candidate(result, i) || result->is_late || result->explanation_count || result->replays >= budget)
            continue;
        const uint64_t left = budget - result->replays;
        status = parts_search(parts, i, --candidates ? left / 2 : left); /* the first may be no cause */
    }
    explain_rank(result, parts->base, ttcap_info(parts->capture)->chip, false); /* of two none is called the cause */
    return status;
}

enum tt_status parts_find(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                          const struct bisect_options *options, struct tt_error *err)
{
    if (options->is_part || !result->partial_count)
        return TT_OK;
    const uint64_t values = base->elements;
    uint8_t *is_left = mem_alloc(3 * values);
    struct parts parts = {.result = result,
                          .rest = mem_calloc(1, sizeof *parts.rest),
                          .base = base,
                          .capture = capture,
                          .options = options,
                          .is_left = {is_left, is_left + values},
                          .is_left_of_both = is_left + 2 * values,
                          .err = err};
    enum tt_status status = explain_room_new(&parts.room, &options->replay, err);
    if (!status && (!parts.rest || !is_left))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for another search");
    if (!status)
        status = parts_search_all(&parts);
    explain_room_clear(&parts.room);
    mem_free(parts.rest);
    mem_free(is_left);
    return status;
}
