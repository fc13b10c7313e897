/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which replay, diff, bisect, batch, farm plan and report take a reference from elsewhere.
 * docs/how-to/expect.md */
#pragma once

#include "ask/run/expect.h"
#include "cli/options.h"

struct cli_expect {
    struct expect_asked asked; /* path null: none is asked for */
    bool has_layout, has_ulp;
};
extern const struct cli_option cli_expect[];

/* Ends the program with the usage where the others stand without --expect, or --at is missing. */
void cli_expect_check(const struct argp_state *state, const struct cli_expect *expect);

/* The format of a name, whatever its case; ends the program where there is none. */
enum format cli_option_format(struct argp_state *state, const char *text);
