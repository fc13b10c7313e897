/* SPDX-License-Identifier: Apache-2.0 */
/* An audited instruction: word, settings, findings, stages; as text the stages are a table (audit_table.c). 80 columns;
 * schemas/audit.schema.json. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/spaces.h"
#include "show/audit/audit_table.h"
#include "show/parts.h"
#include "tile/probe.h"

enum { WIDE = 1000, PART_INDENT = 6 };

static void audit_report_print_head(const struct report *report, const struct audit *audit)
{
    report_title(report, audit->run->capture_name);
    report_print(report, "  %s\n", chip_get(audit->run->chip)->name);
    const bool is_pack = audit->unit == TT_UNIT_PACK;
    if (!is_pack && !unit_is_unpacker(audit->unit))
        report_print(report, "%s %" PRIu64 ", thread %u, %s unit (%s)\n", seq_name(audit->run->order), audit->seq,
                     audit->thread, unit_name(audit->unit), audit->why);
    else
        report_print(report, "%s %" PRIu64 ", thread %u, %s %u (%s)\n", seq_name(audit->run->order), audit->seq,
                     audit->thread, is_pack ? "packer" : "unpacker",
                     is_pack ? audit->packer : audit->unit == TT_UNIT_UNPACK1, audit->why);
    const struct probe_access *data = insn_trace_write(&audit->trace, ACCESS_PACK_DATA);
    const struct stage_values *last = insn_trace_last(&audit->trace);
    char place[PLACE_TEXT_MAX];
    if (!data)
        return;
    uint32_t first = data->first_datum + insn_trace_base(&audit->trace);
    report_print(report, "data tile %u from datum %u (%s)\n", data->tile, first, datum_place_text(first, place));
    report_print(report, "%u datums to L1 0x%x", last ? last->count : 0, data->lo);
    const struct probe_access *exponents = insn_trace_write(&audit->trace, ACCESS_PACK_EXPONENT);
    if (exponents)
        report_print(report, ", %u shared exponents to 0x%x", exponents->hi - exponents->lo, exponents->lo);
    report_print(report, "\n");
}

static void audit_report_print_source(const struct report *report, const struct audit *audit)
{
    char text[TTCAP_LINES_TEXT_MAX];
    if (report->is_json || !source_text(audit->results, audit->seq, audit->thread, text))
        return;
    report_print(report, "  ");
    report_wrap(report, 2, "at %s", text);
}

static void audit_report_say_word(struct report *report, const struct audit *audit, const struct audit_view *view)
{
    char text[ISA_TEXT_MAX], rests_on[EVIDENCE_TEXT_MAX];
    report_heading_note(report, "Instruction", "0x%08x", audit->word);
    report_print(report, "  ");
    report_wrap(report, 2, "%s", isa_disassemble(audit->run->chip, audit->word, text));
    audit_report_print_source(report, audit);
    if (*evidence_text_of(audit->results, audit->seq, false, rests_on))
        report_print(report, "  rests on %s\n", rests_on);
    say_evidence(report, audit->results, audit->seq);
    REPORT_EACH(report, "fields", i, audit->insn ? audit->insn->field_count : 0) {
        const struct isa_field *field = &audit->insn->fields[i];
        const uint32_t value = isa_field_value(field, audit->word);
        report_item(report, NULL, SAY("name", field->name), SAY("value", value), SAY("meaning", field->doc));
        if (value || view->has_all) {
            report_print(report, "    %-18s %4u  ", field->name, value);
            report_wrap(report, 29, "%s", field->doc ? field->doc : "");
        }
    }
}

static void print_setting(struct report *report, const struct setting *setting, bool is_wide)
{
    char value[VALUE_TEXT_MAX];
    const struct reg_field *field = setting->field;
    (void)field_value_text(field, setting->value, true, value);
    report_print(report, "  %-49s %s", field->name, value);
    if (is_wide && field->doc)
        report_print(report, "%*s  %s%s%s", (int)(strlen(value) < 24 ? 24 - strlen(value) : 0), "", report->ink.dim,
                     field->doc, report->ink.off);
    report_print(report, "\n");
    print_parts(report, field, setting->value, PART_INDENT);
}

void audit_report_settings(struct report *report, const struct audit *audit, const struct audit_view *view)
{
    const struct settings *settings = &audit->settings;
    report_heading_note(report, "Settings", "configuration state %u, thread %u%s", settings->state_id, audit->thread,
                        view->has_all ? "" : "; fields that are zero are left out");
    if (settings->start_is_unknown)
        report_print(report, "  The capture was not found: fields that nothing wrote are shown as reset.\n");
    report_say(report, SAY("state_id", settings->state_id), SAY("start_is_unknown", settings->start_is_unknown));
    REPORT_EACH(report, "settings", i, settings->count) {
        const struct setting *setting = &settings->items[i];
        report_object_line(report, NULL);
        report_say(report, SAY("name", setting->field->name), SAY("value", setting->value),
                   SAY("meaning", setting->field->doc));
        say_parts(report, setting->field, setting->value);
        report_close(report);
        if (setting->value || view->has_all)
            print_setting(report, setting, view->is_wide);
    }
}

static void audit_report_say_findings(struct report *report, const struct audit *audit)
{
    if (audit->finding_count)
        report_heading(report, "Findings", NULL);
    REPORT_EACH(report, "findings", i, audit->finding_count) {
        const struct finding_info *info = finding_get(audit->findings[i].id);
        const char *class = finding_class_name(info->kind), *detail = audit->findings[i].detail;
        report_item(report, NULL, SAY("code", info->code), SAY("class", class), SAY("page", info->page),
                    SAY_OR_NULL("detail", detail[0], detail));
        report_print(report, "  %s%s%s  %s, %s\n    ", report->ink.bold, info->code, report->ink.off, class,
                     info->page);
        report_wrap(report, 4, "%s", info->doc);
        if (detail[0]) {
            report_print(report, "    ");
            report_wrap(report, 4, "%s", detail);
        }
    }
}

/* ---- JSON has every value; the table chooses ---- */

static void say_values(struct report *report, const struct stage_values *stage, const struct audit_view *view)
{
    char bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    const uint32_t first = view->has_rows ? view->first : 0, last = view->has_rows ? view->last : stage->count;
    report_list(report, "values");
    for (uint32_t i = first; i < last && i < stage->count; i++) {
        const bool has_origin = stage->origin && stage->origin[i] != UINT16_MAX;
        report_item(report, NULL, SAY("datum", i), SAY("bits", bits_text(stage->format, stage->values[i], bits)),
                    SAY("value", value_text(stage->format, stage->values[i], value)),
                    SAY_IF("dst_row", has_origin, stage->origin[i] / 16u),
                    SAY_IF("dst_column", has_origin, stage->origin[i] % 16u));
    }
    report_close(report);
}

static void audit_report_say_stages(struct report *report, const struct audit *audit, const struct audit_view *view)
{
    char format[VALUE_TEXT_MAX];
    REPORT_EACH(report, "stages", i, audit->trace.stage_count) {
        const struct stage_values *stage = &audit->trace.stages[i];
        report_object(report, NULL);
        report_say(report, SAY("stage", stage->name), SAY("is_changed", stage->is_changed),
                   SAY("format", format_text(stage->format, format)));
        say_values(report, stage, view);
        report_close(report);
    }
    REPORT_EACH_LINE(report, "not_at_work", i, view->stage_count) {
        bool was_at_work = false;
        for (unsigned k = 0; k < audit->trace.stage_count; k++)
            was_at_work |= audit->trace.stages[k].stage == i;
        if (!was_at_work)
            report_say(report, SAY(NULL, view->stages[i].name));
    }
}

static void say_writes(struct report *report, const struct audit *audit)
{
    static const char *const streams[] = {"plain", "data", "exponents", "row starts", "padding"};
    REPORT_EACH(report, "writes", i, audit->trace.write_count) {
        const struct probe_access *write = &audit->trace.writes[i];
        report_item(report, NULL, SAY("space", space_name(write->space)), SAY("stream", streams[write->stream]),
                    SAY("lo", write->lo), SAY("hi", write->hi), SAY("tile", write->tile),
                    SAY("first_datum", write->first_datum));
    }
}

void audit_report_head(struct report *report, const struct audit *audit)
{
    char text[ISA_TEXT_MAX];
    report_say(report, SAY("capture", audit->run->capture_name), SAY("chip", chip_get(audit->run->chip)->name),
               SAY("event", audit->seq), SAY("why", audit->why), SAY("thread", audit->thread),
               SAY("unit", unit_name(audit->unit)), SAY("packer", audit->packer), SAY("word", audit->word),
               SAY("instruction", isa_disassemble(audit->run->chip, audit->word, text)),
               SAY_OR_NULL("first_differing_datum", audit->has_mark, audit->mark));
    say_source(report, audit->results, audit->seq, audit->thread);
    audit_report_print_head(report, audit);
}

void audit_report(FILE *out, enum report_form form, const struct audit *audit, const struct lint *lint,
                  const struct audit_view *view)
{
    REPORT(report, out, form);
    report.width = view->is_wide ? WIDE : REPORT_WIDTH;
    audit_report_head(&report, audit);
    audit_report_say_word(&report, audit, view);
    audit_report_settings(&report, audit, view);
    audit_report_say_findings(&report, audit);
    lint_report_unit(&report, lint, audit->unit, audit->packer);
    if (report.is_json) {
        say_writes(&report, audit);
        audit_report_say_stages(&report, audit, view);
    } else {
        audit_table_text(out, audit, view, &report.ink);
    }
    if (!report.is_json && audit->unit == TT_UNIT_VECTOR)
        audit_lanes_text(out, audit, view, &report.ink);
    audit_calendar_say(&report, audit);
}
