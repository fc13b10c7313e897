/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which replay, diff, bisect, explain, batch, farm plan and report take references from elsewhere.
 * docs/how-to/expect.md */
#pragma once

#include "ask/run/expect/expect.h"
#include "cli/options.h"

/* All zero: none is asked for. */
struct cli_expect {
    struct expect_asked asked[EXPECTS_MAX]; /* an option goes to the last; the first may come before its --expect */
    size_t count;
    struct texts texts; /* of the table */
};
extern const struct cli_option cli_expect[];

/* Ends the program with the usage where the others stand without --expect, or a place is missing. */
void cli_expect_check(const struct argp_state *state, const struct cli_expect *expect);

/* Reads all that was asked for. Clear in any case. */
enum tt_status cli_expect_read(struct expects *expects, const struct cli_expect *expect, enum tt_chip chip,
                               struct tt_error *err);

/* ---- expect_table.c ---- */

/* Adds the references of a table, one a line: RFC 4180, the first line names columns by the options. */
void cli_expect_table(struct argp_state *state, const char *path, void *into);
/* Takes the value of one of these options, by its name; false: there is no such option. */
bool cli_expect_take(struct argp_state *state, struct cli_expect *expect, const char *option, const char *value);
