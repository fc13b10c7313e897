/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which verbs take how a capture is replayed for them: of a struct replay_words. */
#pragma once

#include "cli/options.h"
#include "results/subject.h"

extern const struct cli_option cli_readings[];  /* --variant, --profile, --set, --assume */
extern const struct cli_option cli_replaying[]; /* and --order */
extern const struct cli_option cli_running[];   /* --unit, --max-steps, --checkpoint-word, --evidence */
