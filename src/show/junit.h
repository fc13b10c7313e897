/* SPDX-License-Identifier: Apache-2.0 */
/* Results of tests as a JUnit file, which continuous integration reads: a suite, and a case each. Names and messages
 * are those of strangers: escaped, with characters that XML does not have as visible text. */
#pragma once

#include "base/usual.h"

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILED, JUNIT_SKIPPED, JUNIT_ERROR };

struct junit_case {
    const char *group, *name; /* group: the class of the file's language */
    enum junit_outcome outcome;
    const char *message, *text; /* why it did not pass; null where there is nothing to say */
};

struct junit;

/* Whether a JUnit file may be written at a path: an existing file must be one. Asked before hours of work. */
enum tt_status junit_check(const char *path, struct tt_error *err);

/* Nothing stands at `path` before junit_finish, which checks the path, too. suite: borrowed until then.
 */
enum tt_status junit_open(struct junit **out, const char *path, const char *suite, struct tt_error *err);
/* Adds a case. Where there is no memory, junit_finish() says so. */
void junit_case(struct junit *junit, const struct junit_case *of);
/* Writes the file and frees junit, also on failure. */
enum tt_status junit_finish(struct junit *junit, struct tt_error *err);
void junit_abandon(struct junit *junit); /* null is allowed */
