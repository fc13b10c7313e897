/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay batch: every capture of a folder replayed and held against the device's state, on all cores. */
#include "cli/batch/batch.h"
#include "base/text/text.h"
#include "batch/whole/merge.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"

struct arguments {
    struct batch_settings settings;
    struct batch_output output;
    struct batch_work work;
    const char *folder;
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_TABLE(cli_batch_work, struct arguments, work)},
    {CLI_TABLE(cli_batch_output, struct arguments, output)},
    {CLI_TABLE(cli_batch_settings, struct arguments, settings)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {CLI_PATH("folder", struct arguments, folder)},
    {0},
};

static void batch_check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    cli_batch_expect(state, &arguments->expect, &arguments->settings);
}

static enum tt_status batch_make_plan(struct arguments *arguments, struct batch_plan *plan, struct tt_error *err)
{
    struct progress progress;
    const struct batch_observer observer = {&progress, progress_report, NULL};
    progress_begin(&progress, "reading", "captures");
    const enum tt_status status = batch_plan_make(plan, arguments->folder, &arguments->settings, 1, &observer, err);
    progress_end(&progress);
    return status;
}

static enum tt_status batch_all(struct arguments *arguments, struct batch_plan *plan, const char *parts, int *code,
                                struct tt_error *err)
{
    struct batch_ran ran;
    struct batch_merged merged OWNED(batch_merged_clear) = {0};
    TRY(batch_output_check(&arguments->output, err));
    TRY(batch_make_plan(arguments, plan, err));
    TRY(batch_output_refuse_inputs(&arguments->output, err));
    TRY(batch_make_folder(parts, err));
    TRY(batch_work_run(&arguments->work, "batch", plan, parts, 0, &ran, err));
    TRY(batch_merge(&merged, plan, parts, err));
    if (ran.taken_over)
        (void)fprintf(stderr, "tt-replay: %zu of %zu taken over from %s; --fresh does them again\n", ran.taken_over,
                      ran.captures, parts);
    return batch_output_make(&arguments->output, &merged, code, err);
}

static enum tt_status batch_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct batch_plan plan OWNED(batch_plan_clear) = {0};
    struct text parts OWNED(text_clear) = {0};
    arguments->output.name = arguments->output.folder = arguments->folder;
    text_add(&parts, "%s.parts", arguments->output.output);
    NEED(!parts.has_failed, err, "no memory");
    return batch_all(arguments, &plan, text_of(&parts), code, err);
}

int verb_batch(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "DIR -o ALL.db",
        "Replay every capture (.ttcap) and dump bundle under DIR and compare it with what the device held; one "
        "summary, failures of one cause together. A batch that was stopped goes on where it was, and captures "
        "that did not change are not replayed again: ALL.db.parts holds their results. With --expect: against an "
        "array of your own, or a folder of them, NAME.npy for each NAME.ttcap.\v"
        "Exit status: 0 all same, 1 some differ or hang, 2 trouble, also with some of the captures or because one is "
        "damaged (it goes before a difference), 3 none differs but some have no verdict or unsupported work.\n\n"
        "Examples:\n"
        "  tt-replay batch captures/ -o all.db --report all.html\n"
        "  tt-replay batch captures/ -o all.db --order program -j 8 --keep differ/\n"
        "  tt-replay batch captures/ -o all.db --expect golden/ --at l1:0x60000",
        options, batch_check};
    struct arguments arguments = {.settings = BATCH_SETTINGS, .output = {.groups_max = BATCH_OUTPUT_GROUPS}};
    const int code = cli_do(&syntax, argc, argv, &arguments, batch_do);
    batch_settings_clear(&arguments.settings);
    return code;
}
