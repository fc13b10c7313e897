/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the next events from the columns of a chunk, for the code that walks them (cursor.c), without a call for each
 * event. */
#pragma once

#include "capture/columns/event_kinds.h"

#include "base/little.h"

/* The lane of the next event; there must be one. */
static inline unsigned view_lane(const struct column_view *view)
{
    return view->order[view->at];
}

/* Sets all members of event `at` but seq and the program counter: the next of its lane. */
static inline void view_take_at(struct column_view *view, uint32_t at, struct ttcap_event *event)
{
    struct column_lane *columns = &view->lane[view->order[at]];
    const size_t of_lane = columns->next++;
    /* all are loaded before any is stored: the compiler cannot know that the event is no part of the view */
    const uint8_t *const addr = columns->addr, *const index = columns->index, *const value = columns->value,
                         *const length = columns->length;
    struct ttcap_event taken = {.kind = columns->kind, .thread = columns->thread};
    if (addr)
        taken.addr = load_u32(addr + 4 * of_lane);
    if (index)
        taken.index = index[of_lane];
    if (value)
        taken.value = load_u32(value + 4 * of_lane);
    if (length) {
        taken.byte_count = load_u32(length + 4 * of_lane);
        taken.bytes = view->bytes + columns->offset[of_lane];
    }
    *event = taken;
}

/* Sets all members of the next event but seq. There must be a next event; then nothing can fail. Its bytes point
 * into raw. */
static inline void view_take(struct column_view *view, struct ttcap_event *event)
{
    view_take_at(view, view->at++, event);
    if (view->pc.code)
        pc_view_next(&view->pc, event);
}

/* Whether events can be passed over at once: program counters lie in columns of all lanes, each by the one before. */
static inline bool view_can_jump(const struct column_view *view)
{
    return !view->pc.code;
}

/* Passes over the next events, `most` at most, that are of none of these lanes (bit a lane), now and later; how many.
 * For such a lane the place is not computed. */
static inline uint32_t view_skip(struct column_view *view, uint64_t lanes, uint32_t most)
{
    const uint32_t first = view->at, left = view->count - first, end = first + (most < left ? most : left);
    uint32_t at = first;
    for (; at < end && !(lanes >> view->order[at] & 1); at++) {
        if (view->pc.code)
            pc_view_next(&view->pc, &(struct ttcap_event){.thread = lane_thread(view->order[at])});
    }
    view->at = at;
    return at - first;
}
