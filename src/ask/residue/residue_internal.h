/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this folder. */
#pragma once

#include "ask/residue/residue.h"
#include "tile/tile.h"

/* Bytes [lo, hi) of a space that have other values at the start. */
struct poke {
    enum tt_space space;
    uint32_t lo, hi;
    const uint8_t *recorded, *value; /* hi - lo bytes each */
    uint32_t mask;                   /* of a field: its bits of the element; else all ones */
    uint64_t event;                  /* executed order: nothing reads or writes it before that */
};

/* A byte that is another one. */
struct trial_change {
    enum residue_reach reach; /* RESIDUE_NO_VALUE: nothing is; RESIDUE_UNSUPPORTED: unknown */
    uint32_t checkpoint;
    bool is_at_end;
    enum tt_space space;
    uint32_t at;
};

enum { KNOWN_CHUNK = 4096 /* bytes of which a checkpoint is asked at once */ };

/* ---- residue.c ---- */

/* Counts rows by their reach. */
void residue_count(struct residue *residue);

/* ---- trials.c ---- */

/* A replay as it is, and the same from other starts. */
struct trials;
enum tt_status trials_open(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                           struct tt_error *err);
/* The replay "as it is" begins with these. */
enum tt_status trials_open_with(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                                const struct poke *pokes, size_t count, struct tt_error *err);
void trials_close(struct trials *trials); /* null is allowed */

const struct tile *trials_start(const struct trials *trials); /* of a run that begins at an event, there */
/* The state before that run and before the one before it; null where the run begins with the capture. */
const struct tile *trials_before(const struct trials *trials);
const struct replay_summary *trials_summary(const struct trials *trials);
uint64_t trials_replays(const struct trials *trials);
bool trials_are_spent(const struct trials *trials);
/* Counts one replay that was made elsewhere. */
void trials_count(struct trials *trials);

/* The places that change. A start from which the replay cannot be made, or from which it does something that is not
 * modelled, shows nothing. */
enum tt_status trials_try(struct trials *trials, const struct poke *pokes, size_t count, struct trial_change *change,
                          struct tt_error *err);
/* One after the other, as many at once as there are processors, until the budget is spent or, where that `ends` it, one
 * shows something; *done: how many count, the others may have been tried in vain. */
struct trial_try {
    const struct poke *pokes;
    size_t count;
    struct trial_change change;
};
enum tt_status trials_try_several(struct trials *trials, struct trial_try *tries, size_t count, bool ends, size_t *done,
                                  struct tt_error *err);
size_t trials_at_once(const struct trials *trials);

/* ---- search.c ---- */

/* Tries rows whose reach is RESIDUE_NOT_TRIED; given ones last. */
enum tt_status search_rows(struct residue *residue, struct trials *trials, struct tt_error *err);
void search_take_change(struct residue_row *row, const struct trial_change *change, const uint8_t *value);

/* ---- together.c ---- */

/* A place of a row, with what the run before left there, and what stands there without it. */
struct left_place {
    size_t row;
    const uint8_t *recorded, *left, *found; /* recorded: at the start of the run */
    const uint8_t *shown;                   /* the one of both that is the row's other value */
    /* Results: */
    bool is_tried, is_alone;    /* put back alone, an output is another one */
    bool is_decisive;           /* it is among those without which the run does not end as behind the other one */
    struct trial_change change; /* if it is put back, or all are that decide, but not alone */
};

/* Which places decide; rows of these reach what changes. trials: the run behind the other one. */
enum tt_status together_decide(struct left_place *places, size_t count, struct residue *residue, struct trials *trials,
                               struct tt_error *err);
/* The same of a run that begins at an event, for all rows. */
enum tt_status together_put_back(struct residue *residue, struct trials *trials, struct tt_error *err);

/* ---- places.c ---- */

/* Rows for the reads; their reach is RESIDUE_NOT_TRIED. */
enum tt_status places_find(struct residue *residue, const struct first_reads *reads, struct ttcap *capture,
                           struct tt_error *err);
/* Rows of the state that was not reported as read, as far as its units had a word: of some reads nothing is reported
 * (internal state, expanders, mutexes), and pointers and owners of banks belong together. Trials show what matters. */
enum tt_status places_find_unread(struct residue *residue, const struct first_reads *reads, struct tt_error *err);
/* Neighbours that are alike become one row. */
void places_merge(struct residue *residue);

/* ---- values.c ---- */

/* The n-th start to try: value has room for all bytes of the row's ranges, one behind the other, which `recorded`
 * holds. False: there is no n-th. */
bool values_nth(const struct residue_row *row, unsigned nth, const uint8_t *recorded, uint8_t *value);
/* Bytes of all ranges, as a tile has them. */
uint32_t values_bytes(const struct residue_row *row);
void values_load(const struct residue_row *row, const struct tile *tile, uint8_t *bytes);
/* Of a field the bits that are not its own become as recorded. */
void values_mask(const struct residue_row *row, const uint8_t *recorded, uint8_t *value);
/* Of a row whose value is one number: that number. */
uint32_t values_number(const struct residue_row *row, const uint8_t *bytes);
/* The row's ranges with other bytes; returns how many. event: as struct poke. */
unsigned values_pokes(const struct residue_row *row, uint64_t event, const uint8_t *recorded, const uint8_t *value,
                      struct poke pokes[static RESIDUE_RANGES_MAX]);

/* Of a word of the state that says who owns a source's banks, or whose turn it is: which source's, else 0. */
unsigned values_source_of(const struct residue_range *range);

/* ---- left_by.c ---- */

/* Of rows that reach anything: who wrote there last, before the run began. */
enum tt_status left_by_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err);

/* ---- dependence.c ---- */

/* Rows on which no compared byte hangs become RESIDUE_UNUSED. reads: the writes. */
enum tt_status dependence_find(struct residue *residue, struct trials *trials, struct ttcap *capture,
                               const struct residue_options *options, const struct first_reads *reads,
                               struct tt_error *err);
