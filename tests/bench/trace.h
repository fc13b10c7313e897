/* SPDX-License-Identifier: Apache-2.0 */
/* A capture of many data tiles, made from a shipped one by repeating its packs, and replays with a trace or without. */
#pragma once

#include "bench/bench.h"

#include <stdbool.h>

struct trace_bench {
    char capture[BENCH_PATH];
    char database[BENCH_PATH];
    bool is_by_clock;  /* seconds are those of the clock, else of the processor */
    uint64_t executed; /* instructions of the last run */
    uint64_t packs;    /* PACRs in the capture */
};

enum { TRACE_REPEATS = 200 };

/* What listens to a replay: nobody, a probe that wants all and keeps nothing, or a results database. */
enum trace_listener { TRACE_NONE, TRACE_REPORTED, TRACE_STORED };

/* 0, or -1 with a word on standard error. */
int trace_open(struct trace_bench *trace, const char *folder, unsigned repeats);
void trace_close(struct trace_bench *trace);

/* Replays the capture's packs; seconds, or negative. */
double trace_run(struct trace_bench *trace, enum trace_listener listener);

/* Replays all units, traced, with what came of the checkpoints; seconds, or negative. */
double trace_run_all(struct trace_bench *trace);
