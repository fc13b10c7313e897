/* SPDX-License-Identifier: Apache-2.0 */
/* Replay with the full trace against replay without and against the quickest simulator, and that ten times the events
 * cost about ten times the time. */
#include "bench/trace.h"

/* Of the calibration loop, as long as the simulator takes for a PACR of BF16 (docs/performance.md), untraced. */
enum { PACR_DATUMS = 1024 };

static double run_traced(void *user)
{
    return trace_run(user, TRACE_STORED);
}

static double run_plain(void *user)
{
    return trace_run(user, TRACE_NONE);
}

static double run_reported(void *user)
{
    return trace_run(user, TRACE_REPORTED);
}

static double run_simulator(void *user)
{
    const struct trace_bench *trace = user;
    return bench_calib(trace->packs * PACR_DATUMS);
}

static void tenfold(struct trace_bench *small, struct trace_bench *large, const char *what, double (*run)(void *))
{
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run, large}, (struct bench_work){run, small}, 9, &ratio) < 0)
        return;
    bench_row(what, (double)large->executed, "instructions", "a tenth of the events", &ratio);
}

static void against_simulator(struct trace_bench *trace, const char *what, double (*run)(void *))
{
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run, trace}, (struct bench_work){run_simulator, trace}, 9, &ratio) == 0)
        bench_row(what, (double)trace->packs, "PACRs", "the simulator's time, untraced (1,024 calibration datums each)",
                  &ratio);
}

static void compare(struct trace_bench *small, struct trace_bench *large)
{
    struct bench_ratio ratio;
    bench_heading("Replay of packs from a capture");
    if (bench_compare((struct bench_work){run_traced, large}, (struct bench_work){run_plain, large}, 9, &ratio) == 0)
        bench_row("replay, every stage into SQLite", (double)large->executed, "instructions", "replay without a trace",
                  &ratio);
    against_simulator(large, "replay without a trace", run_plain);
    against_simulator(large, "replay, all reported to a probe that stores nothing", run_reported);
    against_simulator(large, "replay, every stage into SQLite, processor time", run_traced);
    large->is_by_clock = true;
    against_simulator(large, "replay, every stage into SQLite by a thread, by the clock", run_traced);
    large->is_by_clock = false;
    tenfold(small, large, "replay without a trace", run_plain);
    tenfold(small, large, "replay, every stage into SQLite", run_traced);
}

void bench_replay(const char *folder)
{
    struct trace_bench small, large;
    if (trace_open(&small, folder, TRACE_REPEATS) < 0)
        return;
    if (trace_open(&large, folder, TRACE_REPEATS * 10) == 0) {
        compare(&small, &large);
        trace_close(&large);
    }
    trace_close(&small);
}
