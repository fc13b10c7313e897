/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest capture for which a check still holds. docs/how-to/reduce.md */
#pragma once

#include "capture/ttcap.h"

struct reduce_options {
    const char *check; /* a shell command; {} is the capture */
    int wanted;        /* its exit status that means that it holds */
    uint64_t budget;   /* checks at most */
    bool replaces;     /* the file at the output's place */
    /* May be null. what: "regions", "events", …; left of `of` items. */
    void (*progress)(void *user, const char *what, uint64_t left, uint64_t of, uint64_t checks);
    void *user;
};

struct reduce_size {
    uint64_t events, checkpoints, known_bytes;
};

struct reduce_result {
    struct reduce_size before, after;
    uint64_t checks;
    bool is_budget_spent;
};

/* Takes away regions, then events, then pages and smaller pieces of the rest, down to four bytes; state that a
 * checkpoint at the start loses is reset or unknown, as the source says (docs/formats/bundle.md). Refuses a capture for
 * which the check does not hold at first. */
enum tt_status reduce_run(struct ttcap *capture, const char *output, const struct reduce_options *options,
                          struct reduce_result *result, struct tt_error *err);
