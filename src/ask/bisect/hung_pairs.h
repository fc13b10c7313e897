/* SPDX-License-Identifier: Apache-2.0 */
/* Posts and gets of a recording that hangs: what a core waited for when the recording ended, it does not hold. */
#pragma once

#include "ask/bisect/bisect.h"

/* Reports what waits, and finds a semaphore that a core posted more often than it is got, where its thread has run all
 * that was recorded of it and waits for nothing: its core may wait for the semaphore to fall. */
enum tt_status hung_pairs_find(struct bisect_unpaired *unpaired, struct ttcap *capture,
                               const struct replay_options *options, const struct replay_observer *next,
                               struct replay_summary *summary, struct tt_error *err);
