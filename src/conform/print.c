/* SPDX-License-Identifier: Apache-2.0 */
/* A report as a table of 80 columns, and as JSON. */
#include "conform/conform.h"
#include "isa/chip.h"

#include <inttypes.h>
#include <string.h>

enum { REASON_COLUMN = 12 };

/* The most frequent reason, cut to its column, and how many more there are. */
static void reason_text(const struct conform_row *row, char text[static REASON_COLUMN + 1])
{
    text[0] = '\0';
    if (row->reason_count == 0)
        return;
    char more[8] = "";
    if (row->reason_count > 1)
        (void)snprintf(more, sizeof more, " +%u", (unsigned)((row->reason_count - 1) % 1000));
    const int left = REASON_COLUMN - (int)strlen(more);
    (void)snprintf(text, REASON_COLUMN + 1, "%.*s%s", left, row->reasons[0].text, more);
}

static void put_line(FILE *to, const char *name, const char *chip, const uint64_t count[CONFORM_OUTCOMES],
                     const char *reason)
{
    (void)fprintf(to, "%-15.15s %-11.11s %7" PRIu64 " %8" PRIu64 " %11" PRIu64 " %10" PRIu64 "%s%s\n", name, chip,
                  count[CONFORM_PASSED], count[CONFORM_DIFFERED], count[CONFORM_UNSUPPORTED], count[CONFORM_NO_VERDICT],
                  *reason ? " " : "", reason);
}

void conform_print_table(const struct conform_report *report, FILE *to)
{
    uint64_t totals[CONFORM_OUTCOMES];
    (void)fprintf(to, "%-15s %-11s %7s %8s %11s %10s %s\n", "", "chip", "passed", "differed", "unsupported",
                  "no verdict", "why");
    for (size_t i = 0; i < report->row_count; i++) {
        const struct conform_row *row = &report->rows[i];
        char reason[REASON_COLUMN + 1];
        reason_text(row, reason);
        put_line(to, row->name, chip_get(row->chip)->name, row->count, reason);
    }
    conform_totals(report, totals);
    put_line(to, "total", "", totals, "");
}

/* A JSON string; what is not plain text as an escape. */
static void put_string(FILE *to, const char *text)
{
    (void)fputc('"', to);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20)
            (void)fprintf(to, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            (void)fprintf(to, "\\%c", c);
        else
            (void)fputc(c, to);
    }
    (void)fputc('"', to);
}

static void put_counts(FILE *to, const uint64_t count[CONFORM_OUTCOMES])
{
    for (unsigned k = 0; k < CONFORM_OUTCOMES; k++)
        (void)fprintf(to, "%s\"%s\": %" PRIu64, k ? ", " : "", conform_outcome_name((enum conform_outcome)k), count[k]);
}

static void put_row(FILE *to, const struct conform_row *row)
{
    (void)fputs("    {\"name\": ", to);
    put_string(to, row->name);
    (void)fprintf(to, ", \"chip\": \"%s\", \"kind\": \"%s\", ", chip_get(row->chip)->name,
                  row->is_bundles ? "bundles" : "vectors");
    put_counts(to, row->count);
    (void)fputs(", \"reasons\": [", to);
    for (size_t i = 0; i < row->reason_count; i++) {
        (void)fputs(i ? ", {\"reason\": " : "{\"reason\": ", to);
        put_string(to, row->reasons[i].text);
        (void)fprintf(to, ", \"count\": %" PRIu64 "}", row->reasons[i].count);
    }
    (void)fputs("]}", to);
}

void conform_print_json(const struct conform_report *report, FILE *to)
{
    uint64_t totals[CONFORM_OUTCOMES];
    (void)fputs("{\n  \"format\": \"tt-replay-conform\", \"version\": 1,\n  \"rows\": [\n", to);
    for (size_t i = 0; i < report->row_count; i++) {
        put_row(to, &report->rows[i]);
        (void)fputs(i + 1 < report->row_count ? ",\n" : "\n", to);
    }
    conform_totals(report, totals);
    (void)fputs("  ],\n  \"totals\": {", to);
    put_counts(to, totals);
    (void)fputs("}\n}\n", to);
}
