/* SPDX-License-Identifier: Apache-2.0 */
/* A run's capture replayed again as it was for the run: order, units, readings, fields, assumptions. */
#pragma once

#include "order/replay.h"
#include "results/results.h"

/* Options borrow *sets, to be freed with mem_free, also on failure. */
enum tt_status run_replay_options(const struct results_run_row *run, struct ttcap *capture,
                                  struct replay_options *options, struct replay_set **sets, struct tt_error *err);
