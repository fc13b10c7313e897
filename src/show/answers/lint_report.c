/* SPDX-License-Identifier: Apache-2.0 */
/* Faults, warnings and notes of a run, worst first. 80 columns; schemas/lint.schema.json. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/rules.h"

enum { LINT_INDENT = 4 };

static const char *colour_of(const struct ink *ink, enum lint_rank rank)
{
    return rank == LINT_FAULT ? ink->red : rank == LINT_WARNING ? ink->bold : ink->dim;
}

/* "3 times, first at event 120, thread 2, pack 0" */
static void print_where(const struct report *report, const struct lint *lint, const struct lint_item *item)
{
    report_print(report, "%" PRIu64 " %s at %s %" PRIu64, item->times, item->times == 1 ? "time," : "times, first",
                 seq_name(lint->run->order), item->seq);
    if (item->has_insn)
        report_print(report, ", thread %u", item->thread);
    report_print(report, ", %s", unit_name(item->unit));
    if (item->unit == TT_UNIT_PACK)
        report_print(report, " %u", item->instance);
    report_print(report, "\n");
}

static void lint_report_say_field(struct report *report, const struct lint *lint, const struct lint_field *field)
{
    char format[VALUE_TEXT_MAX], value[64];
    const char *name = field->field->name;
    report_item(report, NULL, SAY("name", name), SAY("value", field->value),
                SAY_OR_NULL("written_by", field->writer < LINT_HELD, field->writer), SAY("meaning", field->field->doc));
    if (strstr(name, "_data_format"))
        (void)snprintf(value, sizeof value, "%u (%s)", (unsigned)field->value,
                       format_text((enum format)field->value, format));
    else if (field->value > UINT16_MAX)
        (void)snprintf(value, sizeof value, "0x%x", (unsigned)field->value);
    else
        (void)snprintf(value, sizeof value, "%u", (unsigned)field->value);
    report_print(report, "    %-40s %-12s ", name, value);
    if (field->writer == LINT_FROM_START)
        report_print(report, "since the start\n");
    else if (field->writer == LINT_HELD)
        report_print(report, "held by --set\n");
    else
        report_print(report, "by %s %" PRIu64 "\n", seq_name(lint->run->order), field->writer);
}

static void print_indented(const struct report *report, const char *text)
{
    report_print(report, "%*s", LINT_INDENT, "");
    report_wrap(report, LINT_INDENT, "%s", text);
}

static void print_rule(const struct report *report, const struct finding_rule *rule, const char *mend)
{
    report_print(report, "%*s", LINT_INDENT, "");
    report_wrap(report, LINT_INDENT, "mend: %s (%s, %s: %s)", mend, rule->chip ? rule->chip : "both chips", rule->level,
                rule->source);
}

static void print_item(const struct report *report, const struct lint *lint, const struct lint_item *item)
{
    const struct finding_info *info = finding_get(item->id);
    const struct ink *ink = &report->ink;
    char text[ISA_TEXT_MAX];
    report_print(report, "\n%s%s%s %s%s%s  %s, %s\n%*s", colour_of(ink, item->rank), lint_rank_name(item->rank),
                 ink->off, ink->bold, info->code, ink->off, finding_class_name(info->kind),
                 info->fact ? info->fact->id : info->page, LINT_INDENT, "");
    print_where(report, lint, item);
    if (item->has_insn)
        print_indented(report, isa_disassemble(lint->run->chip, item->word, text));
    /* the same words and a number */
    if (strncmp(item->detail, info->doc, strlen(info->doc)) != 0)
        print_indented(report, info->doc);
    if (item->detail[0])
        print_indented(report, item->detail);
    if (finding_rule_get(item->id)->mend)
        print_rule(report, finding_rule_get(item->id), finding_mend(item->id, item->unit, text));
    if (info->fact)
        report_print(report, "%*s%s, %s: %s\n", LINT_INDENT, "", info->fact->id, fact_level_name(info->fact->level),
                     info->fact->page);
}

static void say_item(struct report *report, const struct lint *lint, const struct lint_item *item)
{
    const struct finding_info *info = finding_get(item->id);
    const struct finding_rule *rule = finding_rule_get(item->id);
    char text[ISA_TEXT_MAX];
    print_item(report, lint, item);
    report_object(report, NULL);
    report_say(report, SAY("rank", lint_rank_name(item->rank)), SAY("code", info->code),
               SAY("class", finding_class_name(info->kind)), SAY("page", info->page), SAY("meaning", info->doc),
               SAY("times", item->times), SAY("event", item->seq), SAY("unit", unit_name(item->unit)),
               SAY("instance", item->instance), SAY_OR_NULL("thread", item->has_insn, item->thread),
               SAY_OR_NULL("word", item->has_insn, item->word),
               SAY_OR_NULL("instruction", item->has_insn, isa_disassemble(lint->run->chip, item->word, text)),
               SAY_OR_NULL("detail", item->detail[0], item->detail));
    report_say(report, SAY_OR_NULL("mend", rule->mend, finding_mend(item->id, item->unit, text)),
               SAY_OR_NULL("level", rule->level, rule->level), SAY_OR_NULL("source", rule->source, rule->source));
    REPORT_EACH(report, "fields", i, item->field_count)
        lint_report_say_field(report, lint, &item->fields[i]);
    report_close(report);
}

void lint_report(FILE *out, enum report_form form, const struct lint *lint)
{
    unsigned counts[LINT_RANKS] = {0};
    const char *chip = chip_get(lint->run->chip)->name;
    for (size_t i = 0; i < lint->count; i++)
        counts[lint->items[i].rank]++;
    REPORT(report, out, form);
    report_say(&report, SAY("capture", lint->run->capture_name), SAY("chip", chip), SAY("order", lint->run->order),
               SAY("start_is_unknown", lint->start_is_unknown));
    report_title(&report, lint->run->capture_name);
    report_print(&report, "  %s, %s order\n", chip, lint->run->order);
    if (lint->start_is_unknown)
        report_print(&report, "The capture was not found: fields that nothing wrote count as reset.\n");
    report_print(&report, "faults %u, warnings %u, notes %u\n", counts[LINT_FAULT], counts[LINT_WARNING],
                 counts[LINT_NOTE]);
    REPORT_EACH(&report, "items", i, lint->count)
        say_item(&report, lint, &lint->items[i]);
}

void lint_report_unit(struct report *report, const struct lint *lint, enum tt_unit unit, unsigned packer)
{
    const struct ink *ink = &report->ink;
    bool has_head = false;
    REPORT_EACH(report, "lint", i, lint->count) {
        const struct lint_item *item = &lint->items[i];
        if (item->unit != unit || (unit == TT_UNIT_PACK && item->instance != packer))
            continue;
        if (report->is_json) {
            say_item(report, lint, item);
            continue;
        }
        if (!has_head)
            report_heading(report, "Lint", "of this unit, over the whole run; audit --lint says more");
        has_head = true;
        report_print(report, "  %s%s%s %s: ", colour_of(ink, item->rank), lint_rank_name(item->rank), ink->off,
                     finding_get(item->id)->code);
        print_where(report, lint, item);
    }
}
