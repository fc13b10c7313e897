/* SPDX-License-Identifier: Apache-2.0 */
/* Happens-before, edge by edge: what lets an agent know work to be done. A function that learns from an edge asks for
 * it, so that a replay can be judged without one (replay --without). docs/semantics/program-order.md#edges */
#pragma once

#include "base/usual.h"

enum hazard_edge {
    EDGE_ISSUE,
    EDGE_PUSH,
    EDGE_EXPANDER,
    EDGE_WAIT,
    EDGE_FLUSH,
    EDGE_STORES,
    EDGE_POST,
    EDGE_GET,
    EDGE_MUTEX,
    EDGE_STREAM,
    EDGE_POLL,
    EDGE_MAILBOX,
    EDGE_MAILBOX_FULL,
    EDGE_PIPE,
    EDGE_MACRO_OP,
    EDGE_OUTSIDE,
    EDGE_PLACE,
    EDGE_UNIT_ORDER,
    EDGE_TIME,
    EDGE_BANK_TAKEN,
    EDGE_BANK_RETURNED,
    EDGE_BANK_AWAITED,
    EDGE_BARE_NOP,
    EDGE_DST_HELD,
    EDGE_DST_WORDS,
    EDGE_COUNT
};

struct hazard_edge_row {
    const char *name;
    const char *from, *to;
    const char *level; /* measured, maker, page (of the ISA), stock (code or comment), judged */
    const char *source;
};

const struct hazard_edge_row *hazard_edge_get(enum hazard_edge edge);
