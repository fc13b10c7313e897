/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/trace.h"

#include "bench/repeat.h"
#include "results/stored_run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OP_PACR = 0x41 };

static const char shipped[] = "datacopy_f16b_f16b_f16b_f16b_nice.ttcap";

static enum tt_status copy_snapshot(struct ttcap *from, uint32_t checkpoint, struct ttcap_writer *to,
                                    struct tt_error *err)
{
    enum tt_status status = ttcap_writer_snapshot_begin(to, ttcap_checkpoint(from, checkpoint)->id, err);
    if (!status)
        status = repeat_copy_snapshot(from, checkpoint, to, err);
    return status ? status : ttcap_writer_snapshot_end(to, err);
}

/* All events once, then those after the first hand-over `repeats - 1` times more. */
static enum tt_status write_events(struct trace_bench *trace, struct ttcap *from, struct ttcap_writer *to,
                                   unsigned repeats, struct tt_error *err)
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
            trace->packs += event.kind == TTCAP_EXEC && event.value >> 24 == OP_PACR;
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

int trace_open(struct trace_bench *trace, const char *folder, unsigned repeats)
{
    char path[BENCH_PATH];
    struct ttcap *from = NULL;
    struct ttcap_writer *to = NULL;
    struct tt_error err = {""};
    memset(trace, 0, sizeof *trace);
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
        status = write_events(trace, from, to, repeats, &err);
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

void trace_close(struct trace_bench *trace)
{
    (void)unlink(trace->capture);
    (void)unlink(trace->database);
}

static void hear_insn(void *user, const struct probe_insn *insn)
{
    (void)user, (void)insn;
}

static void hear_stage(void *user, const struct probe_stage *stage)
{
    (void)user, (void)stage;
}

static void hear_access(void *user, const struct probe_access *access)
{
    (void)user, (void)access;
}

static void hear_finding(void *user, const struct probe_finding *finding)
{
    (void)user, (void)finding;
}

static const struct probe hearing = {.wants = PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                                     .insn_begin = hear_insn,
                                     .insn_end = hear_insn,
                                     .stage = hear_stage,
                                     .access = hear_access,
                                     .finding = hear_finding};

/* Opening, replaying and closing count. */
static double run(struct trace_bench *trace, uint32_t units, enum trace_listener listener)
{
    struct tt_error err = {""};
    struct ttcap *capture = NULL;
    struct results_sink *sink = NULL;
    struct replay_options options;
    struct replay_summary summary = {0};
    double (*now)(void) = trace->is_by_clock ? bench_now : bench_processor;
    const double start = now();
    enum tt_status status = ttcap_open(&capture, trace->capture, &err);
    if (status == TT_OK) {
        replay_options_init(&options, ttcap_info(capture));
        options.units = units ? units : options.units;
    }
    const struct stored_run retained = {trace->database, RESULTS_REPLACE, trace->capture, NULL};
    if (status == TT_OK && listener == TRACE_STORED)
        status = stored_run_open(&sink, &retained, capture, &options, &err);
    const struct replay_observer observer = stored_run_observer(sink);
    if (status == TT_OK)
        status = replay_run(capture, &options, listener == TRACE_REPORTED ? &hearing : NULL, sink ? &observer : NULL,
                            &summary, &err);
    if (sink && status == TT_OK)
        status = results_finish(sink, &summary, &err);
    else
        results_abandon(sink);
    ttcap_close(capture);
    trace->executed = summary.executed;
    if (status != TT_OK) {
        bench_fail(err.text);
        return -1;
    }
    return now() - start;
}

double trace_run(struct trace_bench *trace, enum trace_listener listener)
{
    return run(trace, UINT32_C(1) << TT_UNIT_PACK, listener);
}

double trace_run_all(struct trace_bench *trace)
{
    return run(trace, 0, TRACE_STORED);
}
