/* SPDX-License-Identifier: Apache-2.0 */
/* A capture of a few events with an empty start, for tests. */
#pragma once

#include "capture/ttcap.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SMALL_EVENTS_MAX = 64 };

struct small_program {
    struct ttcap_event events[SMALL_EVENTS_MAX];
    size_t count;
    enum tt_chip chip; /* Blackhole, if nothing is said */
};

static inline void small_add(struct small_program *program, struct ttcap_event event)
{
    ck_assert_uint_lt(program->count, SMALL_EVENTS_MAX);
    event.seq = program->count;
    program->events[program->count++] = event;
}

static inline void small_push(struct small_program *program, int8_t thread, uint32_t word)
{
    small_add(program, (struct ttcap_event){.kind = TTCAP_PUSH, .thread = thread, .value = word});
}

/* By a simulator. Its file has no name any more. */
static inline struct ttcap *small_capture(const struct small_program *program)
{
    char path[256];
    const char *under = getenv("TMPDIR");
    const struct ttcap_meta meta = {
        .chip = program->chip, .source = TTCAP_SIMULATOR, .name = "small", .description = ""};
    struct ttcap_writer *writer;
    struct ttcap *capture;
    struct tt_error err = {""};
    (void)snprintf(path, sizeof path, "%s/replay-test-%ld.ttcap", under ? under : "/tmp", (long)getpid());
    ck_assert(!ttcap_writer_open(&writer, path, true, &meta, &err));
    ck_assert(!ttcap_writer_snapshot_begin(writer, "begin", &err));
    ck_assert(!ttcap_writer_snapshot_end(writer, &err));
    for (size_t i = 0; i < program->count; i++)
        ck_assert_msg(!ttcap_writer_event(writer, &program->events[i], &err), "%s", err.text);
    ck_assert(!ttcap_writer_finish(writer, &err));
    ck_assert_msg(!ttcap_open(&capture, path, &err), "%s", err.text);
    (void)unlink(path);
    return capture;
}
