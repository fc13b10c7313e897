/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */
#pragma once

#include "batch/settings.h"

#include <argp.h>

/* A child parser; its input is a struct batch_settings, {0} at first and to be cleared by who owns it. */
extern const struct argp batch_settings_argp;

/* A count from 1 to `most`; else ends the program with the usage. what: "-j", "shards". */
size_t batch_option_count(const struct argp_state *state, const char *what, const char *text, size_t most);

/* Makes a database of results, and a page if report is not null, and prints the summary. Returns the exit status. */
struct batch_merged;
struct batch_output {
    const char *name;   /* of the folder or farm, as typed */
    const char *folder; /* of the captures */
    const char *output; /* the database; null: none */
    const char *report; /* the page; null: none */
    size_t groups_max;
    bool is_forced, is_json;
};
int batch_output_make(const struct batch_output *output, const struct batch_merged *merged);

/* Whether the two may be written: what is there is of an earlier batch, or is to be replaced. Before hours of work. */
enum tt_status batch_output_check(const struct batch_output *output, struct tt_error *err);
