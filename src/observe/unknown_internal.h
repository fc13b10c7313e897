/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of unknown*.c share. */
#pragma once

#include "observe/insn_log.h"
#include "observe/shadow.h"
#include "observe/unknown.h"

/* A byte range that the instruction at work wrote, and where it comes from, from its end on. */
struct outcome {
    enum tt_space space;
    uint32_t lo, hi;
    origin_set origins;
};

/* All of the kind that the instruction at work wrote. */
struct outcomes {
    struct outcome *items;
    size_t count, capacity;
};

/* A row of Dst that was read, by which flag, and whether that says that it is empty. */
struct dst_row_read {
    uint16_t flag;
    bool is_read, is_empty;
};

/* A word of which the instruction leaves bits as they were. */
struct retained_word {
    enum tt_space space;
    uint32_t lo, mask;
};

enum { RETAINED_MAX = 8, DST_ROW_BYTES = 2 * DST_COLUMNS };

struct unknown {
    struct shadow shadow;
    struct origins origins;
    enum tt_chip chip;
    bool is_in_insn, is_control_lost;
    bool has_loaded;        /* a core, of by_core */
    bool is_undefined;      /* the instruction at work did something undefined */
    origin_set read;        /* what its operands come from, known at its end */
    uint32_t summed_spaces; /* a bit a space: by_space has what all that the instruction read of it hangs on */
    origin_set by_space[TT_SPACE_COUNT];
    origin_set control;                                    /* what decided about it */
    origin_set steps;                                      /* what decides how its counters move on */
    enum tt_core core;                                     /* at work, or TT_CORE_COUNT */
    origin_set by_core[TT_CORE_COUNT], by_thread[THREADS]; /* what cores loaded, and what words pushed come from */
    struct retained_word retained[RETAINED_MAX];
    unsigned retained_count;
    bool has_rows;                      /* of Dst, that it read: */
    struct dst_row_read rows[DST_ROWS]; /* while has_rows */
    struct probe_insn insn;
    struct insn_log *log;
    struct depends depends; /* scratch */
    struct outcomes outcomes, written; /* written: while nothing was unknown, as if it became so */
    bool has_lost_written;             /* for want of memory */
    struct unknown_order order;
    struct unknown_listener on_tainted;
    const struct probe *listener;
    struct probe probe;
};

/* ---- unknown.c ---- */

/* Where bytes [lo, hi) come from; mask: of one element of up to four bytes, the bits that are meant. */
origin_set unknown_of(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask);

/* What decides which copy of the configuration the thread at work uses. */
origin_set unknown_chosen_state(struct unknown *unknown);

/* Adds a range, neighbours of a kind as one. False without memory. */
bool outcomes_add(struct outcomes *list, const struct outcome *range);

/* ---- unknown_state.c ---- */

/* Counters, banks and what packers remember: by the group, as schemas/isa says who reads and writes what. What the
 * instruction at work read of them; and, at its end, what it leaves of them. */
origin_set unknown_state_read(struct unknown *unknown);
void unknown_state_written(struct unknown *unknown);
/* Whether a word of the state is followed so. */
bool unknown_is_by_group(uint32_t lo);

/* ---- unknown_resolve.c ---- */

/* What becomes of all that the instruction at work wrote. */
void unknown_resolve(struct unknown *unknown);
