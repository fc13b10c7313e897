/* SPDX-License-Identifier: Apache-2.0 */
/* The capture that a run was made of, for questions that can do without it. */
#pragma once

#include "base/error.h"
#include "capture/ttcap.h"
#include "results/results.h"

/* The capture, if it is where it was, may be read and is still the same, or stands, by its hash, beside the database,
 * in the current folder or in a folder of TT_REPLAY_CAPTURES; else null, and `why` (which may be null) says where it
 * was looked for. TT_OK in both cases; a file that the system could not read is an error. */
enum tt_status run_capture_open(struct ttcap **out, const struct results_run_row *run, struct tt_error *why,
                                struct tt_error *err);
