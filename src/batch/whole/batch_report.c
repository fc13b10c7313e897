/* SPDX-License-Identifier: Apache-2.0 */
/* The outcome of a batch: the captures by cause, counts, the most frequent findings. 80 columns;
 * schemas/batch.schema.json. */
#include "batch/whole/batch_report.h"

#include "base/search.h"
#include "batch/reference.h"
#include "batch/whole/merge.h"
#include "order/options_text.h"
#include "show/wrap.h"

enum { CAUSE_AT = 21, TALLY_MAX = 5 };

static void say_settings(struct report *report, const struct batch_settings *settings, const char *reference)
{
    report_object(report, "settings");
    report_say(report, SAY("order", order_name(settings->how.order)), SAY("units", settings->how.units));
    report_strings(report, "variants", &settings->how.variants);
    report_strings(report, "sets", &settings->how.sets);
    report_strings(report, "assumes", &settings->how.assumes);
    report_say(report, SAY("max_steps", settings->how.max_steps), SAY("causes", settings->causes),
               SAY_OR_NULL("checkpoint_word", settings->how.has_checkpoint_word, settings->how.checkpoint_word),
               SAY_OR_NULL("waivers", settings->waivers, settings->waivers_hash),
               SAY_IF("mask", settings->mask, settings->mask_hash),
               SAY_IF("evidence", settings->how.has_evidence, fact_level_name(settings->how.evidence)),
               SAY_IF("reference", *reference, reference + 1));
    report_close(report);
}

static void batch_report_say_head(struct report *report, const struct batch_merged *merged,
                                  const struct batch_view *view)
{
    const struct batch_plan *plan = merged->plan;
    char *words = batch_settings_words(&plan->settings), *reference = reference_words(&plan->settings, NULL);
    report_say(report, SAY("tool_version", TTR_VERSION));
    say_settings(report, &plan->settings, reference ? reference : "");
    if (!report->is_json)
        report_title(report, view->name);
    report_print(report, "\n");
    report_label(report, 2, "", "%zu capture%s, %s order%s%s%s%s%s%s", plan->count, plural(plan->count),
                 order_name(plan->settings.how.order), words && *words ? ", with" : "", words ? words : "",
                 plan->settings.waivers ? ", with waivers" : "", plan->settings.mask ? ", with a mask" : "",
                 reference && *reference ? ", against" : "", reference ? reference : "");
    mem_free(reference);
    mem_free(words);
}

/* ---- verdicts ---- */

static bool has_waived(const struct batch_merged *merged)
{
    return ANY(i, merged->plan->count, merged->rows[i].record && merged->rows[i].record->counts.waived);
}

static void batch_report_print_verdict(const struct report *report, const struct batch_merged *merged)
{
    const struct ink *ink = &report->ink;
    const size_t *verdicts = merged->verdicts;
    const size_t all = merged->plan->count;
    switch ((enum batch_verdict)batch_exit_status(merged)) {
    case BATCH_SAME:
        report_print(report, "%sSAME%s  all %zu are what %s%s\n", ink->green, ink->off, all,
                     merged->plan->settings.reference_count ? "their reference has" : "their recordings hold",
                     has_waived(merged) ? ", but for what is waived" : "");
        return;
    case BATCH_DIFFERS:
        report_print(report, "%sDIFFERS%s  %zu of %zu\n", ink->red, ink->off, verdicts[BATCH_DIFFERS], all);
        return;
    case BATCH_TROUBLE:
        report_print(report, "%sTROUBLE%s  %zu of %zu came to no result; %zu differ%s\n", ink->red, ink->off,
                     verdicts[BATCH_TROUBLE] + merged->missing, all, verdicts[BATCH_DIFFERS],
                     verdicts[BATCH_DIFFERS] == 1 ? "s" : "");
        return;
    case BATCH_NO_VERDICT:
    case BATCH_VERDICTS:
        break;
    }
    report_print(report, "%sNO VERDICT%s  none differs, but %zu of %zu have none\n", ink->bold, ink->off,
                 verdicts[BATCH_NO_VERDICT], all);
}

static void say_verdicts(struct report *report, const struct batch_merged *merged)
{
    report_object_line(report, "verdicts");
    for (int i = 0; i < BATCH_VERDICTS; i++)
        report_say(report, SAY(batch_verdict_name((enum batch_verdict)i), merged->verdicts[i]));
    report_say(report, SAY("missing", merged->missing));
    report_close(report);
    report_say(report, SAY("copies", merged->copies));
    batch_report_print_verdict(report, merged);
}

/* ---- causes ---- */

static void say_group(struct report *report, const struct batch_merged *merged, const struct batch_group *group,
                      bool is_listed)
{
    const struct ink *ink = &report->ink;
    const char *verdict = batch_verdict_name(group->verdict);
    const char *quickest = merged->rows[group->first_row].capture->name;
    const bool is_red = group->verdict != BATCH_NO_VERDICT;
    report_item(report, NULL, SAY("verdict", verdict), SAY("cause", group->cause), SAY("captures", group->captures),
                SAY("quickest", quickest));
    if (!is_listed)
        return;
    report_print(report, "  %6zu  %s%-10s%s ", group->captures, is_red ? ink->red : "", verdict,
                 is_red ? ink->off : "");
    report_wrap(report, CAUSE_AT, "%s", group->cause);
    report_print(report, "%*s%s", CAUSE_AT, "", ink->dim);
    report_name(report, quickest);
    report_print(report, "%s\n", ink->off);
}

static void say_groups(struct report *report, const struct batch_merged *merged, const struct batch_view *view)
{
    const size_t most = report->is_json ? 0 : view->groups_max;
    if (merged->group_count)
        report_heading(report, "By cause", "each with the capture that is the quickest to look into");
    REPORT_EACH(report, "causes", i, merged->group_count)
        say_group(report, merged, &merged->groups[i], i < most);
    if (merged->group_count > most)
        report_print(report, "  %s… %zu more; --limit N lists them%s\n", report->ink.dim, merged->group_count - most,
                     report->ink.off);
}

/* ---- captures: JSON alone ---- */

static void batch_report_say_first(struct report *report, const struct batch_record *record)
{
    struct batch_first first = record->first;
    if (!record->has_first) {
        report_say(report, SAY_NULL("first"));
        return;
    }
    report_object_line(report, "first");
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        report_say(report,
                   SAY_IF(batch_text_fields[i].name, *batch_first_text(&first, i), *batch_first_text(&first, i)));
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++)
        report_say(report, SAY_IF(batch_number_fields[i].name, *batch_first_number(&first, i) >= 0,
                                  *batch_first_number(&first, i)));
    report_close(report);
}

static void say_record(struct report *report, const struct batch_record *record)
{
    struct batch_counts counts = record->counts;
    report_say(report, SAY("reason", record->reason), SAY("chip", record->chip), SAY("title", record->title));
    report_strings(report, "tags", &record->tags);
    report_object_line(report, "counts");
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        report_say(report, SAY(batch_count_fields[i].name, *batch_count(&counts, i)));
    report_close(report);
    report_object_line(report, "findings");
    for (size_t i = 0; i < record->finding_count; i++)
        report_say(report, SAY(record->findings[i].code, record->findings[i].times));
    report_close(report);
    report_object_line(report, "unsupported");
    for (size_t i = 0; i < record->unsupported_count; i++)
        report_say(report, SAY(record->unsupported[i].name, record->unsupported[i].times));
    report_close(report);
    batch_report_say_first(report, record);
}

static void say_captures(struct report *report, const struct batch_merged *merged)
{
    REPORT_EACH(report, "captures", i, merged->plan->count) {
        const struct batch_row *row = &merged->rows[i];
        const struct batch_capture *capture = row->capture;
        report_object_line(report, NULL);
        report_say(report, SAY("name", capture->name), SAY("kind", capture->is_bundle ? "bundle" : "capture"),
                   SAY("hash", capture->hash), SAY("bytes", capture->bytes),
                   SAY("copy_of", capture->same_as == i ? NULL : merged->plan->captures[capture->same_as].name),
                   SAY_OR_NULL("verdict", row->record, batch_verdict_name(row->record->verdict)),
                   SAY_OR_NULL("cause", row->group != SIZE_MAX, row->group));
        if (row->record)
            say_record(report, row->record);
        report_close(report);
    }
}

/* ---- sums: text alone ---- */

static void batch_report_print_counts(const struct report *report, const struct batch_merged *merged)
{
    struct batch_counts sums = {0};
    for (size_t i = 0; i < merged->plan->count; i++) {
        struct batch_counts counts = merged->rows[i].record ? merged->rows[i].record->counts : (struct batch_counts){0};
        for (int field = 0; field < BATCH_COUNT_FIELDS; field++)
            *batch_count(&sums, field) += *batch_count(&counts, field);
    }
    report_heading(report, "Counts", NULL);
    for (int verdict = 0; verdict < BATCH_VERDICTS; verdict++)
        report_print(report, "  %6zu  %s\n", merged->verdicts[verdict],
                     batch_verdict_name((enum batch_verdict)verdict));
    if (merged->missing)
        report_print(report, "  %6zu  missing: no result\n", merged->missing);
    if (merged->copies)
        report_print(report, "  %6zu  of these are another capture again, done once\n", merged->copies);
    report_print(report,
                 "  %" PRIu64 " events, %" PRIu64 " executed; %" PRIu64 " bytes compared, %" PRIu64 " differ, %" PRIu64
                 " undecided\n",
                 sums.events, sums.executed, sums.known_bytes, sums.differing_bytes, sums.tainted_bytes);
}

static void print_tally(const struct report *report, const struct batch_merged *merged, enum batch_tally_of of,
                        const char *title)
{
    const struct ink *ink = &report->ink;
    struct batch_tally tally;
    if (batch_tally_make(&tally, merged, of) && tally.count) {
        report_heading(report, title, "in captures, and how often");
        for (size_t i = 0; i < tally.count && i < TALLY_MAX; i++)
            report_print(report, "  %6zu  %8" PRIu64 "  %.60s\n", tally.rows[i].captures, tally.rows[i].times,
                         tally.rows[i].name);
        if (tally.count > TALLY_MAX)
            report_print(report, "  %s… %zu more: the database has them (v_finding, unsupported)%s\n", ink->dim,
                         tally.count - TALLY_MAX, ink->off);
    }
    mem_free(tally.rows);
}

/* ---- the whole ---- */

void batch_report_members(struct report *report, const struct batch_merged *merged, const struct batch_view *view)
{
    batch_report_say_head(report, merged, view);
    say_verdicts(report, merged);
    say_groups(report, merged, view);
    say_captures(report, merged);
    if (report->is_json)
        return;
    batch_report_print_counts(report, merged);
    print_tally(report, merged, BATCH_TALLY_FINDINGS, "Findings");
    print_tally(report, merged, BATCH_TALLY_UNSUPPORTED, "Not executed here");
    batch_report_next(report, merged, view);
}

void batch_report(FILE *out, enum report_form form, const struct batch_merged *merged, const struct batch_view *view)
{
    REPORT(report, out, form);
    batch_report_members(&report, merged, view);
}
