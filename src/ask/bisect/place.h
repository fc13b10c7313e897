/* SPDX-License-Identifier: Apache-2.0 */
/* The first value that differs, described. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/bisect/writers.h"

/* Of the first checkpoint with differences: the value first in the data's way, and of those the one written first. */
enum tt_status place_find(struct bisect_place *place, const struct difference *difference,
                          const struct writers *writers, struct ttcap *capture, const struct replay_options *options,
                          struct tt_error *err);
