/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the explanations stands first, and whether it may be called the cause. */
#include "ask/bisect/cause_text.h"
#include "ask/bisect/explain_internal.h"
#include "ask/bisect/word_list.h"
#include "base/little.h"
#include "base/search.h"
#include "isa/riscv.h"

/* All fields of a word of configuration that a checkpoint shows are one change. */
static unsigned rank_count(const struct bisect_explanation *explanation)
{
    return explanation->changes[0].is_shown ? 1 : explanation->count;
}

/* Values that stay unexplained weigh more than the number of changes. */
static bool explanation_is_better(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    return one->undecided != other->undecided ? one->undecided < other->undecided : rank_count(one) < rank_count(other);
}

/* Of several the ones that leave the fewest bytes undecided, and of those the smallest. */
static void rank_keep_best(struct bisect_result *result)
{
    const struct bisect_explanation *best = &result->explanations[0];
    unsigned left = 0;
    for (unsigned i = 1; i < result->explanation_count; i++)
        if (explanation_is_better(&result->explanations[i], best))
            best = &result->explanations[i];
    const struct bisect_explanation least = *best;
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (!explanation_is_better(&least, &result->explanations[i]))
            result->explanations[left++] = result->explanations[i];
    result->set_aside += result->explanation_count - left;
    result->explanation_count = left;
}

/* Whether a word leaves the field at the set's value: two that say one thing. */
static bool rank_leaves(enum tt_chip chip, const struct bisect_change *word, const struct bisect_change *set)
{
    struct bisect_changed_field fields[BISECT_FIELDS_MAX];
    return set->kind == BISECT_SET && bisect_changed_fields(chip, word, fields) == 1 &&
           set->set.value == fields[0].value && strcmp(reg_field_get(chip, set->set.field)->name, fields[0].name) == 0;
}

static bool rank_is_one_fault(const struct bisect_explanation *word, const struct bisect_explanation *set)
{
    const struct bisect_change *shown = &set->changes[0];
    return word->count == 1 && set->count == 1 && !shown->alike &&
           (!shown->is_shown || !shown->has_writer || (int64_t)shown->writer == word->changes[0].edit.event);
}

/* Whether the first is that what wrote the field otherwise did not happen: two that say one thing. */
static bool rank_is_writer(const struct bisect_explanation *word, const struct bisect_explanation *set)
{
    const struct bisect_change *change = &word->changes[0], *shown = &set->changes[0];
    return word->count == 1 && set->count == 1 && change->kind == BISECT_WORD && shown->kind == BISECT_SET &&
           shown->is_shown && shown->has_writer && !change->edit.run_count &&
           (change->fault == BISECT_EXTRA || change->fault == BISECT_DOUBLED) &&
           change->first_event <= (int64_t)shown->writer && (int64_t)shown->writer <= change->last_event;
}

/* A field that a checkpoint shows stands for the store too many that left it otherwise. */
static void rank_join_writers(struct bisect_result *result)
{
    unsigned left = 0;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation word = result->explanations[i];
        bool is_said = false;
        for (unsigned k = 0; k < result->explanation_count; k++)
            if (rank_is_writer(&word, &result->explanations[k]))
                is_said = result->explanations[k].changes[0].is_too_many = true;
        if (!is_said)
            result->explanations[left++] = word;
    }
    result->explanation_count = left;
}

/* A word stands for the field that it leaves so. Where words agree with several fields, that speaks for none of them.
 */
static void rank_join_fields(struct bisect_result *result, enum tt_chip chip)
{
    unsigned left = 0, agreed = 0;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation set = result->explanations[i];
        bool agrees = false, is_said = false;
        for (unsigned k = 0; k < result->explanation_count; k++) {
            struct bisect_explanation *word = &result->explanations[k];
            if ((word->count > 1 && !word->is_by_parts) || !rank_leaves(chip, &word->changes[0], &set.changes[0]))
                continue;
            word->changes[0].agrees = agrees = true;
            if (rank_is_one_fault(word, &set)) {
                word->changes[0].is_shown |= set.changes[0].is_shown;
                is_said = true;
            }
        }
        agreed += agrees;
        if (!is_said)
            result->explanations[left++] = result->explanations[i];
    }
    result->explanation_count = left;
    for (unsigned i = 0; i < left && agreed > 1; i++)
        result->explanations[i].changes[0].agrees = false;
}

/* First what a checkpoint shows; then an order that the program allows; a word that stands elsewhere in the recording,
 * since it names an event; fields and readings; values that stand nowhere, guesses among thousands; a store that was
 * made up, since it says no more than the field that it writes. */
enum {
    ORDER_SHOWN,
    ORDER_OF_WORDS,
    ORDER_AGREES,
    ORDER_RECORDED,
    ORDER_SETTING,
    ORDER_GUESS,
    ORDER_STORE,
    ORDER_INPUT,
    ORDER_OPERAND,
    ORDER_DATUM,
    ORDERS
};

/* A branch that goes the other way explains whatever decides it, and a number is wrong more often; but for a core that
 * goes round for ever, at whose branch the search begins. */
static bool rank_is_branch(const struct bisect_change *change)
{
    const struct riscv_op *op = riscv_find(load_u32(change->operand.recorded));
    return op && op->immediate == RISCV_IMMEDIATE_B;
}

static bool rank_is_of_hang(const struct bisect_result *result)
{
    return result->summary.is_deadlocked || result->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE;
}

/* Code that runs has hardly a nop: something that stands in its place is missing. */
static bool rank_is_for_nop(const struct bisect_change *change)
{
    return load_u32(change->operand.recorded) == RISCV_NOP;
}

/* Cores clear their registers at the start, all by one loop: another number there stands for what came later and is
 * missing. */
static bool rank_is_cleared(const struct bisect_change *change)
{
    return change->kind == BISECT_WORD && change->fault == BISECT_CHANGED && change->event_kind == TTCAP_GPRW &&
           change->recorded == 0;
}

static int explanation_order(const struct bisect_result *result, const struct bisect_explanation *explanation)
{
    const struct bisect_change *first = &explanation->changes[0];
    if (first->is_code && rank_is_for_nop(first))
        return ORDER_AGREES;
    if (first->is_code) /* of a field in firmware order it says whence the value comes */
        return rank_is_branch(first) && !rank_is_of_hang(result) ? ORDER_GUESS : ORDER_RECORDED;
    if (first->kind == BISECT_OPERAND)
        return ORDER_OPERAND;
    if (first->kind == BISECT_INPUT)
        return ORDER_INPUT;
    if (first->kind == BISECT_WORD && first->fault == BISECT_MISWROTE)
        return ORDER_DATUM;
    if (first->kind == BISECT_WORD && first->is_store)
        return ORDER_STORE;
    if (first->is_shown)
        return explanation->count > 1 ? ORDER_AGREES : ORDER_SHOWN;
    if (first->kind == BISECT_ORDER) /* the program as it is allows it: of a device it says more than of an array */
        return result->is_of_array ? ORDER_SETTING : ORDER_OF_WORDS;
    if (first->agrees)
        return ORDER_AGREES;
    if (first->is_guess || rank_is_cleared(first))
        return ORDER_GUESS;
    return first->kind == BISECT_WORD ? ORDER_RECORDED : ORDER_SETTING;
}

/* Too large for chance. Where nothing differs, and a word did not run, the counterpart of a word may do as much as it
 * (a get too many, a post that is lost): that word itself alone is no chance. */
static bool rank_is_strong(const struct difference *base, const struct bisect_change *change)
{
    const int64_t undone = (int64_t)base->summary.facts.first_unsupported.event;
    return base->count ? difference_is_strong(base, NULL)
                       : change->first_event <= undone && undone <= change->last_event;
}

/* Whether lines of the explanation itself say why it may be another. */
static bool rank_says_itself(const struct bisect_result *result, const struct difference *base, bool is_alone)
{
    const struct bisect_explanation *first = &result->explanations[0];
    const struct bisect_change *change = &first->changes[0];
    return (change->kind == BISECT_WORD && change->alike) || result->ends_alone || result->ends_otherwise ||
           !is_alone || first->undecided > base->summary.facts.bytes.undecided;
}

/* A field alone is the cause where its unit alone goes wrong, on what the device held, and no other field does it. */
static bool rank_is_proven_setting(const struct bisect_result *result)
{
    return !result->explanations[0].changes[0].alike && result->alone == BISECT_ALONE_DIFFERS &&
           result->searched[BISECT_CLASS_FIELDS] == BISECT_WHOLE;
}

/* Whether the first explanation is the cause: nothing else was found, the difference is too large for chance, and no
 * class in which another might stand was left out. An erratum was measured on a chip, and what a checkpoint shows was
 * in the device. */
static enum bisect_unsure rank_unsure(const struct bisect_result *result, const struct difference *base, unsigned minor,
                                      bool has_code)
{
    const struct bisect_explanation *first = &result->explanations[0];
    const struct bisect_change *change = &first->changes[0];
    const unsigned count = result->explanation_count;
    const bool is_made_up = change->is_guess && (change->edit.run_count ||
                                                 (change->fault == BISECT_LOST && bisect_change_is_stored(change)));
    if (first->count > 1)
        return BISECT_UNSURE_SEVERAL;
    if (change->kind == BISECT_INPUT)
        return BISECT_UNSURE_INPUT;
    if (rank_says_itself(result, base, count - minor == 1 || count == 1))
        return BISECT_UNSURE_SAID;
    if (is_made_up)
        return BISECT_UNSURE_MADE_UP;
    if (change->is_shown || (change->kind == BISECT_READING && variant_erratum(change->variant)))
        return BISECT_SURE;
    if (change->kind == BISECT_SET && !rank_is_proven_setting(result))
        return BISECT_UNSURE_SETTING;
    const bool is_of_many = change->kind == BISECT_WORD || change->kind == BISECT_ORDER ||
                            change->kind == BISECT_OPERAND || change->is_guess;
    if (is_of_many && !rank_is_strong(base, change))
        return BISECT_UNSURE_CHANCE;
    if (is_of_many && result->is_budget_spent)
        return BISECT_UNSURE_BUDGET;
    return has_code || (is_of_many && result->order != REPLAY_EXECUTED) ? BISECT_UNSURE_ORDER : BISECT_SURE;
}

static unsigned rank_bits(const struct bisect_explanation *explanation)
{
    const struct replay_operand *operand = &explanation->changes[0].operand;
    unsigned bits = 0;
    for (unsigned i = 0; i < 8u * operand->count; i++)
        bits += (operand->recorded[i / 8] ^ operand->value[i / 8]) >> i % 8 & 1;
    return bits;
}

/* Moves each before those that it stands before; of equal ones the order stays. */
static void rank_sort(struct bisect_explanation *all, unsigned count,
                      bool (*is_before)(const struct bisect_explanation *one, const struct bisect_explanation *other))
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0 && is_before(&all[k], &all[k - 1]); k--) {
            const struct bisect_explanation other = all[k];
            all[k] = all[k - 1];
            all[k - 1] = other;
        }
}

/* Of operands those of which one bit turned over before those that have another value. */
static bool rank_is_one_bit(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    return rank_bits(one) == 1 && rank_bits(other) > 1;
}

static bool rank_is_of_field(const struct bisect_change *change, const struct bisect_change *other)
{
    return change->kind == BISECT_SET && other->kind == BISECT_SET && !change->is_shown &&
           change->set.field == other->set.field;
}

bool explain_differ_in_value(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    const struct bisect_change *second = &one->changes[1], *beside = &other->changes[1];
    if (one->count != other->count || !rank_is_of_field(&one->changes[0], &other->changes[0]))
        return false;
    return one->count == 1 || (one->is_by_parts && other->is_by_parts && second->kind == beside->kind &&
                               (second->kind == BISECT_WORD ? second->edit.event == beside->edit.event
                                                            : rank_is_of_field(second, beside)));
}

/* A field that both states of the configuration hold otherwise was tried for each. */
static bool rank_is_same(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    const struct bisect_change *a = &one->changes[0], *b = &other->changes[0];
    return one->count == 1 && other->count == 1 && a->kind == BISECT_SET && b->kind == BISECT_SET &&
           a->set.field == b->set.field && a->set.word == b->set.word && a->set.part == b->set.part &&
           a->set.value == b->set.value && a->set.has_event == b->set.has_event &&
           (!a->set.has_event || a->set.event == b->set.event);
}

/* Values of one field that explain as much are one entry: which of them it was, the recording does not say. */
static void rank_join_values(struct bisect_result *result)
{
    unsigned left = 0;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation *one = &result->explanations[i];
        unsigned k = 0;
        if (ANY(n, left, rank_is_same(one, &result->explanations[n])))
            continue;
        while (k < left && !explain_differ_in_value(one, &result->explanations[k]))
            k++;
        if (k < left)
            result->explanations[k].changes[0].alike++;
        else
            result->explanations[left++] = *one;
    }
    result->explanation_count = left;
}

/* Whether a core pushes a post or a get there. */
static bool rank_is_semaphore(enum tt_chip chip, const struct bisect_change *change)
{
    const uint32_t is = load_u32(change->operand.recorded);
    return change->is_code && riscv_is_push(is) && word_is_semaphore(chip, riscv_pushed_word(is));
}

/* Of changes of the cores' code with which a run ends that hangs: another get leaves less than any other change does,
 * since it takes what the program leaves; and what makes fewer words run than others, or far more, is odd. */
static void rank_note_odd(struct bisect_result *result, enum tt_chip chip)
{
    struct bisect_explanation *all = result->explanations;
    struct bisect_work work = {.least = UINT64_MAX};
    uint64_t left = UINT64_MAX;
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (!rank_is_semaphore(chip, &all[i].changes[0]) && all[i].left < left)
            left = all[i].left;
    for (unsigned i = 0; i < result->explanation_count && left < UINT64_MAX; i++)
        all[i].left = all[i].left > left ? all[i].left : left;
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (all[i].left == left && all[i].executed < work.least)
            work.least = all[i].executed;
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (all[i].left == left && all[i].executed > work.most && !bisect_work_is_far_more(&work, all[i].executed))
            work.most = all[i].executed;
    for (unsigned i = 0; i < result->explanation_count; i++)
        all[i].is_odd |= bisect_work_is_odd(&work, all[i].executed);
}

/* A change that leaves less at the end stands before the rest. */
static bool rank_ends_better(const struct bisect_explanation *one, const struct bisect_explanation *other)
{
    return one->left != other->left ? one->left < other->left : one->is_odd < other->is_odd;
}

void explain_rank(struct bisect_result *result, const struct difference *base, enum tt_chip chip, bool has_code)
{
    struct bisect_explanation sorted[BISECT_EXPLANATIONS_MAX];
    unsigned count = 0, minor = 0;
    rank_keep_best(result);
    rank_join_values(result);
    rank_join_writers(result);
    rank_join_fields(result, chip);
    unsigned operands = 0, data = 0;
    for (int order = 0; order < ORDERS; order++)
        for (unsigned i = 0; i < result->explanation_count; i++)
            if (explanation_order(result, &result->explanations[i]) == order) {
                sorted[count++] = result->explanations[i];
                minor += order >= ORDER_STORE;
                operands += order == ORDER_OPERAND;
                data += order == ORDER_DATUM;
            }
    rank_sort(sorted + (count - data - operands), operands, rank_is_one_bit);
    memcpy(result->explanations, sorted, count * sizeof *sorted);
    if (result->ends_alone && has_code)
        rank_note_odd(result, chip);
    rank_sort(result->explanations, count, rank_ends_better);
    result->is_weak = base->count ? !difference_is_strong(base, NULL) : result->ends_alone || result->ends_otherwise;
    if (!count)
        return;
    result->unsure = rank_unsure(result, base, minor, has_code);
    result->cause = result->unsure == BISECT_SURE ? BISECT_EXPLAINED : BISECT_POSSIBLE;
}
