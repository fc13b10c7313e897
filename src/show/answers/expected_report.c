/* SPDX-License-Identifier: Apache-2.0 */
/* A run against a reference of the user's own: the verdict, the first datum that differs, how far they are, and those
 * that are farthest. 80 columns; schemas/expected.schema.json. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "base/text/shell.h"
#include "base/text/text.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/wrap.h"

#include <math.h>

enum { EXPECTED_LABEL = 19 };

/* "event 533, value 5": of a stage. Returns text. */
static char *staged_text(const struct expect *expect, uint32_t nth, char text[static ADDRESS_TEXT_MAX])
{
    const struct staged_insn *insn = staged_insn_of(&expect->staged, nth);
    if (insn)
        return text_print(text, ADDRESS_TEXT_MAX, "event %" PRIu64 ", value %" PRIu32, insn->seq, nth - insn->first);
    return text_print(text, ADDRESS_TEXT_MAX, "value %" PRIu32, nth);
}

/* "tile3:face2:r5:c9", "r70:c3": a datum by the layout of its reference; without format and layout its place in the
 * space, for plain bits lie in no data tile. Returns text. */
static char *nth_text(const struct expected *expected, uint32_t nth, const struct expect_datum *datum,
                      char text[static ADDRESS_TEXT_MAX])
{
    const struct expect *expect = expected->expect;
    const uint32_t tile = nth / EXPECT_TILE;
    if (expect->is_of_stage && expect->asked.layout == EXPECT_FACES)
        return staged_text(expect, nth, text);
    switch (expect->asked.layout) {
    case EXPECT_ROWS:
        return text_print(text, ADDRESS_TEXT_MAX, "r%u:c%u", datum->row, datum->column);
    case EXPECT_TILES:
        return text_print(text, ADDRESS_TEXT_MAX, "tile%u:r%u:c%u", tile, datum->row % EXPECT_SIDE, datum->column);
    case EXPECT_FACES:
    case EXPECT_LAYOUTS:
        if (expect->asked.has_format)
            (void)address_datum_text(tile, nth % EXPECT_TILE, text);
        else
            (void)address_place_text(expected->diff.run->chip, expect->space, datum->lo, text);
        break;
    }
    return text;
}

void expected_report_reference(struct report *report, const char *key, const struct expect *expect)
{
    const struct expect_asked *asked = &expect->asked;
    const char *format = asked->has_format ? format_get(asked->format)->name : NULL;
    char where[EXPECT_WHERE_MAX];
    report_item(report, key, SAY("path", asked->path), SAY("what", expect->what),
                SAY("place", expect_where(asked, where)), SAY("format", format),
                SAY("layout", expect_layout_name(asked->layout)), SAY("ulp", asked->ulp),
                SAY_IF("rtol", asked->rtol > 0, asked->rtol), SAY_IF("atol", asked->atol > 0, asked->atol),
                SAY_IF("other_layout", expect->other_equal, expect_layout_name(expect->other)),
                SAY_IF("other_equal", expect->other_equal, expect->other_equal),
                SAY_IF("pattern", *expect->pattern, (const char *)expect->pattern),
                SAY_IF("farthest", expect_is_near(expect), expect->seen_farthest));
}

void expected_report_references(struct report *report, const struct expects *expects)
{
    if (!expects_count(expects))
        return;
    REPORT_EACH(report, "references", i, expects->count)
        expected_report_reference(report, NULL, expects->items[i]);
}

void expected_report_against(struct report *report, const struct expect *expect)
{
    char other[EXPECT_TEXT_MAX];
    const bool has_other = *expect_other_text(expect, other);
    report_wrap(report, 2, "against %s: %s%s%s", expect->asked.path, expect->what, has_other ? "; " : "", other);
}

static void expected_report_say_head(struct report *report, const struct expected *expected)
{
    const struct results_run_row *run = expected->diff.run;
    const char *chip = chip_get(run->chip)->name;
    report_say(report, SAY("capture", run->capture_name), SAY("chip", chip), SAY("order", run->order),
               SAY("units", run->units), SAY("variants", run->variants), SAY("sets", run->sets));
    expected_report_reference(report, "reference", expected->expect);
    report_print(report, "%s%s%s", report->ink.bold, run->capture_name, report->ink.off);
    diff_report_way(report, run);
    report_print(report, "  ");
    expected_report_against(report, expected->expect);
    diff_report_verdict(report, &expected->diff);
    diff_report_bytes(report, &expected->diff.facts.bytes);
}

void expected_report_datums(struct report *report, const struct expected *expected)
{
    char far[VALUE_TEXT_MAX];
    const struct expect_asked *asked = &expected->expect->asked;
    report_item(report, "datums", SAY("count", expected->expect->count), SAY("equal", expected->equal),
                SAY("differing", expected->differing), SAY("undecided", expected->undecided));
    report_say(report, SAY("farthest", expected->farthest),
               SAY_OR_NULL("correlation", isfinite(expected->correlation), expected->correlation));
    report_label(report, EXPECTED_LABEL, "datums",
                 "%u: %" PRIu64 " equal, %" PRIu64 " differing, %" PRIu64 " undecided", expected->expect->count,
                 expected->equal, expected->differing, expected->undecided);
    if (asked->ulp)
        report_label(report, EXPECTED_LABEL, "equal", "up to %" PRIu64 " unit%s in the last place", asked->ulp,
                     plural(asked->ulp));
    if (expect_has_bounds(asked))
        report_label(report, EXPECTED_LABEL, "equal", "up to %.15g + %.15g |reference| apart", asked->atol,
                     asked->rtol);
    if (expected->farthest)
        report_label(report, EXPECTED_LABEL, "farthest", "%s unit%s in the last place",
                     ulps_text(expected->farthest, far), plural(expected->farthest));
    if (expected->differing && isfinite(expected->correlation))
        report_label(report, EXPECTED_LABEL, "correlation", "%.6f (Pearson)", expected->correlation);
}

/* As many digits as a cell has. Returns text. */
static const char *pattern_text(const struct cell_form *form, uint32_t bits, char text[static VALUE_TEXT_MAX])
{
    if (form->lattice != FORMAT_COUNT)
        return bits_text(form->lattice, bits, text);
    return text_print(text, VALUE_TEXT_MAX, "%0*" PRIx32, (int)form->cell_bits / 4, bits);
}

static void expected_report_say_value(struct report *report, const char *key, const struct cell_form *form,
                                      uint32_t bits)
{
    char pattern[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    report_item(report, key, SAY("bits", pattern_text(form, bits, pattern)),
                SAY_OR_NULL("value", form->lattice != FORMAT_COUNT, value_text(form->lattice, bits, value)));
}

static void expected_report_print_value(struct report *report, const char *label, const struct cell_form *form,
                                        uint32_t bits)
{
    char pattern[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    const enum format format = form->lattice;
    (void)pattern_text(form, bits, pattern);
    if (format == FORMAT_COUNT)
        report_label(report, EXPECTED_LABEL, label, "%s", pattern);
    else
        report_label(report, EXPECTED_LABEL, label, "%s (%s)", value_text(format, bits, value), pattern);
}

void expected_report_item(struct report *report, const struct expected *expected, const char *key,
                          const struct expected_item *item)
{
    char place[ADDRESS_TEXT_MAX], address[ADDRESS_TEXT_MAX];
    const struct cell_form *form = &expected->expect->form;
    report_object(report, key);
    report_say(
        report, SAY("element", item->datum.index), SAY("place", nth_text(expected, item->nth, &item->datum, place)),
        SAY("space", space_name(expected->expect->space)), SAY("lo", item->datum.lo), SAY("hi", item->datum.hi),
        SAY("address", address_place_text(expected->diff.run->chip, expected->expect->space, item->datum.lo, address)));
    expected_report_say_value(report, "held", form, item->datum.wanted);
    expected_report_say_value(report, "replayed", form, item->datum.replayed);
    report_say(report, SAY_OR_NULL("ulps", item->datum.ulps != UINT64_MAX, item->datum.ulps),
               SAY_OR_NULL("event", item->has_writer, item->seq));
    report_close(report);
}

/* The first in the order of the space; the writer comes from the bytes. */
static void expected_report_say_first(struct report *report, const struct expected *expected)
{
    const struct expected_item *first = &expected->first;
    const struct cell_form *form = &expected->expect->form;
    char place[ADDRESS_TEXT_MAX], address[ADDRESS_TEXT_MAX], far[VALUE_TEXT_MAX];
    if (!expected->has_first) {
        report_say(report, SAY_NULL("first"));
        return;
    }
    expected_report_item(report, expected, "first", first);
    report_heading(report, "First difference", NULL);
    report_label(report, EXPECTED_LABEL, "datum", "%s, element %" PRIu64 " of the reference",
                 nth_text(expected, first->nth, &first->datum, place), first->datum.index);
    report_label(report, EXPECTED_LABEL, "where", "%s",
                 expected->expect->is_of_stage
                     ? expected->expect->asked.stage
                     : address_place_text(expected->diff.run->chip, expected->expect->space, first->datum.lo, address));
    expected_report_print_value(report, "reference", form, first->datum.wanted);
    expected_report_print_value(report, "replayed", form, first->datum.replayed);
    if (first->datum.ulps != UINT64_MAX)
        report_label(report, EXPECTED_LABEL, "distance", "%s unit%s in the last place",
                     ulps_text(first->datum.ulps, far), plural(first->datum.ulps));
    if (expected->diff.item_count)
        diff_report_writer(report, &expected->diff, &expected->diff.items[0]);
}

static void expected_report_say_items(struct report *report, const struct expected *expected, size_t limit)
{
    const size_t all = expected->item_count, shown = all < limit ? all : limit;
    const struct cell_form *form = &expected->expect->form;
    const enum format format = form->lattice;
    char note[64];
    (void)snprintf(note, sizeof note, "%zu of %zu", shown, all);
    report_say(report, SAY("difference_count", all));
    if (report->is_json) {
        REPORT_EACH(report, "differences", i, shown)
            expected_report_item(report, expected, NULL, &expected->items[i]);
        return;
    }
    report_table(report, NULL, "The farthest", note);
    for (size_t i = 0; i < shown; i++) {
        const struct expected_item *item = &expected->items[i];
        char place[ADDRESS_TEXT_MAX], held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX], far[VALUE_TEXT_MAX];
        const bool has_ulps = item->datum.ulps != UINT64_MAX;
        const bool has_value = format != FORMAT_COUNT;
        report_row(report, SHOW("element", "%8s", item->datum.index),
                   SHOW("place", "  %-20s", nth_text(expected, item->nth, &item->datum, place)),
                   SHOW("reference", " %13s",
                        has_value ? value_text(format, item->datum.wanted, held)
                                  : pattern_text(form, item->datum.wanted, held)),
                   SHOW("replayed", " %13s",
                        has_value ? value_text(format, item->datum.replayed, replayed)
                                  : pattern_text(form, item->datum.replayed, replayed)),
                   SHOW_IF("distance", " %9s", has_ulps, ulps_text(item->datum.ulps, far)),
                   SHOW_IF(seq_name(expected->diff.run->order), " %7s", item->has_writer, item->seq));
    }
    report_close(report);
    if (shown < all)
        report_print(report, "  %sand %zu more: --limit N lists them%s\n", report->ink.dim, all - shown,
                     report->ink.off);
}

static void expected_report_print_next(FILE *out, const struct expected *expected, const char *path)
{
    char address[ADDRESS_TEXT_MAX];
    const struct expect *expect = expected->expect;
    (void)fputs(expect->is_of_stage ? "\n  tt-replay audit " : "\n  tt-replay why ", out);
    shell_put_word(out, path);
    if (expect->is_of_stage)
        (void)fprintf(out, " --unit %s --insn %" PRIu64, unit_name(expect->staged.unit), expected->first.seq);
    else
        (void)fprintf(out, " %s",
                      address_place_text(expected->diff.run->chip, expect->space, expected->first.datum.lo, address));
    (void)fputs("\n  tt-replay explain ", out);
    shell_put_word(out, path);
    expect_put_options(out, &expected->expect->asked, " \\\n      ");
    (void)fputc('\n', out);
}

static void report_one(struct report *report, const struct expected *expected, const char *path, size_t limit)
{
    expected_report_say_head(report, expected);
    expected_report_datums(report, expected);
    expected_report_say_first(report, expected);
    distances_report(report, expected->distances);
    expected_report_say_items(report, expected, limit);
    if (expected->has_first && !report->is_json)
        expected_report_print_next(report->out, expected, path);
}

/* The verdict of several: differs where any does; else the first that is not the same. */
static enum verdict verdict_of_all(const struct expected *all, size_t count)
{
    enum verdict verdict = VERDICT_SAME;
    for (size_t i = 0; i < count; i++)
        if (verdict == VERDICT_SAME || all[i].diff.verdict == VERDICT_DIFFERS)
            verdict = all[i].diff.verdict;
    return verdict;
}

int expected_report(FILE *out, enum report_form form, const struct expected *all, size_t count, const char *path,
                    size_t limit)
{
    const enum verdict verdict = verdict_of_all(all, count);
    REPORT(report, out, form);
    if (count > 1) {
        report_say(&report, SAY("verdict", verdict_name(verdict)));
        report_list(&report, "references");
    }
    for (size_t i = 0; i < count; i++) {
        if (count > 1)
            report_object(&report, NULL);
        report_print(&report, "%s", i ? "\n" : "");
        report_one(&report, &all[i], path, limit);
        if (count > 1)
            report_close(&report);
    }
    if (count > 1)
        report_close(&report);
    return verdict_exit(verdict);
}
