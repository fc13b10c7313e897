/* SPDX-License-Identifier: Apache-2.0 */
/* The first value that differs, described. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/bisect/writers.h"

/* Of the first checkpoint with differences: the value first in the data's way, and of those the one written first. */
enum tt_status place_find(struct bisect_place *place, const struct difference *difference,
                          const struct writers *writers, struct ttcap *capture, const struct replay_options *options,
                          struct tt_error *err);

/* device/device.c: a fault of the device that the difference shows by itself; leaves `device` as it is where there is
 * none. */
enum tt_status device_look(struct bisect_device *device, const struct difference *base, struct ttcap *capture,
                           struct tt_error *err);
