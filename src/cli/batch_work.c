/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/batch_work.h"

#include "base/pool.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

enum { OPT_KEEP = 3000, OPT_FRESH, THREADS_MAX = 1024 };

static const struct argp_option options[] = {
    {"keep", OPT_KEEP, "DIR", 0, "keep the database of every capture that differs, with all stages, in DIR", 0},
    {"jobs", 'j', "N", 0, "threads (default: one for each core; farm run: one); the output is the same for any number",
     0},
    {"fresh", OPT_FRESH, 0, 0, "take nothing over from an earlier run", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct batch_work *work = state->input;
    switch (key) {
    case OPT_KEEP:
        work->keep = text;
        return 0;
    case 'j':
        work->threads = cli_option_count(state, "-j", text, 1, THREADS_MAX);
        return 0;
    case OPT_FRESH:
        work->is_fresh = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp batch_work_argp = {options, parse, 0, 0, 0, 0, 0};

enum tt_status batch_work_run(const struct batch_work *work, const char *what, const struct batch_plan *plan,
                              const char *results, uint32_t shard, struct batch_ran *ran, struct tt_error *err)
{
    struct progress progress;
    struct interrupt interrupt;
    const struct batch_observer observer = {&progress, progress_told};
    const struct batch_run run = {
        .plan = plan,
        .results = results,
        .keep = work->keep,
        .shard = shard,
        .threads = work->threads ? work->threads : pool_processors(),
        .is_fresh = work->is_fresh,
        .observer = &observer,
    };
    interrupt_begin(&interrupt, "stopped; what is finished is kept, and the same command goes on from there");
    progress_begin(&progress, what, "captures");
    const enum tt_status status = batch_run(&run, ran, err);
    progress_end(&progress);
    interrupt_end(&interrupt);
    return status;
}
