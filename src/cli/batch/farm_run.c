/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm run: one shard. Run twice, or by two tasks at once, it does no harm. */
#include "base/input.h"
#include "batch/content.h"
#include "cli/batch/batch.h"
#include "cli/batch/farm.h"
#include "cli/options.h"
#include "show/wrap.h"

#include <unistd.h>

struct arguments {
    struct batch_work work;
    const char *farm, *shard;
    struct texts places;
};

static const struct cli_option options[] = {
    {CLI_PATH("farm", struct arguments, farm)},
    {"shard", 0, "K/N",
     "which shard, from 1 (default: $SLURM_ARRAY_TASK_ID, $LSB_JOBINDEX, $SGE_TASK_ID or $PARALLEL_SEQ)",
     INTO(struct arguments, shard)},
    {"from", 0, "DIR", "a folder or file elsewhere that the plan may read: captures, references; may be given again",
     INTO(struct arguments, places)},
    {CLI_TABLE(cli_batch_work, struct arguments, work)},
    {0},
};

/* Another build may come to other results: no plan mixes two. */
static enum tt_status check_tool(const struct farm *farm, struct tt_error *err)
{
    char tool[BATCH_TOOL_TEXT];
    TRY(content_tool(tool, err));
    if (strcmp(tool, farm->plan.tool) == 0)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: planned by tt-replay %s, and this is %s: plan again with --force",
                   farm->folder, farm->plan.tool, tool);
}

/* The file beside the plan, by no link, and the one that was planned. Refused here and not in results, which are
 * shared. */
static enum tt_status farm_run_take(const struct farm *farm, const char *name, const char *planned, char **into,
                                    struct tt_error *err)
{
    char path[PATH_MAX], hash[BATCH_HASH_TEXT];
    int file;
    if (!*into)
        return TT_OK;
    TRY(farm_path(farm->folder, name, path, err));
    TRY(input_open_beneath(&file, farm->folder, name, err));
    (void)close(file);
    TRY(content_hash_file(path, hash, NULL, err));
    REFUSE_IF(strcmp(hash, planned) != 0, err, "%s: changed since it was planned: plan again with --force", path);
    mem_free(*into);
    NEED(*into = mem_strdup(path), err, "no memory");
    return TT_OK;
}

static void farm_run_print(uint32_t shard, uint32_t shards, const char *from, const struct batch_ran *ran)
{
    (void)printf("shard %" PRIu32 "/%" PRIu32 " (%s): %zu capture%s", shard, shards, from, ran->captures,
                 plural(ran->captures));
    if (ran->taken_over)
        (void)printf(", %zu done before", ran->taken_over);
    for (int i = 0; i < BATCH_VERDICTS; i++)
        if (ran->done[i])
            (void)printf(", %zu %s", ran->done[i], batch_verdict_name((enum batch_verdict)i));
    (void)putchar('\n');
    if (ran->not_final)
        (void)printf("%zu could not be read or written as planned: `tt-replay farm resume` names them\n",
                     ran->not_final);
}

static enum tt_status shard_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct farm farm OWNED(farm_close) = {0};
    struct batch_settings *settings = &farm.plan.settings;
    struct batch_ran ran = {0};
    char from[FARM_FROM_MAX];
    uint32_t shard = 0;
    TRY(farm_open(&farm, arguments->farm, err));
    TRY(farm_shard(arguments->shard, farm.plan.shards, &shard, from, err));
    TRY(check_tool(&farm, err));
    TRY(farm_check_places(&farm, &arguments->places, err));
    TRY(farm_run_take(&farm, BATCH_PLAN_WAIVERS, settings->waivers_hash, &settings->waivers, err));
    TRY(farm_run_take(&farm, BATCH_PLAN_MASK, settings->mask_hash, &settings->mask, err));
    TRY(batch_work_run(&arguments->work, "farm run", &farm.plan, farm.results, shard, &ran, err));
    farm_run_print(shard, farm.plan.shards, from, &ran);
    *code = ran.not_final ? EXIT_TROUBLE : EXIT_SAME;
    return TT_OK;
}

int farm_run(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FARM",
        "Do one shard of a plan: replay its captures, and put a file for each into FARM/results. Captures that "
        "are done are left as they are.\v"
        "Exit status: 0 done, whatever the verdicts (`farm merge` reports them); 2 trouble: the shard is to be "
        "run again (`farm resume` names what it lacks).\n\n"
        "Examples:\n"
        "  tt-replay farm run farm/ --shard 3/64\n"
        "  tt-replay farm run farm/ --shard 4/64 -j 2 --keep differ/",
        options, NULL};
    struct arguments arguments = {.work = {.threads = 1}};
    return cli_do(&syntax, argc, argv, &arguments, shard_do);
}
