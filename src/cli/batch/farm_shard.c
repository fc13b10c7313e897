/* SPDX-License-Identifier: Apache-2.0 */
/* Which shard a task is: by option, or by the variables that batch systems set for their tasks. docs/how-to/farm.md */
#include "base/number.h"
#include "cli/batch/farm.h"
#include "show/wrap.h"

/* Tasks are counted from where the submitted range begins: the lines of `farm plan` begin at 1. */
static const struct {
    const char *variable, *system;
    const char *none; /* the value that says that this is no array job; null: the variable is absent then */
} systems[] = {
    {"SLURM_ARRAY_TASK_ID", "Slurm", NULL},
    {"LSB_JOBINDEX", "LSF", "0"},
    {"SGE_TASK_ID", "Grid Engine", "undefined"},
    {"PARALLEL_SEQ", "GNU parallel", NULL},
};

enum { SYSTEMS = sizeof systems / sizeof systems[0] };

static const char *farm_shard_value_of(int system)
{
    const char *value = getenv(systems[system].variable);
    if (!value || !*value || (systems[system].none && strcmp(value, systems[system].none) == 0))
        return NULL;
    return value;
}

static enum tt_status farm_shard_check(const char *from, const char *text, uint32_t shards, uint32_t *shard,
                                       struct tt_error *err)
{
    uint64_t number;
    REFUSE_IF(!number_read(text, 10, UINT32_MAX, &number) || number < 1 || number > shards, err,
              "%s is '%.40s', but the plan has the shards 1 to %u", from, text, shards);
    *shard = (uint32_t)number;
    return TT_OK;
}

/* "3/64": the second number is there to be checked, so that nobody runs a shard of another plan. */
static enum tt_status by_option(const char *text, uint32_t shards, uint32_t *shard, struct tt_error *err)
{
    char number[32];
    uint64_t of;
    const char *slash = strchr(text, '/');
    if (!slash)
        return farm_shard_check("--shard", text, shards, shard, err);
    REFUSE_IF(!number_read(slash + 1, 10, UINT32_MAX, &of) || of != shards, err,
              "--shard is '%.40s', but the plan has %u shard%s", text, shards, plural(shards));
    (void)snprintf(number, sizeof number, "%.*s", (int)(slash - text), text);
    return farm_shard_check("--shard", number, shards, shard, err);
}

enum tt_status farm_shard(const char *text, uint32_t shards, uint32_t *shard, char from[static FARM_FROM_MAX],
                          struct tt_error *err)
{
    int found = -1;
    if (text) {
        (void)snprintf(from, FARM_FROM_MAX, "--shard");
        return by_option(text, shards, shard, err);
    }
    for (int i = 0; i < SYSTEMS; i++) {
        const char *value = farm_shard_value_of(i);
        if (!value)
            continue;
        REFUSE_IF(found >= 0 && strcmp(value, farm_shard_value_of(found)) != 0, err,
                  "%s is '%.40s' and %s is '%.40s': --shard K/%u says which is meant", systems[found].variable,
                  farm_shard_value_of(found), systems[i].variable, value, shards);
        if (found < 0)
            found = i;
    }
    REFUSE_IF(found < 0, err,
              "which shard? --shard K/%u, or an array job of Slurm (SLURM_ARRAY_TASK_ID), LSF "
              "(LSB_JOBINDEX), Grid Engine (SGE_TASK_ID) or GNU parallel (PARALLEL_SEQ)",
              shards);
    (void)snprintf(from, FARM_FROM_MAX, "%s, %s", systems[found].variable, systems[found].system);
    return farm_shard_check(systems[found].variable, farm_shard_value_of(found), shards, shard, err);
}
