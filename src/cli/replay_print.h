/* SPDX-License-Identifier: Apache-2.0 */
/* What `tt-replay replay` says when it is done. */
#pragma once

#include "cli/replay_hazards.h"
#include "cli/replay_options.h"
#include "cli/replay_waits.h"

struct replay_report {
    const struct replay_arguments *arguments;
    struct ttcap *capture;
    const struct ttcap_info *info;
    const struct replay_summary *summary;
    const struct replay_waits *waits;
    const struct replay_hazards *hazards;
};

void replay_print_text(const struct replay_report *report);

/* schemas/replay.schema.json. */
void replay_print_json(const struct replay_report *report);
