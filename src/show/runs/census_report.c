/* SPDX-License-Identifier: Apache-2.0 */
/* A census: the operation, and how far from exact mathematics how many results lie. schemas/census.schema.json */
#include "show/reports.h"

#include "base/text/text.h"
#include "isa/chip.h"
#include "show/runs/share_text.h"

enum { TEXT = SHARE_TEXT };

static const char *span_text(unsigned bin, char text[static TEXT])
{
    uint64_t from, to;
    census_span(bin, &from, &to);
    if (to == UINT64_MAX)
        return text_print(text, TEXT, "above %" PRIu64, from - 1);
    if (from == to)
        return text_print(text, TEXT, "%" PRIu64, from);
    return text_print(text, TEXT, "%" PRIu64 " to %" PRIu64, from, to);
}

/* The first results of a bin: operands, the result, and the exact one. */
static const char *example_text(const struct census_options *options, const struct census_example *example,
                                char text[static 2 * TEXT])
{
    const struct exact_format *results = census_result_format(options);
    const int digits = (int)(exact_bits(census_operand_format(options)) + 3) / 4;
    const int of_results = results ? (int)(exact_bits(results) + 3) / 4 : 0;
    int at = snprintf(text, 2 * TEXT, "%0*X", digits, (unsigned)example->operands[0]);
    if (census_arity(options->operation) == 2)
        at += snprintf(text + at, 2 * TEXT - (size_t)at, ", %0*X", digits, (unsigned)example->operands[1]);
    (void)snprintf(text + at, 2 * TEXT - (size_t)at, results ? ": %0*X for %0*X" : ": %*u for %*u", of_results,
                   (unsigned)example->result, of_results, (unsigned)example->exact);
    return text;
}

static void census_report_say_operand(struct report *report, const struct census_options *options, unsigned i)
{
    const struct census_operands *operands = &options->operands[i];
    char pattern[TEXT];
    const char *name = census_population_name(operands->population);
    if (operands->population == CENSUS_ONE) {
        (void)snprintf(pattern, sizeof pattern, "0x%" PRIX32, operands->pattern);
        name = pattern;
    } else if (operands->population == CENSUS_RANGE) {
        (void)snprintf(pattern, sizeof pattern, "0x%" PRIX32 "-0x%" PRIX32, operands->pattern, operands->last);
        name = pattern;
    }
    if (i < census_arity(options->operation))
        report_fact(report, i ? "second" : "first", SAY(i ? "second" : "first", name));
    else
        report_say(report, SAY_OR_NULL("second", false, ""));
}

static void census_report_say_head(struct report *report, const struct census_options *options)
{
    static const char *const fidelities[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    report_fact(report, "instruction", SAY("instruction", census_name_of(options->operation)));
    report_fact(report, "chip", SAY("chip", chip_get(options->chip)->name));
    report_fact(report, "operands", SAY("format", options->format->name));
    if (options->unpacks)
        report_fact(report, "unpacked", SAY("unpack", options->unpacks->name));
    else
        report_say(report, SAY_OR_NULL("unpack", false, ""));
    if (options->packs)
        report_fact(report, "packed", SAY("pack", options->packs->name));
    else
        report_say(report, SAY_OR_NULL("pack", false, ""));
    report_fact(report, "results", SAY("result", census_result_name(options)));
    report_fact(report, "fidelity", SAY("fidelity", fidelities[options->phases - 1]));
    for (unsigned i = 0; i < 2; i++)
        census_report_say_operand(report, options, i);
    report_fact(report, "rounding", SAY("rounding", options->rounding == EXACT_NEAREST ? "nearest" : "truncated"));
    report_say(report, SAY("clamps", (bool)options->clamps), SAY("drops_special", (bool)options->drops_special),
               SAY("draws", options->draws), SAY_OR_NULL("seed", options->draws != 0, options->seed));
}

static void say_bin(struct report *report, const struct census_options *options, const struct census *census,
                    unsigned bin)
{
    const struct census_bin *of = &census->bins[bin];
    uint64_t from, to;
    char span[TEXT], share[TEXT], example[2 * TEXT];
    census_span(bin, &from, &to);
    report_row(report, SAY("from", from), SAY_OR_NULL("to", to != UINT64_MAX, to),
               SHOW("ulp", "  %-10s", span_text(bin, span)), CELL("count", " %16s", of->count),
               CELL("share", " %9s %%", share_text(of->count, census->total, share)),
               CELL("first", "  %s", example_text(options, &of->first, example)));
}

void census_report(FILE *out, enum report_form form, const struct census_options *options, const struct census *census)
{
    REPORT(report, out, form);
    census_report_say_head(&report, options);
    report_fact(&report, "total", SAY("total", census->total));
    report_fact(&report, "undefined", SAY("undefined", census->undefined));
    REPORT_ROWS(&report, "distances", "Distance from the exact result, in units in the last place", NULL, bin,
                CENSUS_BINS) {
        if (census->bins[bin].count)
            say_bin(&report, options, census, bin);
    }
}
