/* SPDX-License-Identifier: Apache-2.0 */
/* State of the tile that a run read and had not written, its first reader, and whether it reaches an output: then a run
 * before it decides about its results. docs/how-to/residue.md */
#pragma once

#include "ask/run/run_whole.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "observe/first_reads.h"
#include "order/replay.h"

enum { RESIDUE_NAME_MAX = 112, RESIDUE_RANGES_MAX = 2 };

struct residue_options {
    struct replay_options replay; /* order, variants and sets that hold for every replay */
    const char *path;             /* of the capture, which each processor opens; null: by one processor */
    uint64_t budget;              /* replays at most */
    /* Executed order: the run begins at event `from` (0: with the capture), and the one before it at event `since`. */
    uint64_t from, since;
    bool has_after; /* residue_after() follows: internal state, which no unit reports reads of, is a place then, too */
    void (*progress)(void *user, uint64_t done, uint64_t of); /* may be null */
    bool (*is_late)(void *user);                              /* as in bisect_options; may be null */
    void *user;
};

/* How far the value of a place reaches, as other values there show; the first is the worst. */
enum residue_reach {
    RESIDUE_OUTPUT,      /* a byte of L1 that the run leaves */
    RESIDUE_HANG,        /* whether the run comes to its end */
    RESIDUE_COMPARED,    /* a compared byte elsewhere */
    RESIDUE_NOT_TRIED,   /* the budget was spent */
    RESIDUE_UNSUPPORTED, /* with some the run does work that nothing here carries out; the others change nothing */
    RESIDUE_NO_VALUE,    /* none of the values tried changes anything */
    RESIDUE_UNUSED,      /* no compared byte depends on it */
    RESIDUE_REACHES
};

/* "output", "hang", "compared", "not tried", "unsupported", "no value", "unused" */
const char *residue_reach_name(enum residue_reach reach);

static inline bool residue_reaches(enum residue_reach reach)
{
    return reach <= RESIDUE_COMPARED;
}

/* Bytes [lo, hi) of a space; mask: of one element, the bits that are meant, else all ones. */
struct residue_range {
    enum tt_space space;
    uint32_t lo, hi, mask;
};

/* A place that was read before anything wrote it: a field, a register, a word of the state, rows, a range of L1. */
struct residue_row {
    char name[RESIDUE_NAME_MAX];
    enum reg_id field;                               /* REG_COUNT: none */
    struct residue_range ranges[RESIDUE_RANGES_MAX]; /* of Dst the cells and their flags; of a word that exists once
                                                      * both halves */
    unsigned range_count;
    bool is_given; /* of L1 that the recording holds at its start: operands and code, not left by others */
    struct first_reader reader;
    struct first_reader writer; /* with options.from: who left it there; unit TT_UNIT_COUNT: nobody */
    struct word_source source;
    enum residue_reach reach;
    bool is_read;     /* reported as read before it was written; else the reader is the unit's first word */
    bool is_together; /* it reaches only together with the others that are so marked */
    bool has_value;   /* of a field or element: the start's value, and another value that shows it */
    uint32_t value, other;
    uint32_t checkpoint; /* where it shows; of a hang nothing of this counts */
    bool is_at_end;      /* in L1 behind the last checkpoint */
    enum tt_space at_space;
    uint32_t at;
};

/* Internal state of a unit that the small state does not show. */
static inline bool residue_is_internal(const struct residue_row *row)
{
    return space_is_internal(row->ranges[0].space, row->ranges[0].lo);
}

struct residue {
    enum tt_chip chip;
    enum replay_order order;
    struct residue_row *rows; /* the row that reaches most comes first; then given ones; then as they are read */
    size_t count, capacity;
    uint64_t by_reach[RESIDUE_REACHES]; /* rows; those that are given do not count */
    uint64_t given;
    uint64_t replays;
    bool is_budget_spent;
    uint64_t from;                 /* as in the options */
    struct replay_summary summary; /* of the replay as it is */
};

/* Clear it in any case. */
enum tt_status residue_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err);
void residue_clear(struct residue *residue);

/* Exit status: EXIT_DIFFERS where a stale read reaches an output, EXIT_NO_VERDICT where the budget leaves that open or
 * work is not supported, else EXIT_SAME. */
int residue_exit(const struct residue *residue);

/* ---- after another run: after.c ---- */

/* The value that the other run leaves at a row's place. */
struct residue_left {
    bool is_left; /* it differs from the value at this run's start; of L1 the other run wrote there, too */
    bool changes; /* and with it, or with it and others that are so marked, an output of this run is another one */
    bool is_tried;
    uint32_t value; /* where the row has_value */
};
struct residue_after {
    struct residue_left *rows;     /* of residue->rows */
    uint64_t left, changing, open; /* open: left, and not tried */
    bool all_change;               /* all that is left, put in together, changes an output */
    uint64_t replays;
    struct replay_summary summary; /* of the other run */
};
/* The other capture is replayed by `how`. Rows that reach only together with others are marked. Clear it in any case.
 */
enum tt_status residue_after(struct residue_after *after, struct residue *residue, struct ttcap *capture,
                             const struct residue_options *options, struct ttcap *other,
                             const struct replay_options *how, struct tt_error *err);
void residue_after_clear(struct residue_after *after);
