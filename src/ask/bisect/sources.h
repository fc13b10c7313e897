/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source of what bisect names. */
#pragma once

#include "ask/bisect/bisect.h"

/* Of each field that explains all the event that left it as it is when the first difference is made; then, where the
 * capture knows lines, those of the first difference, of each explanation, and of where replays begin to differ: fills
 * the writers of changes, `sources`, first.source and branch.source. At most two more replays, as options say. */
enum tt_status sources_find(struct bisect_result *result, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err);
