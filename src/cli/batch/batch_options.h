/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */
#pragma once

#include "batch/settings.h"
#include "cli/expect_options.h"

/* Of a struct batch_settings, BATCH_SETTINGS at first and to be cleared by its owner. */
#define BATCH_SETTINGS                                                                                                 \
    {                                                                                                                  \
        .how = {.has_order = true}, .causes = 500                                                                      \
    }
extern const struct cli_option cli_batch_settings[];

/* The options --expect and its fellows, as the settings' reference; ends the program with the usage where they do not
 * go together. */
void cli_batch_expect(const struct argp_state *state, const struct cli_expect *expect, struct batch_settings *settings);
