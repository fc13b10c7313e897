/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel over its population: distances, what stands apart, the worst inputs. schemas/census_kernel.schema.json */
#include "show/reports.h"

#include "base/text/text.h"
#include "isa/chip.h"
#include "show/parts.h"
#include "show/runs/share_text.h"

enum { FIRST_COLUMN = 6 };
enum { KERNEL_TEXT = 48 };

static const char *kernel_report_pattern_text(const struct exact_format *format, uint32_t bits,
                                              char text[static KERNEL_TEXT])
{
    return text_print(text, KERNEL_TEXT, "0x%0*X", (int)(exact_bits(format) + 3) / 4, (unsigned)bits);
}

/* "0x3F80"; of a pair "0x40403F80", the second operand and the first. */
static const char *input_text(const struct kernel_run *run, uint32_t bits, char text[static KERNEL_TEXT])
{
    if (run->operands == 1)
        return kernel_report_pattern_text(run->format, bits, text);
    return text_print(text, KERNEL_TEXT, "0x%08X", (unsigned)bits);
}

/* "3F80: 402E for 402D" */
static const char *kernel_example_text(const struct kernel_run *run, const struct kernel_example *example,
                                       char text[static KERNEL_TEXT])
{
    const int of_inputs = (int)(exact_bits(run->format) * run->operands + 3) / 4,
              of_results = (int)(exact_bits(run->result) + 3) / 4;
    const int at = snprintf(text, KERNEL_TEXT, "%0*X: %0*X for ", of_inputs, (unsigned)example->input, of_results,
                            (unsigned)example->result);
    if (example->is_undefined)
        (void)snprintf(text + at, KERNEL_TEXT - (size_t)at, "nan");
    else
        (void)snprintf(text + at, KERNEL_TEXT - (size_t)at, "%0*X", of_results, (unsigned)example->exact);
    return text;
}

static const char *kernel_span_text(unsigned bin, char text[static KERNEL_TEXT])
{
    uint64_t from, to;
    kernel_span(bin, &from, &to);
    return text_print(text, KERNEL_TEXT, from == to ? "%" PRIu64 : "%" PRIu64 " to %" PRIu64, from, to);
}

static const char *kernel_place_text(const struct kernel_place *place, bool is_wide, char text[static KERNEL_TEXT])
{
    if (place->is_register)
        return text_print(text, KERNEL_TEXT, "lreg:%u", (unsigned)place->number);
    if (place->is_l1)
        return text_print(text, KERNEL_TEXT, "l1:0x%X, the kernel's PACRs", (unsigned)place->number);
    if (place->has_rows)
        return text_print(text, KERNEL_TEXT, "dst:%u-%u, %d bits", (unsigned)place->first_row,
                          (unsigned)place->last_row, is_wide ? 32 : 16);
    return text_print(text, KERNEL_TEXT, "dst, %d bits", is_wide ? 32 : 16);
}

static const char *population_text(const struct kernel_options *options, char text[static KERNEL_TEXT])
{
    const struct census_operands *operands = &options->operands;
    if (options->list)
        return "list";
    if (operands->population != CENSUS_ONE && operands->population != CENSUS_RANGE)
        return census_population_name(operands->population);
    const int at = snprintf(text, KERNEL_TEXT, "0x%" PRIX32, operands->pattern);
    if (operands->population == CENSUS_RANGE)
        (void)snprintf(text + at, KERNEL_TEXT - (size_t)at, "-0x%" PRIX32, operands->last);
    return text;
}

static void kernel_say_evidence(struct report *report, const struct fact *fact)
{
    char text[EVIDENCE_TEXT_MAX];
    if (!fact)
        return;
    if (report->is_json)
        report_item(report, "evidence", SAY("level", fact_level_name(fact->level)), SAY("fact", fact->id),
                    SAY("page", fact->page));
    else
        report_fact(report, "rests on", SAY("evidence", evidence_fact_text(fact, text)));
}

static void kernel_say_head(struct report *report, const struct kernel_options *options, const struct kernel_run *run)
{
    char in[KERNEL_TEXT], out[KERNEL_TEXT], population[KERNEL_TEXT];
    report_fact(report, "kernel", SAY("kernel", options->name));
    report_fact(report, "chip", SAY("chip", chip_get(run->chip)->name));
    report_fact(report, "words", SAY("words", run->words));
    report_fact(report, "lanes", SAY("lanes", run->lanes));
    if (run->left_out)
        report_fact(report, "left out", SAY("left_out", run->left_out));
    else
        report_say(report, SAY("left_out", run->left_out));
    if (run->other_loads)
        report_fact(report, "other loads", SAY("other_loads", run->other_loads));
    else
        report_say(report, SAY("other_loads", run->other_loads));
    report_fact(report, "function", SAY("function", truth_name_of(options->function)));
    report_fact(report, "inputs", SAY("format", run->format->name));
    report_fact(report, "in", SAY("in", kernel_place_text(&options->in, run->in_is_wide, in)));
    if (run->operands == 2)
        report_fact(report, "second", SAY("second", kernel_place_text(&options->second, run->in_is_wide, population)));
    report_fact(report, "results", SAY("result", run->result->name));
    report_fact(report, "out", SAY("out", kernel_place_text(&options->out, run->out_is_wide, out)));
    if (options->packs)
        report_fact(report, "packed from", SAY("packed_from", options->result->name));
    report_fact(report, "population", SAY("population", population_text(options, population)));
    kernel_say_evidence(report, run->rests_on);
    if (options->shards > 1)
        report_fact(report, "shard", SAY("shard", options->shard));
    else
        report_say(report, SAY("shard", options->shard));
    report_say(report, SAY("shards", options->shards), SAY("inputs", run->inputs));
}

static void kernel_say_bins(struct report *report, const struct kernel_run *run, const struct kernel_census *census)
{
    char span[KERNEL_TEXT], share[SHARE_TEXT], example[KERNEL_TEXT];
    REPORT_ROWS(report, "distances", "Distance from the function correctly rounded, in units in the last place", NULL,
                bin, KERNEL_BINS) {
        const struct kernel_bin *of = &census->bins[bin];
        uint64_t from, to;
        kernel_span(bin, &from, &to);
        if (of->count)
            report_row(report, SAY("from", from), SAY("to", to), SHOW("ulp", "  %-18s", kernel_span_text(bin, span)),
                       CELL("count", " %12s", of->count),
                       CELL("share", " %9s %%", share_text(of->count, census->ordinary, share)),
                       CELL("first", "  %s", kernel_example_text(run, &of->first, example)));
    }
}

static void kernel_say_apart(struct report *report, const struct kernel_run *run, const struct kernel_census *census)
{
    char example[KERNEL_TEXT];
    REPORT_ROWS(report, "apart", "Apart: inputs, values and results that are no ordinary numbers", NULL, i,
                KERNEL_APARTS) {
        const struct kernel_apart_row *row = &census->apart[i];
        const uint64_t *outcomes = row->outcomes;
        const uint64_t others =
            outcomes[OUTCOME_ZERO] + outcomes[OUTCOME_FINITE] + outcomes[OUTCOME_INFINITE] + outcomes[OUTCOME_NAN];
        if (outcomes[OUTCOME_EXACT] + others)
            report_row(report, CELL("why", "  %-10s", kernel_apart_name((enum kernel_apart)i)),
                       CELL("exact", " %9s", outcomes[OUTCOME_EXACT]), CELL("zero", " %8s", outcomes[OUTCOME_ZERO]),
                       CELL("finite", " %8s", outcomes[OUTCOME_FINITE]),
                       CELL_AS("infinite", "inf", " %6s", outcomes[OUTCOME_INFINITE]),
                       CELL("nan", " %6s", outcomes[OUTCOME_NAN]),
                       CELL_OR_NULL("first", "  %s", others != 0, kernel_example_text(run, &row->first, example)));
    }
}

static void kernel_say_worst(struct report *report, const struct kernel_run *run, const struct kernel_census *census)
{
    char input[KERNEL_TEXT], result[KERNEL_TEXT], exact[KERNEL_TEXT];
    REPORT_ROWS(report, "worst", "The largest distances", NULL, i, census->worst_count) {
        const struct kernel_example *example = &census->worst[i];
        report_row(report, CELL("input", "  %-12s", input_text(run, example->input, input)),
                   CELL("result", " %-12s", kernel_report_pattern_text(run->result, example->result, result)),
                   CELL("exact", " %-12s", kernel_report_pattern_text(run->result, example->exact, exact)),
                   CELL("ulp", " %12s", example->distance));
    }
}

static void kernel_say_order(struct report *report, const struct kernel_run *run, const struct kernel_census *census)
{
    char first[KERNEL_TEXT], second[KERNEL_TEXT];
    report_say(
        report, SAY_OR_NULL("steps", census->has_steps, census->steps),
        SAY_OR_NULL("against", census->has_steps, census->against),
        SAY_OR_NULL("against_first", census->against != 0, kernel_example_text(run, &census->against_first[0], first)),
        SAY_OR_NULL("against_second", census->against != 0,
                    kernel_example_text(run, &census->against_first[1], second)));
    if (census->has_steps) {
        report_print(report, "\nOf %" PRIu64 " steps between ordinary inputs %" PRIu64 " go the wrong way",
                     census->steps, census->against);
        if (census->against)
            report_print(report, ", first\n  %s, and then\n  %s", first, second);
        report_print(report, ".\n");
    }
    report_say(
        report, SAY_OR_NULL("pairs", census->has_pairs, census->pairs),
        SAY_OR_NULL("unequal", census->has_pairs, census->unequal),
        SAY_OR_NULL("unequal_first", census->unequal != 0, kernel_example_text(run, &census->unequal_first[0], first)),
        SAY_OR_NULL("unequal_second", census->unequal != 0,
                    kernel_example_text(run, &census->unequal_first[1], second)));
    if (!census->has_pairs)
        return;
    report_print(report, "Of %" PRIu64 " pairs x, -x the results of %" PRIu64 " are no mirror of each other",
                 census->pairs, census->unequal);
    if (census->unequal)
        report_print(report, ", first\n  %s, and\n  %s", first, second);
    report_print(report, ".\n");
}

static void kernel_say_findings(struct report *report, const struct kernel_census *census)
{
    REPORT_ROWS(report, "findings", "Findings", "what the documents leave open, or forbid", i, FINDINGS_MAX) {
        const struct kernel_finding *finding = &census->findings[i];
        if (!finding->count)
            continue;
        report_row(report, CELL("code", "  %-28s", finding_get(i)->code), CELL("count", " %10s", finding->count),
                   SAY("class", finding_class_name(finding_get(i)->kind)), SAY("first", finding->first));
        report_print(report, "%*s", FIRST_COLUMN, "");
        report_wrap(report, FIRST_COLUMN, "%s", finding->first);
    }
}

void kernel_report(FILE *out, enum report_form form, const struct kernel_options *options, const struct kernel_run *run,
                   const struct kernel_census *census)
{
    REPORT(report, out, form);
    kernel_say_head(&report, options, run);
    report_fact(&report, "total", SAY("total", census->total));
    report_fact(&report, "ordinary", SAY("ordinary", census->ordinary));
    report_fact(&report, "sum of ulp", SAY("distances_sum", census->distances));
    kernel_say_bins(&report, run, census);
    kernel_say_apart(&report, run, census);
    kernel_say_worst(&report, run, census);
    kernel_say_order(&report, run, census);
    kernel_say_findings(&report, census);
    kernel_budget_report(&report, census->budgets);
}
