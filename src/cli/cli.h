/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs share. A verb is one file: its options as an argp table, open, one call into the library, print. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Exit status, everywhere. */
enum { EXIT_SAME = 0, EXIT_DIFFERS = 1, EXIT_TROUBLE = 2, EXIT_NO_VERDICT = 3 };

struct verb {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is "tt-replay VERB" */
    const char *doc;
};

int verb_import(int argc, char **argv);
int verb_info(int argc, char **argv);
int verb_dump(int argc, char **argv);
int verb_verify(int argc, char **argv);
int verb_replay(int argc, char **argv);
int verb_diff(int argc, char **argv);
int verb_audit(int argc, char **argv);
int verb_bisect(int argc, char **argv);
int verb_reduce(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_why(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_config(int argc, char **argv);
int verb_schedules(int argc, char **argv);
int verb_batch(int argc, char **argv);
int verb_farm(int argc, char **argv);
int verb_conform(int argc, char **argv);

/* Says the error on standard error, "tt-replay: …"; returns EXIT_TROUBLE. */
int cli_trouble(const struct tt_error *err);
int cli_trouble_text(const char *format, ...) TT_PRINTF(1, 2);

/* Flushes standard output and says so if that fails (a full disk, a closed pipe); else returns status. */
int cli_finish(int status);

/* Colour on standard output: a terminal, and NO_COLOR not set. */
bool cli_has_colour(void);

/* Whether the whole text is a number up to `most`, without a sign: in base 10, or in C's notations where base is 0. */
bool cli_number(const char *text, int base, uint64_t most, uint64_t *value);

/* argp_parse() of a verb. The one failure that comes back from there is memory: says so and ends the program. */
struct argp;
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* No memory for an option: said without any, and the end. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void cli_no_memory(void);

/* A verb's one path: takes it; a second one ends the program with the usage. what: "capture", "database". */
struct argp_state;
void cli_take_path(const struct argp_state *state, const char **path, const char *text, const char *what);
/* None at all ends it, too. */
void cli_want_path(const struct argp_state *state, const char *path, const char *what);
