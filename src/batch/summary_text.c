/* SPDX-License-Identifier: Apache-2.0 */
/* The summary on a terminal. */
#include "batch/summary.h"

#include "base/memory.h"
#include "base/text_stream.h"
#include "base/visible.h"
#include "batch/lines.h"
#include "batch/reference.h"
#include "batch/tally.h"
#include "order/options_text.h"
#include "show/ink.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, CAUSE_AT = 21, TALLY_MAX = 5 };

char *batch_settings_words(const struct batch_settings *settings)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    FILE *out = text.out;
    if (settings->order != REPLAY_EXECUTED)
        (void)fprintf(out, " --order %s", order_name(settings->order));
    if (settings->units)
        (void)fprintf(out, " --unit %s", settings->units);
    for (size_t i = 0; i < settings->variant_count; i++)
        (void)fprintf(out, " --variant %s", settings->variants[i]);
    for (size_t i = 0; i < settings->set_count; i++)
        (void)fprintf(out, " --set %s", settings->sets[i]);
    if (settings->max_steps)
        (void)fprintf(out, " --max-steps %" PRIu64, settings->max_steps);
    if (settings->has_checkpoint_word)
        (void)fprintf(out, " --checkpoint-word 0x%" PRIx32, settings->checkpoint_word);
    return text_stream_close(&text);
}

static void print_head(FILE *out, const struct batch_merged *merged, const struct batch_summary_style *style,
                       const struct ink *ink)
{
    const struct batch_plan *plan = merged->plan;
    char *words = batch_settings_words(&plan->settings);
    (void)fputs(ink->bold, out);
    visible_put(out, style->name, strlen(style->name));
    (void)fprintf(out, "%s\n", ink->off);
    char *reference = reference_words(&plan->settings, NULL);
    wrap_labelled(out, 2, "", "%zu capture%s, %s order%s%s%s%s%s", plan->count, plural(plan->count),
                  order_name(plan->settings.order), words && *words ? ", with" : "", words ? words : "",
                  plan->settings.waivers ? ", with waivers" : "", reference && *reference ? ", against" : "",
                  reference ? reference : "");
    mem_free(reference);
    mem_free(words);
}

static bool has_waived(const struct batch_merged *merged)
{
    for (size_t i = 0; i < merged->plan->count; i++)
        if (merged->rows[i].record && merged->rows[i].record->counts.waived)
            return true;
    return false;
}

static void print_verdict(FILE *out, const struct batch_merged *merged, const struct ink *ink)
{
    const size_t *verdicts = merged->verdicts;
    const size_t all = merged->plan->count;
    switch ((enum batch_verdict)batch_exit_status(merged)) {
    case BATCH_SAME:
        (void)fprintf(out, "%sSAME%s  all %zu are what %s%s\n", ink->green, ink->off, all,
                      merged->plan->settings.reference.path ? "their reference has" : "the device held",
                      has_waived(merged) ? ", but for what is waived" : "");
        return;
    case BATCH_DIFFERS:
        (void)fprintf(out, "%sDIFFERS%s  %zu of %zu\n", ink->red, ink->off, verdicts[BATCH_DIFFERS], all);
        return;
    case BATCH_TROUBLE:
        (void)fprintf(out, "%sTROUBLE%s  %zu of %zu came to no result; %zu differ%s\n", ink->red, ink->off,
                      verdicts[BATCH_TROUBLE] + merged->missing, all, verdicts[BATCH_DIFFERS],
                      verdicts[BATCH_DIFFERS] == 1 ? "s" : "");
        return;
    case BATCH_NO_VERDICT:
    case BATCH_VERDICTS:
        break;
    }
    (void)fprintf(out, "%sNO VERDICT%s  none differs, but %zu of %zu have none\n", ink->bold, ink->off,
                  verdicts[BATCH_NO_VERDICT], all);
}

static void print_group(FILE *out, const struct batch_merged *merged, const struct batch_group *group,
                        const struct ink *ink)
{
    const struct batch_row *row = &merged->rows[group->first_row];
    (void)fprintf(out, "  %6zu  %s%-10s%s ", group->captures, group->verdict == BATCH_NO_VERDICT ? "" : ink->red,
                  batch_verdict_name(group->verdict), group->verdict == BATCH_NO_VERDICT ? "" : ink->off);
    wrap_text(out, group->cause, CAUSE_AT, WIDTH);
    (void)fprintf(out, "%*s%s", CAUSE_AT, "", ink->dim);
    visible_put(out, row->capture->name, strlen(row->capture->name));
    (void)fprintf(out, "%s\n", ink->off);
}

static void print_groups(FILE *out, const struct batch_merged *merged, const struct batch_summary_style *style,
                         const struct ink *ink)
{
    if (!merged->group_count)
        return;
    (void)fprintf(out, "\n%sBy cause%s  each with the capture that is the quickest to look into\n", ink->bold,
                  ink->off);
    for (size_t i = 0; i < merged->group_count && i < style->groups_max; i++)
        print_group(out, merged, &merged->groups[i], ink);
    if (merged->group_count > style->groups_max)
        (void)fprintf(out, "  %s… %zu more; --limit N lists them%s\n", ink->dim,
                      merged->group_count - style->groups_max, ink->off);
}

static void print_counts(FILE *out, const struct batch_merged *merged, const struct ink *ink)
{
    struct batch_counts sums = {0};
    for (size_t i = 0; i < merged->plan->count; i++) {
        struct batch_counts counts = merged->rows[i].record ? merged->rows[i].record->counts : (struct batch_counts){0};
        for (int field = 0; field < BATCH_COUNT_FIELDS; field++)
            *batch_count(&sums, field) += *batch_count(&counts, field);
    }
    (void)fprintf(out, "\n%sCounts%s\n", ink->bold, ink->off);
    for (int verdict = 0; verdict < BATCH_VERDICTS; verdict++)
        (void)fprintf(out, "  %6zu  %s\n", merged->verdicts[verdict], batch_verdict_name((enum batch_verdict)verdict));
    if (merged->missing)
        (void)fprintf(out, "  %6zu  missing: no result\n", merged->missing);
    if (merged->copies)
        (void)fprintf(out, "  %6zu  of these are another capture again, done once\n", merged->copies);
    (void)fprintf(out,
                  "  %" PRIu64 " events, %" PRIu64 " executed; %" PRIu64 " bytes compared, %" PRIu64 " differ, %" PRIu64
                  " undecided\n",
                  sums.events, sums.executed, sums.known_bytes, sums.differing_bytes, sums.tainted_bytes);
}

static void print_tally(FILE *out, const struct batch_merged *merged, enum batch_tally_of of, const char *title,
                        const struct ink *ink)
{
    struct batch_tally tally;
    if (batch_tally_make(&tally, merged, of) && tally.count) {
        (void)fprintf(out, "\n%s%s%s  in captures, and how often\n", ink->bold, title, ink->off);
        for (size_t i = 0; i < tally.count && i < TALLY_MAX; i++)
            (void)fprintf(out, "  %6zu  %8" PRIu64 "  %.60s\n", tally.rows[i].captures, tally.rows[i].times,
                          tally.rows[i].name);
        if (tally.count > TALLY_MAX)
            (void)fprintf(out, "  %s… %zu more: the database has them (v_finding, unsupported)%s\n", ink->dim,
                          tally.count - TALLY_MAX, ink->off);
    }
    mem_free(tally.rows);
}

/* The commands that go on from the first group. */
static void print_next(FILE *out, const struct batch_merged *merged, const struct batch_summary_style *style)
{
    char command[4 * 4096];
    if (!merged->group_count || merged->groups[0].verdict != BATCH_DIFFERS)
        return;
    const struct batch_capture *capture = merged->rows[merged->groups[0].first_row].capture;
    char *words = batch_settings_words(&merged->plan->settings);
    char *path = batch_shell_path(style->folder, capture->name);
    char *reference = reference_words(&merged->plan->settings, capture->name);
    if (!words || !path || !reference) {
        mem_free(words);
        mem_free(path);
        mem_free(reference);
        return;
    }
    (void)fputc('\n', out);
    if (capture->is_bundle) {
        (void)snprintf(command, sizeof command, "tt-replay import %s -o case.ttcap", path);
        batch_put_command(out, command);
    }
    (void)snprintf(command, sizeof command, "tt-replay replay %s%s -o run.db", capture->is_bundle ? "case.ttcap" : path,
                   words);
    batch_put_command(out, command);
    (void)snprintf(command, sizeof command, "tt-replay diff run.db%s", reference);
    batch_put_command(out, command);
    mem_free(reference);
    mem_free(words);
    mem_free(path);
}

void batch_summary_text(FILE *out, const struct batch_merged *merged, const struct batch_summary_style *style)
{
    const struct ink ink = ink_for(style->has_colour);
    print_head(out, merged, style, &ink);
    print_verdict(out, merged, &ink);
    print_groups(out, merged, style, &ink);
    print_counts(out, merged, &ink);
    print_tally(out, merged, BATCH_TALLY_FINDINGS, "Findings", &ink);
    print_tally(out, merged, BATCH_TALLY_UNSUPPORTED, "Not executed here", &ink);
    print_next(out, merged, style);
}
