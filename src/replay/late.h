/* SPDX-License-Identifier: Apache-2.0 */
/* Orders in which a unit is late: for each hazard of rounds, the one word that comes too soon and the one that it comes
 * too soon for change places, as far as what they share goes. docs/semantics/program-order.md#schedules */
#pragma once

#include "replay/replay.h"

enum { LATE_MAX = 64, LATE_TEXT = 512 };

/* A hazard as it was told. */
struct late_hazard {
    enum finding_id id;
    enum tt_unit unit;
    uint64_t step, other_step;
    bool is_read;
    char who[LATE_TEXT], what[LATE_TEXT], other[LATE_TEXT];
};

struct late_hazards {
    uint64_t told; /* the first of them are kept */
    struct late_hazard items[LATE_MAX];
};

/* Keeps a hazard; for replay_observer. */
void late_note(struct late_hazards *hazards, const struct replay_hazard *hazard);

/* What one word writes in the spaces that a hazard is about, as the other sees it where it is late. */
struct late_patch {
    struct replay_patch patch;
    struct replay_patch_piece *pieces;
    size_t capacity;
    bool has_failed; /* for want of memory */
};

/* Runs rounds once, to learn what the two words share. No pieces: nothing that this could tell apart. */
enum tt_status late_learn(struct ttcap *capture, const struct replay_options *options, const struct late_hazard *hazard,
                          struct late_patch *patch, struct tt_error *err);
void late_patch_clear(struct late_patch *patch);
