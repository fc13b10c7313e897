/* SPDX-License-Identifier: Apache-2.0 */
#include "show/report.h"

#include "base/guard/lacking.h"
#include "base/text/text.h"
#include "base/visible.h"
#include "show/wrap.h"

#include <ctype.h>

enum { CELL_TEXT_MAX = 1024, LABEL = 13, LINE_TEXT_MAX = 4096 };

static void report_init(struct report *report, FILE *out, enum report_form form)
{
    *report = (struct report){.out = out,
                              .is_json = form == REPORT_JSON,
                              .ink = ink_for(form == REPORT_COLOUR),
                              .margin = 2,
                              .width = REPORT_WIDTH};
    report->json = &report->own;
    json_out_init(report->json, out);
}

int report_verdict(const struct report *report, enum verdict verdict, const char *behind)
{
    const struct ink *ink = &report->ink;
    const char *name = verdict_name(verdict);
    const int code = verdict_exit(verdict);
    report_print(report, "%s", code == EXIT_SAME ? ink->green : code == EXIT_DIFFERS ? ink->red : ink->bold);
    for (const char *c = name; *c; c++)
        report_print(report, "%c", toupper((unsigned char)*c));
    report_print(report, "%s%s", ink->off, behind);
    return (int)(strlen(name) + strlen(behind));
}

void report_begin(struct report *report, FILE *out, enum report_form form)
{
    report_init(report, out, form);
    report_object(report, NULL);
    char lacking[GUARD_NAMES];
    if (report->is_json && guard_names(lacking))
        report_say(report, SAY("sandbox_lacks", lacking));
}

void report_begin_list(struct report *report, FILE *out, enum report_form form)
{
    report_init(report, out, form);
    report_list(report, NULL);
}

void report_end(struct report *report)
{
    report_close(report);
}

struct report report_within(struct json_out *json)
{
    return (struct report){.out = json->file, .is_json = true, .json = json, .ink = ink_for(false)};
}

/* ---- text and JSON ---- */

void report_table(struct report *report, const char *key, const char *title, const char *note)
{
    report->title = title;
    report->note = note;
    if (key)
        report_list(report, key);
}

static const char *report_text_of(const struct said *said, char text[static CELL_TEXT_MAX])
{
    switch (said->kind) {
    case SAID_TEXT:
        return visible_is_plain(said->text) ? said->text : visible_text(said->text, text, CELL_TEXT_MAX);
    case SAID_NUMBER:
        return text_print(text, CELL_TEXT_MAX, "%" PRIu64, said->number);
    case SAID_SIGNED:
        return text_print(text, CELL_TEXT_MAX, "%" PRId64, said->signed_number);
    case SAID_REAL:
        return text_print(text, CELL_TEXT_MAX, said->digits ? said->digits : "%.4g", said->real);
    case SAID_TRUTH:
        return said->truth ? "yes" : "no";
    case SAID_NOTHING:
        break;
    }
    return "-";
}

static void report_print_heads(const struct report *report, const struct said *cells, size_t count)
{
    if (*report->title)
        report_heading(report, report->title, report->note);
    (void)fprintf(report->out, "%*s%s", report->margin, "", report->ink.dim);
    for (size_t i = 0; i < count; i++)
        if (cells[i].layout)
            (void)fprintf(report->out, cells[i].layout, cells[i].head);
    (void)fprintf(report->out, "%s\n", report->ink.off);
}

static void print_cells(struct report *report, bool has_line, const struct said *cells, size_t count)
{
    char text[CELL_TEXT_MAX];
    if (report->title)
        report_print_heads(report, cells, count);
    report->title = NULL;
    if (!has_line)
        return;
    (void)fprintf(report->out, "%*s", report->margin, "");
    for (size_t i = 0; i < count; i++)
        if (cells[i].layout)
            (void)fprintf(report->out, cells[i].layout, report_text_of(&cells[i], text));
    (void)fputc('\n', report->out);
}

void report_cells(struct report *report, bool has_line, const struct said *cells, size_t count)
{
    if (report->is_json)
        report_line(report, NULL, cells, count);
    else
        print_cells(report, has_line, cells, count);
}

void report_row_members(struct report *report, const struct said *cells, size_t count)
{
    if (report->is_json)
        report_members(report, cells, count);
    else
        print_cells(report, true, cells, count);
}

void report_fact(struct report *report, const char *label, struct said said)
{
    char text[CELL_TEXT_MAX];
    if (report->is_json)
        report_members(report, &said, 1);
    else
        (void)fprintf(report->out, "  %-*s%s\n", LABEL, label, report_text_of(&said, text));
}

/* ---- JSON alone ---- */

void report_members(struct report *report, const struct said *members, size_t count)
{
    if (report->is_json)
        json_out_members(report->json, members, count);
}

void report_line(struct report *report, const char *key, const struct said *members, size_t count)
{
    if (report->is_json)
        json_out_line(report->json, key, members, count);
}

void report_object(struct report *report, const char *key)
{
    if (report->is_json)
        json_out_object(report->json, key);
}

void report_object_line(struct report *report, const char *key)
{
    if (report->is_json)
        json_out_object_line(report->json, key);
}

void report_list(struct report *report, const char *key)
{
    if (report->is_json)
        json_out_array(report->json, key);
}

void report_list_line(struct report *report, const char *key)
{
    if (report->is_json)
        json_out_array_line(report->json, key);
}

void report_strings(struct report *report, const char *key, const struct texts *texts)
{
    if (report->is_json)
        json_out_strings(report->json, key, texts);
}

void report_close(struct report *report)
{
    if (report->is_json)
        json_out_end(report->json);
}

/* ---- text alone ---- */

void report_print(const struct report *report, const char *format, ...)
{
    va_list args;
    if (report->is_json)
        return;
    va_start(args, format);
    (void)vfprintf(report->out, format, args);
    va_end(args);
}

void report_wrap(const struct report *report, int indent, const char *format, ...)
{
    char text[LINE_TEXT_MAX], shown[LINE_TEXT_MAX];
    va_list args;
    if (report->is_json)
        return;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    wrap_text(report->out, visible_text(text, shown, sizeof shown), indent, report->width);
}

void report_label(const struct report *report, int indent, const char *label, const char *format, ...)
{
    char text[LINE_TEXT_MAX], shown[LINE_TEXT_MAX];
    va_list args;
    if (report->is_json)
        return;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)fprintf(report->out, "  %-*s", indent - 2, label);
    wrap_text(report->out, visible_text(text, shown, sizeof shown), indent, report->width);
}

void report_name(const struct report *report, const char *name)
{
    if (!report->is_json)
        visible_put(report->out, name, strlen(name));
}

void report_title(const struct report *report, const char *name)
{
    report_print(report, "%s", report->ink.bold);
    report_name(report, name);
    report_print(report, "%s", report->ink.off);
}

void report_heading(const struct report *report, const char *title, const char *note)
{
    report_print(report, "\n%s%s%s%s%s\n", report->ink.bold, title, report->ink.off, note ? "  " : "",
                 note ? note : "");
}

void report_heading_note(const struct report *report, const char *title, const char *format, ...)
{
    char note[LINE_TEXT_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(note, sizeof note, format, args);
    va_end(args);
    report_heading(report, title, note);
}
