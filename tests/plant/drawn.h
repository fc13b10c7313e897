/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "plant/folders.h"
#include "plant/plant.h"

/* plant_make() in one of the captures, drawn by kind and seed, as `path`. *name: of that one, as long as the folders.
 */
enum tt_status plant_make_drawn(struct plant *plant, bool *is_made, const char **name, enum plant_kind kind,
                                uint64_t seed, const struct folders *captures, const char *path, struct tt_error *err);
