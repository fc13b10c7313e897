/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: one command of tt-replay over and over, with another call failing each time. */
#pragma once

#include "faults/faults.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A command as it is run in the folder of a sweep: words by spaces, outputs below out/. */
struct sweep_case {
    const char *name;
    const char *command; /* after "tt-replay" */
    bool has_old;        /* out/x stands there before */
    bool goes_on;        /* what it leaves is for the next run, which must end as if nothing had been */
};

extern const struct sweep_case sweep_cases[];
extern const size_t sweep_case_count;

/* Commands of the shell that make what the cases read, in their order; $TT_REPLAY, $FIXTURES, $TRACES. */
extern const char *const sweep_inputs[];
extern const size_t sweep_input_count;

/* What one run left. */
struct sweep_outcome {
    int status;      /* of wait() */
    char *out, *err; /* the two streams, as texts */
    char *files;     /* what is in out/ and tmp/: a line each of name, size, hash, in order of names */
    char *before;    /* … and before the run */
    bool is_late;    /* it had to be ended */
    struct fault_counts counts;
};

struct sweep_tools {
    const char *program, *shim;
};

/* Empties out/ and tmp/, runs, and looks. `fault` is the text for TTR_FAULT, or null. Dies if it cannot. */
void sweep_run(struct sweep_outcome *outcome, const struct sweep_tools *tools, const struct sweep_case *one,
               const char *fault);
/* Runs once more, undisturbed, where the last run left things. */
void sweep_run_on(struct sweep_outcome *outcome, const struct sweep_tools *tools, const struct sweep_case *one);
/* What the cases read, in the same form; the caller frees it. */
char *sweep_inputs_listing(void);
void sweep_outcome_clear(struct sweep_outcome *outcome);

/* What is wrong with an outcome under a fault, or null; a text that stands until the next call. */
const char *sweep_fault_of(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed,
                           const struct sweep_case *one, const struct faults *fault);

/* Whether every file that the undisturbed run left is there, and the same. */
bool sweep_has_all(const struct sweep_outcome *outcome, const struct sweep_outcome *undisturbed);

/* Says on standard error and ends the program. */
void sweep_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
