/* SPDX-License-Identifier: Apache-2.0 */
/* A walk through the events of a capture in executed order. */
#pragma once

#include "order/done.h"
#include "order/engine.h"

/* The source of a walk: it stays where it stands when the walk is restored to another event, and is then read from
 * there. */
struct event_source {
    struct ttcap_cursor *cursor; /* stands before event `at` */
    uint64_t at;
    bool has_origins;             /* once they were asked for */
    struct word_origins *origins; /* null where the capture does not say; they have been given the events before: */
    uint64_t origins_at;
};
void event_source_close(struct event_source *from);

/* Where it stands: plain data. Start from {0}. */
struct event_walk {
    struct event_source *from;
    struct stream_holder *streams; /* null: not wanted, or the walk begins behind their start */
    uint64_t first, at, last;      /* event; the one that comes next; behind the last */
    uint32_t next;                 /* checkpoint, and the event behind which it is */
    int64_t due;
    uint64_t progress; /* the event at which progress is reported next */
    bool is_stepped;   /* the caller sees each event */
    bool is_plain;     /* no listener needs single events */
    bool is_on;        /* the listener: from options->first on */
    bool has_origins;  /* somebody asks where words came from */
    enum steps_end end;
};

/* At the start of the replay, or at its frame. */
enum tt_status event_walk_open(struct event_walk *walk, struct replay *replay, struct event_source *from,
                               struct tt_error *err);
/* One event, of a walk that is stepped. TT_END: walk->end says why. */
enum tt_status event_walk_go(struct event_walk *walk, struct replay *replay, struct steps_done *done,
                             struct tt_error *err);
/* All of them. */
enum tt_status replay_run_events(struct replay *replay, struct tt_error *err);
