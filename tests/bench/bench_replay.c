/* SPDX-License-Identifier: Apache-2.0 */
/* Replay with the full trace against replay without, and that ten times the events cost about ten times the time. */
#include "bench/trace.h"
#include "capture/ttcap.h"
#include "replay/replay.h"
#include "results/results.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char shipped[] = "datacopy_f16b_f16b_f16b_f16b_nice.ttcap";

/* Ten times the work may cost at most eleven times the time. */
static const double limit_of_tenfold = 11.0;

static enum tt_status copy_snapshot(struct ttcap *from, uint32_t checkpoint, struct ttcap_writer *to,
                                    struct tt_error *err)
{
    static uint8_t bytes[4096], known[4096];
    enum tt_status status = ttcap_writer_snapshot_begin(to, ttcap_checkpoint(from, checkpoint)->id, err);
    for (int space = 0; space < TT_SPACE_COUNT && status == TT_OK; space++) {
        uint32_t lo = 0, hi = 0;
        while (status == TT_OK && ttcap_next_known(from, checkpoint, (enum tt_space)space, &lo, &hi, err) == TT_OK) {
            while (lo < hi && status == TT_OK) {
                uint32_t count = hi - lo < sizeof bytes ? hi - lo : (uint32_t)sizeof bytes;
                status = ttcap_read(from, checkpoint, (enum tt_space)space, lo, count, bytes, known, err);
                if (status == TT_OK)
                    status = ttcap_writer_put(to, (enum tt_space)space, lo, count, bytes, known, err);
                lo += count;
            }
        }
    }
    return status == TT_OK ? ttcap_writer_snapshot_end(to, err) : status;
}

/* All events once, then those after the first hand-over `repeats - 1` times more. */
static enum tt_status write_events(struct ttcap *from, struct ttcap_writer *to, unsigned repeats, struct tt_error *err)
{
    enum tt_status status = copy_snapshot(from, 0, to, err);
    const struct ttcap_info *info = ttcap_info(from);
    uint64_t hand_over = (uint64_t)(ttcap_checkpoint(from, 1)->after_event + 1);
    uint64_t seq = 0;
    for (unsigned i = 0; i < repeats && status == TT_OK; i++) {
        struct ttcap_cursor *cursor;
        uint64_t first = i == 0 ? 0 : hand_over;
        uint64_t last = i + 1 == repeats ? info->event_count : i == 0 ? hand_over : info->event_count;
        status = ttcap_events_open(&cursor, from, first, last, err);
        struct ttcap_event event;
        while (status == TT_OK && (status = ttcap_events_next(cursor, &event, err)) == TT_OK) {
            event.seq = seq++;
            status = ttcap_writer_event(to, &event, err);
        }
        ttcap_events_close(cursor);
        if (status == TT_END)
            status = TT_OK;
        if (i == 0 && status == TT_OK)
            status = copy_snapshot(from, 1, to, err);
    }
    return status;
}

int trace_open_repeated(struct trace_bench *trace, const char *folder, unsigned repeats)
{
    char path[BENCH_PATH];
    struct ttcap *from = NULL;
    struct ttcap_writer *to = NULL;
    struct tt_error err = {""};
    memset(trace, 0, sizeof *trace);
    trace->repeats = repeats;
    (void)snprintf(trace->capture, sizeof trace->capture, "/tmp/tt-bench-%ld-%u.ttcap", (long)getpid(), repeats);
    (void)snprintf(trace->database, sizeof trace->database, "/tmp/tt-bench-%ld.db", (long)getpid());
    if (bench_path(path, folder, shipped) < 0)
        return -1;
    enum tt_status status = ttcap_open(&from, path, &err);
    if (status == TT_OK) {
        const struct ttcap_info *info = ttcap_info(from);
        struct ttcap_meta meta = {.chip = info->chip,
                                  .source = info->source,
                                  .name = info->name,
                                  .description = "the packs of a capture many times over"};
        status = ttcap_writer_open(&to, trace->capture, true, &meta, &err);
    }
    if (status == TT_OK) {
        status = write_events(from, to, repeats, &err);
        if (status == TT_OK)
            status = ttcap_writer_finish(to, &err);
        else
            ttcap_writer_abandon(to);
    }
    ttcap_close(from);
    if (status != TT_OK)
        bench_fail(err.text);
    return status == TT_OK ? 0 : -1;
}

int trace_open(struct trace_bench *trace, const char *folder)
{
    return trace_open_repeated(trace, folder, TRACE_REPEATS);
}

void trace_close(struct trace_bench *trace)
{
    (void)unlink(trace->capture);
    (void)unlink(trace->database);
}

double trace_run(struct trace_bench *trace, bool traced)
{
    struct tt_error err = {""};
    struct ttcap *capture = NULL;
    struct results_sink *sink = NULL;
    double start = bench_now();
    enum tt_status status = ttcap_open(&capture, trace->capture, &err);
    if (status == TT_OK && traced) {
        struct results_run run = {.capture_path = trace->capture,
                                  .capture_name = "bench",
                                  .capture_hash = "",
                                  .chip = ttcap_info(capture)->chip,
                                  .order = "executed",
                                  .units = "pack",
                                  .variants = "",
                                  .tool_version = TTR_VERSION,
                                  .stages = unit_stages};
        status = results_create(&sink, trace->database, true, RESULTS_ALL, &run, &err);
    }
    struct replay_summary summary = {0};
    if (status == TT_OK) {
        struct replay_options options = {.units = 1u << TT_UNIT_PACK, .last = UINT64_MAX};
        status = replay_run(capture, &options, sink ? results_probe(sink) : NULL, NULL, &summary, &err);
    }
    if (sink && status == TT_OK)
        status = results_finish(sink, &(struct results_totals){.executed = summary.executed}, &err);
    else
        results_abandon(sink);
    ttcap_close(capture);
    trace->executed = summary.executed;
    if (status != TT_OK) {
        bench_fail(err.text);
        return -1;
    }
    return bench_now() - start;
}

static double run_traced(void *user)
{
    return trace_run(user, true);
}

static double run_plain(void *user)
{
    return trace_run(user, false);
}

static void tenfold(struct trace_bench *small, struct trace_bench *large, const char *what, double (*run)(void *))
{
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run, large}, (struct bench_work){run, small}, 9, &ratio) < 0)
        return;
    bench_row(what, (double)large->executed, "instructions", "a tenth of the events", &ratio);
    if (ratio.lowest > limit_of_tenfold)
        bench_fail("ten times the events cost more than eleven times the time");
}

void bench_replay(const char *folder)
{
    struct trace_bench small, large;
    if (trace_open(&small, folder) < 0)
        return;
    if (trace_open_repeated(&large, folder, TRACE_REPEATS * 10) < 0) {
        trace_close(&small);
        return;
    }
    bench_heading("Replay of packs from a capture");
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run_traced, &small}, (struct bench_work){run_plain, &small}, 9, &ratio) == 0)
        bench_row("replay, every stage into SQLite", (double)small.executed, "instructions", "replay without a trace",
                  &ratio);
    tenfold(&small, &large, "replay without a trace", run_plain);
    tenfold(&small, &large, "replay, every stage into SQLite", run_traced);
    trace_close(&large);
    trace_close(&small);
}
