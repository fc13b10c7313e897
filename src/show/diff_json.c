/* SPDX-License-Identifier: Apache-2.0 */
/* The difference as JSON. schemas/diff.schema.json. */
#include "show/diff_report.h"

#include "ask/diff/waivers.h"
#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/spaces.h"
#include "show/json_out.h"

static void put_value(struct json_out *out, const char *key, enum format format, uint32_t bits)
{
    char text[VALUE_TEXT_MAX];
    json_out_object_line(out, key);
    json_out_string(out, "bits", bits_text(format, bits, text));
    if (format == FORMAT_COUNT)
        json_out_null(out, "value");
    else
        json_out_string(out, "value", value_text(format, bits, text));
    json_out_end(out);
}

static void put_writer(struct json_out *out, const struct diff *diff, const struct diff_item *item)
{
    char text[ISA_TEXT_MAX];
    if (!item->has_writer) {
        json_out_null(out, "writer");
        return;
    }
    json_out_object(out, "writer");
    json_out_uint(out, "event", item->seq);
    json_out_string(out, "unit", unit_name(item->unit));
    json_out_uint(out, "instance", item->instance);
    if (item->has_word) {
        json_out_uint(out, "thread", item->thread);
        json_out_uint(out, "word", item->word);
        json_out_string(out, "instruction", isa_disassemble(diff->run->chip, item->word, text));
    }
    json_out_end(out);
}

static void put_datum(struct json_out *out, const struct diff_item *item)
{
    if (!item->datum_count)
        return;
    json_out_object_line(out, "datum");
    json_out_uint(out, "tile", item->tile);
    json_out_uint(out, "first", item->datum);
    json_out_uint(out, "count", item->datum_count);
    json_out_uint(out, "face", item->datum / 256);
    json_out_uint(out, "row", item->datum % 256 / 16);
    json_out_uint(out, "column", item->datum % 16);
    json_out_end(out);
    if (item->has_origin) {
        json_out_object_line(out, "origin");
        json_out_uint(out, "dst_row", item->origin / 16u);
        json_out_uint(out, "dst_column", item->origin % 16u);
        json_out_end(out);
    }
}

static void put_stages(struct json_out *out, const struct diff_item *item)
{
    char format[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    json_out_array(out, "stages");
    for (unsigned i = 0; i < item->stage_count; i++) {
        const struct diff_stage *stage = &item->stages[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "stage", stage->name);
        json_out_string(out, "format", format_text(stage->format, format));
        json_out_string(out, "bits", bits_text(stage->format, stage->bits, bits));
        json_out_string(out, "value", value_text(stage->format, stage->bits, value));
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_item(struct json_out *out, const struct diff *diff, const struct diff_item *item)
{
    char format[VALUE_TEXT_MAX];
    json_out_object(out, NULL);
    json_out_string(out, "checkpoint", diff_checkpoint_id(diff, item->checkpoint));
    json_out_string(out, "space", space_name(item->space));
    json_out_uint(out, "lo", item->lo);
    json_out_uint(out, "hi", item->hi);
    json_out_string(out, "what", diff_part_name(item->part));
    json_out_string(out, "place", item->place[0] ? item->place : NULL);
    put_writer(out, diff, item);
    json_out_string(out, "stage", item->stage[0] ? item->stage : NULL);
    put_datum(out, item);
    json_out_string(out, "format", item->format == FORMAT_COUNT ? NULL : format_text(item->format, format));
    put_value(out, "held", item->format, item->held);
    put_value(out, "replayed", item->format, item->replayed);
    if (item->part == DIFF_DATUM)
        json_out_uint(out, "ulps", item->ulps);
    else
        json_out_null(out, "ulps");
    put_stages(out, item);
    json_out_end(out);
}

static void put_counts(struct json_out *out, const struct diff *diff)
{
    json_out_array(out, "counts");
    for (size_t i = 0; i < diff->count_count; i++) {
        const struct diff_count *count = &diff->counts[i];
        json_out_object_line(out, NULL);
        json_out_uint(out, "count", count->count);
        json_out_string(out, "what", diff_part_name(count->part));
        json_out_string(out, "stage", count->stage[0] ? count->stage : NULL);
        json_out_string(out, "unit", count->has_writer ? unit_name(count->unit) : NULL);
        json_out_uint(out, "instance", count->instance);
        if (count->has_face)
            json_out_uint(out, "face", count->face);
        else
            json_out_null(out, "face");
        json_out_end(out);
    }
    json_out_end(out);
}

void diff_report_comparisons(struct json_out *out, const struct diff *diff)
{
    json_out_array(out, "comparisons");
    for (size_t i = 0; i < diff->comparison_count; i++) {
        const struct results_comparison_row *row = &diff->comparisons[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "checkpoint", diff_checkpoint_id(diff, row->checkpoint));
        json_out_string(out, "space", space_name(row->space));
        json_out_uint(out, "known", row->known_bytes);
        json_out_uint(out, "equal", row->equal_bytes);
        json_out_uint(out, "differing", row->differing_bytes);
        json_out_uint(out, "tainted", row->tainted_bytes);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_findings(struct json_out *out, const struct diff *diff)
{
    json_out_array(out, "findings");
    for (size_t i = 0; i < diff->finding_count; i++) {
        const struct finding_info *info = finding_get(diff->findings[i].id);
        json_out_object_line(out, NULL);
        json_out_string(out, "code", info->code);
        json_out_string(out, "class", finding_class_name(info->kind));
        json_out_string(out, "page", info->page);
        json_out_uint(out, "count", diff->findings[i].count);
        json_out_uint(out, "first_event", diff->findings[i].first_seq);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_waivers(struct json_out *out, const struct diff *diff)
{
    json_out_object(out, "waived");
    json_out_uint(out, "difference_count", diff->waived_count);
    json_out_array(out, "waivers");
    for (size_t i = 0; i < diff->waivers->count; i++) {
        const struct waiver *waiver = &diff->waivers->items[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "what", waiver->what);
        json_out_string(out, "checkpoint", waiver->checkpoint[0] ? waiver->checkpoint : NULL);
        json_out_string(out, "until", waiver->until);
        json_out_string(out, "why", waiver->why);
        json_out_bool(out, "is_expired", waiver->is_expired);
        json_out_uint(out, "used", waiver->used);
        json_out_end(out);
    }
    json_out_end(out);
    json_out_end(out);
}

void diff_report_json(FILE *file, const struct diff *diff)
{
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", diff->run->capture_name);
    json_out_string(&out, "chip", chip_get(diff->run->chip)->name);
    json_out_string(&out, "order", diff->run->order);
    json_out_string(&out, "units", diff->run->units);
    json_out_string(&out, "variants", diff->run->variants);
    json_out_string(&out, "sets", diff->run->sets);
    json_out_string(&out, "verdict", verdict_name(diff->verdict));
    json_out_string(&out, "reason",
                    diff->verdict == VERDICT_SAME || diff->verdict == VERDICT_DIFFERS ? NULL : diff->reason);
    json_out_object_line(&out, "bytes");
    json_out_uint(&out, "known", diff->facts.bytes.compared);
    json_out_uint(&out, "equal", diff->facts.bytes.equal);
    json_out_uint(&out, "differing", diff->facts.bytes.differing);
    json_out_uint(&out, "tainted", diff->facts.bytes.undecided);
    json_out_end(&out);
    json_out_uint(&out, "difference_count", diff->difference_count);
    json_out_array(&out, "differences");
    for (size_t i = 0; i < diff->item_count; i++)
        put_item(&out, diff, &diff->items[i]);
    json_out_end(&out);
    put_counts(&out, diff);
    diff_report_comparisons(&out, diff);
    put_findings(&out, diff);
    if (diff->waivers)
        put_waivers(&out, diff);
    json_out_end(&out);
}
