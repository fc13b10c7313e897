/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/sources.h"

#include "ask/bisect/cause_text.h"
#include "base/little.h"
#include "isa/registers.h"
#include "order/sets.h"

/* ---- who left a field as it is ---- */

struct settings {
    enum tt_chip chip;
    struct bisect_result *result;
    struct probe_insn insn;
};

/* An access that leaves the field as it is when the first difference is made. */
static void settings_take(struct settings *settings, struct bisect_change *change, const struct probe_access *access)
{
    const struct chip *chip = chip_get(settings->chip);
    const struct replay_set_bits held = replay_set_bits(settings->chip, &change->set);
    const bool is_cfg = held.field->space == TT_SPACE_CFG;
    const uint32_t width = is_cfg ? 4 : 2, words = is_cfg ? chip->cfg_words : chip->thread_words;
    for (uint32_t lo = access->lo - access->lo % width; lo < access->hi; lo += width) {
        if (lo < access->lo || lo + width > access->hi || lo / width % words != held.field->word)
            continue;
        const uint32_t is = load_number(access->after + (lo - access->lo), width) & held.mask;
        change->is_written = true;
        change->has_writer = is >> __builtin_ctz(held.mask) == change->was;
        change->writer = settings->insn.seq;
        change->is_writer_word = settings->insn.unit != TT_UNIT_CORE;
        change->writer_thread = settings->insn.thread;
    }
}

static void settings_on_begin(void *user, const struct probe_insn *insn)
{
    ((struct settings *)user)->insn = *insn;
}

static bool settings_asks(const struct bisect_change *change)
{
    return change->kind == BISECT_SET && !change->is_shown && !replay_set_is_state(&change->set);
}

static void settings_on_access(void *user, const struct probe_access *access)
{
    struct settings *settings = user;
    struct bisect_result *result = settings->result;
    if (!access->is_write || !access->after || settings->insn.seq > result->first.seq ||
        (access->space != TT_SPACE_CFG && access->space != TT_SPACE_THREAD_CFG))
        return;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        struct bisect_change *change = &result->explanations[i].changes[0];
        if (settings_asks(change) && reg_field_get(settings->chip, change->set.field)->space == access->space)
            settings_take(settings, change, access);
    }
}

static enum tt_status settings_find(struct bisect_result *result, struct ttcap *capture,
                                    const struct replay_options *options, struct tt_error *err)
{
    struct settings settings = {.chip = ttcap_info(capture)->chip, .result = result};
    const struct probe probe = {.user = &settings,
                                .wants = PROBE_INSN | PROBE_ACCESS,
                                .insn_begin = settings_on_begin,
                                .access = settings_on_access};
    struct replay_options until = *options;
    struct replay_summary summary;
    bool asks = false;
    for (unsigned i = 0; i < result->explanation_count; i++)
        asks |= settings_asks(&result->explanations[i].changes[0]);
    if (!asks || !(result->first.has_writer || result->first.has_suspect))
        return TT_OK;
    until.frames = NULL;
    bisect_end_behind(&until, result->first.seq);
    return replay_run(capture, &until, &probe, NULL, &summary, err);
}

/* ---- lines ---- */

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

static enum tt_status sources_read_lines(struct bisect_result *result, const struct sources *sources,
                                         struct ttcap *capture, struct tt_error *err)
{
    for (unsigned i = 0; i < sources->count; i++)
        TRY(word_source_lines(sources->items[i].into, capture, err));
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
    TRY(settings_find(result, capture, options, err));
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
    return sources_read_lines(result, &sources, capture, err);
}
