/* SPDX-License-Identifier: Apache-2.0 */
/* Does the planned work. Each result is a file in a folder, so that nothing is done twice, and a run that is killed
 * loses at most the captures at work. docs/how-to/batch.md#stopping-and-going-on */
#pragma once

#include "batch/plan.h"
#include "batch/record.h"

struct batch_run {
    const struct batch_plan *plan;
    const char *results; /* the folder of the results, which exists */
    const char *keep;    /* null, or the folder where databases of those that differ stay */
    uint32_t shard;      /* 0: all */
    size_t threads;
    bool is_fresh; /* also results that are there already */
    const struct batch_observer *observer;
};

struct batch_ran {
    size_t captures;   /* distinct ones of this shard */
    size_t taken_over; /* of these, done before */
    size_t done[BATCH_VERDICTS];
    size_t not_final; /* trouble that may be gone the next time */
};

/* Judges captures without a result, the heaviest first, on several threads. The results are the same for any number. */
enum tt_status batch_run(const struct batch_run *run, struct batch_ran *ran, struct tt_error *err);

/* "RESULTS/KEY.json". Returns path. */
char *batch_result_path(const char *results, const struct batch_capture *capture, char *path, size_t size);

/* Whether there is a final, readable result of a capture; an unreadable one counts as none. */
bool batch_is_done(const char *results, const struct batch_capture *capture);

/* A folder, and those above it that are missing. */
enum tt_status batch_make_folder(const char *path, struct tt_error *err);
