/* SPDX-License-Identifier: Apache-2.0 */
/* The outcome of recordings that were run as tests: a row a name and chip. 80 columns; schemas/conform.schema.json. */
#include "show/reports.h"

#include "base/text/text.h"
#include "isa/chip.h"
#include "order/options_text.h"

enum { REASON_COLUMN = 12, CELLS = 3 + CONFORM_OUTCOMES };

/* Behind a space, as it ends the line: the most frequent reason, cut to its column, and how many more there are. */
static const char *conform_report_reason_text(const struct conform_row *row, char text[static REASON_COLUMN + 2])
{
    char more[8] = "";
    if (row->reason_count == 0)
        return "";
    if (row->reason_count > 1)
        (void)snprintf(more, sizeof more, " +%u", (unsigned)((row->reason_count - 1) % 1000));
    const int left = REASON_COLUMN - (int)strlen(more);
    return text_print(text, REASON_COLUMN + 2, " %.*s%s", left, row->reasons[0].text, more);
}

/* A line of the table. JSON has the name and the chip of a row in its own place. */
static void fill_cells(struct said cells[static CELLS], const char *name, const char *chip,
                       const uint64_t count[static CONFORM_OUTCOMES], const char *reason)
{
    static const char *const heads[CONFORM_OUTCOMES] = {"passed", "differed", "unsupported", "no verdict"};
    static const char *const layouts[CONFORM_OUTCOMES] = {" %7s", " %8s", " %11s", " %10s"};
    cells[0] = SHOW("", "%-15.15s", name);
    cells[1] = SHOW("chip", " %-11.11s", chip);
    for (int i = 0; i < CONFORM_OUTCOMES; i++)
        cells[2 + i] = CELL_AS(conform_outcome_name((enum conform_outcome)i), heads[i], layouts[i], count[i]);
    cells[2 + CONFORM_OUTCOMES] = SHOW(" why", "%s", reason);
}

static void conform_report_say_row(struct report *report, const struct conform_row *row)
{
    const char *chip = chip_get(row->chip)->name;
    char reason[REASON_COLUMN + 2];
    struct said cells[CELLS];
    fill_cells(cells, row->name, chip, row->count, conform_report_reason_text(row, reason));
    report_object_line(report, NULL);
    report_say(report, SAY("name", row->name), SAY("chip", chip), SAY("kind", row->is_bundles ? "bundles" : "vectors"));
    report_row_members(report, cells, CELLS);
    REPORT_EACH(report, "reasons", i, row->reason_count)
        report_item(report, NULL, SAY("reason", row->reasons[i].text), SAY("count", row->reasons[i].count));
    report_close(report);
}

/* Assumptions stand in the verdict. */
static void say_assumed(struct report *report, const struct conform_report *conform)
{
    const struct replay_options assumed = {.assumed = conform->assumed, .assumed_zero = conform->assumed_zero};
    char text[256];
    if (!conform->assumed_passes)
        return;
    (void)assumes_text(&assumed, text, sizeof text);
    report_item(report, "assumed", SAY("passed", conform->assumed_passes), SAY("spaces", text));
    report_print(report, "\n");
    report_wrap(report, 0, "%" PRIu64 " of those that passed: assuming %s", conform->assumed_passes, text);
}

static void say_masked(struct report *report, const struct conform_report *conform)
{
    if (!conform->masked)
        return;
    report_say(report, SAY("masked", conform->masked));
    report_print(report, "\n");
    report_wrap(report, 0,
                "%" PRIu64 " of them: configuration counts as far as the recorder's mask (cfg-mask.json) holds it",
                conform->masked);
}

void conform_report(FILE *out, enum report_form form, const struct conform_report *conform)
{
    uint64_t totals[CONFORM_OUTCOMES];
    struct said cells[CELLS];
    REPORT(report, out, form);
    report.margin = 0;
    report_say(&report, SAY("format", "tt-replay-conform"), SAY_BESIDE("version", 1));
    REPORT_ROWS(&report, "rows", "", NULL, i, conform->row_count)
        conform_report_say_row(&report, &conform->rows[i]);
    conform_totals(conform, totals);
    fill_cells(cells, "total", "", totals, "");
    report_object_line(&report, "totals");
    report_row_members(&report, cells, CELLS);
    report_close(&report);
    if (conform->refused)
        report_say(&report, SAY("refused", conform->refused));
    if (conform->refused)
        report_print(&report, "%" PRIu64 " more cannot be read\n", conform->refused);
    say_assumed(&report, conform);
    say_masked(&report, conform);
}
