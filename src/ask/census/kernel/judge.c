/* SPDX-License-Identifier: Apache-2.0 */
/* A result against the function: in which row it counts, the worst of all, steps and mirrored pairs. */
#include "ask/census/kernel/kernel_internal.h"

#include <math.h>

static const char *const apart_names[KERNEL_APARTS] = {
    [APART_NAN] = "nan",
    [APART_INFINITE] = "infinite",
    [APART_ZERO] = "zero",
    [APART_MINUS_ZERO] = "minus_zero",
    [APART_SUBNORMAL] = "subnormal",
    [APART_UNDEFINED] = "undefined",
    [APART_UNDECIDED] = "undecided",
    [APART_POLE] = "pole",
    [APART_OVERFLOW] = "overflow",
    [APART_UNDERFLOW] = "underflow",
    [APART_NOT_FINITE] = "not_finite",
};

const char *kernel_apart_name(enum kernel_apart apart)
{
    return apart_names[apart];
}

void kernel_span(unsigned bin, uint64_t *from, uint64_t *to)
{
    *from = bin < KERNEL_SINGLES ? bin : (uint64_t)KERNEL_SINGLES << (bin - KERNEL_SINGLES);
    *to = bin < KERNEL_SINGLES ? bin : 2 * *from - 1;
}

static unsigned judge_bin(uint64_t distance)
{
    enum { FOURTH_BIT = 4, TOP_BIT = 63 };
    if (distance < KERNEL_SINGLES)
        return (unsigned)distance;
    return KERNEL_SINGLES + (unsigned)(TOP_BIT - __builtin_clzll(distance)) - FOURTH_BIT;
}

static bool is_subnormal(const struct exact *value, const struct exact_format *format)
{
    return value->kind == EXACT_FINITE && value->significand && !(value->significand >> format->mantissa_bits);
}

/* An operand that is no normal number; KERNEL_APARTS: it is one. */
static enum kernel_apart judge_operand(const struct kernel_options *options, const struct exact *input)
{
    if (input->kind != EXACT_FINITE)
        return input->kind == EXACT_UNDEFINED ? APART_NAN : APART_INFINITE;
    if (!input->significand)
        return input->is_negative ? APART_MINUS_ZERO : APART_ZERO;
    return is_subnormal(input, options->format) ? APART_SUBNORMAL : KERNEL_APARTS;
}

/* KERNEL_APARTS: an ordinary one. */
static enum kernel_apart judge_kind_of(const struct kernel_options *options, const struct truth *truth,
                                       const struct exact *result)
{
    if (truth->kind == TRUTH_UNDECIDED)
        return APART_UNDECIDED;
    if (truth->kind != TRUTH_NUMBER)
        return truth->kind == TRUTH_POLE ? APART_POLE : APART_UNDEFINED;
    const struct exact exact = exact_of(kernel_held(options), truth->bits);
    if (exact.kind == EXACT_INFINITE)
        return APART_OVERFLOW;
    if (!truth->is_zero && !(exact.significand >> kernel_held(options)->mantissa_bits))
        return APART_UNDERFLOW;
    return result->kind == EXACT_FINITE ? KERNEL_APARTS : APART_NOT_FINITE;
}

static enum kernel_outcome outcome_of(const struct kernel_example *example, const struct exact *result)
{
    if (example->is_undefined ? result->kind == EXACT_UNDEFINED : example->result == example->exact)
        return OUTCOME_EXACT;
    if (result->kind != EXACT_FINITE)
        return result->kind == EXACT_INFINITE ? OUTCOME_INFINITE : OUTCOME_NAN;
    return result->significand ? OUTCOME_FINITE : OUTCOME_ZERO;
}

static uint64_t judge_distance_of(const struct exact_format *format, const struct kernel_example *example)
{
    const int64_t away = exact_place(format, example->result) - exact_place(format, example->exact);
    return (uint64_t)(away < 0 ? -away : away);
}

/* ---- the worst ---- */

static bool judge_is_worse(const struct kernel_example *a, const struct kernel_example *b)
{
    return a->distance != b->distance ? a->distance > b->distance : a->index < b->index;
}

static void add_worst(size_t most, struct kernel_census *census, const struct kernel_example *example)
{
    size_t at = census->worst_count;
    if (!example->distance || !most || (at == most && !judge_is_worse(example, &census->worst[at - 1])))
        return;
    if (at < most)
        census->worst_count++;
    else
        at--;
    for (; at > 0 && judge_is_worse(example, &census->worst[at - 1]); at--)
        census->worst[at] = census->worst[at - 1];
    census->worst[at] = *example;
}

/* ---- the axis ---- */

void kernel_axis(const struct kernel_options *options, int64_t *low, int64_t *high)
{
    const struct census_operands *operands = &options->operands;
    const uint32_t infinite = ((UINT32_C(1) << options->format->exponent_bits) - 1) << options->format->mantissa_bits;
    *high = exact_place(options->format, infinite - 1);
    *low = operands->population == CENSUS_NORMALS ? 0 : -*high;
    if (options->list || operands->population != CENSUS_RANGE)
        return;
    const int64_t a = exact_place(options->format, operands->pattern), b = exact_place(options->format, operands->last);
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

static void judge_column(const struct kernel_options *options, const struct kernel_example *example,
                         struct kernel_census *census)
{
    int64_t low, high;
    kernel_axis(options, &low, &high);
    const int64_t at = exact_place(options->format, kernel_first(options, example->input)) - low;
    if (at < 0 || at > high - low)
        return;
    struct kernel_column *column = &census->columns[at * KERNEL_COLUMNS / (high - low + 1)];
    column->has_any = true;
    if (example->distance > column->largest)
        column->largest = example->distance;
}

/* ---- one ---- */

static void judge_count(const struct kernel_options *options, enum kernel_apart apart, const struct exact *result,
                        const struct kernel_example *example, struct kernel_census *census)
{
    census->total++;
    if (apart == KERNEL_APARTS) {
        struct kernel_bin *bin = &census->bins[judge_bin(example->distance)];
        census->ordinary++;
        census->distances += example->distance;
        judge_column(options, example, census);
        if (bin->count++ == 0)
            bin->first = *example;
        add_worst(options->worst, census, example);
        return;
    }
    struct kernel_apart_row *row = &census->apart[apart];
    const enum kernel_outcome outcome = outcome_of(example, result);
    uint64_t others = 0;
    for (unsigned i = OUTCOME_EXACT + 1; i < KERNEL_OUTCOMES; i++)
        others += row->outcomes[i];
    if (outcome != OUTCOME_EXACT && !others)
        row->first = *example;
    row->outcomes[outcome]++;
}

enum tt_status kernel_hold(const struct kernel_options *options, uint64_t index, uint32_t input, uint32_t result,
                           struct kernel_point *point, struct tt_error *err)
{
    const uint32_t first = kernel_first(options, input), second = input >> SECOND_SHIFT;
    const struct exact operand = exact_of(options->format, first), value = exact_of(kernel_held(options), result);
    enum kernel_apart apart = judge_operand(options, &operand);
    struct truth truth;
    if (options->has_second && apart == KERNEL_APARTS) {
        const struct exact other = exact_of(options->format, second);
        apart = judge_operand(options, &other);
    }
    if (!(options->has_second
              ? truth_of_pair(options->function, options->format, first, second, kernel_held(options), &truth)
              : truth_of(options->function, options->format, input, kernel_held(options), true, &truth)))
        return tt_fail(err, TT_UNSUPPORTED, "%s of 0x%X in %s is not decided with 4096 digits",
                       truth_name_of(options->function), (unsigned)input, options->format->name);
    if (apart == KERNEL_APARTS)
        apart = judge_kind_of(options, &truth, &value);
    struct kernel_example example = {index, input, result, truth.bits, truth.kind >= TRUTH_UNDEFINED, 0};
    if (apart == KERNEL_APARTS)
        example.distance = judge_distance_of(kernel_held(options), &example);
    *point = (struct kernel_point){true,   apart == KERNEL_APARTS, operand.kind != EXACT_UNDEFINED, apart, truth.near,
                                   example};
    return TT_OK;
}

enum tt_status kernel_judge(const struct kernel_options *options, uint64_t index, uint32_t input, uint32_t result,
                            struct kernel_tally *tally, unsigned side, struct kernel_point *point, struct tt_error *err)
{
    TRY(kernel_hold(options, index, input, result, point, err));
    const struct exact value = exact_of(kernel_held(options), result);
    judge_count(options, point->apart, &value, &point->example, &tally->census);
    if (!tally->first[side].is_there)
        tally->first[side] = *point;
    else if (tally->census.has_steps)
        kernel_step(&tally->last[side], point, kernel_held(options), &tally->census);
    tally->last[side] = *point;
    return TT_OK;
}

/* ---- two ---- */

/* Whether it is known which of two values is larger: they are less wrong than 2^-40. */
static int rises(double from, double to)
{
    const double most = fmax(fabs(from), fabs(to));
    if (!isfinite(most) || fabs(to - from) <= most * 0x1p-38)
        return 0;
    return to > from ? 1 : -1;
}

void kernel_step(const struct kernel_point *from, const struct kernel_point *to, const struct exact_format *format,
                 struct kernel_census *census)
{
    if (!from->is_ordinary || !to->is_ordinary)
        return;
    const int rising = rises(from->near, to->near);
    const int64_t step = exact_place(format, to->example.result) - exact_place(format, from->example.result);
    census->steps += rising != 0;
    if (rising * step >= 0)
        return;
    if (census->against++ == 0) {
        census->against_first[0] = from->example;
        census->against_first[1] = to->example;
    }
}

void kernel_judge_pair(const struct kernel_options *options, const struct kernel_point *plus,
                       const struct kernel_point *minus, struct kernel_census *census)
{
    const struct exact a = exact_of(kernel_held(options), plus->example.result);
    const struct exact b = exact_of(kernel_held(options), minus->example.result);
    const bool is_odd = truth_symmetry(options->function) == TRUTH_ODD;
    if (!plus->is_number)
        return;
    const bool are_zero = a.kind == EXACT_FINITE && b.kind == EXACT_FINITE && !a.significand && !b.significand;
    const bool is_alike = a.kind == b.kind && a.significand == b.significand && a.exponent == b.exponent &&
                          (a.is_negative == b.is_negative) != is_odd;
    census->pairs++;
    if (is_alike || are_zero || (a.kind == EXACT_UNDEFINED && b.kind == EXACT_UNDEFINED))
        return;
    if (census->unequal++ == 0) {
        census->unequal_first[0] = plus->example;
        census->unequal_first[1] = minus->example;
    }
}

/* ---- all ---- */

static void add_rows(struct kernel_census *to, const struct kernel_census *from)
{
    for (unsigned i = 0; i < KERNEL_COLUMNS; i++) {
        to->columns[i].has_any |= from->columns[i].has_any;
        if (from->columns[i].largest > to->columns[i].largest)
            to->columns[i].largest = from->columns[i].largest;
    }
    for (unsigned i = 0; i < KERNEL_BINS; i++) {
        if (!to->bins[i].count)
            to->bins[i].first = from->bins[i].first;
        to->bins[i].count += from->bins[i].count;
    }
    for (unsigned i = 0; i < KERNEL_APARTS; i++) {
        uint64_t others = 0;
        for (unsigned k = OUTCOME_EXACT + 1; k < KERNEL_OUTCOMES; k++)
            others += to->apart[i].outcomes[k];
        if (!others)
            to->apart[i].first = from->apart[i].first;
        for (unsigned k = 0; k < KERNEL_OUTCOMES; k++)
            to->apart[i].outcomes[k] += from->apart[i].outcomes[k];
    }
    for (unsigned i = 0; i < FINDINGS_MAX; i++) {
        if (!to->findings[i].count)
            to->findings[i] = from->findings[i];
        else
            to->findings[i].count += from->findings[i].count;
    }
}

static void add_pairs(struct kernel_census *to, const struct kernel_census *from)
{
    if (!to->against)
        memcpy(to->against_first, from->against_first, sizeof to->against_first);
    if (!to->unequal)
        memcpy(to->unequal_first, from->unequal_first, sizeof to->unequal_first);
    to->steps += from->steps;
    to->against += from->against;
    to->pairs += from->pairs;
    to->unequal += from->unequal;
}

void kernel_tally_add(const struct kernel_options *options, struct kernel_tally *to, const struct kernel_tally *from)
{
    add_rows(&to->census, &from->census);
    to->census.total += from->census.total;
    to->census.ordinary += from->census.ordinary;
    to->census.distances += from->census.distances;
    for (size_t i = 0; i < from->census.worst_count; i++)
        add_worst(options->worst, &to->census, &from->census.worst[i]);
    for (unsigned side = 0; side < 2; side++) {
        if (to->census.has_steps && to->last[side].is_there && from->first[side].is_there)
            kernel_step(&to->last[side], &from->first[side], kernel_held(options), &to->census);
        if (!to->first[side].is_there)
            to->first[side] = from->first[side];
        if (from->last[side].is_there)
            to->last[side] = from->last[side];
    }
    add_pairs(&to->census, &from->census);
}

bool kernel_is_exact(const struct kernel_census *census)
{
    uint64_t others = census->ordinary - census->bins[0].count;
    for (unsigned i = 0; i < KERNEL_APARTS; i++)
        for (unsigned k = OUTCOME_EXACT + 1; k < KERNEL_OUTCOMES; k++)
            others += census->apart[i].outcomes[k];
    return others == 0;
}
