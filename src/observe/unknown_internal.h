/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of unknown*.c share. */
#pragma once

#include "observe/insn_log.h"
#include "observe/shadow.h"
#include "observe/unknown.h"

/* A byte range that the current instruction wrote, and the inputs that it comes from once the instruction has ended. */
struct outcome {
    enum tt_space space;
    uint32_t lo, hi;
    origin_set origins;
};

/* All ranges that the current instruction wrote. */
struct outcomes {
    struct outcome *items;
    size_t count, capacity;
};

/* A row of Dst that was read, by which flag, and whether the flag marks it as empty. */
struct dst_row_read {
    uint16_t flag;
    bool is_read, is_empty;
};

enum { DST_ROW_BYTES = 2 * DST_COLUMNS };

struct unknown {
    struct shadow shadow;
    struct origins origins;
    enum tt_chip chip;
    bool is_in_insn, is_control_lost;
    bool is_disregarded;    /* nothing counts as unknown */
    bool has_loaded;        /* a core, of by_core */
    bool is_undefined;      /* the instruction at work did something undefined */
    origin_set read;        /* the origins of its operands, known at its end */
    bool is_of_all;         /* a packer or unpacker: all that it moved comes from all of `read` */
    uint32_t summed_spaces; /* bit a space: by_space has the inputs of all that the instruction read of it */
    origin_set by_space[TT_SPACE_COUNT];
    origin_set control;                 /* the values that decided about it */
    origin_set steps;                   /* the values that decide how its counters move on */
    enum tt_core core;                  /* at work, or TT_CORE_COUNT */
    uint32_t lost_units;                /* bit a unit: it worked on unknown data, so what it remembers is unknown */
    origin_set by_core[TT_CORE_COUNT];  /* inputs of what each core loaded */
    origin_set by_thread[THREADS];      /* of what was pushed for each thread */
    struct extent rows_read;            /* of Dst, between which it read rows: */
    struct dst_row_read rows[DST_ROWS]; /* all zero beside */
    struct probe_insn insn;
    struct insn_log *log;
    struct depends depends; /* scratch */
    struct outcomes outcomes;
    struct outcomes written; /* ranges written while nothing was unknown, in case that something becomes so */
    bool has_lost_written;   /* memory ran out */
    struct unknown_order order;
    struct unknown_listener on_tainted;
    const struct probe *listener;
    struct probe probe;
};

/* ---- unknown.c ---- */

/* The inputs that bytes [lo, hi) come from; mask: of one element of up to four bytes, the bits that count. */
origin_set unknown_of(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask);

/* The inputs that decide which copy of the configuration the current thread uses. */
origin_set unknown_chosen_state(struct unknown *unknown);

/* Adds a range; neighbours of the same kind become one. False without memory. */
bool outcomes_add(struct outcomes *list, const struct outcome *range);

/* ---- unknown_state.c ---- */

/* Counters, banks and what packers remember are followed by the group: schemas/isa says which instruction reads and
 * writes which group. The parts that the current instruction read of them; and, at its end, the parts that it leaves.
 */
origin_set unknown_state_read(struct unknown *unknown);
void unknown_state_written(struct unknown *unknown);
/* Whether a word of the state is followed by its group. */
bool unknown_is_by_group(uint32_t lo);
bool unknown_is_counter(uint32_t lo); /* of rows or of addresses */

/* ---- unknown_resolve.c ---- */

/* Marks everything that the current instruction wrote as known or unknown. */
void unknown_resolve(struct unknown *unknown);
