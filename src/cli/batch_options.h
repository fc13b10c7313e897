/* SPDX-License-Identifier: Apache-2.0 */
/* The options that say how the captures of a batch are replayed: those of `batch` and of `farm plan`. */
#pragma once

#include "batch/settings.h"

#include <argp.h>

/* A child parser; its input is a struct batch_settings, {0} at first and to be cleared by who owns it. */
extern const struct argp batch_settings_argp;

/* A count from 1 to `most`; else ends the program with the usage. what: "-j", "shards". */
size_t batch_option_count(const struct argp_state *state, const char *what, const char *text, size_t most);
