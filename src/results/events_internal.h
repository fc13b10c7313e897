/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "results/events.h"

enum { WRITTEN_PLACES = 1 << 15 }; /* parts of a space; its last has all behind it, too */

/* What a window writes. */
struct events_written {
    uint64_t number;
    uint32_t *granules; /* of a space and a part of it, rising */
    size_t count;
};

struct events {
    struct played played;
    struct player *player; /* null: none */
    struct window **held;
    size_t count, capacity, bytes;
    bool has_end;
    uint64_t end;              /* no window from this number on */
    uint64_t uses, last, back; /* last: the window that was asked for last; back: so many before it came along */
    bool has_survey, has_digest;
    struct events_survey survey;
    uint64_t digest;
    struct events_written *written; /* by number */
    size_t written_count, written_capacity;
    bool has_all_written;
};

/* ---- survey.c ---- */
void events_forget_survey(struct events *events);

/* ---- written.c ---- */
void events_forget_written(struct events *events);
/* Goes through the run and notes which window writes where. */
enum tt_status events_note_writes(struct events *events, struct tt_error *err);
