/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm plan: which captures there are, and who does which. */
#include "base/memory.h"
#include "batch/run.h"
#include "cli/batch_options.h"
#include "cli/cli.h"
#include "cli/farm.h"
#include "cli/progress.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    struct batch_settings settings;
    const char *folder, *output;
    uint32_t shards;
    bool is_forced, is_json;
};

enum { OPT_FORCE = 256, OPT_JSON };

static const struct argp_option options[] = {
    {"shards", 'N', "N", 0, "how many shards (default 1)", 0},
    {"output", 'o', "FARM", 0, "the folder to make: plan, results, logs", 0},
    {"force", OPT_FORCE, 0, 0, "replace the plan that is there; results of what did not change stay", 0},
    {"json", OPT_JSON, 0, 0, "as JSON (schemas/farm_lines.schema.json)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'N':
        arguments->shards = (uint32_t)cli_option_count(state, "-N", text, 1, BATCH_SHARDS_MAX);
        return 0;
    case 'o':
        arguments->output = text;
        return 0;
    case OPT_FORCE:
        arguments->is_forced = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->settings;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!arguments->output)
            argp_error(state, "no folder to make is named: -o FARM");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->folder, "folder");
    }
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

static enum tt_status make_plan(struct arguments *arguments, struct batch_plan *plan, struct tt_error *err)
{
    struct progress progress;
    const struct batch_observer observer = {&progress, progress_told};
    enum tt_status status = TT_OK;
    if (arguments->settings.waivers)
        status = full_path(&arguments->settings.waivers, arguments->settings.waivers, err);
    if (status)
        return status;
    progress_begin(&progress, "reading", "captures");
    status = batch_plan_make(plan, arguments->folder, &arguments->settings, arguments->shards, &observer, err);
    progress_end(&progress);
    return status ? status : full_path(&plan->root, plan->root, err);
}

/* The folder, its parts, and the plan at last: where it stands, all is there. */
static enum tt_status make_farm(const struct arguments *arguments, struct farm *farm, struct tt_error *err)
{
    char path[PATH_MAX];
    enum tt_status status = batch_make_folder(farm->results, err);
    if (!status)
        status = farm_path(farm->folder, "log", path, err);
    if (!status)
        status = batch_make_folder(path, err);
    if (!status)
        status = farm_path(farm->folder, "plan.json", path, err);
    return status ? status : batch_plan_write(&farm->plan, path, arguments->is_forced, err);
}

static enum tt_status check_new(const struct arguments *arguments, struct farm *farm, struct tt_error *err)
{
    char path[PATH_MAX];
    enum tt_status status = farm_path(arguments->output, "plan.json", path, err);
    if (!status)
        status = farm_path(arguments->output, "results", farm->results, err);
    if (!status && !arguments->is_forced && access(path, F_OK) == 0)
        status = tt_fail(err, TT_BAD_INPUT,
                         "%s: there is a plan; `farm resume` says how far it is, --force replaces it", path);
    return status;
}

static size_t count_copies(const struct batch_plan *plan)
{
    size_t copies = 0;
    for (size_t i = 0; i < plan->count; i++)
        copies += plan->captures[i].same_as != i;
    return copies;
}

static enum tt_status print(const struct arguments *arguments, const struct farm *farm, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    struct json_out json;
    uint32_t *all = mem_alloc(plan->shards * sizeof *all);
    if (!all)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    for (uint32_t i = 0; i < plan->shards; i++)
        all[i] = i + 1;
    if (arguments->is_json) {
        json_out_init(&json, stdout);
        json_out_object(&json, NULL);
        json_out_string(&json, "farm", farm->folder);
        json_out_uint(&json, "shards", plan->shards);
        json_out_uint(&json, "captures", plan->count);
        json_out_uint(&json, "copies", count_copies(plan));
        json_out_uint(&json, "missing", plan->count);
    } else {
        (void)printf("%s: %zu capture%s in %" PRIu32 " shard%s", farm->folder, plan->count, plural(plan->count),
                     plan->shards, plural(plan->shards));
        if (count_copies(plan))
            (void)printf(", %zu of them another one again", count_copies(plan));
        (void)printf("\n\nSubmit with one of\n");
    }
    const enum tt_status status = farm_put_lines(farm, all, plan->shards, arguments->is_json ? &json : NULL, err);
    if (arguments->is_json)
        json_out_end(&json);
    else
        (void)printf("\nthen\n  tt-replay farm merge %s -o all.db --report all.html\n", farm->folder);
    mem_free(all);
    return status;
}

int farm_plan(int argc, char **argv)
{
    static const struct argp_child children[] = {{&batch_settings_argp, 0, 0, 0}, {0}};
    static const struct argp argp = {options,
                                     parse,
                                     "DIR -o FARM",
                                     "Share the captures (.ttcap) and dump bundles under DIR out to N shards, by their "
                                     "contents, and print the lines "
                                     "that submit them to Slurm, LSF, Grid Engine or GNU parallel.\v"
                                     "Exit status: 0 done, 2 trouble.\n\n"
                                     "Examples:\n"
                                     "  tt-replay farm plan captures/ -N 64 -o farm/\n"
                                     "  tt-replay farm plan captures/ -N 64 -o other/ --order program",
                                     children,
                                     0,
                                     0};
    struct arguments arguments = {.shards = 1};
    struct tt_error err = {{0}};
    cli_parse(&argp, argc, argv, &arguments);
    struct farm farm = {.folder = arguments.output};
    enum tt_status status = check_new(&arguments, &farm, &err);
    if (!status)
        status = make_plan(&arguments, &farm.plan, &err);
    if (!status)
        status = make_farm(&arguments, &farm, &err);
    if (!status)
        status = print(&arguments, &farm, &err);
    farm_close(&farm);
    batch_settings_clear(&arguments.settings);
    return status ? cli_trouble(&err) : EXIT_SAME;
}
