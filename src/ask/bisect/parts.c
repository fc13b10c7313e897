/* SPDX-License-Identifier: Apache-2.0 */
/* The whole search once more, of a replay that has the first change already. */
#include "ask/bisect/parts.h"

#include "ask/bisect/explain.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

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
    struct tt_error *err;
};

/* Whether a change by itself explains `wanted` values, of more bits than chance turns over or since the recording
 * itself says so, and breaks nothing. */
static enum tt_status parts_earns(struct parts *parts, const struct bisect_explanation *one, uint64_t wanted,
                                  bool *does)
{
    struct difference alone = {0};
    struct replay_options replay;
    explain_apply(&parts->options->replay, one, &parts->room, &replay);
    replay.frames = NULL;
    const enum tt_status status = difference_run(&alone, parts->capture, &replay, NULL, parts->err);
    const struct difference_score score = difference_score(parts->base, &alone);
    parts->result->replays++;
    *does = !status && score.explained == wanted && !score.broken &&
            (one->changes[0].is_pushed || difference_is_strong(&alone)) &&
            alone.summary.checkpoints == parts->base->summary.checkpoints &&
            alone.summary.facts.unsupported == parts->base->summary.facts.unsupported &&
            score.undecided <= parts->base->summary.facts.bytes.undecided;
    difference_clear(&alone);
    return status;
}

static enum tt_status parts_put(struct parts *parts, const struct bisect_explanation *one,
                                const struct bisect_explanation *other)
{
    struct bisect_result *result = parts->result;
    const uint64_t all = parts->base->elements;
    bool does = false;
    if (result->explanation_count == BISECT_EXPLANATIONS_MAX || other->count != 1)
        return TT_OK;
    const enum tt_status status = parts_earns(parts, other, all - one->explained, &does);
    if (status || !does)
        return status;
    result->explanations[result->explanation_count++] =
        (struct bisect_explanation){.changes = {one->changes[0], other->changes[0]},
                                    .count = 2,
                                    .explained = all,
                                    .undecided = other->undecided,
                                    .is_by_parts = true,
                                    .parts = {one->explained, all - one->explained}};
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
        if (k < result->explanation_count)
            result->explanations[k].changes[0].alike++;
        else
            status = parts_put(parts, &result->partial[i], &other);
    }
    return status;
}

/* What explains the rest behind partial change nth. */
static enum tt_status parts_search(struct parts *parts, unsigned nth)
{
    const struct bisect_explanation one = parts->result->partial[nth];
    struct bisect_options options = *parts->options;
    bool does = false;
    enum tt_status status = parts_earns(parts, &one, one.explained, &does);
    if (status || !does)
        return status;
    explain_apply(&parts->options->replay, &one, &parts->room, &options.replay);
    options.is_part = true;
    options.first = NULL;
    options.budget -= parts->result->replays;
    status = bisect_run(parts->capture, &options, parts->rest, parts->err);
    parts->result->replays += parts->rest->replays;
    parts->result->is_late |= parts->rest->is_late;
    if (parts->rest->values != parts->base->elements - one.explained || parts->rest->cause == BISECT_RECORDING)
        return status;
    for (unsigned i = 0; i < parts->rest->explanation_count && !status; i++)
        status = parts_put(parts, &one, &parts->rest->explanations[i]);
    return status || !parts->result->explanation_count ? status : parts_put_alike(parts, nth);
}

static enum tt_status parts_search_all(struct parts *parts)
{
    struct bisect_result *result = parts->result;
    enum tt_status status = TT_OK;
    uint64_t last = UINT64_MAX;
    for (unsigned i = 0, rounds = 0; i < result->partial_count && rounds < ROUNDS && !status; i++) {
        const struct bisect_change *change = &result->partial[i].changes[0];
        const bool is_start = change->kind == BISECT_OPERAND && result->order == REPLAY_EXECUTED;
        if (result->partial[i].explained == last || is_start || result->explanation_count || result->is_late ||
            result->replays >= parts->options->budget)
            continue;
        last = result->partial[i].explained;
        rounds++;
        status = parts_search(parts, i);
    }
    if (result->explanation_count)
        result->cause = BISECT_POSSIBLE;
    return status;
}

enum tt_status parts_find(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                          const struct bisect_options *options, struct tt_error *err)
{
    if (options->is_part || !result->partial_count)
        return TT_OK;
    struct parts parts = {.result = result,
                          .rest = mem_calloc(1, sizeof *parts.rest),
                          .base = base,
                          .capture = capture,
                          .options = options,
                          .err = err};
    enum tt_status status = explain_room_new(&parts.room, &options->replay, err);
    if (!status && !parts.rest)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for another search");
    if (!status)
        status = parts_search_all(&parts);
    explain_room_clear(&parts.room);
    mem_free(parts.rest);
    return status;
}
