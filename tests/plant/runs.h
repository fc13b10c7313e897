/* SPDX-License-Identifier: Apache-2.0 */
/* Faults of several words or stores at once: of a piece of a thread, of each round of a loop, of two places. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_run(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                         struct tt_error *err);
