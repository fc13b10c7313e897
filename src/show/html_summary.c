/* SPDX-License-Identifier: Apache-2.0 */
/* What the run is, what it was held against, and the first differences. */
#include "show/html_internal.h"

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "show/diff_report.h"

static void put_run(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    struct json_out *out = &html->json;
    json_out_object(out, "run");
    json_out_string(out, "name", run->capture_name);
    json_out_string(out, "path", run->capture_path);
    json_out_string(out, "hash", run->capture_hash);
    json_out_string(out, "chip", chip_get(run->chip)->name);
    json_out_string(out, "order", run->order);
    json_out_string(out, "units", run->units);
    json_out_string(out, "variants", run->variants);
    json_out_string(out, "sets", run->sets);
    json_out_uint(out, "first_event", run->first_event);
    json_out_string(out, "tool", run->tool_version);
    json_out_uint(out, "events", run->totals.events);
    json_out_uint(out, "executed", run->totals.executed);
    json_out_uint(out, "skipped", run->totals.skipped);
    json_out_uint(out, "unsupported", run->totals.unsupported);
    json_out_uint(out, "findings", run->totals.findings);
    json_out_end(out);
}

static void put_comparisons(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "checkpoints");
    for (size_t i = 0; i < diff->checkpoint_count; i++) {
        json_out_object_line(out, NULL);
        json_out_uint(out, "number", diff->checkpoints[i].checkpoint);
        json_out_string(out, "id", diff->checkpoints[i].id);
        json_out_int(out, "after_event", diff->checkpoints[i].after_event);
        json_out_end(out);
    }
    json_out_end(out);
    diff_report_comparisons(out, diff);
}

static void put_counts(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "counts");
    for (size_t i = 0; i < diff->count_count; i++) {
        const struct diff_count *count = &diff->counts[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "part", diff_part_name(count->part));
        json_out_string(out, "stage", count->stage);
        json_out_string(out, "unit", count->has_writer ? unit_name(count->unit) : NULL);
        json_out_uint(out, "instance", count->instance);
        if (count->has_face)
            json_out_uint(out, "face", count->face);
        json_out_uint(out, "count", count->count);
        json_out_end(out);
    }
    json_out_end(out);
}

/* Bits and value; plain bytes have no value. */
static void put_value(struct json_out *out, const char *key, const struct diff_item *item, uint32_t bits)
{
    char text[VALUE_TEXT_MAX];
    json_out_array_line(out, key);
    json_out_string(out, NULL, bits_text(item->format, bits, text));
    json_out_string(out, NULL, item->format == FORMAT_COUNT ? NULL : value_text(item->format, bits, text));
    json_out_end(out);
}

static void put_writer(struct json_out *out, const struct diff_item *item, enum tt_chip chip)
{
    char text[ISA_TEXT_MAX];
    if (!item->has_writer)
        return;
    json_out_uint(out, "seq", item->seq);
    json_out_string(out, "unit", unit_name(item->unit));
    json_out_uint(out, "instance", item->instance);
    if (!item->has_word)
        return;
    json_out_uint(out, "thread", item->thread);
    json_out_string(out, "text", isa_disassemble(chip, item->word, text));
}

static void put_item(struct html *html, const struct diff_item *item)
{
    struct json_out *out = &html->json;
    const enum tt_chip chip = results_run(html->results)->chip;
    char address[ADDRESS_TEXT_MAX];
    json_out_object_line(out, NULL);
    json_out_string(out, "checkpoint", diff_checkpoint_id(&html->tiles.diff, item->checkpoint));
    json_out_string(out, "part", diff_part_name(item->part));
    json_out_string(out, "place", item->place);
    json_out_string(out, "space", space_name(item->space));
    json_out_uint(out, "lo", item->lo);
    json_out_uint(out, "hi", item->hi);
    put_writer(out, item, chip);
    json_out_string(out, "stage", item->stage);
    if (item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT)
        json_out_string(out, "address", address_datum_text(item->tile, item->datum, address));
    put_value(out, "held", item, item->held);
    put_value(out, "replayed", item, item->replayed);
    if (item->part == DIFF_DATUM && item->ulps != UINT64_MAX)
        json_out_uint(out, "ulps", item->ulps);
    json_out_end(out);
}

static void put_formats(struct json_out *out)
{
    json_out_array(out, "formats");
    for (int i = 0; i < FORMAT_COUNT; i++) {
        const struct format_info *info = format_get((enum format)i);
        if (!info) {
            json_out_null(out, NULL);
            continue;
        }
        json_out_object_line(out, NULL);
        json_out_string(out, "name", info->name);
        json_out_uint(out, "storage", info->storage_bits);
        json_out_uint(out, "exponent", info->exponent_bits);
        json_out_uint(out, "mantissa", info->mantissa_bits);
        json_out_bool(out, "isBlock", info->is_block);
        json_out_bool(out, "isInteger", info->is_integer);
        json_out_bool(out, "isDatum", format_is_datum((enum format)i));
        json_out_bool(out, "isPadded", i != FORMAT_TF32_19); /* unused bits are the low ones, else the high ones */
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_stages(struct html *html)
{
    struct json_out *out = &html->json;
    unsigned count = 0;
    const struct stage_info *stages = html->options->stages(TT_UNIT_PACK, &count);
    json_out_array(out, "stages");
    for (unsigned i = 0; i < count; i++) {
        json_out_object_line(out, NULL);
        json_out_string(out, "name", stages[i].name);
        json_out_string(out, "value", stages[i].value);
        json_out_end(out);
    }
    json_out_end(out);
    json_out_array_line(out, "units");
    for (int i = 0; i < TT_UNIT_COUNT; i++)
        json_out_string(out, NULL, unit_name((enum tt_unit)i));
    json_out_end(out);
}

enum tt_status html_put_summary(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    put_run(html);
    json_out_int(out, "verdict", diff->verdict);
    json_out_string(out, "reason", diff->reason);
    json_out_uint(out, "known", diff->facts.bytes.compared);
    json_out_uint(out, "equal", diff->facts.bytes.equal);
    json_out_uint(out, "differing", diff->facts.bytes.differing);
    json_out_uint(out, "tainted", diff->facts.bytes.undecided);
    put_comparisons(html);
    json_out_uint(out, "difference_count", diff->difference_count);
    put_counts(html);
    json_out_array(out, "differences");
    for (size_t i = 0; i < diff->item_count; i++)
        put_item(html, &diff->items[i]);
    json_out_end(out);
    put_formats(out);
    put_stages(html);
    return TT_OK;
}
