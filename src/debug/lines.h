/* SPDX-License-Identifier: Apache-2.0 */
/* Steps by line of source, of which each is one run: it ends where the line does. docs/semantics/debug.md */
#pragma once

#include "debug/session.h"

/* LINE_OVER_CALLS: over functions that are called, and into those that are inlined. */
enum line_step { LINE_INTO, LINE_OVER, LINE_OVER_CALLS, LINE_OUT };

/* Where a thread stands in its source. */
struct line_place {
    bool is_known;
    const char *file, *function, *outer; /* outer: the function that the linker knows */
    uint32_t line, stack;
    size_t depth; /* inlined functions */
};

struct line_walk {
    struct session *session;
    unsigned thread;
    enum line_step kind;
    bool is_back, is_at_end; /* is_at_end: backwards, and in the line before; on to where that begins */
    struct line_place from, now;
    uint32_t lo, hi; /* code of `now` */
    enum tt_core core;
};

/* From where the thread stands. */
void line_walk_begin(struct line_walk *walk, struct session *session, unsigned thread, enum line_step kind,
                     bool is_back);
/* Forwards to the next line, backwards to where the line before this one begins; where the lines are unknown, one
 * step. Interrupted it may be called again, and goes on. */
enum tt_status line_walk_go(struct line_walk *walk, struct tt_error *err);
