/* SPDX-License-Identifier: Apache-2.0 */
/* Which capture pollutes which: of each ordered pair how many places the first leaves that change the second's output.
 */
#include "show/answers/residue_report.h"

#include <inttypes.h>

enum { COLUMNS = 14, NUMBER_TEXT = 24 };

static const char *residue_matrix_cell_text(const struct residue_pair *pair, char text[static NUMBER_TEXT])
{
    if (!pair->is_held)
        return "-";
    (void)snprintf(text, NUMBER_TEXT, "%" PRIu64 "%s", pair->changing, pair->open ? "?" : "");
    if (!pair->changing && !pair->open)
        (void)snprintf(text, NUMBER_TEXT, ".");
    if (!pair->changing && pair->all_change)
        (void)snprintf(text, NUMBER_TEXT, "+");
    return text;
}

/* Columns [from, to) of the table. */
static void print_block(const struct report *report, const struct residue_matrix *matrix, size_t from, size_t to)
{
    char text[NUMBER_TEXT];
    report_print(report, "\n  %6s", "");
    for (size_t second = from; second < to; second++)
        report_print(report, " %4zu", second + 1);
    report_print(report, "\n");
    for (size_t first = 0; first < matrix->count; first++) {
        report_print(report, "  %6zu", first + 1);
        for (size_t second = from; second < to; second++)
            report_print(report, " %4s",
                         residue_matrix_cell_text(&matrix->pairs[first * matrix->count + second], text));
        report_print(report, "\n");
    }
}

static void say_pairs(struct report *report, const struct residue_matrix *matrix)
{
    report_list(report, "pairs");
    for (size_t i = 0; i < matrix->count * matrix->count; i++) {
        const struct residue_pair *pair = &matrix->pairs[i];
        if (pair->is_held)
            report_item(report, NULL, SAY("first", matrix->names[i / matrix->count]),
                        SAY("second", matrix->names[i % matrix->count]), SAY("left", pair->left),
                        SAY("changing", pair->changing), SAY("open", pair->open), SAY("all_change", pair->all_change));
    }
    report_close(report);
}

void residue_matrix_report(FILE *out, enum report_form form, const struct residue_matrix *matrix)
{
    struct report report;
    report_begin(&report, out, form);
    if (report.is_json)
        say_pairs(&report, matrix);
    report_print(&report, "Places that the run of a line leaves and that change an output of a column's\n"
                          "(.: none; +: together alone; -: of another chip; ?: more were not tried)\n\n");
    for (size_t i = 0; i < matrix->count; i++) {
        report_print(&report, "  %6zu  ", i + 1);
        report_name(&report, matrix->names[i]);
        report_print(&report, "\n");
    }
    for (size_t from = 0; from < matrix->count && !report.is_json; from += COLUMNS)
        print_block(&report, matrix, from, from + COLUMNS < matrix->count ? from + COLUMNS : matrix->count);
    report_end(&report);
}
