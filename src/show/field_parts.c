/* SPDX-License-Identifier: Apache-2.0 */
#include "show/parts.h"

#include "ask/run/value_text.h"
#include "base/text/text.h"

enum { PARTS_TEXT_MAX = 1024 };

/* "5 (BF16)", "256" */
static const char *number_text(const struct reg_part *part, uint32_t value, char text[static VALUE_TEXT_MAX])
{
    return strstr(part->name, "DataFormat") ? format_code_text(value, text)
                                            : text_print(text, VALUE_TEXT_MAX, "%" PRIu32, value);
}

void say_parts(struct report *report, const struct reg_field *field, uint32_t value)
{
    if (!field->part_count)
        return;
    report_object_line(report, "parts");
    for (unsigned i = 0; i < field->part_count; i++)
        report_say(report, SAY(field->parts[i].name, reg_part_value(&field->parts[i], value)));
    report_close(report);
}

static void field_parts_add(char text[static PARTS_TEXT_MAX], const char *more)
{
    const size_t at = strlen(text);
    (void)snprintf(text + at, PARTS_TEXT_MAX - at, "%s%s", at ? ", " : "", more);
}

static void field_parts_print(struct report *report, const char *text, int indent)
{
    if (!*text)
        return;
    report_print(report, "%*s", indent, "");
    report_wrap(report, indent, "%s", text);
}

void print_parts(struct report *report, const struct reg_field *field, uint32_t value, int indent)
{
    char text[PARTS_TEXT_MAX] = "";
    for (unsigned i = 0; i < field->part_count; i++) {
        const struct reg_part *part = &field->parts[i];
        const uint32_t is = reg_part_value(part, value);
        char number[VALUE_TEXT_MAX], one[VALUE_TEXT_MAX + 64];
        (void)snprintf(one, sizeof one, "%s %s", part->name, number_text(part, is, number));
        if (is)
            field_parts_add(text, one);
    }
    field_parts_print(report, text, indent);
}

void print_changed_parts(struct report *report, const struct reg_field *field, uint32_t from, uint32_t to, int indent)
{
    char text[PARTS_TEXT_MAX] = "";
    for (unsigned i = 0; i < field->part_count; i++) {
        const struct reg_part *part = &field->parts[i];
        const uint32_t was = reg_part_value(part, from), is = reg_part_value(part, to);
        char number[VALUE_TEXT_MAX], other[VALUE_TEXT_MAX], one[2 * VALUE_TEXT_MAX + 64];
        (void)snprintf(one, sizeof one, "%s %s -> %s", part->name, number_text(part, was, number),
                       number_text(part, is, other));
        if (was != is)
            field_parts_add(text, one);
    }
    field_parts_print(report, text, indent);
}
