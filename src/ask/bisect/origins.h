/* SPDX-License-Identifier: Apache-2.0 */
/* From which lines of source the instructions came that bisect names. */
#pragma once

#include "ask/bisect/bisect.h"

/* One more replay, as options say, where the capture knows lines: fills first.source and branch.source. */
enum tt_status find_origins(struct bisect_result *result, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err);
