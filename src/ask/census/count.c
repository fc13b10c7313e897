/* SPDX-License-Identifier: Apache-2.0 */
/* How far results lie from exact mathematics. */
#include "ask/census/census_internal.h"

void census_span(unsigned bin, uint64_t *from, uint64_t *to)
{
    *from = bin <= CENSUS_SINGLES ? bin : CENSUS_LAST_SPAN + 1;
    *to = bin < CENSUS_SINGLES ? bin : bin == CENSUS_SINGLES ? CENSUS_LAST_SPAN : UINT64_MAX;
}

static unsigned bin_of(uint64_t distance)
{
    if (distance < CENSUS_SINGLES)
        return (unsigned)distance;
    return distance <= CENSUS_LAST_SPAN ? CENSUS_SINGLES : CENSUS_SINGLES + 1;
}

/* Subnormals, infinities and NaN count as 0, as in the published counts. */
static uint32_t without_special(const struct exact_format *format, uint32_t bits)
{
    const struct exact value = exact_of(format, bits);
    const bool is_normal = value.kind == EXACT_FINITE && value.significand >> format->mantissa_bits;
    return is_normal ? bits : 0;
}

static uint64_t distance_of_numbers(const struct census_options *options, struct census_example *example)
{
    const struct exact_format *format = census_result_format(options);
    if (options->drops_special) {
        example->result = without_special(format, example->result);
        example->exact = without_special(format, example->exact);
    }
    const int64_t away = exact_place(format, example->result) - exact_place(format, example->exact);
    return (uint64_t)(away < 0 ? -away : away);
}

static uint64_t distance_of_integers(const struct census_example *example)
{
    return example->result < example->exact ? example->exact - example->result : example->result - example->exact;
}

static void count_one(const struct census_options *options, struct census_example *example, struct exact value,
                      struct census *census)
{
    const bool is_number = options->operation->is_elementwise;
    census->total++;
    if (value.kind == EXACT_UNDEFINED) {
        census->undefined++;
        return;
    }
    example->exact = is_number ? exact_round(census_result_format(options), value, options->rounding)
                               : exact_round_unsigned(options->integer_bits, value, options->rounding);
    struct census_bin *bin =
        &census->bins[bin_of(is_number ? distance_of_numbers(options, example) : distance_of_integers(example))];
    if (bin->count++ == 0)
        bin->first = *example;
}

void census_count(const struct census_options *options, const struct census_batch *batch, struct census *census)
{
    const struct exact_format *format = census_operand_format(options);
    for (unsigned i = 0; i < batch->count; i++) {
        const uint32_t a = batch->operands[0][i], b = batch->operands[1][i];
        struct census_example example = {.operands = {a, b}, .result = batch->results[i]};
        const struct exact first = exact_of(format, a), second = exact_of(format, b);
        count_one(options, &example, options->operation->exact(first, second), census);
    }
}

void census_add(struct census *to, const struct census *from)
{
    to->total += from->total;
    to->undefined += from->undefined;
    for (unsigned i = 0; i < CENSUS_BINS; i++) {
        if (to->bins[i].count == 0)
            to->bins[i].first = from->bins[i].first;
        to->bins[i].count += from->bins[i].count;
    }
}
