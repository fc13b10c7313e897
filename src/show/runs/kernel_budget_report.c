/* SPDX-License-Identifier: Apache-2.0 */
/* Where the error of a kernel comes from: the members "budget" and "budget_worst" of
 * schemas/census_kernel.schema.json. */
#include "show/reports.h"

#include "base/text/text.h"

#include "name_texts.h"

#include <math.h>

enum { BUDGET_TEXT = 48, PLACE = 2 * KERNEL_SPOT + 8, ROWS_MOST = 12, CONSTANTS_MOST = 8, RESULTS_LEAST = 100 };

struct budget_view {
    struct report *report;
    const struct kernel_budgets *budgets;
    const struct precision *precision;
};

static double budget_share(const struct budget_view *view, double part)
{
    return view->precision->squared > 0 ? 100 * part / view->precision->squared : 0;
}

static double constant_share(const struct budget_view *view, const struct precision_source *source)
{
    double better;
    return budget_share(view, precision_taken_away(source, &better));
}

/* Of its mantissa in FP32, as far as the last that is not 0. */
static unsigned constant_digits(const struct precision_source *source)
{
    enum { MANTISSA_BITS = 23 };
    int exponent;
    const double whole = ldexp(frexp(source->value, &exponent), MANTISSA_BITS + 1);
    const uint32_t bits = (uint32_t)fabs(whole);
    return bits ? MANTISSA_BITS - (unsigned)__builtin_ctz(bits) : 0;
}

/* Where two constants would take away nearly the same, one of few digits is the likelier cause. */
static double constant_rank(const struct budget_view *view, const struct precision_source *source)
{
    enum { FEW = 10 };
    const unsigned digits = constant_digits(source);
    return constant_share(view, source) * (!source->is_integer && digits && digits <= FEW ? 1.1 : 1);
}

static const char *budget_value_text(const struct precision_source *source, double value, char text[static BUDGET_TEXT])
{
    if (source->is_integer)
        return text_print(text, BUDGET_TEXT, "0x%08" PRIX32, (uint32_t)(int64_t)nearbyint(value));
    return text_print(text, BUDGET_TEXT, "%.8g", value);
}

/* Of a constant of two words both. */
static const char *budget_place_text(const struct budget_view *view, const struct precision_source *source,
                                     char text[static PLACE])
{
    char first[KERNEL_SPOT], second[KERNEL_SPOT];
    text[0] = '\0';
    if (source->kind == PRECISION_CONSTANT && !source->insn) {
        (void)snprintf(text, PLACE, "L%" PRIu64 " at the begin", source->at);
    } else if (source->kind == PRECISION_WORD || source->kind == PRECISION_CONSTANT) {
        const char *here = kernel_spot_text(view->budgets, source->at, first);
        const char *other = kernel_spot_text(view->budgets, source->also_at, second), *space = strchr(other, ' ');
        if (source->kind != PRECISION_CONSTANT || source->also_at == source->at)
            (void)snprintf(text, PLACE, "%s", here);
        else /* "line 4, 5" */
            (void)snprintf(text, PLACE, "%s, %s", here, space && other == second ? space + 1 : other);
    }
    return text;
}

/* Those of a kind by falling figure: indices; how many there are. */
static unsigned rank_sources(const struct budget_view *view, bool are_constants,
                             unsigned order[static PRECISION_SOURCES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < view->precision->source_count; i++) {
        const struct precision_source *source = &view->precision->sources[i];
        const double figure = are_constants ? constant_rank(view, source) : source->share;
        if ((source->kind == PRECISION_CONSTANT) != are_constants || figure == 0)
            continue;
        unsigned at = count++;
        for (; at; at--) {
            const struct precision_source *other = &view->precision->sources[order[at - 1]];
            if ((are_constants ? constant_rank(view, other) : other->share) >= figure)
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return count;
}

static void say_budget_source(const struct budget_view *view, const struct precision_source *source, bool has_line)
{
    const struct precision_errors *output = &source->output;
    const double rms = output->count ? sqrt(output->squares / (double)output->count) : 0;
    char place[PLACE];
    report_row_if(view->report, has_line, CELL_REAL("share", "%.2f %%", "  %9s", budget_share(view, source->share)),
                  CELL_REAL("largest", "%.3g", " %9s", output->largest), CELL_REAL("rms", "%.3g", " %9s", rms),
                  CELL_REAL("without", "%.3g", " %9s", source->remaining_largest),
                  CELL("source", "  %-16s", source->name), CELL("format", " %-5s", source->format),
                  CELL("place", " %s", budget_place_text(view, source, place)));
}

/* Of the first word that rounds, and makes the largest error: the largest that a wider format would leave. */
static void print_without(const struct budget_view *view, const unsigned *order, unsigned count)
{
    const double largest = view->precision->errors.largest;
    const bool has_few = view->precision->errors.count < RESULTS_LEAST;
    char place[PLACE], packed[BUDGET_TEXT + 32] = "";
    for (unsigned i = 0; i < count && !view->report->is_json && !has_few; i++) {
        const struct precision_source *source = &view->precision->sources[order[i]];
        if (source->kind != PRECISION_WORD || source->remaining_largest > 0.9 * largest)
            continue;
        if (strcmp(source->name, "vector." INSN_TEXT_SFPSTORE) == 0) /* the packer's half a unit comes in its place */
            (void)snprintf(packed, sizeof packed, "; from 32 bits of Dst, packed to nearest, at most %.3g",
                           source->remaining_largest + 0.5);
        report_print(view->report, "\n  ");
        report_wrap(view->report, 2, "  If %s, %s, did not round, the largest error would be %.3g ulps, not %.3g%s.",
                    source->name, budget_place_text(view, source, place), source->remaining_largest, largest, packed);
        return;
    }
}

static void say_budget_sources(const struct budget_view *view, const char *title)
{
    unsigned order[PRECISION_SOURCES];
    const unsigned count = rank_sources(view, false, order);
    REPORT_ROWS(view->report, "sources", title, "(in ulps)", i, count)
        say_budget_source(view, &view->precision->sources[order[i]],
                          i < ROWS_MOST && fabs(budget_share(view, view->precision->sources[order[i]].share)) >= 0.005);
    print_without(view, order, count);
}

/* Of a few results any constant explains nearly all. */
static void say_budget_constants(const struct budget_view *view)
{
    unsigned order[PRECISION_SOURCES];
    const unsigned count = view->precision->errors.count < RESULTS_LEAST ? 0 : rank_sources(view, true, order);
    REPORT_ROWS(view->report, "constants", "Constants: what another value would take away of it", "(each alone)", i,
                count) {
        const struct precision_source *source = &view->precision->sources[order[i]];
        char place[PLACE], value[BUDGET_TEXT], other[BUDGET_TEXT];
        double better;
        const double away = precision_taken_away(source, &better);
        report_row_if(view->report, i < CONSTANTS_MOST && budget_share(view, away) >= 1,
                      said_digits(CELL_AS("taken_away", "takes away", " %10s", budget_share(view, away)), "%.2f %%"),
                      CELL("value", " %13s", budget_value_text(source, source->value, value)),
                      CELL("better", " %13s", budget_value_text(source, better, other)),
                      CELL("digits", " %6s", constant_digits(source)), SAY("which", source->which),
                      CELL("source", " %-15s", source->name),
                      CELL("place", " %s", budget_place_text(view, source, place)));
    }
}

static void say_unfollowed(const struct budget_view *view)
{
    const struct precision *precision = view->precision;
    REPORT_ROWS(view->report, "unfollowed", "Words that were not followed: what they lose counts as mathematics", NULL,
                i, precision->lost_count)
        report_row(view->report,
                   CELL("insn", "  %-16s", precision->lost[i].insn ? precision->lost[i].insn->mnemonic : "-"),
                   CELL("words", " %8s", precision->lost[i].words));
    report_say(view->report, SAY("unfollowed_results", precision->unfollowed),
               SAY("unfollowed_share", budget_share(view, precision->unfollowed_squared)));
    if (precision->unfollowed && !view->report->is_json) {
        report_print(view->report, "\n  ");
        report_wrap(view->report, 2,
                    "  %" PRIu64 " of %" PRIu64
                    " results come of numbers that started again, with %.1f %% of the squared "
                    "error: there mathematics is not the program's alone.",
                    precision->unfollowed, precision->errors.count, budget_share(view, precision->unfollowed_squared));
    }
}

static void say_budget(const struct budget_view *view, const char *key, const char *title)
{
    const struct precision *precision = view->precision;
    const uint64_t count = precision->errors.count;
    report_object(view->report, key);
    report_say(view->report, SAY("results", count), SAY("squared", precision->squared),
               SAY("rms", count ? sqrt(precision->squared / (double)count) : 0),
               SAY("largest", precision->errors.largest));
    say_budget_sources(view, title);
    say_budget_constants(view);
    say_unfollowed(view);
    report_close(view->report);
}

void kernel_budget_report(struct report *report, const struct kernel_budgets *budgets)
{
    char title[128];
    if (!budgets) {
        report_say(report, SAY_NULL("budget"), SAY_NULL("budget_worst"));
        return;
    }
    const struct budget_view population = {report, budgets, &budgets->population};
    const struct budget_view worst = {report, budgets, &budgets->worst};
    (void)snprintf(title, sizeof title, "Where the squared error of %" PRIu64 " results comes from",
                   budgets->population.errors.count);
    say_budget(&population, "budget", title);
    (void)snprintf(title, sizeof title, "The same for the %" PRIu64 " worst", budgets->worst.errors.count);
    say_budget(&worst, "budget_worst", title);
}
