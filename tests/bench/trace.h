/* SPDX-License-Identifier: Apache-2.0 */
/* A capture of many data tiles, made from a shipped one by repeating its packs, and its replay with or without a trace.
 */
#pragma once

#include "bench/bench.h"

#include <stdbool.h>

struct trace_bench {
    char capture[BENCH_PATH];
    char database[BENCH_PATH];
    unsigned repeats;
    unsigned long long executed; /* instructions of the last run */
};

enum { TRACE_REPEATS = 200 };

/* 0, or -1 with a word on standard error. */
int trace_open(struct trace_bench *trace, const char *folder);
int trace_open_repeated(struct trace_bench *trace, const char *folder, unsigned repeats);
void trace_close(struct trace_bench *trace);

/* Replays the capture's packs; seconds, or negative. */
double trace_run(struct trace_bench *trace, bool traced);
