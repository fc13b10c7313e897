/* SPDX-License-Identifier: Apache-2.0 */
/* Which members of an event each kind has: the one table behind the columns. */
#pragma once

#include "capture/columns/columns.h"

struct event_kind {
    const char *name;
    bool may_lack_thread, has_index, has_addr, has_value, has_bytes;
};

extern const struct event_kind event_kinds[TTCAP_KIND_COUNT];

static inline unsigned lane_of(enum ttcap_kind kind, int thread)
{
    return (unsigned)kind * LANE_THREADS + (unsigned)(thread + 1);
}

static inline enum ttcap_kind lane_kind(unsigned lane)
{
    return (enum ttcap_kind)(lane / LANE_THREADS);
}

static inline int8_t lane_thread(unsigned lane)
{
    return (int8_t)((int)(lane % LANE_THREADS) - 1);
}
