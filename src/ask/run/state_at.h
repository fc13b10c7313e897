/* SPDX-License-Identifier: Apache-2.0 */
/* The whole state of the tile before any event, by a replay up to there. */
#pragma once

#include "order/replay.h"

/* Writes the capture `path` (replaced), of one snapshot: the state of the tile before event `seq` of the run, which in
 * program and firmware order is the word or store of that number. Values that come from state that the recording does
 * not hold are unknown in it. Behind the last event: the end; beyond that it is refused. */
enum tt_status state_at(const char *path, struct ttcap *capture, const struct replay_options *options, uint64_t seq,
                        struct tt_error *err);
