/* SPDX-License-Identifier: Apache-2.0 */
/* Change after change, each a replay: all of a kernel's replays together take less than a second. */
#include "ask/bisect/explain.h"

#include "ask/bisect/explain_internal.h"
#include "ask/bisect/operands.h"
#include "ask/bisect/quick.h"
#include "ask/bisect/words.h"
#include "base/error.h"
#include "base/memory.h"
#include "isa/isa.h"
#include "isa/unit_fields.h"

#include <string.h>

void explain_apply(const struct replay_options *options, const struct bisect_explanation *explanation,
                   struct replay_set *sets, struct replay_options *into)
{
    *into = *options;
    if (options->set_count)
        memcpy(sets, options->sets, options->set_count * sizeof *sets);
    for (unsigned i = 0; i < explanation->count; i++) {
        const struct bisect_change *change = &explanation->changes[i];
        switch (change->kind) {
        case BISECT_READING:
            into->variants.choice[change->variant] = change->choice;
            break;
        case BISECT_SET:
            sets[into->set_count++] = change->set;
            break;
        case BISECT_WORD:
            into->edit = &change->edit;
            break;
        case BISECT_OPERAND:
            into->operand = &change->operand;
            into->operand_count = 1;
            break;
        }
    }
    into->sets = sets;
}

/* Differences that an explanation removes, less those that it adds. A byte counts as much as a value. */
static int64_t worth(const struct bisect_explanation *explanation)
{
    return (int64_t)explanation->explained - (int64_t)explanation->broken;
}

static void keep_in_pool(struct search *search, const struct bisect_explanation *explanation)
{
    if (explanation->count != 1 || worth(explanation) <= 0)
        return;
    unsigned at = search->pool_count;
    while (at > 0 && worth(&search->pool[at - 1]) < worth(explanation))
        at--;
    if (at == POOL_MAX)
        return;
    if (search->pool_count < POOL_MAX)
        search->pool_count++;
    memmove(&search->pool[at + 1], &search->pool[at], (search->pool_count - 1 - at) * sizeof *search->pool);
    search->pool[at] = *explanation;
}

static void keep(struct search *search, const struct bisect_explanation *explanation)
{
    struct bisect_result *result = search->result;
    if (search->other.total == 0 && explanation->explained == search->base->elements) {
        if (result->explanation_count < BISECT_EXPLANATIONS_MAX)
            result->explanations[result->explanation_count++] = *explanation;
        return;
    }
    keep_in_pool(search, explanation);
    if (worth(explanation) > 0 && (!result->has_best || worth(explanation) > worth(&result->best))) {
        result->has_best = true;
        result->best = *explanation;
    }
}

bool explain_is_spent(struct search *search)
{
    search->result->is_budget_spent |= search->result->replays >= search->options->budget;
    return search->result->is_budget_spent;
}

/* Fills in how many values the changes explain, and retains them if these are many. */
static enum tt_status try_changes(struct search *search, struct bisect_explanation *explanation)
{
    struct replay_options replay;
    if (explain_is_spent(search))
        return TT_OK;
    explain_apply(&search->options->replay, explanation, search->sets, &replay);
    enum tt_status status = difference_run(&search->other, search->capture, &replay, NULL, search->err);
    if (status)
        return status;
    search->result->replays++;
    if (search->options->progress)
        search->options->progress(search->options->user, search->result->replays, search->options->budget);
    const struct difference_score score = difference_score(search->base, &search->other);
    explanation->explained = score.explained;
    explanation->broken = score.broken;
    explanation->undecided = score.undecided;
    keep(search, explanation);
    return TT_OK;
}

/* Of errata, or of the other readings. */
static enum tt_status try_variants(struct search *search, bool are_errata)
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
                status = try_changes(search, &explanation);
        }
    }
    return status;
}

/* A field at another value for good; where the program changes it, also from the instruction on alone. */
static enum tt_status try_value(struct search *search, enum reg_id id, uint32_t value, uint64_t seq)
{
    const unsigned before = search->result->explanation_count;
    struct bisect_explanation explanation = {.count = 1};
    explanation.changes[0] = (struct bisect_change){
        .kind = BISECT_SET, .set = {.field = id, .value = value}, .was = fields_value(&search->fields, id)};
    enum tt_status status = try_changes(search, &explanation);
    const bool has_events = search->options->replay.order == REPLAY_EXECUTED;
    if (status || !has_events || search->result->explanation_count != before || !fields_changes(&search->fields, id))
        return status;
    explanation.changes[0].set.has_event = true;
    explanation.changes[0].set.event = seq;
    return try_changes(search, &explanation);
}

static bool has_settings(enum tt_unit unit)
{
    return unit == TT_UNIT_PACK || unit_is_unpacker(unit) || unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
}

/* One field: values that it held at another time, or those that only might have been. */
static enum tt_status try_field(struct search *search, struct quick *quick, enum reg_id id, bool is_guessing)
{
    uint32_t values[FIELD_VALUES_MAX];
    unsigned seen;
    const unsigned count = fields_other_values(&search->fields, id, &seen, values);
    enum tt_status status = TT_OK;
    for (unsigned i = is_guessing ? seen : 0; i < (is_guessing ? count : seen) && !status; i++) {
        const struct replay_set set = {.field = id, .value = values[i]};
        if (!is_guessing || quick_may_explain(quick, &set))
            status = try_value(search, id, values[i], search->result->first.seq);
    }
    return status;
}

/* Every field that the unit reads; guesses only while nothing explains all. */
static enum tt_status try_fields_with(struct search *search, struct quick *quick)
{
    const struct bisect_place *first = &search->result->first;
    const unsigned section = first->unit == TT_UNIT_PACK ? first->instance : first->unit == TT_UNIT_UNPACK1;
    enum reg_id ids[REG_COUNT];
    const size_t count = unit_fields(search->fields.chip, first->unit, section, ids);
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = try_field(search, quick, ids[i], false);
    const bool is_guessing = search->result->explanation_count == 0;
    for (size_t i = 0; i < count && !status && is_guessing; i++)
        status = try_field(search, quick, ids[i], true);
    return status;
}

static enum tt_status try_fields(struct search *search)
{
    const struct bisect_place *first = &search->result->first;
    struct quick *quick;
    if ((!first->has_writer && !first->has_suspect) || !has_settings(first->unit))
        return TT_OK;
    enum tt_status status = quick_new(&quick, search->capture, &search->options->replay, first, search->err);
    if (!status)
        status = try_fields_with(search, quick);
    quick_free(quick);
    return status;
}

/* A configuration word in which the recording itself shows another value: its fields, at the device's values. */
static enum tt_status try_recorded(struct search *search)
{
    const struct bisect_place *first = &search->result->first;
    const bool is_cfg = first->space == TT_SPACE_CFG;
    if (!is_cfg && first->space != TT_SPACE_THREAD_CFG)
        return TT_OK;
    const enum tt_chip chip = search->fields.chip;
    const uint32_t words = is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    const uint32_t bits = (first->held ^ first->replayed) & first->known;
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, first->space, first->lo / (is_cfg ? 4 : 2) % words, ids);
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < count && !status; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1);
        if (!(bits >> field->shift & mask))
            continue;
        struct bisect_explanation explanation = {.count = 1};
        explanation.changes[0] =
            (struct bisect_change){.kind = BISECT_SET,
                                   .set = {.field = ids[i], .value = first->held >> field->shift & mask},
                                   .was = first->replayed >> field->shift & mask};
        status = try_changes(search, &explanation);
        const bool has_next = search->options->replay.order == REPLAY_EXECUTED &&
                              first->seq + 1 < ttcap_info(search->capture)->event_count;
        if (!status && has_next && !search->result->explanation_count && first->has_writer) {
            explanation.changes[0].set.has_event = true;
            explanation.changes[0].set.event = first->seq + 1;
            status = try_changes(search, &explanation);
        }
    }
    return status;
}

static bool is_same_thing(const struct bisect_change *a, const struct bisect_change *b)
{
    return a->kind == b->kind && (a->kind == BISECT_SET ? a->set.field == b->set.field : a->variant == b->variant);
}

static bool can_join(const struct bisect_explanation *explanation, const struct bisect_change *change)
{
    for (unsigned i = 0; i < explanation->count; i++)
        if (is_same_thing(&explanation->changes[i], change))
            return false;
    return explanation->count < BISECT_PARTS_MAX;
}

/* All pairs of the pool; the best set grows change by change until it explains all. */
static enum tt_status try_together(struct search *search)
{
    struct bisect_result *result = search->result;
    enum tt_status status = TT_OK;
    struct bisect_explanation most = {0};
    for (unsigned i = 0; i < search->pool_count && !status; i++) {
        for (unsigned k = i + 1; k < search->pool_count && !status; k++) {
            struct bisect_explanation pair = search->pool[i];
            if (!can_join(&pair, &search->pool[k].changes[0]))
                continue;
            pair.changes[pair.count++] = search->pool[k].changes[0];
            status = try_changes(search, &pair);
            if (worth(&pair) > worth(&most))
                most = pair;
        }
    }
    bool grew = most.count > 0;
    while (!status && grew && !result->explanation_count) {
        const struct bisect_explanation from = most;
        grew = false;
        for (unsigned i = 0; i < search->pool_count && !status; i++) {
            struct bisect_explanation more = from;
            if (!can_join(&more, &search->pool[i].changes[0]))
                continue;
            more.changes[more.count++] = search->pool[i].changes[0];
            status = try_changes(search, &more);
            grew |= worth(&more) > worth(&most);
            if (worth(&more) > worth(&most))
                most = more;
        }
    }
    return status;
}

/* Unexplained values weigh more than the number of changes. */
static bool is_better(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    return one->undecided != other->undecided ? one->undecided < other->undecided : one->count < other->count;
}

/* Of several the ones that leave the fewest bytes undecided, and of those the smallest. */
static void keep_best(struct bisect_result *result)
{
    const struct bisect_explanation *best = &result->explanations[0];
    unsigned left = 0;
    for (unsigned i = 1; i < result->explanation_count; i++)
        if (is_better(&result->explanations[i], best))
            best = &result->explanations[i];
    const struct bisect_explanation least = *best;
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (!is_better(&least, &result->explanations[i]))
            result->explanations[left++] = result->explanations[i];
    result->explanation_count = left;
}

static enum tt_status search_new(struct search *search)
{
    search->sets = mem_calloc(search->options->replay.set_count + BISECT_PARTS_MAX, sizeof *search->sets);
    return search->sets ? TT_OK : tt_fail(search->err, TT_NO_MEMORY, "no memory for sets of fields");
}

/* Readings and fields first: they cost less, and with one of them fewer words come into question. */
static enum tt_status try_readings_and_fields(struct search *search)
{
    const struct bisect_result *result = search->result;
    enum tt_status status =
        fields_read(&search->fields, search->capture, &search->options->replay, result->first.thread % THREADS,
                    result->first.has_writer || result->first.has_suspect ? result->first.seq
                                                                          : ttcap_info(search->capture)->event_count,
                    search->err);
    if (!status)
        status = try_recorded(search);
    if (!status)
        status = try_variants(search, true);
    if (!status)
        status = try_variants(search, false);
    return status ? status : try_fields(search);
}

/* First a word that stands elsewhere in the recording, since it names an event; after fields and readings a store that
 * was made up, since it says no more than the field that it writes. */
enum { ORDER_STORE = 2, ORDER_OPERAND, ORDERS };
static int order_of(const struct bisect_explanation *explanation)
{
    const struct bisect_change *first = &explanation->changes[0];
    if (first->kind == BISECT_OPERAND)
        return ORDER_OPERAND;
    return first->kind != BISECT_WORD ? 1 : first->is_store ? ORDER_STORE : 0;
}

/* Thousands of changes are tried, and each differing bit halves the number of those that fit by chance: sixteen bits
 * leave none. Where nothing differs, what was compared is whatever could not run, and that it agrees is strong too. */
static bool is_strong(const struct difference *base)
{
    enum { STRONG_BITS = 16 };
    unsigned bits = 0;
    for (size_t i = 0; i < base->count && bits < STRONG_BITS; i++)
        for (unsigned left = (base->bytes[i].held ^ base->bytes[i].replayed) & base->bytes[i].known; left; left >>= 1)
            bits += left & 1;
    return base->count == 0 || bits >= STRONG_BITS;
}

static void decide(struct bisect_result *result, const struct difference *base)
{
    struct bisect_explanation sorted[BISECT_EXPLANATIONS_MAX];
    unsigned count = 0, minor = 0;
    keep_best(result);
    for (int order = 0; order < ORDERS; order++)
        for (unsigned i = 0; i < result->explanation_count; i++)
            if (order_of(&result->explanations[i]) == order) {
                sorted[count++] = result->explanations[i];
                minor += order >= ORDER_STORE;
            }
    memcpy(result->explanations, sorted, count * sizeof *sorted);
    const enum bisect_change_kind kind = result->explanations[0].changes[0].kind;
    const bool is_of_many = kind == BISECT_WORD || kind == BISECT_OPERAND;
    const bool is_alone = count - minor == 1 || count == 1;
    if (count)
        result->cause = is_alone && (!is_of_many || is_strong(base)) ? BISECT_EXPLAINED : BISECT_POSSIBLE;
}

static void put_operands(const struct search *search)
{
    struct bisect_result *result = search->result;
    for (unsigned i = 0; i < search->operand_count && result->explanation_count < BISECT_EXPLANATIONS_MAX; i++)
        result->explanations[result->explanation_count++] = search->operands[i];
}

/* An erratum was measured on a chip. Where one alone explains all, words that do the same by chance are not tried. */
static bool is_erratum(const struct bisect_result *result)
{
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation *one = &result->explanations[i];
        if (one->count == 1 && one->changes[0].kind == BISECT_READING && variant_erratum(one->changes[0].variant))
            return true;
    }
    return false;
}

static struct search search_of(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                               const struct bisect_options *options, struct tt_error *err)
{
    return (struct search){
        .capture = capture, .options = options, .base = base, .result = result, .other = {.before = base}, .err = err};
}

enum tt_status explain(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                       const struct bisect_options *options, struct tt_error *err)
{
    struct search search = search_of(result, base, capture, options, err);
    const bool is_recording = result->cause == BISECT_RECORDING;
    enum tt_status status = search_new(&search);
    if (!status && !is_recording)
        status = try_readings_and_fields(&search);
    if (!status && !is_recording && !result->explanation_count)
        status = try_together(&search);
    if (!status && !is_recording && !result->explanation_count)
        status = operands_try(&search);
    if (!status && !is_erratum(result))
        status = words_try(&search);
    put_operands(&search);
    decide(result, base);
    difference_clear(&search.other);
    mem_free(search.sets);
    return status;
}

enum tt_status explain_undone(struct bisect_result *result, const struct difference *base, struct ttcap *capture,
                              const struct bisect_options *options, struct tt_error *err)
{
    struct search search = search_of(result, base, capture, options, err);
    const enum tt_status status = words_try(&search);
    decide(result, base);
    difference_clear(&search.other);
    return status;
}
