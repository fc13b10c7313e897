/* SPDX-License-Identifier: Apache-2.0 */
/* What the run is, what it was held against, and the first differences. */
#include "show/html_internal.h"

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "show/reports.h"
#include "show/source_report.h"

static void put_run(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    struct json_out *out = &html->json;
    json_out_object(out, "run");
    json_out_say(out, SAY("name", run->capture_name), SAY("path", run->capture_path), SAY("hash", run->capture_hash),
                 SAY("chip", chip_get(run->chip)->name), SAY("order", run->order), SAY("units", run->units),
                 SAY("variants", run->variants), SAY("sets", run->sets), SAY("first_event", run->first_event),
                 SAY("tool", run->tool_version), SAY("events", run->totals.events),
                 SAY("executed", run->totals.executed), SAY("skipped", run->totals.skipped),
                 SAY("unsupported", run->totals.unsupported), SAY("findings", run->totals.findings));
    json_out_end(out);
}

static void put_comparisons(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "checkpoints");
    for (size_t i = 0; i < diff->checkpoint_count; i++) {
        json_out_item(out, NULL, SAY("number", diff->checkpoints[i].checkpoint), SAY("id", diff->checkpoints[i].id),
                      SAY("after_event", diff->checkpoints[i].after_event));
    }
    json_out_end(out);
    struct report report = report_within(out);
    diff_report_comparisons(&report, diff);
}

static void put_counts(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "counts");
    for (size_t i = 0; i < diff->count_count; i++) {
        const struct diff_count *count = &diff->counts[i];
        json_out_item(out, NULL, SAY("part", diff_part_name(count->part)), SAY("stage", count->stage),
                      SAY_OR_NULL("unit", count->has_writer, unit_name(count->unit)), SAY("instance", count->instance),
                      SAY_IF("face", count->has_face, count->face), SAY("count", count->count));
    }
    json_out_end(out);
}

/* Bits and value; plain bytes have no value. */
static void put_value(struct json_out *out, const char *key, const struct diff_item *item, uint32_t bits)
{
    char pattern[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    json_out_array_line(out, key);
    json_out_say(out, SAY(NULL, bits_text(item->format, bits, pattern)),
                 SAY_OR_NULL(NULL, item->format != FORMAT_COUNT, value_text(item->format, bits, value)));
    json_out_end(out);
}

static void put_writer(struct html *html, const struct diff_item *item, enum tt_chip chip)
{
    struct json_out *out = &html->json;
    char text[ISA_TEXT_MAX], source[TTCAP_LINES_TEXT_MAX];
    if (!item->has_writer)
        return;
    json_out_say(out, SAY("seq", item->seq), SAY("unit", unit_name(item->unit)), SAY("instance", item->instance));
    if (source_text(html->results, item->seq, item->has_word ? item->thread : -1, source))
        json_out_say(out, SAY("source", source));
    if (!item->has_word)
        return;
    json_out_say(out, SAY("thread", item->thread), SAY("text", isa_disassemble(chip, item->word, text)));
}

static void put_item(struct html *html, const struct diff_item *item)
{
    struct json_out *out = &html->json;
    const enum tt_chip chip = results_run(html->results)->chip;
    char address[ADDRESS_TEXT_MAX];
    json_out_object_line(out, NULL);
    json_out_say(out, SAY("checkpoint", diff_checkpoint_id(&html->tiles.diff, item->checkpoint)),
                 SAY("part", diff_part_name(item->part)), SAY("place", item->place),
                 SAY("space", space_name(item->space)), SAY("lo", item->lo), SAY("hi", item->hi));
    put_writer(html, item, chip);
    json_out_say(out, SAY("stage", item->stage),
                 SAY_IF("address", item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT,
                        address_datum_text(item->tile, item->datum, address)));
    put_value(out, "held", item, item->held);
    put_value(out, "replayed", item, item->replayed);
    json_out_say(out, SAY_IF("ulps", item->part == DIFF_DATUM && item->ulps != UINT64_MAX, item->ulps));
    json_out_end(out);
}

static void put_formats(struct json_out *out)
{
    json_out_array(out, "formats");
    for (int i = 0; i < FORMAT_COUNT; i++) {
        const struct format_info *info = format_get((enum format)i);
        if (!info) {
            json_out_say(out, SAY_NULL(NULL));
            continue;
        }
        const bool is_padded = i != FORMAT_TF32_19; /* unused bits are the low ones, else the high ones */
        json_out_item(out, NULL, SAY("name", info->name), SAY("storage", info->storage_bits),
                      SAY("exponent", info->exponent_bits), SAY("mantissa", info->mantissa_bits),
                      SAY("isBlock", info->is_block), SAY("isInteger", info->is_integer),
                      SAY("isDatum", format_is_datum((enum format)i)), SAY("isPadded", is_padded));
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
        json_out_item(out, NULL, SAY("name", stages[i].name), SAY("value", stages[i].value));
    }
    json_out_end(out);
    json_out_array_line(out, "units");
    for (int i = 0; i < TT_UNIT_COUNT; i++)
        json_out_say(out, SAY(NULL, unit_name((enum tt_unit)i)));
    json_out_end(out);
}

enum tt_status html_put_summary(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    put_run(html);
    const struct verdict_bytes *bytes = &diff->facts.bytes;
    json_out_say(out, SAY("verdict", (int)diff->verdict), SAY("reason", diff->reason), SAY("known", bytes->compared),
                 SAY("equal", bytes->equal), SAY("differing", bytes->differing), SAY("tainted", bytes->undecided));
    put_comparisons(html);
    json_out_say(out, SAY("difference_count", diff->difference_count));
    put_counts(html);
    json_out_array(out, "differences");
    for (size_t i = 0; i < diff->item_count; i++)
        put_item(html, &diff->items[i]);
    json_out_end(out);
    put_formats(out);
    put_stages(html);
    return TT_OK;
}
