/* SPDX-License-Identifier: Apache-2.0 */
/* How one capture of a batch is looked into by hand. */
#include "batch/whole/batch_report.h"

#include "batch/lines.h"
#include "batch/reference.h"

static void print_commands(FILE *out, const struct batch_capture *capture, const char *path, const char *words,
                           const char *reference, bool is_masked)
{
    char command[4 * 4096];
    (void)fputc('\n', out);
    if (capture->is_bundle) {
        (void)snprintf(command, sizeof command, "tt-replay import %s%s -o case.ttcap", path,
                       is_masked ? " --mask MASK" : "");
        batch_put_command(out, command);
    }
    (void)snprintf(command, sizeof command, "tt-replay replay %s%s -o run.db", capture->is_bundle ? "case.ttcap" : path,
                   words);
    batch_put_command(out, command);
    (void)snprintf(command, sizeof command, "tt-replay diff run.db%s", reference);
    batch_put_command(out, command);
}

void batch_report_next(const struct report *report, const struct batch_merged *merged, const struct batch_view *view)
{
    if (report->is_json || !merged->group_count || merged->groups[0].verdict != BATCH_DIFFERS)
        return;
    const struct batch_capture *capture = merged->rows[merged->groups[0].first_row].capture;
    char *words = batch_settings_words(&merged->plan->settings);
    char *path = batch_shell_path(view->folder, capture->name);
    char *reference = reference_words(&merged->plan->settings, capture->name);
    if (words && path && reference)
        print_commands(report->out, capture, path, words, reference, merged->plan->settings.mask != NULL);
    mem_free(reference);
    mem_free(words);
    mem_free(path);
}
