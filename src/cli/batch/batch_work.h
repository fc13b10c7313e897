/* SPDX-License-Identifier: Apache-2.0 */
/* The work itself, as `batch` and `farm run` do it: captures of a plan on some threads, with a line of progress, until
 * it is done or stopped; and the options that say how. */
#pragma once

#include "batch/judge/run.h"
#include "cli/options.h"

struct batch_work {
    const char *keep; /* a folder for databases of differing runs; null: none */
    size_t threads;   /* 0: one for each core */
    bool is_fresh;
};

/* Of a struct batch_work. */
extern const struct cli_option cli_batch_work[];

/* batch_run() of one shard, or of all where that is 0. what: the verb, for the line of progress. */
enum tt_status batch_work_run(const struct batch_work *work, const char *what, const struct batch_plan *plan,
                              const char *results, uint32_t shard, struct batch_ran *ran, struct tt_error *err);
