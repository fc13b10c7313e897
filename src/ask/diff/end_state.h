/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a tile at the end, of a run or a recording: L1 and Dst, and which bytes of them are known. */
#pragma once

#include "capture/ttcap.h"
#include "results/results.h"

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
