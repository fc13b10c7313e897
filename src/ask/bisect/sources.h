/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source of what bisect names. */
#pragma once

#include "ask/bisect/bisect.h"

/* Where the capture knows lines: those of the first difference, of each explanation, and of where replays begin to
 * differ. One more replay, as options say: fills `sources`, first.source and branch.source. */
enum tt_status sources_find(struct bisect_result *result, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err);
