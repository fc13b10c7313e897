/* SPDX-License-Identifier: Apache-2.0 */
/* Work on captures of a batch, which may be interrupted and goes on. */
#include "base/pool.h"
#include "cli/batch/batch.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/streams.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct interrupt {
    pthread_t thread;
    sigset_t before;
    const char *text;
    int is_watched;
};

static void waited_for(sigset_t *set)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    (void)sigemptyset(set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) /* under nohup it stays so */
            (void)sigaddset(set, numbers[i]);
}

static void *interrupt_watch(void *of)
{
    const struct interrupt *interrupt = of;
    sigset_t set;
    int number = 0;
    waited_for(&set);
    if (sigwait(&set, &number) != 0)
        return NULL;
    /* Once it has begun, the end comes: printing is where a thread can be cancelled, too. */
    (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    if (isatty(STDERR_FILENO))
        streams_draw("");
    (void)fprintf(stderr, "tt-replay: %s\n", interrupt->text);
    (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    (void)raise(number); /* to whoever else handles it, and the end */
    return NULL;
}

/* From here on SIGINT, SIGTERM and SIGHUP say `text` on standard error before they end the program as ever. Called
 * before there are other threads. text: borrowed until interrupt_end. */
static void interrupt_begin(struct interrupt *interrupt, const char *text)
{
    sigset_t set;
    *interrupt = (struct interrupt){.text = text};
    waited_for(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, &interrupt->before);
    interrupt->is_watched = pthread_create(&interrupt->thread, NULL, interrupt_watch, interrupt) == 0;
    if (!interrupt->is_watched)
        (void)pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}

static void interrupt_end(struct interrupt *interrupt)
{
    if (!interrupt->is_watched)
        return;
    (void)pthread_cancel(interrupt->thread); /* sigwait is where it ends */
    (void)pthread_join(interrupt->thread, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &interrupt->before, NULL);
}

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
