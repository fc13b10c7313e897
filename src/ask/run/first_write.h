/* SPDX-License-Identifier: Apache-2.0 */
/* The first writer of a place, by a replay up to there. */
#pragma once

#include "ask/run/address.h"
#include "order/replay.h"

/* The first event of the run, whatever its range and strictness, that writes to a place, also the value that is there
 * already; of a field of the configuration and of counters and flags the first that changes it. In program and firmware
 * order the word or store of that number. *has false: none does. */
enum tt_status first_write(struct ttcap *capture, const struct replay_options *options,
                           const struct address_place *place, bool *has, uint64_t *event, struct tt_error *err);
