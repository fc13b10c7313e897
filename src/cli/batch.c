/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay batch: every capture of a folder replayed and held against what the device held, on all cores. */
#include "base/memory.h"
#include "base/pool.h"
#include "batch/merge.h"
#include "batch/run.h"
#include "cli/batch_options.h"
#include "cli/batch_output.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include <string.h>

struct arguments {
    struct batch_settings settings;
    struct batch_output output;
    const char *folder, *keep;
    size_t threads;
    bool is_fresh;
};

enum { OPT_KEEP = 256, OPT_FRESH, THREADS_MAX = 1024 };

static const struct argp_option options[] = {
    {"keep", OPT_KEEP, "DIR", 0, "keep the database of every capture that differs, with all stages, in DIR", 0},
    {"jobs", 'j', "N", 0, "threads (default: one for each core); the output is the same for any number", 0},
    {"fresh", OPT_FRESH, 0, 0, "take nothing over from an earlier run", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_KEEP:
        arguments->keep = text;
        return 0;
    case 'j':
        arguments->threads = batch_option_count(state, "-j", text, THREADS_MAX);
        return 0;
    case OPT_FRESH:
        arguments->is_fresh = true;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->output;
        state->child_inputs[1] = &arguments->settings;
        return 0;
    case ARGP_KEY_ARG:
        cli_take_path(state, &arguments->folder, text, "folder");
        return 0;
    case ARGP_KEY_END:
        cli_want_path(state, arguments->folder, "folder");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void on_progress(void *user, uint64_t done, uint64_t of)
{
    progress_show(user, done, of);
}

static enum tt_status make_plan(struct arguments *arguments, struct batch_plan *plan, struct tt_error *err)
{
    struct progress progress;
    const struct batch_observer observer = {&progress, on_progress};
    progress_begin(&progress, "reading", "captures");
    const enum tt_status status = batch_plan_make(plan, arguments->folder, &arguments->settings, 1, &observer, err);
    progress_end(&progress);
    return status;
}

static enum tt_status run_all(const struct arguments *arguments, const struct batch_plan *plan, const char *parts,
                              struct batch_ran *ran, struct tt_error *err)
{
    struct progress progress;
    struct interrupt interrupt;
    const struct batch_observer observer = {&progress, on_progress};
    const struct batch_run run = {
        .plan = plan,
        .results = parts,
        .keep = arguments->keep,
        .threads = arguments->threads ? arguments->threads : pool_processors(),
        .is_fresh = arguments->is_fresh,
        .observer = &observer,
    };
    interrupt_begin(&interrupt, "stopped; what is finished is kept, and the same command goes on from there");
    progress_begin(&progress, "batch", "captures");
    const enum tt_status status = batch_run(&run, ran, err);
    progress_end(&progress);
    interrupt_end(&interrupt);
    return status;
}

static int run(struct arguments *arguments, struct batch_plan *plan, const char *parts)
{
    struct tt_error err = {{0}};
    struct batch_ran ran;
    struct batch_merged merged = {0};
    enum tt_status status = batch_output_check(&arguments->output, &err);
    if (!status)
        status = make_plan(arguments, plan, &err);
    if (!status)
        status = batch_make_folder(parts, &err);
    if (!status)
        status = run_all(arguments, plan, parts, &ran, &err);
    if (!status)
        status = batch_merge(&merged, plan, parts, &err);
    int code;
    if (status) {
        code = cli_trouble(&err);
    } else {
        if (ran.taken_over)
            (void)fprintf(stderr, "tt-replay: %zu of %zu taken over from %s; --fresh does them again\n", ran.taken_over,
                          ran.captures, parts);
        code = batch_output_make(&arguments->output, &merged);
    }
    batch_merged_clear(&merged);
    return code;
}

int verb_batch(int argc, char **argv)
{
    static const struct argp_child children[] = {{&batch_output_argp, 0, 0, 0}, {&batch_settings_argp, 0, 0, 0}, {0}};
    static const struct argp argp = {
        options,
        parse,
        "DIR -o ALL.db",
        "Replay every capture (.ttcap) and dump bundle under DIR and hold it against what the device held; one "
        "summary, "
        "failures of one cause together. What was stopped goes on where it was, and what did not change is not done "
        "again: ALL.db.parts holds the results one by one.\v"
        "Exit status: 0 all same, 1 some differ, 2 trouble, also with some of the captures (it goes before a "
        "difference), 3 none differs but some have no verdict.\n\n"
        "Examples:\n"
        "  tt-replay batch captures/ -o all.db --report all.html\n"
        "  tt-replay batch captures/ -o all.db --order program -j 8 --keep differ/",
        children,
        0,
        0};
    struct arguments arguments = {.output = {.groups_max = BATCH_OUTPUT_GROUPS}};
    struct batch_plan plan = {0};
    cli_parse(&argp, argc, argv, &arguments);
    arguments.output.name = arguments.output.folder = arguments.folder;
    const size_t size = strlen(arguments.output.output) + sizeof ".parts";
    char *parts = mem_alloc(size);
    int code;
    if (parts) {
        (void)snprintf(parts, size, "%s.parts", arguments.output.output);
        code = run(&arguments, &plan, parts);
    } else {
        code = cli_trouble_text("no memory");
    }
    mem_free(parts);
    batch_plan_clear(&plan);
    batch_settings_clear(&arguments.settings);
    return code;
}
