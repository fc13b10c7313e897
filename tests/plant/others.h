/* SPDX-License-Identifier: Apache-2.0 */
/* Faults beside a word that was executed otherwise: a write that did not happen, a core's store, two words at once, and
 * captures that hold pushed words alone. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_other(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                           struct tt_error *err);
