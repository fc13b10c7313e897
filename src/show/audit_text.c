/* SPDX-License-Identifier: Apache-2.0 */
/* An audited instruction as text: word, settings, findings; the table of stages is audit_table.c. */
#include "show/audit_report.h"

#include "ask/run/place_text.h"
#include "ask/run/seq_name.h"
#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "show/audit_table.h"
#include "show/ink.h"
#include "show/lint_report.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <string.h>

static void print_head(FILE *out, const struct audit *audit, const struct ink *ink)
{
    (void)fprintf(out, "%s%s%s  %s\n", ink->bold, audit->run->capture_name, ink->off, chip_get(audit->run->chip)->name);
    const bool is_pack = audit->unit == TT_UNIT_PACK;
    if (audit->unit == TT_UNIT_MATRIX || audit->unit == TT_UNIT_VECTOR)
        (void)fprintf(out, "%s %" PRIu64 ", thread %u, %s unit (%s)\n", seq_name(audit->run->order), audit->seq,
                      audit->thread, unit_name(audit->unit), audit->why);
    else
        (void)fprintf(out, "%s %" PRIu64 ", thread %u, %s %u (%s)\n", seq_name(audit->run->order), audit->seq,
                      audit->thread, is_pack ? "packer" : "unpacker",
                      is_pack ? audit->packer : audit->unit == TT_UNIT_UNPACK1, audit->why);
    const struct trace_write *data = insn_trace_write(&audit->trace, ACCESS_PACK_DATA);
    const struct stage_values *last = insn_trace_last(&audit->trace);
    char place[PLACE_TEXT_MAX];
    if (!data)
        return;
    uint32_t first = data->first_datum + insn_trace_base(&audit->trace);
    (void)fprintf(out, "data tile %u from datum %u (%s)\n", data->tile, first, datum_place_text(first, place));
    (void)fprintf(out, "%u datums to L1 0x%x", last ? last->count : 0, data->lo);
    const struct trace_write *exponents = insn_trace_write(&audit->trace, ACCESS_PACK_EXPONENT);
    if (exponents)
        (void)fprintf(out, ", %u shared exponents to 0x%x", exponents->hi - exponents->lo, exponents->lo);
    (void)fputc('\n', out);
}

static void print_word(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink)
{
    char text[ISA_TEXT_MAX];
    (void)fprintf(out, "\n%sInstruction%s  0x%08x\n  ", ink->bold, ink->off, audit->word);
    wrap_text(out, isa_disassemble(audit->run->chip, audit->word, text), 2, view->is_wide ? 1000 : 80);
    for (unsigned i = 0; audit->insn && i < audit->insn->field_count; i++) {
        const struct isa_field *field = &audit->insn->fields[i];
        uint32_t value = isa_field_value(field, audit->word);
        if (!value && !view->has_all)
            continue;
        (void)fprintf(out, "    %-18s %4u  ", field->name, value);
        wrap_text(out, field->doc ? field->doc : "", 29, view->is_wide ? 1000 : 80);
    }
}

static bool is_format_code(const char *name)
{
    size_t length = strlen(name);
    return (length > 12 && strcmp(name + length - 12, "_data_format") == 0) || strstr(name, "_Dstacc") != NULL;
}

static void print_setting(FILE *out, const struct setting *setting, const struct audit_view *view,
                          const struct ink *ink)
{
    char value[64], format[VALUE_TEXT_MAX];
    const struct reg_field *field = setting->field;
    if (is_format_code(field->name) && !strstr(field->name, "override"))
        (void)snprintf(value, sizeof value, "%u (%s)", setting->value,
                       format_text((enum format)setting->value, format));
    else if (setting->value > UINT16_MAX)
        (void)snprintf(value, sizeof value, "0x%x", setting->value);
    else if (setting->value > 9)
        (void)snprintf(value, sizeof value, "%u (0x%x)", setting->value, setting->value);
    else
        (void)snprintf(value, sizeof value, "%u", setting->value);
    (void)fprintf(out, "  %-49s %s", field->name, value);
    if (view->is_wide && field->doc)
        (void)fprintf(out, "%*s  %s%s%s", (int)(strlen(value) < 24 ? 24 - strlen(value) : 0), "", ink->dim, field->doc,
                      ink->off);
    (void)fputc('\n', out);
}

static void print_settings(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink)
{
    const struct settings *settings = &audit->settings;
    (void)fprintf(out, "\n%sSettings%s  configuration state %u, thread %u%s\n", ink->bold, ink->off, settings->state_id,
                  audit->thread, view->has_all ? "" : "; fields that are zero are left out");
    if (settings->start_is_unknown)
        (void)fprintf(out, "  The capture is not where it was: what was never written is shown as reset.\n");
    for (size_t i = 0; i < settings->count; i++)
        if (settings->items[i].value || view->has_all)
            print_setting(out, &settings->items[i], view, ink);
}

static void print_findings(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink)
{
    if (!audit->finding_count)
        return;
    (void)fprintf(out, "\n%sFindings%s\n", ink->bold, ink->off);
    for (size_t i = 0; i < audit->finding_count; i++) {
        const struct finding_info *info = finding_get(audit->findings[i].id);
        int width = view->is_wide ? 1000 : 80;
        (void)fprintf(out, "  %s%s%s  %s, %s\n    ", ink->bold, info->code, ink->off, finding_class_name(info->kind),
                      info->page);
        wrap_text(out, info->doc, 4, width);
        if (audit->findings[i].detail[0]) {
            (void)fprintf(out, "    ");
            wrap_text(out, audit->findings[i].detail, 4, width);
        }
    }
}

void audit_report_text(FILE *out, const struct audit *audit, const struct lint *lint, const struct audit_view *view)
{
    struct ink ink = ink_for(view->has_colour);
    print_head(out, audit, &ink);
    print_word(out, audit, view, &ink);
    print_settings(out, audit, view, &ink);
    print_findings(out, audit, view, &ink);
    lint_report_unit(out, lint, audit->unit, audit->packer, view->has_colour);
    audit_table_text(out, audit, view, &ink);
    if (audit->unit == TT_UNIT_VECTOR)
        audit_lanes_text(out, audit, view, &ink);
}
