/* SPDX-License-Identifier: Apache-2.0 */
/* --max-memory, --max-disk, --max-time, --no-sandbox, --verbose: options of every verb, and their defaults.
 * docs/resources.md */
#pragma once

#include "base/guard/limits.h"
#include "base/usual.h"

#include <argp.h>

struct cli_limits {
    uint64_t limit[LIMIT_COUNT];
    bool is_given[LIMIT_COUNT], has_no_sandbox, is_verbose;
};

/* Beside the options of a verb; its input is a struct cli_limits. The first option is --verbose. */
extern const struct argp cli_limits_argp;

/* The sandbox alone, for an option whose file is read before all options are: no further than the file can lead. */
void cli_limits_sandbox(int argc, char **argv);

/* Sets them: those that were given, for the others the defaults of the verb (argv[0], "tt-replay dump") for inputs of
 * the size of those that argv names. */
void cli_limits_begin(const struct cli_limits *limits, int argc, char **argv);
