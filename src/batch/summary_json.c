/* SPDX-License-Identifier: Apache-2.0 */
/* The summary as JSON. schemas/batch.schema.json */
#include "batch/summary.h"

#include "base/memory.h"
#include "batch/reference.h"
#include "batch/summary_put.h"
#include "order/options_text.h"
#include "show/json_out.h"

static void put_settings(struct json_out *out, const struct batch_settings *settings)
{
    char *reference = reference_words(settings, NULL);
    json_out_object(out, "settings");
    json_out_say(out, SAY("order", order_name(settings->order)), SAY("units", settings->units));
    json_out_strings(out, "variants", settings->variants, settings->variant_count);
    json_out_strings(out, "sets", settings->sets, settings->set_count);
    json_out_say(out, SAY("max_steps", settings->max_steps), SAY("causes", settings->causes),
                 SAY_OR_NULL("checkpoint_word", settings->has_checkpoint_word, settings->checkpoint_word),
                 SAY_OR_NULL("waivers", settings->waivers, settings->waivers_hash),
                 SAY_IF("reference", reference && *reference, reference + 1));
    json_out_end(out);
    mem_free(reference);
}

static void put_groups(struct json_out *out, const struct batch_merged *merged)
{
    json_out_array(out, "causes");
    for (size_t i = 0; i < merged->group_count; i++) {
        const struct batch_group *group = &merged->groups[i];
        json_out_item(out, NULL, SAY("verdict", batch_verdict_name(group->verdict)), SAY("cause", group->cause),
                      SAY("captures", group->captures), SAY("quickest", merged->rows[group->first_row].capture->name));
    }
    json_out_end(out);
}

static void put_first(struct json_out *out, const struct batch_record *record)
{
    struct batch_first first = record->first;
    if (!record->has_first) {
        json_out_say(out, SAY_NULL("first"));
        return;
    }
    json_out_object_line(out, "first");
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        json_out_say(out,
                     SAY_IF(batch_text_fields[i].name, *batch_first_text(&first, i), *batch_first_text(&first, i)));
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++)
        json_out_say(out, SAY_IF(batch_number_fields[i].name, *batch_first_number(&first, i) >= 0,
                                 *batch_first_number(&first, i)));
    json_out_end(out);
}

static void put_record(struct json_out *out, const struct batch_record *record)
{
    struct batch_counts counts = record->counts;
    json_out_say(out, SAY("reason", record->reason), SAY("chip", record->chip), SAY("title", record->title));
    json_out_strings(out, "tags", record->tags, record->tag_count);
    json_out_object_line(out, "counts");
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        json_out_say(out, SAY(batch_count_fields[i].name, *batch_count(&counts, i)));
    json_out_end(out);
    json_out_object_line(out, "findings");
    for (size_t i = 0; i < record->finding_count; i++)
        json_out_say(out, SAY(record->findings[i].code, record->findings[i].times));
    json_out_end(out);
    json_out_object_line(out, "unsupported");
    for (size_t i = 0; i < record->unsupported_count; i++)
        json_out_say(out, SAY(record->unsupported[i].name, record->unsupported[i].times));
    json_out_end(out);
    put_first(out, record);
}

static void put_rows(struct json_out *out, const struct batch_merged *merged)
{
    json_out_array(out, "captures");
    for (size_t i = 0; i < merged->plan->count; i++) {
        const struct batch_row *row = &merged->rows[i];
        json_out_object_line(out, NULL);
        json_out_say(
            out, SAY("name", row->capture->name), SAY("kind", row->capture->is_bundle ? "bundle" : "capture"),
            SAY("hash", row->capture->hash), SAY("bytes", row->capture->bytes),
            SAY("copy_of", row->capture->same_as == i ? NULL : merged->plan->captures[row->capture->same_as].name),
            SAY_OR_NULL("verdict", row->record, batch_verdict_name(row->record->verdict)));
        if (row->group == SIZE_MAX)
            json_out_say(out, SAY_NULL("cause"));
        else
            json_out_say(out, SAY("cause", row->group));
        if (row->record)
            put_record(out, row->record);
        json_out_end(out);
    }
    json_out_end(out);
}

void batch_summary_put(struct json_out *out, const char *key, const struct batch_merged *merged)
{
    json_out_object(out, key);
    json_out_say(out, SAY("tool_version", TTR_VERSION));
    put_settings(out, &merged->plan->settings);
    json_out_object_line(out, "verdicts");
    for (int i = 0; i < BATCH_VERDICTS; i++)
        json_out_say(out, SAY(batch_verdict_name((enum batch_verdict)i), merged->verdicts[i]));
    json_out_say(out, SAY("missing", merged->missing));
    json_out_end(out);
    json_out_say(out, SAY("copies", merged->copies));
    put_groups(out, merged);
    put_rows(out, merged);
    json_out_end(out);
}

void batch_summary_json(FILE *file, const struct batch_merged *merged)
{
    struct json_out out;
    json_out_init(&out, file);
    batch_summary_put(&out, NULL, merged);
}
