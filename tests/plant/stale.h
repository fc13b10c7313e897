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

/* Compared bytes of the place itself that differ from the recording. Start from {0}; free with plant_own_clear. */
struct plant_own_byte {
    uint32_t checkpoint, at;
    enum tt_space space;
    uint8_t held, replayed, known;
};
struct plant_own {
    struct plant_own_byte *items;
    size_t count, capacity;
};
void plant_own_clear(struct plant_own *own);

/* Whether a byte of the place is neither what the replay as it is leaves there, nor what the start put there. */
bool plant_own_differs(const struct plant_own *as_is, const struct plant_own *other, const struct plant_start *starts,
                       size_t count);

/* All that a replay ends with: L1 and every compared byte that differs from the recording, without those that the
 * starts name, which `own` (may be null) gets; whether it hangs. */
enum tt_status plant_outcome(uint64_t *sum, struct plant_own *own, struct ttcap *capture,
                             const struct plant_start *starts, size_t count, struct tt_error *err);

/* Writes `path`; wanted: of which space the place is to be. *is_made false: nothing was found. */
enum tt_status plant_stale(struct plant_stale *plant, bool *is_made, enum tt_space wanted, uint64_t seed,
                           struct ttcap *from, const char *path, struct tt_error *err);
