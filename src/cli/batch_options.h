/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */
#pragma once

#include "batch/settings.h"
#include "cli/options.h"

/* Of a struct batch_settings, {0} at first and to be cleared by who owns it. */
extern const struct cli_option cli_batch_settings[];
