/* SPDX-License-Identifier: Apache-2.0 */
/* Pushed words of recorded bundles through the expanders alone: what leaves them is, thread by thread, what the
 * recording says was executed. No unit runs.
 *
 *     expanders FOLDER...    folders of bundles, or captures
 *
 * Exit 0: all agree; 1: some do not; 2: trouble; 77: there are none. */
#include "capture/bundle.h"
#include "capture/ttcap.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "tests/unit/stores.h"
#include "tile/frontend/frontend.h"
#include "tile/tile.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct totals {
    uint64_t captures, pushed, executed, wrong;
};

/* The next event of a thread that is executed (is_exec) or goes into the expanders. */
static bool next_event(struct ttcap_cursor *cursor, unsigned thread, bool is_exec, struct ttcap_event *event)
{
    struct tt_error err;
    while (ttcap_events_next(cursor, event, &err) == TT_OK) {
        if (event->thread != (int)thread)
            continue;
        if (is_exec ? event->kind == TTCAP_EXEC : event->kind == TTCAP_PUSH || event->kind == TTCAP_MOPW)
            return true;
    }
    return false;
}

/* Everything that comes of one pushed word; false at the first word that was not recorded. */
static bool push(struct tile *tile, struct pipe *pipe, uint32_t word, struct ttcap_cursor *recorded,
                 struct totals *totals, const char *name)
{
    uint32_t left;
    pipe_push(tile, pipe, word);
    while (pipe_next(tile, pipe, &left)) {
        struct ttcap_event held;
        char text[ISA_TEXT_MAX];
        totals->executed++;
        if (next_event(recorded, pipe->thread, true, &held) && held.value == left)
            continue;
        (void)printf("%s: thread %u, near event %" PRIu64 ": out came %s\n", name, pipe->thread, held.seq,
                     isa_disassemble(tile_chip(tile), left, text));
        return false;
    }
    return true;
}

static bool run_thread(struct ttcap *capture, struct tile *tile, unsigned thread, struct totals *totals)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct ttcap_cursor *pushed = NULL, *recorded = NULL;
    struct tt_error err;
    struct ttcap_event event;
    struct pipe pipe;
    bool is_same = ttcap_events_open(&pushed, capture, 0, info->event_count, &err) == TT_OK &&
                   ttcap_events_open(&recorded, capture, 0, info->event_count, &err) == TT_OK;
    pipe_init(&pipe, thread);
    while (is_same && next_event(pushed, thread, false, &event)) {
        if (event.kind == TTCAP_MOPW) {
            stores_mop_cfg(tile, event.seq, thread, event.addr, event.value);
            continue;
        }
        totals->pushed++;
        is_same = push(tile, &pipe, event.value, recorded, totals, info->name);
    }
    if (is_same && next_event(recorded, thread, true, &event)) {
        (void)printf("%s: thread %u: event %" PRIu64 " did not come out\n", info->name, thread, event.seq);
        is_same = false;
    }
    ttcap_events_close(pushed);
    ttcap_events_close(recorded);
    return is_same;
}

static int run_capture(const char *path, struct totals *totals)
{
    static uint8_t state[STATE_WORDS * 4], known[STATE_WORDS * 4];
    struct tt_error err;
    struct ttcap *capture;
    if (ttcap_open(&capture, path, &err) != TT_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    struct tile *tile = tile_new(ttcap_info(capture)->chip);
    bool is_same = tile && ttcap_read(capture, 0, TT_SPACE_STATE, 0, sizeof state, state, known, &err) == TT_OK;
    if (is_same)
        tile_store(tile, TT_SPACE_STATE, 0, sizeof state, state, known);
    for (unsigned thread = 0; thread < 3 && tile; thread++)
        is_same = run_thread(capture, tile, thread, totals) && is_same;
    totals->captures++;
    totals->wrong += !is_same;
    tile_free(tile);
    ttcap_close(capture);
    return 0;
}

static int run_bundle(const char *path, const char *scratch, struct totals *totals)
{
    struct tt_error err;
    if (bundle_import(path, scratch, true, &err) != TT_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    return run_capture(scratch, totals);
}

static int run_folder(const char *folder, const char *scratch, struct totals *totals)
{
    int code = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && !code && (entry = readdir(entries));) {
        char path[2 * PATH_MAX], manifest[3 * PATH_MAX];
        const size_t length = strlen(entry->d_name);
        struct stat info;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        (void)snprintf(manifest, sizeof manifest, "%s/bundle.json", path);
        if (length > 6 && strcmp(entry->d_name + length - 6, ".ttcap") == 0)
            code = run_capture(path, totals);
        else if (entry->d_name[0] != '.' && stat(manifest, &info) == 0)
            code = run_bundle(path, scratch, totals);
    }
    if (entries)
        (void)closedir(entries);
    return code;
}

int main(int argc, char **argv)
{
    struct totals totals = {0};
    char scratch[PATH_MAX];
    const char *base = getenv("TMPDIR");
    (void)snprintf(scratch, sizeof scratch, "%s/tt-replay-expanders.%ld", base && *base ? base : "/tmp",
                   (long)getpid());
    int code = 0;
    for (int i = 1; i < argc && !code; i++)
        code = run_folder(argv[i], scratch, &totals);
    (void)unlink(scratch);
    if (code)
        return code;
    if (totals.captures == 0) {
        (void)puts("skipped: there are no recordings");
        return 77;
    }
    (void)printf("%" PRIu64 " captures: %" PRIu64 " words pushed, %" PRIu64 " came out; %" PRIu64 " captures wrong\n",
                 totals.captures, totals.pushed, totals.executed, totals.wrong);
    return totals.wrong != 0;
}
