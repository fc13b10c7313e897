/* SPDX-License-Identifier: Apache-2.0 */
/* Where the precision of a run goes: the outputs' errors, and a budget of them by source.
 * schemas/precision.schema.json */
#include "show/reports.h"

#include "isa/chip.h"
#include "verdict/verdict.h"

#include <math.h>

enum { WORST_TILES = 5 };

static double over(double sum, double count)
{
    return count > 0 ? sum / count : 0;
}

static double bias(const struct precision_errors *errors)
{
    return over(errors->sum, (double)errors->count);
}

static double away(const struct precision_errors *errors)
{
    return over(errors->away, (double)errors->count);
}

static double root_mean(double squares, uint64_t count)
{
    return sqrt(over(squares, (double)count));
}

static double rms(const struct precision_errors *errors)
{
    return root_mean(errors->squares, errors->count);
}

static void say_errors(struct report *report, const char *key, const struct precision_errors *errors)
{
    report_item(report, key, SAY("count", errors->count), SAY("inexact", errors->inexact), SAY("bias", bias(errors)),
                SAY("away", away(errors)), SAY("largest", errors->largest), SAY("rms", rms(errors)));
}

/* ---- the head ---- */

static uint64_t counted(const struct precision *precision)
{
    return precision->outputs - precision->not_finite;
}

static void precision_report_print_head(struct report *report, const struct precision *precision)
{
    const char *what =
        precision->are_cells ? "cells of Dst at the end: nothing was packed" : "datums packed, and not read again";
    const struct precision_errors *ulps = &precision->errors;
    const double outputs = (double)counted(precision);
    if (precision->verdict == VERDICT_HUNG || precision->verdict == VERDICT_UNSUPPORTED ||
        precision->verdict == VERDICT_DAMAGED)
        report_print(report, "  replay       %s: figures are of what ran\n", verdict_name(precision->verdict));
    report_print(report, "  outputs      %" PRIu64 " %s\n", precision->outputs, what);
    report_print(report, "  exact        %" PRIu64 "\n", ulps->count - ulps->inexact);
    report_print(report, "  in ulps      bias %+.3g, away %+.3g, largest %.3g, rms %.3g\n", bias(ulps), away(ulps),
                 ulps->largest, rms(ulps));
    report_print(report, "  in value     mean magnitude %.4g, largest %.4g, rms %.4g\n",
                 over(precision->absolute, outputs), precision->largest,
                 root_mean(precision->squared, counted(precision)));
    report_print(report, "  exact values rms %.4g\n", root_mean(precision->exact_squared, counted(precision)));
}

static void precision_report_say_head(struct report *report, const struct precision *precision,
                                      const struct precision_view *view)
{
    const double outputs = (double)counted(precision);
    report_title(report, view->path);
    report_print(report, " (%s)\n", chip_get(precision->chip)->name);
    report_say(report, SAY("path", view->path), SAY("chip", chip_get(precision->chip)->name));
    report_say(report, SAY("verdict", verdict_name(precision->verdict)),
               SAY("outputs_are", precision->are_cells ? "dst" : "packed"), SAY("outputs", precision->outputs),
               SAY("consumed", precision->consumed));
    precision_report_print_head(report, precision);
    say_errors(report, "ulps", &precision->errors);
    report_item(report, "value", SAY("mean", over(precision->absolute, outputs)), SAY("largest", precision->largest),
                SAY("rms", root_mean(precision->squared, counted(precision))),
                SAY("exact_rms", root_mean(precision->exact_squared, counted(precision))),
                SAY("squared", precision->squared));
}

static void say_without(struct report *report, const struct precision *precision, const struct precision_view *view)
{
    const double left = root_mean(precision->squared_without, counted(precision));
    REPORT_EACH_LINE(report, "without", i, view->without_count)
        report_say(report, SAY(NULL, view->without[i]));
    report_say(report, SAY_OR_NULL("rms_without", view->without_count != 0, left));
    if (view->without_count)
        report_print(report, "  without      %s%s: rms %.4g, in value\n", view->without[0],
                     view->without_count > 1 ? " and others" : "", left);
}

/* ---- the budget ---- */

static double percent(const struct precision *precision, double part)
{
    return over(100 * part, precision->squared);
}

static void precision_report_say_source(struct report *report, const struct precision *precision,
                                        const struct precision_source *source)
{
    const struct precision_errors *output = &source->output, *step = &source->local;
    report_row(report, CELL("source", "  %-20s", source->name), CELL("format", " %-6s", source->format),
               CELL_REAL("share", "%.2f %%", " %9s", percent(precision, source->share)),
               SAY("alone", percent(precision, source->alone)), SAY("remaining", percent(precision, source->remaining)),
               SAY("inexact", output->inexact), CELL_REAL("bias", "%+.3g", " %9s", bias(output)),
               SAY("away", away(output)), CELL_REAL("largest", "%.3g", " %8s", output->largest),
               CELL_REAL("rms", "%.3g", " %8s", rms(output)), SAY("steps", step->count),
               SAY("steps_inexact", step->inexact), SAY("step_bias", bias(step)), SAY("step_away", away(step)),
               SAY("step_largest", step->largest), SAY("step_rms", rms(step)),
               SHOW_REAL("without", "%.2f %%", " %9s", percent(precision, source->remaining)));
}

static void say_sources(struct report *report, const struct precision *precision)
{
    unsigned order[PRECISION_SOURCES];
    precision_rank(precision, order);
    REPORT_ROWS(report, "sources", "Squared error of the outputs by who added it", "(errors in ulps of the output)", i,
                precision->source_count)
        if (report->is_json || precision->sources[order[i]].output.inexact)
            precision_report_say_source(report, precision, &precision->sources[order[i]]);
}

/* The error of a stage each time: not in JSON, where a source has it all. */
static void print_steps(struct report *report, const struct precision *precision)
{
    unsigned order[PRECISION_SOURCES];
    precision_rank(precision, order);
    report_table(report, NULL, "What each added at its own place", "(in ulps of its own format)");
    for (unsigned i = 0; i < precision->source_count && !report->is_json; i++) {
        const struct precision_source *source = &precision->sources[order[i]];
        const struct precision_errors *step = &source->local;
        if (step->count)
            report_row(report, SHOW("source", "  %-20s", source->name), SHOW("format", " %-6s", source->format),
                       SHOW("results", " %9s", step->count), SHOW_REAL("bias", "%+.3g", " %9s", bias(step)),
                       SHOW_REAL("away", "%+.3g", " %9s", away(step)),
                       SHOW_REAL("largest", "%.3g", " %8s", step->largest),
                       SHOW_REAL("rms", "%.3g", " %8s", rms(step)));
    }
}

/* ---- data tiles ---- */

/* Whether a is listed before b; of the same error, by number. */
static bool is_worse(const struct precision_tile *a, const struct precision_tile *b)
{
    return a->squared != b->squared ? a->squared > b->squared : a->number < b->number;
}

/* The worst that is listed behind `last`; null: the worst of all, or none. */
static const struct precision_tile *next_worst(const struct precision *precision, const struct precision_tile *last)
{
    const struct precision_tile *next = NULL;
    for (size_t i = 0; i < precision->tile_count; i++) {
        const struct precision_tile *tile = &precision->tiles[i];
        if ((!last || is_worse(last, tile)) && (!next || is_worse(tile, next)))
            next = tile;
    }
    return next;
}

static unsigned largest_part(const struct precision *precision, const struct precision_tile *tile)
{
    unsigned largest = 0;
    for (unsigned i = 1; i < precision->source_count; i++)
        if (tile->parts[i] > tile->parts[largest])
            largest = i;
    return largest;
}

static void say_tile(struct report *report, const struct precision *precision, const struct precision_tile *tile)
{
    const struct precision_source *most = &precision->sources[largest_part(precision, tile)];
    const double share = over(100 * tile->parts[largest_part(precision, tile)], tile->squared);
    const bool has_most = precision->source_count && tile->squared > 0;
    report_row(report, CELL("tile", "%6s", tile->number), CELL("datums", " %7s", tile->errors.count),
               CELL_REAL("share", "%.2f %%", " %8s", percent(precision, tile->squared)),
               CELL_REAL("bias", "%+.3g", " %8s", bias(&tile->errors)),
               CELL_REAL("largest", "%.3g", " %7s", tile->errors.largest),
               CELL_REAL("rms", "%.3g", " %7s", rms(&tile->errors)), SAY("squared", tile->squared),
               CELL_OR_NULL("most", "  %-18s", has_most, most->name), SAY_OR_NULL("most_share", has_most, share),
               said_digits(SHOW_IF("of it", " %7s", has_most, share), "%.1f %%"));
}

static void precision_report_say_tiles(struct report *report, const struct precision *precision,
                                       const struct precision_view *view)
{
    const size_t limit = report->is_json ? view->tiles_most : view->has_all ? 0 : WORST_TILES; /* 0: none */
    const bool has_all = !limit || (report->is_json && precision->tile_count <= limit);
    const struct precision_tile *tile = NULL;
    report_table(report, "tiles", has_all ? "Data tiles" : "The worst data tiles", NULL);
    for (size_t i = 0; has_all && i < precision->tile_count; i++)
        say_tile(report, precision, &precision->tiles[i]);
    for (size_t i = 0; !has_all && i < limit && (tile = next_worst(precision, tile)); i++)
        say_tile(report, precision, tile);
    report_close(report);
}

/* ---- left out ---- */

static void print_gaps(struct report *report, const struct precision *precision)
{
    const struct {
        uint64_t count;
        const char *what;
    } gaps[] = {
        {precision->not_finite, "outputs that are infinite or no number on either side: in no sum"},
        {precision->not_finite_cells, "results within the run that are: their numbers start again"},
        {precision->without_one, "outputs of no finite datum of the start, or of several: not held"},
        {precision->without_value, "outputs for which --expect has no finite value"},
        {precision->integers, "datums of integer formats packed: not followed"},
        {precision->reinterpreted, "cells read in another format than written: their numbers start again"},
    };
    bool has_head = false;
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        if (!gaps[i].count)
            continue;
        if (!has_head)
            report_heading(report, "Not in these figures", NULL);
        has_head = true;
        report_print(report, "  %10" PRIu64 " %s\n", gaps[i].count, gaps[i].what);
    }
}

static void say_gaps(struct report *report, const struct precision *precision)
{
    print_gaps(report, precision);
    report_say(report, SAY("without_one", precision->without_one), SAY("without_value", precision->without_value));
    report_say(report, SAY("not_finite", precision->not_finite), SAY("not_finite_cells", precision->not_finite_cells),
               SAY("integers", precision->integers), SAY("reinterpreted", precision->reinterpreted));
    REPORT_ROWS(report, "lost", "Instructions whose mathematics is not known here", "(numbers start again there)", i,
                precision->lost_count) {
        const struct precision_lost *lost = &precision->lost[i];
        report_row(report, CELL("by", "  %-16s", lost->insn ? lost->insn->mnemonic : unit_name(lost->unit)),
                   CELL("words", " %10s", lost->words), CELL("cells", " %10s", lost->cells));
    }
}

void precision_say(struct report *report, const struct precision *precision, const struct precision_view *view)
{
    precision_report_say_head(report, precision, view);
    say_without(report, precision, view);
    say_sources(report, precision);
    print_steps(report, precision);
    precision_report_say_tiles(report, precision, view);
    say_gaps(report, precision);
}

void precision_report(FILE *out, enum report_form form, const struct precision *precision,
                      const struct precision_view *view)
{
    REPORT(report, out, form);
    precision_say(&report, precision, view);
}
