/* SPDX-License-Identifier: Apache-2.0 */
/* Orders in which a unit is delayed: for each hazard of rounds, the word that comes too soon and the word that should
 * come first change places, as far as what they share goes. docs/semantics/program-order.md#schedules */
#pragma once

#include "order/replay.h"

enum { DELAYED_MAX = 64, DELAYED_TEXT = 512 };

/* The outcome of a delay of the unit. */
enum delayed_answer {
    DELAYED_UNTRIED, /* the search was over */
    DELAYED_UNSEEN,  /* no replay can show it */
    DELAYED_SAME,    /* in these data nothing that is compared differs */
    DELAYED_DIFFERS,
    DELAYED_ANSWERS
};

/* A hazard as it was reported. */
struct delayed_hazard {
    finding_id id;
    enum tt_unit unit;
    uint64_t step, other_step;
    uint64_t first_step; /* of the unit's words that are delayed with it; the same as other_step: it alone */
    unsigned thread;     /* whose words these are */
    bool is_read;
    uint64_t cycles; /* it is one only if the unit takes longer than that; 0: whatever it takes */
    uint64_t apart;  /* cycles from its issue to what comes too soon, at least; 0: not known */
    uint64_t most;   /* that it takes, as published; 0: no source says */
    uint64_t places; /* of the run that show the same; this is the nearest of them */
    enum delayed_answer answer;
    char who[DELAYED_TEXT], what[DELAYED_TEXT], other[DELAYED_TEXT], missing[DELAYED_TEXT];
};

struct delayed_hazards {
    uint64_t reported; /* the first of them are stored */
    struct delayed_hazard items[DELAYED_MAX];
};

/* The sentence that the hazard was reported in. */
const char *delayed_sentence(const struct delayed_hazard *hazard, char text[static HAZARD_SENTENCE]);

/* Retains a hazard; for replay_observer. */
void delayed_note(struct delayed_hazards *hazards, const struct replay_hazard *hazard);

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
                             const struct delayed_hazard *hazard, struct delayed_patch *patch, struct tt_error *err);
void delayed_patch_clear(struct delayed_patch *patch);
