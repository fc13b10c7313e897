/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay census --shard plan/N: the lines that hand parts of a population to a batch system. */
#pragma once

#include "ask/census/kernel/kernel.h"

struct census_plan {
    char *const *argv; /* all words of the command, null behind the last */
    const char *shard; /* "plan/N" in one of them */
    const struct kernel_options *how;
    bool is_json;
};

/* Of the parts that how->lacking has. */
enum tt_status census_plan_say(const struct census_plan *plan, struct tt_error *err);
