/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */
#pragma once

#include "batch/settings.h"
#include "cli/expect_options.h"

/* Replays at most that look for the cause of a failure, where nothing else is said. */
enum { BATCH_CAUSES = 500 };

/* Of a struct batch_settings, {.causes = BATCH_CAUSES} at first and to be cleared by its owner. */
extern const struct cli_option cli_batch_settings[];

/* The options --expect and its fellows, as the settings' reference; ends the program with the usage where they do not
 * go together. */
void cli_batch_expect(const struct argp_state *state, const struct cli_expect *expect, struct batch_settings *settings);
