/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs of `batch` and `farm merge`: a database, a page, a summary; and the options that say so. */
#pragma once

#include "batch/judge/run.h"
#include "batch/settings.h"
#include "cli/expect_options.h"
#include "cli/options.h"

struct batch_merged;

struct batch_output {
    const char *name;   /* of the folder or farm, as typed */
    const char *folder; /* of the captures */
    const char *output; /* the database */
    const char *report; /* the page; null: none */
    const char *junit;  /* results for continuous integration; null: none */
    size_t groups_max;
    bool is_forced, is_json;
};

enum { BATCH_OUTPUT_GROUPS = 20 /* causes listed, where nothing else is said */ };

/* Of a struct batch_output. A database must be named. */
extern const struct cli_option cli_batch_output[];

/* Makes a database of results, and a page if report is not null, and prints the summary. Returns the exit status. */
enum tt_status batch_output_make(const struct batch_output *output, const struct batch_merged *merged, int *code,
                                 struct tt_error *err);

/* Whether the two may be written: an existing file is of an earlier batch, or is to be replaced. Before hours of work.
 */
enum tt_status batch_output_check(const struct batch_output *output, struct tt_error *err);

/* Whether one of the two is an input of the batch, which is known once its plan stands. Also before hours of work. */
enum tt_status batch_output_refuse_inputs(const struct batch_output *output, struct tt_error *err);

/* ---- batch_options.c ----
 * The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */

/* Of a struct batch_settings, BATCH_SETTINGS at first and to be cleared by its owner. */
#define BATCH_SETTINGS                                                                                                 \
    {                                                                                                                  \
        .how = {.has_order = true}, .causes = 500                                                                      \
    }
extern const struct cli_option cli_batch_settings[];

/* The options --expect and its fellows, as the settings' reference; ends the program with the usage where they do not
 * go together. */
void cli_batch_expect(const struct argp_state *state, const struct cli_expect *expect, struct batch_settings *settings);

/* ---- batch_work.c ----
 * The work itself, as `batch` and `farm run` do it: captures of a plan on some threads, with a line of progress,
 * until it is done or stopped; and the options that say how. */

struct batch_work {
    const char *keep; /* a folder for databases of differing runs; null: none */
    size_t threads;   /* 0: one for each core */
    bool is_fresh;
};

/* Of a struct batch_work. */
extern const struct cli_option cli_batch_work[];

/* batch_run() of one shard, or of all where that is 0. what: the verb, for the line of progress. */
enum tt_status batch_work_run(const struct batch_work *work, const char *what, const struct batch_plan *plan,
                              const char *results, uint32_t shard, struct batch_ran *ran, struct tt_error *err);
