/* SPDX-License-Identifier: Apache-2.0 */
/* Faults of a device that what differs shows by itself, before any change is tried. */
#pragma once

#include "ask/bisect/bisect.h"
#include "ask/bisect/difference.h"

/* Leaves `device` as it is where what differs shows none. */
enum tt_status device_look(struct bisect_device *device, const struct difference *base, struct ttcap *capture,
                           struct tt_error *err);
