/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction again and again, with another value in a field: some microseconds, where a replay takes a
 * millisecond. It says which of many guesses are worth a replay. */
#pragma once

#include "ask/bisect/bisect.h"

struct quick;

/* Replays up to the instruction that wrote `place` and retains the tile as it stood before. Null without memory; where
 * the instruction alone does not give the replayed value again (16-byte blocks that wait for more, sums), every guess
 * is worth a replay. */
enum tt_status quick_new(struct quick **out, struct ttcap *capture, const struct replay_options *options,
                         const struct bisect_place *place, struct tt_error *err);
void quick_free(struct quick *quick); /* null is allowed */

/* Whether the set may give the device's value. */
bool quick_may_explain(struct quick *quick, const struct replay_set *set);
