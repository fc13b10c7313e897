/* SPDX-License-Identifier: Apache-2.0 */
/* Orders in which a unit is delayed: for each hazard of rounds, the word that comes too soon and the word that should
 * come first change places, as far as what they share goes. docs/semantics/program-order.md#schedules */
#pragma once

#include "order/replay.h"

/* The outcome of a delay of the unit. */
enum delayed_answer {
    DELAYED_UNTRIED, /* the search was over */
    DELAYED_UNSEEN,  /* no replay can show it */
    DELAYED_SAME,    /* in these data nothing that is compared differs */
    DELAYED_DIFFERS,
    DELAYED_ANSWERS
};

/* The bytes that one word writes in the spaces that a hazard is about, as the other sees it where that one is delayed.
 */
struct delayed_patch {
    struct replay_patch patch;
    struct replay_patch_piece *pieces;
    size_t capacity;
    bool has_failed; /* for want of memory */
};

/* Whether no replay shows what the other would see: of banks, of the pointers to them, of a push. */
bool delayed_is_unseen(finding_id id);

/* Runs rounds once, to learn what the two words share. No pieces: nothing that could differ. */
enum tt_status delayed_learn(struct ttcap *capture, const struct replay_options *options,
                             const struct replay_hazard *hazard, struct delayed_patch *patch, struct tt_error *err);
void delayed_patch_clear(struct delayed_patch *patch);
