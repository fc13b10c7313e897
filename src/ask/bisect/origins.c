/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source of the instructions that bisect names: a replay reports from where its words and stores came. */
#include "ask/bisect/origins.h"

struct sought {
    uint64_t seq;
    bool is_word;
    unsigned thread;
    struct word_source *into;
};

struct search {
    struct sought items[1 + BISECT_BRANCHES_MAX];
    unsigned count;
};

static void origins_on_came_from(void *user, const struct replay_origin *origin)
{
    const struct search *search = user;
    for (unsigned i = 0; i < search->count; i++) {
        const struct sought *sought = &search->items[i];
        if (sought->seq != origin->seq || sought->is_word != origin->is_word ||
            (sought->is_word && sought->thread != origin->thread))
            continue;
        *sought->into = (struct word_source){.is_known = true, .core = origin->core, .pc = origin->pc};
    }
}

enum tt_status find_origins(struct bisect_result *result, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err)
{
    struct search search = {.count = 0};
    struct bisect_place *first = &result->first;
    if (first->has_writer)
        search.items[search.count++] = (struct sought){first->seq, first->has_word, first->thread, &first->source};
    for (unsigned i = 0; i < BISECT_BRANCHES_MAX; i++) {
        struct bisect_branch *branch = &result->branches[i];
        if (branch->is_found)
            search.items[search.count++] = (struct sought){branch->seq, true, branch->thread, &branch->source};
    }
    const struct bisect_change *change = &result->explanations[0].changes[0];
    if (result->explanation_count && change->is_code) {
        result->code = (struct word_source){.is_known = true, .core = change->core, .pc = change->operand.lo};
        const enum tt_status found = word_source_lines(&result->code, capture, err);
        if (found)
            return found;
    }
    if (search.count == 0 || ttcap_info(capture)->line_count == 0)
        return TT_OK;
    const struct replay_observer observer = {.user = &search, .came_from = origins_on_came_from};
    struct replay_summary summary;
    enum tt_status status = replay_run(capture, options, NULL, &observer, &summary, err);
    result->replays++;
    for (unsigned i = 0; i < search.count && !status; i++)
        status = word_source_lines(search.items[i].into, capture, err);
    return status;
}
