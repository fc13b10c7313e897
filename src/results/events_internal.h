/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "results/events.h"

/* Which bytes of spaces are written from one window to another. */
struct events_written {
    uint64_t from, number; /* windows */
    uint32_t *granules;    /* of a space and a part of it, rising */
    size_t count;
};

struct events_level_state {
    struct played played;
    struct player *player; /* null: none */
    struct window **held;
    size_t count, capacity, bytes;
    bool has_end;
    uint64_t end; /* no window from this number on */
};

struct events {
    struct events_level_state levels[EVENTS_LEVELS];
    uint64_t uses;
    bool has_survey, has_digest;
    struct events_survey survey;
    uint64_t digest;
    struct events_written *written; /* by number */
    size_t written_count, written_capacity;
    bool has_all_written; /* no other window writes */
};

/* ---- events.c ---- */
enum tt_status events_go(struct events_level_state *level, uint64_t number, struct tt_error *err);
/* The next window of the replay at hand, held and in use; null: it is over. */
enum tt_status events_advance(struct events *events, enum events_level which, struct window **window,
                              struct tt_error *err);

/* ---- survey.c ---- */
void events_forget_survey(struct events *events);

/* ---- written.c ---- */
void events_forget_written(struct events *events);
