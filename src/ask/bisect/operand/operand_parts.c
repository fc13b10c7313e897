/* SPDX-License-Identifier: Apache-2.0 */
/* Operand after operand: the one that explains most is taken over, and the rest is a difference of its own. */
#include "ask/bisect/operand/operands.h"

#include "ask/bisect/place.h"
#include "ask/bisect/trial.h"
#include "order/frames.h"

enum { VALUES_MAX = 1024 /* a turned bit makes a row, or a column of a product differ */ };

struct operand_parts {
    struct search *search, rest;   /* rest: behind those that were taken over */
    struct bisect_options options; /* of the rest */
    struct replay_operand taken[BISECT_PARTS_MAX];
    struct difference left;
    struct writers writers;
    struct replay_frames *frames; /* of the rest */
    struct bisect_explanation all;
};

/* Replays with those that were taken over, and finds the first value that still differs. */
static enum tt_status operand_parts_look(struct operand_parts *parts)
{
    struct search *search = parts->search;
    struct replay_options *replay = &parts->options.replay;
    struct bisect_result *result = search->result;
    replay_frames_free(parts->frames);
    replay->frames = parts->frames = replay_frames_new();
    NEED(parts->frames, search->err, "no memory for a search");
    replay->operand_count = parts->all.count;
    replay->fills_frames = true;
    enum tt_status status = difference_run(&parts->left, search->capture, replay, NULL, search->err);
    replay->fills_frames = false;
    result->replays++;
    if (status || !parts->left.count)
        return status;
    writers_clear(&parts->writers);
    status = writers_find(&parts->writers, &parts->left, search->capture, replay, search->err);
    if (!status)
        writers_number(&parts->writers, &parts->left);
    result->after_event = ttcap_checkpoint(search->capture, parts->left.bytes[0].checkpoint)->after_event;
    result->replays++;
    return status ?: place_find(&result->first, &parts->left, &parts->writers, search->capture, replay, search->err);
}

/* One replay with all of them says whether nothing differs then. */
static enum tt_status operand_parts_prove(struct operand_parts *parts)
{
    struct search *search = parts->search;
    bool holds = false;
    TRY(trial_run(search, &parts->all, TRIAL_WHOLE, &holds));
    if (holds && search->operand_count < OPERANDS_MAX)
        search->operands[search->operand_count++] = parts->all;
    return TT_OK;
}

static enum tt_status operand_parts_find(struct operand_parts *parts, uint64_t until)
{
    struct bisect_explanation part;
    enum tt_status status = TT_OK;
    while (!status && parts->all.count < BISECT_PARTS_MAX && parts->rest.base->count && parts->rest.base->elements) {
        if (parts->rest.base->bytes[0].window || explain_is_spent(&parts->rest))
            return TT_OK;
        status = operands_find_part(&parts->rest, until, &part);
        if (status || !part.count)
            return status;
        parts->taken[parts->all.count] = part.changes[0].operand;
        parts->all.changes[parts->all.count++] = part.changes[0];
        status = operand_parts_look(parts);
        parts->rest.base = &parts->left;
        parts->rest.other.before = &parts->left;
    }
    return status || parts->rest.base->total ? status : operand_parts_prove(parts);
}

enum tt_status operands_try_several(struct search *search, uint64_t until)
{
    struct bisect_result *result = search->result;
    const struct bisect_place first = result->first;
    const int64_t after_event = result->after_event;
    if (search->base->elements < 2 || search->base->elements > VALUES_MAX || search->options->replay.operand_count)
        return TT_OK;
    struct operand_parts parts = {.search = search, .rest = *search, .options = *search->options};
    parts.rest.options = &parts.options;
    parts.rest.other = (struct difference){.before = search->base};
    parts.options.replay.operand = parts.taken;
    const enum tt_status status = operand_parts_find(&parts, until);
    result->first = first;
    result->after_event = after_event;
    replay_frames_free(parts.frames);
    difference_clear(&parts.rest.other);
    difference_clear(&parts.left);
    writers_clear(&parts.writers);
    return status;
}
