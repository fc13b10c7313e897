/* SPDX-License-Identifier: Apache-2.0 */
/* The small state of a tile: JSON in a bundle, words of TT_SPACE_STATE in a capture. */
#pragma once

#include "isa/spaces.h"

struct state_words {
    uint32_t value[STATE_ALL_WORDS];
    uint32_t known[STATE_ALL_WORDS]; /* all ones or zero */
    uint32_t count;                  /* STATE_WORDS where no word of internal state is there, else STATE_ALL_WORDS */
};

/* Whether a word is of state that only a dump in mid-run gives. */
bool state_is_of_midrun(uint32_t word);

/* Reads the text of a state file: each key is found by its path; one that no path names is an error that says so, a
 * word that is not given stays unknown. With is_start, state that is only given in mid-run is known to be zero when
 * absent: nothing is in progress. */
enum tt_status state_parse(struct state_words *state, const char *text, size_t count, bool is_start,
                           struct tt_error *err);
