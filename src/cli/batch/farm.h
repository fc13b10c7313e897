/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the four actions of `tt-replay farm`. A farm is a folder: plan.json, results/, log/. docs/formats/batch.md
 */
#pragma once

#include "base/text/texts.h"
#include "batch/lines.h"
#include "batch/plan.h"
#include "show/report.h"

#include <limits.h>

int farm_plan(int argc, char **argv);
int farm_run(int argc, char **argv);
int farm_merge(int argc, char **argv);
int farm_resume(int argc, char **argv);

struct farm {
    const char *folder; /* as typed */
    struct batch_plan plan;
    char results[PATH_MAX];
};

/* Reads the plan of a farm. Close also on failure. */
enum tt_status farm_open(struct farm *farm, const char *folder, struct tt_error *err);
void farm_close(struct farm *farm);

/* "FOLDER/NAME". */
enum tt_status farm_path(const char *folder, const char *name, char path[static PATH_MAX], struct tt_error *err);

/* Which shard this task is to do: as `text` says ("3" or "3/64"), or, where it is null, as the batch system's variable
 * says. *from says which it was. Counted from 1. */
enum { FARM_FROM_MAX = 128 };
enum tt_status farm_shard(const char *text, uint32_t shards, uint32_t *shard, char from[static FARM_FROM_MAX],
                          struct tt_error *err);

/* Refuses a plan that reads what lies neither beside the farm, nor in the current folder, nor in one of these. */
enum tt_status farm_check_places(const struct farm *farm, const struct texts *named, struct tt_error *err);
/* Those that a task of the plan has to name, wherever it is begun. */
enum tt_status farm_add_places(struct texts *places, const struct farm *farm, struct tt_error *err);

/* The ready lines of any command; in JSON the member "lines". */
enum tt_status farm_say_commands(struct report *report, const struct batch_lines *lines, struct tt_error *err);
/* Those for some shards of a farm. */
enum tt_status farm_say_lines(struct report *report, const struct farm *farm, const uint32_t *which, size_t count,
                              struct tt_error *err);
