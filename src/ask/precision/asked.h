/* SPDX-License-Identifier: Apache-2.0 */
/* The precision of a capture, or of a run's capture replayed as it was for the run. docs/how-to/precision.md */
#pragma once

#include "ask/run/expect/expect.h"
#include "precision/precision.h"
#include "results/subject.h"

struct precision_asked {
    const char *path; /* of the capture or the database */
    const struct replay_words *how;
    const char *const *without; /* sources that count as if they did not round */
    size_t without_count;
    const char *function;              /* outputs are held against it, at the datum that each comes of; null: none */
    const struct expect_asked *expect; /* or against this array; null: none */
};

/* Clear `precision` also on failure. A name of `without` that nothing had is an error. */
enum tt_status precision_ask(const struct precision_asked *asked, struct precision *precision, struct tt_error *err);
