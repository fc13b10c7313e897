/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "results/events.h"

/* The writes of a window: a bit for each place of some bytes of a space (written.c). */
struct events_written {
    uint64_t number, bits[512];
};

struct events {
    struct played played;
    struct player *player; /* null: none */
    struct window **held;
    size_t count, capacity, bytes;
    bool has_end;
    uint64_t end;              /* no window from this number on */
    uint64_t uses, last, back; /* last: the window that was asked for last; back: so many before it came along */
    bool has_survey;
    struct events_survey survey;
    struct events_written *written; /* by number */
    size_t written_count, written_capacity;
    bool has_all_written;
};

/* ---- events.c ---- */
enum tt_status events_open_player(struct events *events, struct tt_error *err);

/* ---- survey.c ---- */
void events_forget_survey(struct events *events);

/* ---- written.c ---- */
void events_forget_written(struct events *events);
