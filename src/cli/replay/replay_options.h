/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay replay`, and those of the library that follow. */
#pragma once

#include "cli/expect_options.h"
#include "cli/replaying.h"
#include "schedules/delays.h"

#include <stdbool.h>

struct replay_arguments {
    const char *capture, *output; /* borrowed from argv */
    const char *record;           /* the capture to make of it; null: none */
    const char *range;            /* as typed; null: all */
    const char *until;            /* likewise */
    const char *delays;           /* a file; null: none */
    struct replay_words how;
    struct cli_expect expect;
    uint32_t without; /* bit an edge of happens-before */
    bool is_forced, is_by_path, is_plain, is_json, is_strict;
};

/* The work of the verb, a cli_work: replay.c. */
enum tt_status replay_do(void *words, int *code, struct tt_error *err);

/* Opens the capture, and says how it is replayed. delays: borrowed by the subject; clear them also on failure. */
enum tt_status replay_arguments_open(const struct replay_arguments *arguments, struct subject *subject,
                                     struct replay_delays *delays, struct tt_error *err);
