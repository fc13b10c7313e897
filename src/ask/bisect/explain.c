/* SPDX-License-Identifier: Apache-2.0 */
/* Class after class of hypotheses; what each of them is, is written in docs/how-to/bisect.md. */
#include "ask/bisect/explain.h"

#include "ask/bisect/explain_internal.h"
#include "ask/bisect/trial.h"
#include "isa/isa.h"

enum tt_status explain_room_new(struct explain_room *room, const struct replay_options *options, struct tt_error *err)
{
    room->sets = mem_calloc(options->set_count + BISECT_PARTS_MAX, sizeof *room->sets);
    return room->sets ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for sets of fields");
}

void explain_room_clear(struct explain_room *room)
{
    mem_free(room->sets);
    room->sets = NULL;
}

/* Behind the operands that are there. */
static void explain_add_operand(struct explain_room *room, const struct replay_operand *operand,
                                struct replay_options *into)
{
    if (into->operand_count && into->operand != room->operands)
        memcpy(room->operands, into->operand, into->operand_count * sizeof *room->operands);
    room->operands[into->operand_count++] = *operand;
    into->operand = room->operands;
}

void explain_apply(const struct replay_options *options, const struct bisect_explanation *explanation,
                   struct explain_room *room, struct replay_options *into)
{
    *into = *options;
    if (options->set_count)
        memcpy(room->sets, options->sets, options->set_count * sizeof *room->sets);
    for (unsigned i = 0; i < explanation->count; i++) {
        const struct bisect_change *change = &explanation->changes[i];
        switch (change->kind) {
        case BISECT_READING:
            into->variants.choice[change->variant] = change->choice;
            break;
        case BISECT_SET:
            room->sets[into->set_count++] = change->set;
            break;
        case BISECT_WORD:
            *(into->edit ? &into->other_edit : &into->edit) = &change->edit;
            break;
        case BISECT_ORDER:
            into->patch = change->order->patch;
            into->delays = change->order->delays;
            into->delay_count = change->order->delay_count;
            break;
        case BISECT_INPUT:
            into->operand = room->inputs;
            into->operand_count = room->input_count;
            break;
        case BISECT_OPERAND:
            explain_add_operand(room, &change->operand, into);
            break;
        }
    }
    if (into->set_count > options->set_count)
        into->sets = room->sets;
}

/* Differences that an explanation removes, less those that it adds. A byte counts as much as a value. */
static int64_t explanation_worth(const struct bisect_explanation *explanation)
{
    return (int64_t)explanation->explained - (int64_t)explanation->broken;
}

static void pool_add(struct search *search, const struct bisect_explanation *explanation)
{
    if (explanation->count != 1 || explanation->changes[0].kind == BISECT_INPUT || explanation_worth(explanation) <= 0)
        return;
    unsigned at = search->pool_count;
    while (at > 0 && explanation_worth(&search->pool[at - 1]) < explanation_worth(explanation))
        at--;
    if (at == POOL_MAX)
        return;
    if (search->pool_count < POOL_MAX)
        search->pool_count++;
    memmove(&search->pool[at + 1], &search->pool[at], (search->pool_count - 1 - at) * sizeof *search->pool);
    search->pool[at] = *explanation;
}

/* Where a run hangs the one that says least. */
static const struct bisect_explanation *explain_leaves_most(const struct bisect_result *result)
{
    const struct bisect_explanation *most = result->explanations;
    for (unsigned i = 1; i < result->explanation_count; i++)
        most = result->explanations[i].left >= most->left ? &result->explanations[i] : most;
    return most;
}

static void explain_keep(struct search *search, const struct bisect_explanation *explanation, bool holds)
{
    struct bisect_result *result = search->result;
    if (holds && explanation->changes[0].kind == BISECT_INPUT) { /* an address may do as much: the search goes on */
        if (search->operand_count < INPUTS_MAX)
            search->operands[search->operand_count++] = *explanation;
        return;
    }
    if (holds) { /* values of one field are one: they would leave no room for others */
        for (unsigned i = 0; i < result->explanation_count; i++) {
            struct bisect_explanation *other = &result->explanations[i];
            if (explain_differ_in_value(explanation, other) && explanation->undecided == other->undecided) {
                other->changes[0].alike++;
                return;
            }
        }
        const struct bisect_explanation *most = explain_leaves_most(result);
        if (result->explanation_count < BISECT_EXPLANATIONS_MAX)
            result->explanations[result->explanation_count++] = *explanation;
        else if (explanation->left < most->left)
            result->explanations[most - result->explanations] = *explanation;
        return;
    }
    if (trial_hides(search, explanation))
        return;
    pool_add(search, explanation);
    const int64_t worth = explanation_worth(explanation);
    if (worth > 0 && (!result->has_best || worth > explanation_worth(&result->best))) {
        result->has_best = true;
        result->best = *explanation;
    }
}

/* The conditions for a class to be tried: hypotheses that cost less, or are more plausible, explain nothing yet. */
static bool explain_is_open(const struct search *search)
{
    return search->result->explanation_count == 0;
}

uint64_t explain_share(const struct bisect_options *options, unsigned parts)
{
    enum { LEAST = 40000, OF_FIVE = 2 };
    const uint64_t share = options->budget / 5 * OF_FIVE, most = share > LEAST ? share : LEAST;
    return (options->budget < most ? options->budget : most) / parts;
}

/* All of the budget, or where a change explains all, or lets a run end that hangs, the part that is left for the
 * others. */
static uint64_t explain_budget(const struct search *search)
{
    const struct bisect_options *options = search->options;
    const uint64_t all = explain_share(options, 1), behind = search->found_at + explain_share(options, 2);
    const uint64_t ended = search->ended_at ? search->ended_at + explain_share(options, 2) : options->budget;
    const uint64_t found = search->has_first ? (all > behind ? all : behind) : options->budget;
    const uint64_t most = found < ended ? found : ended;
    return most < options->budget ? most : options->budget;
}

bool explain_is_spent(struct search *search)
{
    enum { FOR_PARTS = 3 /* one in so many replays is left for two faults at once, where a change explains a part */ };
    enum { SPIN_COST = 20 /* a replay that spins costs as much as so many others */ };
    const struct bisect_options *options = search->options;
    const bool has_parts =
        search->result->partial_count && explain_is_open(search) && !search->has_first && !options->is_part;
    const uint64_t budget = explain_budget(search) - (has_parts ? options->budget / FOR_PARTS : 0);
    search->result->is_late |= options->is_late && options->is_late(options->user);
    search->result->is_budget_spent |=
        search->result->is_late || search->result->replays + SPIN_COST * search->spun >= budget;
    search->result->is_share = search->result->is_budget_spent && budget < options->budget && !has_parts;
    return search->result->is_budget_spent;
}

enum tt_status explain_chain(struct search *search)
{
    if (search->has_chain || !search->base->count)
        return TT_OK;
    search->has_chain = true;
    search->result->replays++;
    return chain_find(&search->chain, search->capture, &search->options->replay, search->result, search->err);
}

static enum tt_status explain_trial(struct search *search, struct bisect_explanation *explanation,
                                    enum trial_reach reach)
{
    const uint64_t before = search->result->replays;
    bool holds;
    const enum tt_status status = trial_run(search, explanation, reach, &holds);
    search->has_held = holds;
    if (!status && search->result->replays != before && (holds || reach == TRIAL_WHOLE))
        explain_keep(search, explanation, holds);
    return status;
}

enum tt_status explain_try(struct search *search, struct bisect_explanation *explanation)
{
    return explain_trial(search, explanation, TRIAL_WHOLE);
}

enum tt_status explain_screen(struct search *search, struct bisect_explanation *explanation)
{
    return explain_trial(search, explanation, TRIAL_SCREENED);
}

/* Of errata, or of the other readings. */
static enum tt_status explain_variants(struct search *search, bool are_errata)
{
    enum tt_status status = TT_OK;
    for (int id = 0; id < VARIANT_COUNT && !status; id++) {
        if ((variant_erratum((enum variant_id)id) != NULL) != are_errata)
            continue;
        const uint8_t is = search->options->replay.variants.choice[id];
        for (uint8_t choice = 0; choice < variant_get((enum variant_id)id)->choice_count && !status; choice++) {
            struct bisect_explanation explanation = {.changes = {{.variant = (enum variant_id)id, .choice = choice}},
                                                     .count = 1};
            if (choice != is)
                status = explain_try(search, &explanation);
        }
    }
    return status;
}

static bool change_is_of_same(const struct bisect_change *a, const struct bisect_change *b)
{
    return a->kind == b->kind && (a->kind == BISECT_SET     ? a->set.field == b->set.field
                                  : a->kind == BISECT_ORDER ? true
                                                            : a->variant == b->variant);
}

static bool explanation_takes(const struct bisect_explanation *explanation, const struct bisect_change *change)
{
    for (unsigned i = 0; i < explanation->count; i++)
        if (change_is_of_same(&explanation->changes[i], change))
            return false;
    return explanation->count < BISECT_PARTS_MAX;
}

/* All pairs of the pool; what explains most grows change by change until it explains all. */
static enum tt_status explain_together(struct search *search)
{
    struct bisect_result *result = search->result;
    enum tt_status status = TT_OK;
    struct bisect_explanation most = {0};
    for (unsigned i = 0; i < search->pool_count && !status; i++) {
        for (unsigned k = i + 1; k < search->pool_count && !status; k++) {
            struct bisect_explanation pair = search->pool[i];
            if (!explanation_takes(&pair, &search->pool[k].changes[0]))
                continue;
            pair.changes[pair.count++] = search->pool[k].changes[0];
            status = explain_try(search, &pair);
            if (explanation_worth(&pair) > explanation_worth(&most))
                most = pair;
        }
    }
    bool grew = most.count > 0;
    while (!status && grew && !result->explanation_count) {
        const struct bisect_explanation from = most;
        grew = false;
        for (unsigned i = 0; i < search->pool_count && !status; i++) {
            struct bisect_explanation more = from;
            if (!explanation_takes(&more, &search->pool[i].changes[0]))
                continue;
            more.changes[more.count++] = search->pool[i].changes[0];
            status = explain_try(search, &more);
            grew |= explanation_worth(&more) > explanation_worth(&most);
            if (explanation_worth(&more) > explanation_worth(&most))
                most = more;
        }
    }
    return status;
}

static void explain_put_operands(const struct search *search)
{
    struct bisect_result *result = search->result;
    for (unsigned i = 0; i < search->operand_count && result->explanation_count < BISECT_EXPLANATIONS_MAX; i++)
        result->explanations[result->explanation_count++] = search->operands[i];
}

/* An erratum was measured on a chip. Where one alone explains all, words that do the same by chance are not tried. */
static bool explain_has_erratum(const struct bisect_result *result)
{
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation *one = &result->explanations[i];
        if (one->count == 1 && one->changes[0].kind == BISECT_READING && variant_erratum(one->changes[0].variant))
            return true;
    }
    return false;
}

bool explain_has_shown(const struct bisect_result *result)
{
    const struct bisect_explanation *first = &result->explanations[0];
    return result->explanation_count && first->count == 1 && first->changes[0].is_shown;
}

static enum tt_status explain_readings(struct search *search)
{
    TRY(explain_variants(search, true));
    return explain_variants(search, false);
}

/* Runs a class unless an error or the budget has ended the search, and notes how far it came. */
static enum tt_status explain_class(struct search *search, enum bisect_class class,
                                    enum tt_status (*try)(struct search *search), enum tt_status before)
{
    if (before || explain_is_spent(search))
        return before;
    search->is_cut = search->result->spins != 0;
    const enum tt_status status = try(search);
    search->result->searched[class] = search->is_cut || explain_is_spent(search) ? BISECT_IN_PART : BISECT_WHOLE;
    return status;
}

/* In firmware order all words come out of the cores' code, which is searched in part. */
static bool explain_has_code(const struct search *search)
{
    return search->options->replay.order == REPLAY_FIRMWARE;
}

static struct search search_of(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                               const struct bisect_options *options, struct tt_error *err)
{
    return (struct search){
        .capture = capture, .options = options, .base = base, .result = result, .other = {.before = base}, .err = err};
}

static enum tt_status search_begin(struct search *search)
{
    const struct bisect_result *result = search->result;
    const bool has_place = result->first.has_writer || result->first.has_suspect;
    enum tt_status status = explain_room_new(&search->room, &search->options->replay, search->err);
    if (!status)
        status = landing_find(&search->landing, search->base, search->capture, &search->options->replay,
                              &search->result->replays, search->err);
    if (status)
        return status;
    return fields_read(&search->fields, search->capture, &search->options->replay, result->first.thread % THREADS,
                       has_place ? result->first.seq : ttcap_info(search->capture)->event_count, search->err);
}

static void search_end(struct search *search)
{
    explain_rank(search->result, search->base, ttcap_info(search->capture)->chip, explain_has_code(search));
    delayed_patch_clear(&search->patch);
    chain_clear(&search->chain);
    difference_clear(&search->other);
    explain_room_clear(&search->room);
}

/* Where a reference was asked for, what is wrong is the program or its input: the emulation is held against a device,
 * not against a wish. */
static bool explain_asks_readings(const struct search *search)
{
    return !search->options->replay.tolerance || search->options->asks_readings;
}

static enum tt_status explain_settings(struct search *search)
{
    enum tt_status status = explain_class(search, BISECT_CLASS_SHOWN, explain_shown, TT_OK);
    if (explain_asks_readings(search))
        status = explain_class(search, BISECT_CLASS_READINGS, explain_readings, status);
    status = explain_class(search, BISECT_CLASS_FIELDS, explain_unit_fields, status);
    if (!explain_has_shown(search->result) && !search->options->is_part)
        status = explain_class(search, BISECT_CLASS_INPUTS, inputs_try, status);
    if (explain_is_open(search))
        status = explain_class(search, BISECT_CLASS_TOGETHER, explain_together, status);
    if (explain_is_open(search) && !status)
        status = explain_climb(search);
    if (explain_is_open(search))
        status = explain_class(search, BISECT_CLASS_UPSTREAM, explain_upstream_fields, status);
    if (explain_is_open(search))
        status = explain_class(search, BISECT_CLASS_OPERANDS, operands_try, status);
    return status;
}

enum tt_status explain(struct bisect_result *result, const struct difference *base, const struct writers *writers,
                       struct ttcap *capture, const struct bisect_options *options, struct tt_error *err)
{
    struct search search = search_of(result, base, capture, options, err);
    search.writers = writers;
    const bool is_recording = result->cause == BISECT_RECORDING;
    enum tt_status status = search_begin(&search);
    if (!status && !is_recording)
        status = explain_settings(&search);
    if (options->replay.order == REPLAY_PROGRAM && !options->is_part)
        status = explain_class(&search, BISECT_CLASS_ORDERS, orders_try, status);
    if (!explain_has_erratum(result) && !explain_has_code(&search))
        status = explain_class(&search, BISECT_CLASS_WORDS, words_try, status);
    if (!is_recording && explain_has_code(&search) && !explain_has_shown(result))
        status = explain_class(&search, BISECT_CLASS_CODE, code_try, status);
    explain_put_operands(&search);
    result->other_order.patch = NULL;
    search_end(&search);
    return status;
}

/* Whether no end is recorded, or that of the device as it hung: the replay, which hangs, is as that. */
static bool explain_asks_end(const struct difference *base, struct ttcap *capture)
{
    const struct verdict_facts *facts = &base->summary.facts;
    return base->summary.verdict == VERDICT_HUNG &&
           (ttcap_info(capture)->checkpoint_count == 1 || facts->end == VERDICT_HANGS_AS_DEVICE ||
            (facts->end == VERDICT_HANGS_PERHAPS_AS_DEVICE && facts->bytes.compared));
}

enum tt_status explain_undone(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                              const struct bisect_options *options, struct tt_error *err)
{
    struct search search = search_of(result, base, capture, options, err);
    enum tt_status status = explain_room_new(&search.room, &options->replay, err);
    result->ends_alone = explain_asks_end(base, capture);
    status = explain_has_code(&search) ? explain_class(&search, BISECT_CLASS_CODE, code_try, status)
                                       : explain_class(&search, BISECT_CLASS_WORDS, words_try, status);
    search_end(&search);
    if (result->explanation_count && !result->explanations[0].left) /* then nothing is unpaired */
        result->unpaired.posts = 0;
    return status;
}
