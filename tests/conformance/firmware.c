/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded firmware from its first instruction: each core's code runs to the recorded end, pushes and stores what was
 * recorded, core by core, and what is recorded of it replays in executed and in program order to the same end. Those
 * tagged "hang" are reported as such. docs/semantics/firmware.md
 *
 *     firmware FOLDER...    folders of bundles, or captures
 *
 * Exit 0: all agree; 1: some do not; 2: trouble; 77: there are none. */
#include "capture/bundle.h"
#include "capture/ttcap.h"
#include "isa/cores.h"
#include "order/record.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Streams of stores and pushes: the threads' cores, and whoever else stores. */
enum { STREAMS = THREADS + 1, OTHERS = THREADS };
enum { WINDOW = 0xFFB00000 /* whatever stands below is memory */ };

struct totals {
    uint64_t captures, hangs, pushes, stores, wrong;
};

/* The run that is held against its recording. */
struct run {
    struct ttcap_cursor *recorded[STREAMS];
    struct totals *totals;
    struct recorder *recorder;
    const char *name;
    bool may_push_less; /* how many words a queue takes is not fixed */
    bool is_wrong;
    unsigned waits;
};

/* Reads are not compared: which of them are recorded depends on the order of steps. */
static bool counts(const struct ttcap_event *event, int thread)
{
    return event->kind != TTCAP_EXEC && event->kind != TTCAP_SEMR && event->thread == thread;
}

static bool next_recorded(struct run *run, unsigned stream, struct ttcap_event *event)
{
    struct tt_error err;
    while (ttcap_events_next(run->recorded[stream], event, &err) == TT_OK)
        if (counts(event, stream == OTHERS ? -1 : (int)stream))
            return true;
    return false;
}

static bool is_same(const struct ttcap_event *a, const struct ttcap_event *b)
{
    return a->kind == b->kind && a->index == b->index && a->addr == b->addr && a->value == b->value &&
           a->byte_count == b->byte_count && (a->byte_count == 0 || memcmp(a->bytes, b->bytes, a->byte_count) == 0);
}

/* A core that read what another stored makes an event of no thread, which no recording has. */
static bool is_retained_read(const struct ttcap_event *event)
{
    const bool is_of_t_core = event->core != TT_CORE_B && event->core != TT_CORE_NC;
    return event->thread < 0 && (is_of_t_core || (event->kind == TTCAP_MMIO && event->addr < WINDOW));
}

static void on_happened(void *user, const struct ttcap_event *event)
{
    struct run *run = user;
    if (event->kind == TTCAP_EXEC || event->kind == TTCAP_SEMR || is_retained_read(event) || run->is_wrong)
        return;
    const unsigned stream = event->thread < 0 ? OTHERS : (unsigned)event->thread;
    struct ttcap_event held;
    run->totals->pushes += event->kind == TTCAP_PUSH;
    run->totals->stores += event->kind != TTCAP_PUSH;
    if (next_recorded(run, stream, &held) && is_same(&held, event))
        return;
    (void)printf("%s: core %s at 0x%05" PRIx32 ": %s of %#" PRIx32 " at %#" PRIx32 " is not what was recorded next\n",
                 run->name, core_name(event->core), event->pc, ttcap_kind_name(event->kind), event->value, event->addr);
    run->is_wrong = true;
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    struct run *run = user;
    run->waits += *wait->what != '\0' && *wait->who != '\0';
}

/* Nothing of the recording is left over. */
static void check_rest(struct run *run)
{
    for (unsigned stream = 0; stream < STREAMS && !run->is_wrong; stream++) {
        struct ttcap_event held;
        if (!next_recorded(run, stream, &held) || (run->may_push_less && held.kind == TTCAP_PUSH))
            continue;
        (void)printf("%s: event %" PRIu64 " did not happen\n", run->name, held.seq);
        run->is_wrong = true;
    }
}

static bool has_tag(const struct ttcap_info *info, const char *tag)
{
    for (size_t i = 0; i < info->tag_count; i++)
        if (strcmp(info->tags[i], tag) == 0)
            return true;
    return false;
}

static enum tt_status replay_in(struct ttcap *capture, enum replay_order order, struct replay_summary *summary,
                                struct tt_error *err)
{
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.order = order;
    return replay_run(capture, &options, NULL, NULL, summary, err);
}

/* What was recorded of the run, in the orders of its events. A hang ends no program order. */
static enum tt_status replay_recording(const char *path, bool is_hang, struct run *run, struct tt_error *err)
{
    static const char *const names[] = {"executed", "program", "firmware"};
    struct ttcap *capture;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    for (enum replay_order order = REPLAY_EXECUTED; order <= REPLAY_FIRMWARE && !status; order++) {
        struct replay_summary summary = {0};
        status = replay_in(capture, order, &summary, err);
        if (status || verdict_of_bytes(&summary.facts) == VERDICT_SAME || (is_hang && order == REPLAY_PROGRAM))
            continue;
        (void)printf("%s: what was recorded of it ends elsewhere in %s order\n", run->name, names[order]);
        run->is_wrong = true;
    }
    ttcap_close(capture);
    return status;
}

static enum tt_status run_firmware(struct ttcap *capture, struct run *run, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const bool is_hang = has_tag(info, "hang");
    struct replay_observer recording = recorder_observer(run->recorder);
    recording.ended = NULL;
    const struct replay_observer observer = {
        .user = run, .waiting = on_waiting, .happened = on_happened, .next = &recording};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, info);
    options.order = REPLAY_FIRMWARE;
    enum tt_status status = replay_run(capture, &options, NULL, &observer, &summary, err);
    if (status)
        return status;
    check_rest(run);
    if (verdict_of_bytes(&summary.facts) != VERDICT_SAME || summary.checkpoints + 1 != info->checkpoint_count) {
        (void)printf("%s: %" PRIu64 " of %" PRIu64 " known bytes differ; %" PRIu32 " of %" PRIu32 " checkpoints held\n",
                     run->name, summary.facts.bytes.differing, summary.facts.bytes.compared, summary.checkpoints,
                     info->checkpoint_count - 1);
        run->is_wrong = true;
    }
    if (summary.is_deadlocked != is_hang || (is_hang && run->waits == 0)) {
        (void)printf("%s: %s\n", run->name, is_hang ? "is not reported as a hang" : "does not come to its end");
        run->is_wrong = true;
    }
    run->totals->hangs += is_hang;
    return TT_OK;
}

static enum tt_status run_capture(struct ttcap *capture, struct totals *totals, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct run run = {.totals = totals, .name = info->name};
    const char *base = getenv("TMPDIR");
    char path[PATH_MAX];
    struct replay_options options;
    run.may_push_less = has_tag(info, "hang") && has_tag(info, "push");
    replay_options_init(&options, info);
    options.order = REPLAY_FIRMWARE;
    (void)snprintf(path, sizeof path, "%.3900s/firmware-test-%ld.ttcap", base && *base ? base : "/tmp", (long)getpid());
    enum tt_status status = recorder_open(&run.recorder, path, true, capture, &options, err);
    for (unsigned i = 0; i < STREAMS && !status; i++)
        status = ttcap_events_open(&run.recorded[i], capture, 0, info->event_count, err);
    if (!status)
        status = run_firmware(capture, &run, err);
    if (status)
        recorder_abandon(run.recorder);
    else
        status = recorder_finish(run.recorder, err);
    if (!status)
        status = replay_recording(path, has_tag(info, "hang"), &run, err);
    (void)unlink(path);
    for (unsigned i = 0; i < STREAMS; i++)
        ttcap_events_close(run.recorded[i]);
    totals->captures++;
    totals->wrong += run.is_wrong;
    return status;
}

/* A bundle becomes a capture for the time being. */
static enum tt_status run_path(const char *path, struct totals *totals, struct tt_error *err)
{
    struct ttcap *capture;
    const char *base = getenv("TMPDIR");
    const bool is_bundle = bundle_is(path);
    char made[PATH_MAX];
    enum tt_status status = TT_OK;
    (void)snprintf(made, sizeof made, "%.3900s/firmware-bundle-%ld.ttcap", base && *base ? base : "/tmp",
                   (long)getpid());
    if (is_bundle)
        status = bundle_import(path, made, true, err);
    if (!status)
        status = ttcap_open(&capture, is_bundle ? made : path, err);
    if (is_bundle)
        (void)unlink(made);
    if (status)
        return status;
    if (ttcap_info(capture)->boot_count)
        status = run_capture(capture, totals, err);
    ttcap_close(capture);
    return status;
}

static bool is_recording(const char *path)
{
    const size_t length = strlen(path);
    return bundle_is(path) || (length > 6 && strcmp(path + length - 6, ".ttcap") == 0);
}

static int run_folder(const char *folder, struct totals *totals)
{
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    int failed = 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        struct tt_error err = {""};
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && is_recording(path) && run_path(path, totals, &err)) {
            (void)fprintf(stderr, "%s: %s\n", path, err.text);
            failed = 2;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return failed;
}

int main(int argc, char **argv)
{
    struct totals totals = {0};
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= run_folder(argv[i], &totals);
    if (totals.captures == 0 && !failed) {
        (void)puts("skipped: there is no firmware");
        return 77;
    }
    (void)printf("%" PRIu64 " recordings, %" PRIu64 " of them hang: %" PRIu64 " pushes and %" PRIu64
                 " stores as recorded; %" PRIu64 " do not agree\n",
                 totals.captures, totals.hangs, totals.pushes, totals.stores, totals.wrong);
    return failed ? failed : totals.wrong != 0;
}
