/* SPDX-License-Identifier: Apache-2.0 */
/* Register fields between two points of a run: which were changed, by which instruction, and which were restored. */
#pragma once

#include "isa/registers.h"
#include "results/results.h"

struct config_change {
    enum reg_id id;
    unsigned copy;     /* state; or thread, of a thread's own fields */
    uint32_t from, to; /* equal: changed in between, and restored */
    uint32_t times;    /* changes in between */
    uint64_t seq;      /* of the last */
    bool has_word;     /* by an instruction; else stored by a core */
    uint8_t thread;
    uint32_t word;
};

struct config_diff {
    const struct results_run_row *run; /* borrowed from the results */
    int64_t from, to;                  /* after these events; -1: the start */
    struct config_change *items;       /* by space, copy, place */
    size_t count, capacity, differing;
};

/* A field that one write changed, in one copy of the configuration or for one thread. */
struct config_step {
    const struct results_access_row *row; /* the write */
    enum reg_id id;
    unsigned copy;
    uint32_t before, after;
};

/* Every field that a write after event `from` and up to `to` changed: by space, the newest write first. Nonzero from
 * `take` stops. */
enum tt_status config_steps(struct results *results, int64_t from, int64_t to,
                            int (*take)(void *user, const struct config_step *step), void *user, struct tt_error *err);

/* Refuses a point that lies behind the other. Clear also on failure. */
enum tt_status config_diff_make(struct config_diff *diff, struct results *results, int64_t from, int64_t to,
                                struct tt_error *err);
void config_diff_clear(struct config_diff *diff);
