/* SPDX-License-Identifier: Apache-2.0 */
/* Where two replays of one capture begin to differ. */
#pragma once

#include "ask/bisect/bisect.h"

/* Compares the stages and writes of the data units up to and including event `last` (executed order). */
enum tt_status branch_find(struct bisect_branch *branch, struct ttcap *capture, const struct replay_options *as_is,
                           const struct replay_options *explained, uint64_t last, struct tt_error *err);
