/* SPDX-License-Identifier: Apache-2.0 */
/* What `tt-replay replay` says when it is done. */
#pragma once

#include "cli/replay_hazards.h"
#include "cli/replay_options.h"
#include "cli/replay_waits.h"

/* Where what was executed is not what was pushed: how often, and the first of it in words. */
enum { REPLAY_STREAMS_SAID = 3, REPLAY_STREAM_TEXT = 400 };
struct replay_streams {
    uint64_t faults;
    char text[REPLAY_STREAMS_SAID][REPLAY_STREAM_TEXT];
};
void replay_streams_add(struct replay_streams *streams, const char *text);

struct replay_report {
    const struct replay_arguments *arguments;
    struct ttcap *capture;
    const struct ttcap_info *info;
    const struct replay_summary *summary;
    const struct replay_waits *waits;
    const struct replay_hazards *hazards;
    const struct replay_streams *streams;
};

void replay_print_text(const struct replay_report *report);

/* schemas/replay.schema.json. */
void replay_print_json(const struct replay_report *report);
