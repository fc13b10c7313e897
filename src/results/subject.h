/* SPDX-License-Identifier: Apache-2.0 */
/* The subject of a question: a capture and how it is replayed, named by the capture's path or by that of a run's
 * database. */
#pragma once

#include "order/options_text.h"
#include "results/results.h"

/* All zero before. Clear it also on failure. */
struct subject {
    struct ttcap *capture;
    struct results *results; /* the run's database; null: a capture was named */
    struct replay_options replay;
    struct replay_set *sets; /* that these borrow */
};

/* An error of a file names it. */
enum tt_status subject_open(struct subject *subject, const char *path, const struct replay_words *words,
                            struct tt_error *err);
/* The path is that of a capture, or `subject->capture` is open. */
enum tt_status subject_open_capture(struct subject *subject, const char *path, const struct replay_words *words,
                                    struct tt_error *err);
/* Of a run whose database is open and stays the caller's. */
enum tt_status subject_of_run(struct subject *subject, const struct results_run_row *run, struct tt_error *err);
void subject_clear(struct subject *subject);
