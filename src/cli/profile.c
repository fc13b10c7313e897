/* SPDX-License-Identifier: Apache-2.0 */
/* --profile FILE: the readings that a chip was found to have (tt-replay probe), as if each had been given by --variant
 * in its place. docs/how-to/probe.md */
#include "cli/cli.h"
#include "cli/limits.h"
#include "cli/options.h"
#include "probe/files.h"

#include <stdlib.h>

static enum tt_status profile_take(void *user, const char *text, struct tt_error *err)
{
    (void)err;
    cli_texts_add(user, text);
    return TT_OK;
}

void cli_take_profile(struct argp_state *state, const char *text, void *into)
{
    struct tt_error err;
    cli_limits_sandbox(state->argc, state->argv);
    if (experiment_profile_read(text, profile_take, into, &err) != TT_OK)
        exit(cli_trouble(&err));
}
