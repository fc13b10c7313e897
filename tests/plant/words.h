/* SPDX-License-Identifier: Apache-2.0 */
/* Captures without pushed words in which one executed word is lost, doubled, changed or swapped. */
#pragma once

#include "plant/plant.h"

enum tt_status plant_word(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err);

/* Whether a replay of the planted capture says that something is wrong. */
enum tt_status plant_is_shown(bool *is_made, const char *path, struct tt_error *err);
/* Whether all that is left of it waits. */
enum tt_status plant_hangs(bool *is_made, const char *path, struct tt_error *err);

/* A bit that turns over before the first word behind an event. */
struct plant_poke {
    uint64_t behind;
    enum tt_space space;
    uint32_t at;
    uint8_t bit;
};
/* A replay with the options as a capture; poke: null or of executed order; plant.c. */
enum tt_status plant_record(struct ttcap *from, const struct replay_options *options, const struct plant_poke *poke,
                            const char *path, struct replay_summary *summary, struct tt_error *err);

uint64_t plant_draw(uint64_t *state);
