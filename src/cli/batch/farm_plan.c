/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm plan: the captures, and the shard of each. */
#include "base/new_file.h"
#include "base/text/shell.h"
#include "batch/judge/run.h"
#include "cli/batch/batch.h"
#include "cli/batch/farm.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "show/wrap.h"

#include <sys/stat.h>
#include <unistd.h>

enum { COPY_MAX = 1 << 26 };

struct arguments {
    struct batch_settings settings;
    const char *folder, *output;
    uint64_t shards;
    bool is_forced, is_json;
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_PATH("folder", struct arguments, folder)},
    {"shards", 'N', "N", "how many shards (default 1)", INTO(struct arguments, shards), .least = 1,
     .most = BATCH_SHARDS_MAX},
    {"output", 'o', "FARM", "the folder to make: plan, results, logs", INTO(struct arguments, output),
     .required = "no folder to make is named: -o FARM"},
    {"force", 0, NULL, "replace the plan that is there; results of what did not change stay",
     INTO(struct arguments, is_forced)},
    {"json", 0, NULL, "as JSON (schemas/farm_lines.schema.json)", INTO(struct arguments, is_json)},
    {CLI_TABLE(cli_batch_settings, struct arguments, settings)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static void farm_plan_check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    cli_batch_expect(state, &arguments->expect, &arguments->settings);
}

/* Tasks may start anywhere: the plan holds full paths. */
static enum tt_status full_path(char **path, const char *of, struct tt_error *err)
{
    char *full = realpath(of, NULL);
    if (!full)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", of, strerror(errno));
    mem_free(*path);
    *path = mem_strdup(full);
    free(full); /* from realpath */
    return *path ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status full_reference(struct batch_settings *settings, struct expect_asked *reference,
                                     struct tt_error *err)
{
    char *full OWNED(mem_free_at) = NULL;
    TRY(full_path(&full, reference->path, err));
    const char *path = full;
    TRY(batch_settings_keep(settings, &path, err));
    reference->path = path;
    return TT_OK;
}

static enum tt_status farm_plan_make(struct arguments *arguments, struct batch_plan *plan, struct tt_error *err)
{
    struct batch_settings *settings = &arguments->settings;
    struct progress progress OWNED(progress_end);
    const struct batch_observer observer = {&progress, progress_report, NULL};
    progress_begin(&progress, "reading", "captures");
    for (size_t i = 0; i < settings->reference_count; i++)
        TRY(full_reference(settings, &settings->references[i], err));
    TRY(batch_plan_make(plan, arguments->folder, settings, (uint32_t)arguments->shards, &observer, err));
    return full_path(&plan->root, plan->root, err);
}

/* Tasks see the farm, and they read nothing that a plan names elsewhere: a copy stands in it. */
static enum tt_status copy_into(const struct farm *farm, const char *from, const char *name, struct tt_error *err)
{
    char path[PATH_MAX];
    struct stat one, other;
    if (!from)
        return TT_OK;
    TRY(farm_path(farm->folder, name, path, err));
    if ((stat(from, &one) == 0 && lstat(path, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino))
        return TT_OK;
    return new_file_write(path, NEW_FILE_OWN, new_file_put_copy, &(struct new_file_copy){from, COPY_MAX}, err);
}

/* The folder, its parts, and the plan at last: where it stands, all is there. */
static enum tt_status make_farm(const struct arguments *arguments, struct farm *farm, struct tt_error *err)
{
    char path[PATH_MAX];
    TRY(batch_make_folder(farm->results, err));
    TRY(farm_path(farm->folder, "log", path, err));
    TRY(batch_make_folder(path, err));
    TRY(copy_into(farm, farm->plan.settings.waivers, BATCH_PLAN_WAIVERS, err));
    TRY(copy_into(farm, farm->plan.settings.mask, BATCH_PLAN_MASK, err));
    TRY(farm_path(farm->folder, "plan.json", path, err));
    return batch_plan_write(&farm->plan, path, arguments->is_forced, err);
}

static enum tt_status check_new(const struct arguments *arguments, struct farm *farm, struct tt_error *err)
{
    char path[PATH_MAX];
    TRY(farm_path(arguments->output, "plan.json", path, err));
    TRY(farm_path(arguments->output, "results", farm->results, err));
    REFUSE_IF(!arguments->is_forced && access(path, F_OK) == 0, err,
              "%s: there is a plan; `farm resume` says how far it is, --force replaces it", path);
    return TT_OK;
}

static size_t count_copies(const struct batch_plan *plan)
{
    size_t copies = 0;
    for (size_t i = 0; i < plan->count; i++)
        copies += plan->captures[i].same_as != i;
    return copies;
}

static enum tt_status say_plan(const struct arguments *arguments, const struct farm *farm, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    const size_t copies = count_copies(plan);
    uint32_t *all = mem_alloc(plan->shards * sizeof *all);
    NEED(all, err, "no memory");
    for (uint32_t i = 0; i < plan->shards; i++)
        all[i] = i + 1;
    REPORT(report, stdout, cli_form(arguments->is_json));
    report_say(&report, SAY("farm", farm->folder), SAY("shards", plan->shards), SAY("captures", plan->count),
               SAY("copies", copies), SAY("missing", plan->count));
    report_name(&report, farm->folder);
    report_print(&report, ": %zu capture%s in %" PRIu32 " shard%s", plan->count, plural(plan->count), plan->shards,
                 plural(plan->shards));
    if (copies)
        report_print(&report, ", %zu of them another one again", copies);
    report_print(&report, "\n\nSubmit with one of\n");
    const enum tt_status status = farm_say_lines(&report, farm, all, plan->shards, err);
    report_print(&report, "\nthen\n  tt-replay farm merge ");
    if (!arguments->is_json)
        shell_put_word(stdout, farm->folder);
    report_print(&report, " -o all.db --report all.html\n");
    mem_free(all);
    return status;
}

static enum tt_status plan_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct farm farm OWNED(farm_close) = {.folder = arguments->output};
    (void)code;
    TRY(check_new(arguments, &farm, err));
    TRY(farm_plan_make(arguments, &farm.plan, err));
    TRY(make_farm(arguments, &farm, err));
    return say_plan(arguments, &farm, err);
}

int farm_plan(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "DIR -o FARM",
        "Share the captures (.ttcap) and dump bundles under DIR out to N shards, by their contents, and print the "
        "lines that submit them to Slurm, LSF, Grid Engine or GNU parallel. With --expect: against an array of your "
        "own, or a folder of them, NAME.npy for each NAME.ttcap.\v"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay farm plan captures/ -N 64 -o farm/\n"
        "  tt-replay farm plan captures/ -N 64 -o other/ --order program\n"
        "  tt-replay farm plan captures/ -N 8 -o f/ --expect golden/ --at l1:0x60000",
        options, farm_plan_check};
    struct arguments arguments = {.settings = BATCH_SETTINGS, .shards = 1};
    const int code = cli_do(&syntax, argc, argv, &arguments, plan_do);
    batch_settings_clear(&arguments.settings);
    return code;
}
