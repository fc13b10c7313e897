/* SPDX-License-Identifier: Apache-2.0 */
/* What a device did otherwise with one value: a bit of what a word wrote, or an older value at one checkpoint. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_device(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                            struct tt_error *err);
