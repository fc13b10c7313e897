/* SPDX-License-Identifier: Apache-2.0 */
/* One trial: a replay with the changes of an explanation. A hypothesis has to earn its name here: it holds only if the
 * replay comes as far as the plain one, supports and compares as much, and every compared byte is equal and decided. */
#pragma once

#include "ask/bisect/explain_internal.h"

enum trial_reach {
    TRIAL_WHOLE,    /* to the end: what the changes explain in part counts, too */
    TRIAL_SCREENED, /* up to the first byte that differs; in full only if there is none */
};

/* Runs the trial and fills in what the explanation explains, breaks and leaves undecided (of a screened trial that
 * differs at once: nothing). *holds: it explains all. Nothing is retained. With the budget spent nothing runs, and
 * *holds is false. */
enum tt_status trial_run(struct search *search, struct bisect_explanation *explanation, enum trial_reach reach,
                         bool *holds);

/* Whether the last trial only hides differences: it hangs, does less work, holds fewer checkpoints, compares fewer
 * bytes or decides fewer than the plain replay. */
bool trial_hides(const struct search *search, const struct bisect_explanation *explanation);
