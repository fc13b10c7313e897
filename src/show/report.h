/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a verb, described once and written as text for a terminal or a pipe, or as JSON. A verb's file goes
 * through its model from top to bottom; each statement is common to both forms, or of one form alone:
 *
 *   REPORT_ROWS(report, "comparisons", "Bytes compared with the recording", NULL, i, count)
 *       report_row(report, CELL("space", "%-11s", space_name(rows[i].space)), CELL("known", " %12s", rows[i].known));
 *
 * A column or a member more is one more item of such a statement (said.h). */
#pragma once

#include "show/json_out.h"
#include "verdict/verdict.h"

/* Restrained colour: headings bold, differences red, side matters dim; plain without colour. */
struct ink {
    const char *bold, *red, *green, *dim, *off;
};

static inline struct ink ink_for(bool has_colour)
{
    if (has_colour)
        return (struct ink){"\033[1m", "\033[31m", "\033[32m", "\033[2m", "\033[0m"};
    return (struct ink){"", "", "", "", ""};
}

enum report_form { REPORT_TEXT, REPORT_COLOUR, REPORT_JSON };

struct report {
    FILE *out;
    bool is_json;
    struct json_out own, *json;
    struct ink ink;           /* the colours of text */
    int margin;               /* blanks before a line of a table: 2 */
    int width;                /* where report_wrap and report_label break lines: 80 */
    const char *title, *note; /* title and heads of the open table, until they are printed */
};

/* Begins the outermost object of JSON; nothing in text. */
void report_begin(struct report *report, FILE *out, enum report_form form);
void report_end(struct report *report);
/* A report that ends with the scope. */
#define REPORT(name, out, form)                                                                                        \
    struct report name OWNED(report_end);                                                                              \
    report_begin(&(name), out, form)
/* The same, where the outermost value is an array. */
void report_begin_list(struct report *report, FILE *out, enum report_form form);
/* A part of a report within JSON that the caller began, such as that of a page. */
struct report report_within(struct json_out *json);

/* ---- text and JSON ---- */

/* Rows under heads, in JSON an array of objects of a line each. Title and heads come before the first row: no row, no
 * table. title null: neither; "": heads alone. note: stands behind the title, or null. Both are borrowed until the
 * first row. */
void report_table(struct report *report, const char *key, const char *title, const char *note);
#define report_row(report, ...) report_cells(report, true, SAID_LIST(__VA_ARGS__))
/* With has_line false, a row that text leaves out; the heads are printed. */
#define report_row_if(report, has_line, ...) report_cells(report, has_line, SAID_LIST(__VA_ARGS__))
void report_cells(struct report *report, bool has_line, const struct said *cells, size_t count);
/* A row that in JSON has more than its cells: they are members of the object that the caller opened. Behind a table, a
 * line in its columns, such as sums. */
void report_row_members(struct report *report, const struct said *cells, size_t count);

/* "  label        value", in JSON a member. */
void report_fact(struct report *report, const char *label, struct said said);

/* ---- JSON alone: nothing in text ---- */

#define report_say(report, ...) report_members(report, SAID_LIST(__VA_ARGS__))
void report_members(struct report *report, const struct said *members, size_t count);
/* An object on one line. key null: an element of an array. */
#define report_item(report, key, ...) report_line(report, key, SAID_LIST(__VA_ARGS__))
void report_line(struct report *report, const char *key, const struct said *members, size_t count);
void report_object(struct report *report, const char *key);
void report_object_line(struct report *report, const char *key);
void report_list(struct report *report, const char *key);
void report_list_line(struct report *report, const char *key);
/* Strings on one line. */
void report_strings(struct report *report, const char *key, const struct texts *texts);
void report_close(struct report *report);
/* An array with something for each i below count, which the loop's statement says: it is left by `continue` alone. */
#define REPORT_FOR(report, open, i, count) /* NOLINTNEXTLINE(bugprone-macro-parentheses): i is a name */               \
    for (__typeof__((count) + 0u) i = (open, 0); i < (count) || (report_close(report), 0); i++)
#define REPORT_EACH(report, key, i, count) REPORT_FOR(report, report_list(report, key), i, count)
#define REPORT_EACH_LINE(report, key, i, count) REPORT_FOR(report, report_list_line(report, key), i, count)
#define REPORT_ROWS(report, key, title, note, i, count)                                                                \
    REPORT_FOR(report, report_table(report, key, title, note), i, count)

/* ---- text alone: nothing in JSON ---- */

enum { REPORT_WIDTH = 80, RUN_LABEL = 15 /* of the labels of a run */ };

void report_print(const struct report *report, const char *format, ...) TT_PRINTF(2, 3);
/* Text that is wrapped at the width, and a label that stands before such text. */
void report_wrap(const struct report *report, int indent, const char *format, ...) TT_PRINTF(3, 4);
void report_label(const struct report *report, int indent, const char *label, const char *format, ...) TT_PRINTF(4, 5);
/* The verdict at the head of an answer, in capitals and its colour, and what stands between it and its reason. Returns
 * how many columns it takes. */
int report_verdict(const struct report *report, enum verdict verdict, const char *behind);
/* A name that comes from a file: it is not broken into lines. No newline follows. */
void report_name(const struct report *report, const char *name);
/* The same in bold, for the name of the report's subject. */
void report_title(const struct report *report, const char *name);
/* An empty line and a title; note stands behind it, or is null. */
void report_heading(const struct report *report, const char *title, const char *note);
void report_heading_note(const struct report *report, const char *title, const char *format, ...) TT_PRINTF(3, 4);
