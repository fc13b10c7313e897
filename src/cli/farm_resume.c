/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm resume: what a plan still lacks, and the lines for just that. */
#include "base/memory.h"
#include "batch/merge.h"
#include "batch/run.h"
#include "cli/cli.h"
#include "cli/farm.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <argp.h>
#include <inttypes.h>

struct arguments {
    const char *farm;
    size_t names_max;
    bool is_json;
};

enum { OPT_JSON = 256, OPT_LIMIT, NAMES = 20 };

static const struct argp_option options[] = {
    {"limit", OPT_LIMIT, "N", 0, "captures to name (default 20)", 0},
    {"json", OPT_JSON, 0, 0, "as JSON, naming all (schemas/farm_lines.schema.json)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_LIMIT:
        arguments->names_max = cli_option_count(state, "--limit", text, 1, SIZE_MAX);
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->farm, "farm");
    }
}

/* What is missing: captures, and the shards that they are in. */
struct missing {
    size_t *captures;
    size_t count;
    uint32_t *shards; /* rising */
    size_t shard_count;
};

static enum tt_status find_missing(const struct farm *farm, struct missing *missing, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    bool *is_missing = mem_calloc(plan->shards + 1, sizeof *is_missing);
    missing->captures = mem_alloc((plan->count + 1) * sizeof *missing->captures);
    missing->shards = mem_alloc((plan->shards + 1) * sizeof *missing->shards);
    if (!is_missing || !missing->captures || !missing->shards) {
        mem_free(is_missing);
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->captures[i].same_as != i || batch_is_done(farm->results, &plan->captures[i]))
            continue;
        missing->captures[missing->count++] = i;
        is_missing[plan->captures[i].shard] = true;
    }
    for (uint32_t shard = 1; shard <= plan->shards; shard++)
        if (is_missing[shard])
            missing->shards[missing->shard_count++] = shard;
    mem_free(is_missing);
    return TT_OK;
}

static enum tt_status print_text(const struct arguments *arguments, const struct farm *farm,
                                 const struct missing *missing, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    if (!missing->count) {
        (void)printf("%s: all %zu captures are done\n\n  tt-replay farm merge %s -o all.db --report all.html\n",
                     farm->folder, plan->count, farm->folder);
        return TT_OK;
    }
    (void)printf("%s: %zu of %zu captures are missing, in %zu of %" PRIu32 " shard%s\n\n", farm->folder, missing->count,
                 plan->count, missing->shard_count, plan->shards, plural(plan->shards));
    for (size_t i = 0; i < missing->count && i < arguments->names_max; i++)
        (void)printf("  %6" PRIu32 "  %s\n", plan->captures[missing->captures[i]].shard,
                     plan->captures[missing->captures[i]].name);
    if (missing->count > arguments->names_max)
        (void)printf("  ... %zu more; --limit N names them\n", missing->count - arguments->names_max);
    (void)printf("\nSubmit with one of\n");
    return farm_put_lines(farm, missing->shards, missing->shard_count, NULL, err);
}

static enum tt_status print_json(const struct farm *farm, const struct missing *missing, struct tt_error *err)
{
    const struct batch_plan *plan = &farm->plan;
    struct json_out json;
    json_out_init(&json, stdout);
    json_out_object(&json, NULL);
    json_out_string(&json, "farm", farm->folder);
    json_out_uint(&json, "shards", plan->shards);
    json_out_uint(&json, "captures", plan->count);
    json_out_uint(&json, "missing", missing->count);
    json_out_array(&json, "missing_captures");
    for (size_t i = 0; i < missing->count; i++) {
        json_out_object_line(&json, NULL);
        json_out_string(&json, "name", plan->captures[missing->captures[i]].name);
        json_out_uint(&json, "shard", plan->captures[missing->captures[i]].shard);
        json_out_end(&json);
    }
    json_out_end(&json);
    const enum tt_status status = farm_put_lines(farm, missing->shards, missing->shard_count, &json, err);
    json_out_end(&json);
    return status;
}

int farm_resume(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "FARM",
                                     "Name the captures of a plan that have no result yet, and print the lines that "
                                     "submit just their shards.\v"
                                     "Exit status: 0 all are done, 1 some are missing, 2 trouble.\n\n"
                                     "Examples:\n"
                                     "  tt-replay farm resume farm/",
                                     0,
                                     0,
                                     0};
    struct arguments arguments = {.names_max = NAMES};
    struct tt_error err = {{0}};
    struct farm farm;
    struct missing missing = {0};
    cli_parse(&argp, argc, argv, &arguments);
    enum tt_status status = farm_open(&farm, arguments.farm, &err);
    if (!status)
        status = find_missing(&farm, &missing, &err);
    if (!status)
        status = arguments.is_json ? print_json(&farm, &missing, &err) : print_text(&arguments, &farm, &missing, &err);
    farm_close(&farm);
    mem_free(missing.captures);
    mem_free(missing.shards);
    if (status)
        return cli_trouble(&err);
    return missing.count ? EXIT_DIFFERS : EXIT_SAME;
}
