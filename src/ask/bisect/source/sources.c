/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/sources.h"

#include "ask/bisect/cause_text.h"

struct sought {
    uint64_t seq;
    bool is_word;
    unsigned thread;
    struct word_source *into;
};

struct sources {
    struct sought items[1 + BISECT_BRANCHES_MAX + BISECT_EXPLANATIONS_MAX];
    unsigned count;
};

static void sources_on_came_from(void *user, const struct replay_origin *origin)
{
    const struct sources *sources = user;
    for (unsigned i = 0; i < sources->count; i++) {
        const struct sought *sought = &sources->items[i];
        if (sought->seq != origin->seq || sought->is_word != origin->is_word ||
            (sought->is_word && sought->thread != origin->thread))
            continue;
        *sought->into = (struct word_source){.is_known = true, .core = origin->core, .pc = origin->pc};
    }
}

/* Where a change would have to be made: of one that is missing, behind what. */
static void sources_add_change(struct sources *sources, struct word_source *into, const struct bisect_change *change)
{
    if (change->kind == BISECT_WORD && change->edit.event >= 0)
        sources->items[sources->count++] =
            (struct sought){(uint64_t)change->edit.event, !bisect_change_is_stored(change), change->edit.thread, into};
    else if (change->kind == BISECT_SET && change->has_writer)
        sources->items[sources->count++] =
            (struct sought){change->writer, change->is_writer_word, change->writer_thread, into};
    else if (change->is_code)
        *into = (struct word_source){.is_known = true, .core = change->core, .pc = change->operand.lo};
}

static enum tt_status sources_read_lines(struct bisect_result *result, struct ttcap *capture, struct tt_error *err)
{
    TRY(word_source_lines(&result->first.source, capture, err));
    for (unsigned i = 0; i < BISECT_BRANCHES_MAX; i++)
        TRY(word_source_lines(&result->branches[i].source, capture, err));
    for (unsigned i = 0; i < result->explanation_count; i++)
        TRY(word_source_lines(&result->sources[i], capture, err));
    return TT_OK;
}

enum tt_status sources_find(struct bisect_result *result, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err)
{
    struct sources sources = {.count = 0};
    const struct replay_observer observer = {.user = &sources, .came_from = sources_on_came_from};
    struct bisect_place *first = &result->first;
    struct replay_summary summary;
    if (first->has_writer)
        sources.items[sources.count++] = (struct sought){first->seq, first->has_word, first->thread, &first->source};
    for (unsigned i = 0; i < BISECT_BRANCHES_MAX; i++) {
        struct bisect_branch *branch = &result->branches[i];
        if (branch->is_found)
            sources.items[sources.count++] = (struct sought){branch->seq, true, branch->thread, &branch->source};
    }
    for (unsigned i = 0; i < result->explanation_count; i++)
        sources_add_change(&sources, &result->sources[i], &result->explanations[i].changes[0]);
    if (ttcap_info(capture)->line_count == 0)
        return TT_OK;
    if (sources.count) {
        result->replays++;
        TRY(replay_run(capture, options, NULL, &observer, &summary, err));
    }
    return sources_read_lines(result, capture, err);
}
