/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a run (schemas/run.schema.json). */
#pragma once

#include "order/script.h"
#include "show/runs/replay_report.h"

struct run_view_buffer {
    const char *path;
    const struct script_feed *feed;
};

struct run_view {
    const char *output; /* null: no capture was asked for */
    struct ttcap *capture;
    const struct replay_summary *summary;
    const struct replay_waits *waits;
    const struct script *script;
    const struct run_view_buffer *buffers;
    size_t buffer_count;
};

/* How it ended; the exit status of it. A run holds nothing against anything: "done" is its "same". */
int run_verdict_exit(const struct run_view *view);

void run_report(FILE *out, enum report_form form, const struct run_view *view);
