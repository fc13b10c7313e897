/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a tile at the end, of a run or a recording: L1 and Dst, and which bytes of them are known. */
#pragma once

#include "capture/ttcap.h"
#include "results/results.h"

/* ---- end_bytes.c ----
 * A stretch of a space as a run left it, or as it stood behind an event: its bytes, which of them are unknown, and
 * the last writer of each. */

struct end_bytes {
    uint32_t lo, count;
    uint8_t *bytes, *unknown; /* unknown: 1, or 0 */
    uint64_t *writer;         /* the event, and one more; 0: nothing wrote there */
};

/* As it stood after that event; -1: at the start; INT64_MAX: at the end. Begins with the start of the run's capture, if
 * the capture can be read; without it, bytes that nothing wrote are unknown. Clear also on failure. */
enum tt_status end_bytes_read_at(struct end_bytes *end, struct results *results, enum tt_space space, uint32_t lo,
                                 uint32_t count, int64_t at, struct tt_error *err);
void end_bytes_clear(struct end_bytes *end);

enum { END_SPACES = 2, END_PAGE = 4096, END_PAGES_MAX = 384 };

struct end_state {
    enum tt_chip chip;
    uint8_t *bytes[END_SPACES], *known[END_SPACES]; /* known: 0xFF, or the bits that are */
    /* Pages of which something may be known; of the others nothing is known. */
    bool is_touched[END_SPACES][END_PAGES_MAX];
    uint8_t *undecided[END_SPACES]; /* of a run: 1 where a byte rests on unknown state; null: nowhere */
    bool is_run;
    struct verdict_facts facts; /* of a run: how it went */
};

/* TT_SPACE_L1, TT_SPACE_DST. */
enum tt_space end_state_space(int which);

/* The run's writes over the start of its capture, if that can be read; else only its writes. */
enum tt_status end_state_of_results(struct end_state *state, struct results *results, struct tt_error *err);

/* The last checkpoint. */
enum tt_status end_state_of_capture(struct end_state *state, struct ttcap *capture, struct tt_error *err);

/* Also of one that failed, and of {0}. */
void end_state_clear(struct end_state *state);
