/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/batch/batch_work.h"

#include "base/pool.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/progress.h"

enum { THREADS_MAX = 1024 };

const struct cli_option cli_batch_work[] = {
    {"keep", 0, "DIR", "store the database of every capture that differs, with all stages, in DIR",
     INTO(struct batch_work, keep)},
    {"jobs", 'j', "N",
     "threads (default: one for each processor; farm run: one); the output is the same for any number",
     INTO(struct batch_work, threads), .least = 1, .most = THREADS_MAX},
    {"fresh", 0, NULL, "replay everything again, also what an earlier run has done", INTO(struct batch_work, is_fresh)},
    {0},
};

static void say_note(void *user, const char *sentence)
{
    (void)user;
    (void)fprintf(stderr, "tt-replay: note: %s\n", sentence);
}

enum tt_status batch_work_run(const struct batch_work *work, const char *what, const struct batch_plan *plan,
                              const char *results, uint32_t shard, struct batch_ran *ran, struct tt_error *err)
{
    struct progress progress;
    struct interrupt interrupt;
    const struct batch_observer observer = {&progress, progress_report, say_note};
    const struct batch_run run = {
        .plan = plan,
        .results = results,
        .keep = work->keep,
        .shard = shard,
        .threads = work->threads ? work->threads : pool_processors(),
        .is_fresh = work->is_fresh,
        .observer = &observer,
    };
    interrupt_begin(&interrupt, "stopped; finished results stay, and the same command goes on from there");
    progress_begin(&progress, what, "captures");
    const enum tt_status status = batch_run(&run, ran, err);
    progress_end(&progress);
    interrupt_end(&interrupt);
    return status;
}
