/* SPDX-License-Identifier: Apache-2.0 */
/* What an event costs a simulator that records with tt_record.h, against the yardstick of as many nanoseconds. */
#include "bench/bench.h"
#include "capture/record/tt_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The goal: 40 ns an event on the machine where a datum of the yardstick takes 0.55 ns (docs/performance.md). */
enum { EVENTS = 400000, CALIB_DATUMS_PER_EVENT = 73 };

/* The mix of the recorded kernels, roughly. */
static void record_events(struct tt_record *record)
{
    uint32_t seed = 1;
    for (int i = 0; i < EVENTS; i++) {
        seed = seed * 1664525u + 1013904223u;
        int thread = (int)(seed >> 8 & 1);
        if (i % 20 < 8)
            (void)tt_record_exec(record, thread, seed);
        else if (i % 20 < 13)
            (void)tt_record_push(record, thread, seed);
        else if (i % 20 < 18)
            (void)tt_record_gpr_store(record, thread, seed >> 9 & 63, seed);
        else
            (void)tt_record_cfg_store(record, thread, 0, seed >> 9 & 63, seed);
    }
}

/* Opening, writing to the disk's cache and closing count. */
static double run_record(void *user)
{
    char folder[] = "/tmp/ttr-bench-record-XXXXXX", command[64];
    static struct tt_record record; /* large; one at a time */
    (void)user;
    if (!mkdtemp(folder))
        return -1;
    double start = bench_processor();
    (void)tt_record_open(&record, folder, TT_RECORD_BLACKHOLE, "simulator", "bench");
    (void)tt_record_checkpoint(&record, "begin");
    record_events(&record);
    int status = tt_record_close(&record);
    double seconds = bench_processor() - start;
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && status == 0 ? seconds : -1;
}

static double run_calib(void *user)
{
    (void)user;
    return bench_calib((size_t)EVENTS * CALIB_DATUMS_PER_EVENT);
}

void bench_record(void)
{
    struct bench_ratio ratio;
    bench_heading("Recording with tt_record.h");
    if (bench_compare((struct bench_work){run_record, NULL}, (struct bench_work){run_calib, NULL}, 9, &ratio) < 0) {
        bench_fail("tt_record.h: cannot record here");
        return;
    }
    bench_row("events recorded", EVENTS, "events", "73 calib datums an event (40 ns)", &ratio);
    char sentence[128];
    (void)snprintf(sentence, sizeof sentence, "%.1f ns an event, %.1f datums of the yardstick",
                   ratio.subject_seconds / EVENTS * 1e9, ratio.ratio * CALIB_DATUMS_PER_EVENT);
    bench_note(sentence);
}
