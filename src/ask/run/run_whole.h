/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the spaces' content at the end follows from a run's accesses. */
#pragma once

#include "base/names.h"
#include "capture/source_lines.h"
#include "order/replay.h"
#include "results/results.h"

/* Whether a unit is among those that ran, "pack,matrix". */
bool run_has_unit(const char *units, enum tt_unit unit);

/* Refuses a run that began late, or in which a data unit did not run: what that would have made is of the recording,
 * and not among the run's writes. purpose: "export a region". */
enum tt_status run_check_whole(const struct results_run_row *run, const char *purpose, struct tt_error *err);

/* ---- state_walk.c: the whole state of the tile before any event, by a replay up to there ---- */

/* Writes the capture `path` (replaced), of one snapshot: the state of the tile before event `seq` of the run, which in
 * program and firmware order is the word or store of that number. Values that come from state that the recording does
 * not hold are unknown in it. Behind the last event: the end; beyond that it is refused. */
enum tt_status state_at(const char *path, struct ttcap *capture, const struct replay_options *options, uint64_t seq,
                        struct tt_error *err);
