/* SPDX-License-Identifier: Apache-2.0 */
/* The host's part of a capture: its events of no thread and no core, behind marks of when they happened. A mark is a
 * store of the host's to the clock (CLOCK_LOW, before it CLOCK_HIGH where that is not 0): the round in which what
 * follows happened. A mark with nothing behind it is the end of the run. docs/semantics/firmware.md#outside */
#pragma once

#include "order/replay.h"

/* As `into->outside` wants it; *out is null where the capture has no marks. */
struct outside_events;
enum tt_status outside_events_open(struct outside_events **out, struct ttcap *capture, struct tt_error *err);
void outside_events_close(struct outside_events *events); /* null is allowed */
const struct replay_outside *outside_events_of(struct outside_events *events);
/* Why its events ended early, if they did. */
enum tt_status outside_events_status(const struct outside_events *events, struct tt_error *err);

/* Whether an event is one of these marks, and its half of the round. */
bool outside_is_mark(const struct ttcap_event *event);
struct ttcap_event outside_mark(uint64_t round, bool is_high);

/* Its position, to be restored later: plain data. */
struct outside_position {
    uint64_t event; /* of the capture, that comes next; UINT64_MAX: none */
    uint64_t round;
    bool ends_run, is_handed_out;
};
struct outside_position outside_events_position(const struct outside_events *events);
enum tt_status outside_events_go(struct outside_events *events, struct ttcap *capture,
                                 const struct outside_position *position, struct tt_error *err);
