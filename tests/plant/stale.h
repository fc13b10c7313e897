/* SPDX-License-Identifier: Apache-2.0 */
/* Captures that lack the word or store which set up a place: what stands there at the start now decides an output. */
#pragma once

#include "capture/ttcap.h"
#include "order/replay.h"

struct plant_stale {
    char text[256];
    uint64_t event; /* of the recording, that is not in the planted capture */
    enum tt_space space;
    uint32_t at; /* a byte, and a bit of it, which another output hangs on */
    uint8_t bit;
};

/* A start otherwise, for a replay that has nothing to do with those of the tool. */
struct plant_start {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *mask; /* bits set in mask alone */
};

/* All that a replay ends with: L1 and every compared byte that differs from the recording, without those that the
 * starts name; whether it hangs. */
enum tt_status plant_outcome(uint64_t *sum, struct ttcap *capture, const struct plant_start *starts, size_t count,
                             struct tt_error *err);

/* Writes `path`; wanted: of which space the place is to be. *is_made false: nothing was found. */
enum tt_status plant_stale(struct plant_stale *plant, bool *is_made, enum tt_space wanted, uint64_t seed,
                           struct ttcap *from, const char *path, struct tt_error *err);
