/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm resume: the missing results of a plan, and the lines for just these. */
#include "base/text/shell.h"
#include "batch/judge/run.h"
#include "cli/batch/farm.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "show/wrap.h"

struct arguments {
    const char *farm;
    uint64_t names_max;
    bool is_json;
};

enum { NAMES = 20 };

static const struct cli_option options[] = {
    {CLI_PATH("farm", struct arguments, farm)},
    {"limit", 0, "N", "captures to name (default 20)", INTO(struct arguments, names_max), .least = 1},
    {"json", 0, NULL, "as JSON, naming all (schemas/farm_lines.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

/* The missing results: captures, and the shards that they are in. */
struct missing {
    size_t *captures;
    size_t count;
    uint32_t *shards; /* rising */
    size_t shard_count;
};

static void missing_clear(struct missing *missing)
{
    mem_free(missing->captures);
    mem_free(missing->shards);
}

static enum tt_status find_missing(const struct farm *farm, struct missing *missing, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    bool *is_missing OWNED(mem_free_at) = mem_calloc(plan->shards + 1, sizeof *is_missing);
    missing->captures = mem_alloc((plan->count + 1) * sizeof *missing->captures);
    missing->shards = mem_alloc((plan->shards + 1) * sizeof *missing->shards);
    NEED(is_missing && missing->captures && missing->shards, err, "no memory");
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->captures[i].same_as != i || batch_is_done(farm->results, &plan->captures[i]))
            continue;
        missing->captures[missing->count++] = i;
        is_missing[plan->captures[i].shard] = true;
    }
    for (uint32_t shard = 1; shard <= plan->shards; shard++)
        if (is_missing[shard])
            missing->shards[missing->shard_count++] = shard;
    return TT_OK;
}

/* The line may be copied, so the folder is a word of a shell. */
static void print_merge(const struct report *report, const struct farm *farm)
{
    report_print(report, "%s: all %zu captures are done\n\n  tt-replay farm merge ", farm->folder, farm->plan.count);
    if (!report->is_json)
        shell_put_word(stdout, farm->folder);
    report_print(report, " -o all.db --report all.html\n");
}

static enum tt_status say_missing(const struct arguments *arguments, const struct farm *farm,
                                  const struct missing *missing, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    enum tt_status status = TT_OK;
    REPORT(report, stdout, cli_form(arguments->is_json));
    report_say(&report, SAY("farm", farm->folder), SAY("shards", plan->shards), SAY("captures", plan->count),
               SAY("missing", missing->count));
    if (missing->count)
        report_print(&report, "%s: %zu of %zu captures are missing, in %zu of %" PRIu32 " shard%s\n\n", farm->folder,
                     missing->count, plan->count, missing->shard_count, plan->shards, plural(plan->shards));
    else
        print_merge(&report, farm);
    REPORT_ROWS(&report, "missing_captures", NULL, NULL, i, missing->count) {
        const struct batch_capture *capture = &plan->captures[missing->captures[i]];
        report_row_if(&report, i < arguments->names_max, SHOW("shard", "%6s", capture->shard),
                      CELL("name", "  %s", capture->name), SAY("shard", capture->shard));
    }
    if (missing->count > arguments->names_max)
        report_print(&report, "  ... %zu more; --limit N names them\n", missing->count - arguments->names_max);
    if (missing->count)
        report_print(&report, "\nSubmit with one of\n");
    if (missing->count || report.is_json)
        status = farm_say_lines(&report, farm, missing->shards, missing->shard_count, err);
    return status;
}

static enum tt_status resume_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct farm farm OWNED(farm_close) = {0};
    struct missing missing OWNED(missing_clear) = {0};
    TRY(farm_open(&farm, arguments->farm, err));
    TRY(find_missing(&farm, &missing, err));
    *code = missing.count ? EXIT_DIFFERS : EXIT_SAME;
    return say_missing(arguments, &farm, &missing, err);
}

int farm_resume(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FARM",
        "Name the captures of a plan that have no result yet, and print the lines that submit just their shards.\v"
        "Exit status: 0 all are done, 1 some are missing, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay farm resume farm/",
        options, NULL};
    struct arguments arguments = {.names_max = NAMES};
    return cli_do(&syntax, argc, argv, &arguments, resume_do);
}
