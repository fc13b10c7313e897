/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "order/engine.h"
#include "order/firmware.h"
#include "order/outside.h"
#include "order/program.h"
#include "order/steps.h"

/* The part that is saved and restored as plain memory: its pointers are to objects that do not move. */
struct steps_now {
    struct replay replay;
    struct replay_listener listener;
    struct replay_summary summary;
    struct firmware firmware;
    struct outside_position outside;
    uint64_t at;
    enum steps_end end;
    uint32_t next_checkpoint; /* executed order */
    int64_t due;
    unsigned turn; /* program and firmware order: of the round, that comes next */
    uint64_t changes_before;
    bool has_moved; /* program order: something has moved in this round */
};

struct steps {
    struct ttcap *capture;
    struct replay_options options;
    struct replay_observer observer;
    const struct probe *probe;
    struct steps_now now;
    uint64_t first, last;        /* executed order: event, behind the last */
    struct ttcap_cursor *cursor; /* stands before event cursor_at */
    uint64_t cursor_at;
    struct word_origins *origins; /* where the observer asks; they have been given the events before origins_at */
    uint64_t origins_at;
    struct outside_events *outside;
    struct program_lists lists; /* program order */
    struct moments *moments;
    struct tt_error err; /* of what the cores do in mid-step */
};

/* ---- steps_events.c: executed order ---- */
enum tt_status steps_open_events(struct steps *steps, struct tt_error *err);
enum tt_status steps_next_event(struct steps *steps, struct steps_done *done, struct tt_error *err);
