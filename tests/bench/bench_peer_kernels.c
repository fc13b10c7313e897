/* SPDX-License-Identifier: Apache-2.0 */
/* Whole kernels beside what they cost the quickest open simulator without a trace, as it was recorded: a replay in
 * executed and in program order, and one with everything stored, by processor time and by the clock. Worst first. */
#include "bench/bench.h"
#include "bench/repeat.h"
#include "bench/trace.h"
#include "order/replay.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KERNELS_MAX = 64, NAME_BYTES = 96, LINE_BYTES = 512, TIMES = 100, ROUNDS = 9, TRACED_ROUNDS = 5 };
enum way { WAY_EXECUTED, WAY_PROGRAM, WAY_TRACED, WAY_CLOCK, WAYS };

static const struct {
    const char *name;
    double goal; /* of the simulator's time, at most */
    int rounds;
} ways[WAYS] = {
    [WAY_EXECUTED] = {"executed order", 0.5, ROUNDS},
    [WAY_PROGRAM] = {"program order", 1, ROUNDS},
    [WAY_TRACED] = {"traced, processor", 3, TRACED_ROUNDS},
    [WAY_CLOCK] = {"traced, clock", 2, TRACED_ROUNDS},
};

struct peer_kernel {
    char name[NAME_BYTES];
    double peer_loops;        /* of one pass, in datums of the calibration loop */
    double recorded[WAYS];    /* what the same was when it was recorded */
    double of_the_peer[WAYS]; /* 0: not measured */
};

struct kernel_run {
    const struct peer_kernel *kernel;
    struct ttcap *capture;
    struct trace_bench trace;
    enum way way;
};

/* name,instructions,peer_loops,tile,replay,program_order,traced_processor,traced_clock */
static int read_row(const char *line, struct peer_kernel *out)
{
    double instructions, tile;
    *out = (struct peer_kernel){0};
    return sscanf(line, "%95[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf", out->name, &instructions, &out->peer_loops, &tile,
                  &out->recorded[WAY_EXECUTED], &out->recorded[WAY_PROGRAM], &out->recorded[WAY_TRACED],
                  &out->recorded[WAY_CLOCK]) == 8 &&
                   out->peer_loops > 0
               ? 0
               : -1;
}

static double run_kernel(void *user)
{
    struct kernel_run *run = user;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err = {""};
    if (run->way == WAY_TRACED || run->way == WAY_CLOCK) {
        run->trace.is_by_clock = run->way == WAY_CLOCK;
        return trace_run_all(&run->trace);
    }
    replay_options_init(&options, ttcap_info(run->capture));
    options.order = run->way == WAY_PROGRAM ? REPLAY_PROGRAM : REPLAY_EXECUTED;
    const double start = bench_processor();
    if (replay_run(run->capture, &options, NULL, NULL, &summary, &err) || summary.is_deadlocked) {
        bench_fail(err.text[0] ? err.text : "a kernel does not come to its end");
        return -1;
    }
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    const struct kernel_run *run = user;
    return bench_calib((size_t)(run->kernel->peer_loops * TIMES));
}

/* The capture of a name, which may have lost its end in the list. */
static int find_capture(const char *folder, const char *name, char path[static BENCH_PATH])
{
    char pattern[BENCH_PATH];
    glob_t found;
    int status = -1;
    const int length = (int)(strstr(name, ".ttc") ? (size_t)(strstr(name, ".ttc") - name) : strlen(name));
    if (snprintf(pattern, sizeof pattern, "%s/%.*s*.ttcap", folder, length, name) >= (int)sizeof pattern ||
        glob(pattern, 0, NULL, &found))
        return -1;
    if (found.gl_pathc)
        status = snprintf(path, BENCH_PATH, "%s", found.gl_pathv[0]) < BENCH_PATH ? 0 : -1;
    globfree(&found);
    return status;
}

static enum tt_status open_repeated(struct kernel_run *run, const char *path, struct tt_error *err)
{
    struct ttcap *from = NULL;
    const struct repeat repeat = {.events = TIMES};
    (void)snprintf(run->trace.capture, sizeof run->trace.capture, "/tmp/tt-bench-peer-%ld.ttcap", (long)getpid());
    (void)snprintf(run->trace.database, sizeof run->trace.database, "/tmp/tt-bench-peer-%ld.db", (long)getpid());
    enum tt_status status = ttcap_open(&from, path, err);
    if (!status)
        status = repeat_capture(from, run->trace.capture, &repeat, err);
    ttcap_close(from);
    return status ? status : ttcap_open(&run->capture, run->trace.capture, err);
}

static void measure(const char *folder, struct peer_kernel *kernel)
{
    char path[BENCH_PATH];
    struct kernel_run run = {.kernel = kernel};
    struct tt_error err = {"a kernel of the recorded costs is not there"};
    struct bench_ratio ratio;
    if (find_capture(folder, kernel->name, path) || open_repeated(&run, path, &err)) {
        bench_fail(err.text);
    } else {
        for (unsigned way = 0; way < WAYS; way++) {
            run.way = (enum way)way;
            if (bench_compare((struct bench_work){run_kernel, &run}, (struct bench_work){run_calib, &run},
                              ways[way].rounds, &ratio) == 0)
                kernel->of_the_peer[way] = ratio.least;
        }
    }
    ttcap_close(run.capture);
    (void)unlink(run.trace.capture);
    (void)unlink(run.trace.database);
}

static int worst_first(const void *a, const void *b)
{
    const struct peer_kernel *x = a, *y = b;
    const double by = y->of_the_peer[WAY_TRACED] - x->of_the_peer[WAY_TRACED];
    return (by > 0) - (by < 0);
}

static void print_kernels(const struct peer_kernel *kernels, size_t count)
{
    (void)printf("\n### Whole kernels, of the simulator's recorded time without a trace, worst first\n\n| kernel |");
    for (unsigned way = 0; way < WAYS; way++)
        (void)printf(" %s | recorded |", ways[way].name);
    (void)printf("\n|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        (void)printf("| %s |", kernels[i].name);
        for (unsigned way = 0; way < WAYS; way++)
            (void)printf(" %.2f | %.2f |", kernels[i].of_the_peer[way], kernels[i].recorded[way]);
        (void)printf("\n");
    }
    (void)printf(
        "\n| what | kernels | at most the goal | goal | geometric mean | recorded |\n|---|---|---|---|---|---|\n");
    for (unsigned way = 0; way < WAYS; way++) {
        double sum = 0, recorded = 0;
        size_t of = 0, reached = 0;
        for (size_t i = 0; i < count; i++) {
            if (kernels[i].of_the_peer[way] <= 0 || kernels[i].recorded[way] <= 0)
                continue;
            of++;
            sum += log(kernels[i].of_the_peer[way]);
            recorded += log(kernels[i].recorded[way]);
            reached += kernels[i].of_the_peer[way] <= ways[way].goal;
        }
        if (of)
            (void)printf("| %s | %zu | %zu | %.3g | %.2f | %.2f |\n", ways[way].name, of, reached, ways[way].goal,
                         exp(sum / (double)of), exp(recorded / (double)of));
    }
    (void)fflush(stdout);
}

void bench_peer_kernels(const char *folder)
{
    FILE *file = fopen(PEER_KERNELS, "rb");
    struct peer_kernel *kernels = calloc(KERNELS_MAX, sizeof *kernels);
    const char *only = getenv("TT_BENCH_ONLY");
    char line[LINE_BYTES];
    size_t count = 0;
    if (!file) {
        bench_note("Kernels beside the simulator's: skipped, " PEER_KERNELS " is not there.");
        free(kernels);
        return;
    }
    for (unsigned row = 0; kernels && fgets(line, sizeof line, file); row++) {
        struct peer_kernel *to = &kernels[count];
        if (row == 0)
            continue; /* the heading */
        if (count == KERNELS_MAX || read_row(line, to))
            bench_fail("a row of the recorded kernels cannot be read");
        else if (!only || strstr(to->name, only))
            measure(folder, &kernels[count++]);
    }
    (void)fclose(file);
    if (count) {
        qsort(kernels, count, sizeof *kernels, worst_first);
        print_kernels(kernels, count);
    }
    free(kernels);
}
