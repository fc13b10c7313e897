/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm merge: all results of a plan in one database, one page, one summary. */
#include "batch/whole/merge.h"
#include "cli/batch/batch.h"
#include "cli/batch/farm.h"
#include "cli/options.h"

struct arguments {
    const char *farm;
    struct batch_output output;
    bool is_partial;
};

enum { NAMED_MAX = 3 };

static const struct cli_option options[] = {
    {"partial", 0, NULL, "merge what there is although some is missing", INTO(struct arguments, is_partial)},
    {CLI_TABLE(cli_batch_output, struct arguments, output)},
    {CLI_PATH("farm", struct arguments, farm)},
    {0},
};

/* Names the first few that are missing. */
static enum tt_status refuse_missing(const struct farm *farm, const struct batch_merged *merged, struct tt_error *err)
{
    char names[512] = "";
    size_t named = 0, at = 0;
    for (size_t i = 0; i < farm->plan.count && named < NAMED_MAX && at < sizeof names; i++)
        if (!merged->rows[i].record)
            at += (size_t)snprintf(names + at, sizeof names - at, "%s%.120s", named++ ? ", " : "",
                                   farm->plan.captures[i].name);
    return tt_fail(err, TT_BAD_INPUT,
                   "%s: %zu of %zu captures have no result yet: %s%s (`tt-replay farm resume` names all; --partial "
                   "merges what there is)",
                   farm->folder, merged->missing, farm->plan.count, names, merged->missing > named ? ", ..." : "");
}

static enum tt_status merge_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct farm farm OWNED(farm_close) = {0};
    struct batch_merged merged OWNED(batch_merged_clear) = {0};
    TRY(farm_open(&farm, arguments->farm, err));
    arguments->output.name = arguments->farm;
    arguments->output.folder = farm.plan.root;
    TRY(batch_output_check(&arguments->output, err));
    TRY(batch_merge(&merged, &farm.plan, farm.results, err));
    if (merged.missing && !arguments->is_partial)
        return refuse_missing(&farm, &merged, err);
    return batch_output_make(&arguments->output, &merged, code, err);
}

int farm_merge(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FARM -o ALL.db",
        "Make one database and one page of all results of a plan, and print one summary: the same bytes for any number "
        "of shards, and as `tt-replay batch` makes.\v"
        "Exit status: 0 all same, 1 some differ or hang, 2 trouble, also with some of the captures, because one is "
        "damaged or some are missing (it goes before a difference), 3 none differs but some have no verdict or "
        "unsupported work.\n\n"
        "Examples:\n"
        "  tt-replay farm merge farm/ -o all.db --report all.html\n"
        "  tt-replay farm merge farm/ -o so-far.db --partial",
        options, NULL};
    struct arguments arguments = {.output = {.groups_max = BATCH_OUTPUT_GROUPS}};
    return cli_do(&syntax, argc, argv, &arguments, merge_do);
}
