/* SPDX-License-Identifier: Apache-2.0 */
/* An audited instruction as JSON. schemas/audit.schema.json. */
#include "show/audit_report.h"

#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/spaces.h"
#include "show/json_out.h"
#include "show/lint_report.h"
#include "tile/probe.h"

#include <string.h>

static void put_fields(struct json_out *out, const struct audit *audit)
{
    json_out_array(out, "fields");
    for (unsigned i = 0; audit->insn && i < audit->insn->field_count; i++) {
        json_out_object_line(out, NULL);
        json_out_string(out, "name", audit->insn->fields[i].name);
        json_out_uint(out, "value", isa_field_value(&audit->insn->fields[i], audit->word));
        json_out_string(out, "meaning", audit->insn->fields[i].doc);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_settings(struct json_out *out, const struct audit *audit)
{
    json_out_uint(out, "state_id", audit->settings.state_id);
    json_out_bool(out, "start_is_unknown", audit->settings.start_is_unknown);
    json_out_array(out, "settings");
    for (size_t i = 0; i < audit->settings.count; i++) {
        json_out_object_line(out, NULL);
        json_out_string(out, "name", audit->settings.items[i].field->name);
        json_out_uint(out, "value", audit->settings.items[i].value);
        json_out_string(out, "meaning", audit->settings.items[i].field->doc);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_findings(struct json_out *out, const struct audit *audit)
{
    json_out_array(out, "findings");
    for (size_t i = 0; i < audit->finding_count; i++) {
        const struct finding_info *info = finding_get(audit->findings[i].id);
        json_out_object_line(out, NULL);
        json_out_string(out, "code", info->code);
        json_out_string(out, "class", finding_class_name(info->kind));
        json_out_string(out, "page", info->page);
        json_out_string(out, "detail", audit->findings[i].detail[0] ? audit->findings[i].detail : NULL);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_values(struct json_out *out, const struct stage_values *stage, const struct audit_view *view)
{
    char text[VALUE_TEXT_MAX];
    uint32_t first = view->has_rows ? view->first : 0, last = view->has_rows ? view->last : stage->count;
    json_out_array(out, "values");
    for (uint32_t i = first; i < last && i < stage->count; i++) {
        json_out_object_line(out, NULL);
        json_out_uint(out, "datum", i);
        json_out_string(out, "bits", bits_text(stage->format, stage->values[i], text));
        json_out_string(out, "value", value_text(stage->format, stage->values[i], text));
        if (stage->origin && stage->origin[i] != UINT16_MAX) {
            json_out_uint(out, "dst_row", stage->origin[i] / 16u);
            json_out_uint(out, "dst_column", stage->origin[i] % 16u);
        }
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_stages(struct json_out *out, const struct audit *audit, const struct audit_view *view)
{
    char format[VALUE_TEXT_MAX];
    json_out_array(out, "stages");
    for (unsigned i = 0; i < audit->trace.stage_count; i++) {
        const struct stage_values *stage = &audit->trace.stages[i];
        json_out_object(out, NULL);
        json_out_string(out, "stage", stage->name);
        json_out_bool(out, "is_changed", stage->is_changed);
        json_out_string(out, "format", format_text(stage->format, format));
        put_values(out, stage, view);
        json_out_end(out);
    }
    json_out_end(out);
    json_out_array_line(out, "not_at_work");
    for (unsigned i = 0; i < view->stage_count; i++) {
        bool was_at_work = false;
        for (unsigned k = 0; k < audit->trace.stage_count; k++)
            was_at_work |= audit->trace.stages[k].stage == i;
        if (!was_at_work)
            json_out_string(out, NULL, view->stages[i].name);
    }
    json_out_end(out);
}

static void put_writes(struct json_out *out, const struct audit *audit)
{
    static const char *const streams[] = {"plain", "data", "exponents", "row starts", "padding"};
    json_out_array(out, "writes");
    for (size_t i = 0; i < audit->trace.write_count; i++) {
        const struct trace_write *write = &audit->trace.writes[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "space", space_name(write->space));
        json_out_string(out, "stream", streams[write->stream]);
        json_out_uint(out, "lo", write->lo);
        json_out_uint(out, "hi", write->hi);
        json_out_uint(out, "tile", write->tile);
        json_out_uint(out, "first_datum", write->first_datum);
        json_out_end(out);
    }
    json_out_end(out);
}

void audit_report_json(FILE *file, const struct audit *audit, const struct lint *lint, const struct audit_view *view)
{
    char text[ISA_TEXT_MAX];
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", audit->run->capture_name);
    json_out_string(&out, "chip", chip_get(audit->run->chip)->name);
    json_out_uint(&out, "event", audit->seq);
    json_out_string(&out, "why", audit->why);
    json_out_uint(&out, "thread", audit->thread);
    json_out_string(&out, "unit", unit_name(audit->unit));
    json_out_uint(&out, "packer", audit->packer);
    json_out_uint(&out, "word", audit->word);
    json_out_string(&out, "instruction", isa_disassemble(audit->run->chip, audit->word, text));
    if (audit->has_mark)
        json_out_uint(&out, "first_differing_datum", audit->mark);
    else
        json_out_null(&out, "first_differing_datum");
    put_fields(&out, audit);
    put_settings(&out, audit);
    put_findings(&out, audit);
    lint_json_unit(&out, lint, audit->unit, audit->packer);
    put_writes(&out, audit);
    put_stages(&out, audit, view);
    json_out_end(&out);
}
