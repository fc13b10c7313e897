/* SPDX-License-Identifier: Apache-2.0 */
/* A bit of an operand that was recorded otherwise than the device had it, and whole inputs. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_operand(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                             struct tt_error *err);

/* All of an input is another one: not the bytes that were meant. */
enum tt_status plant_tile(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err);
