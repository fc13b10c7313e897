/* SPDX-License-Identifier: Apache-2.0 */
/* Pushed words without one of their waits, and the end of a device that came to another order. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_wait(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err);
