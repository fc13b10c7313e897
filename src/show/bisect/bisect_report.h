/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the report of bisect: the change that explains a difference, and the commands that follow. */
#pragma once

#include "show/reports.h"

enum { BISECT_LABEL = 15 }; /* width of the labels in its text */

/* Text: the line of source, where it is known. */
void bisect_print_source(struct report *report, const struct word_source *source);

/* "events 507 to 508": that wrote, in the replay, what the device held as it was before. */
enum { BISECT_OLDER_TEXT_MAX = 80 };
const char *bisect_older_writers(const struct bisect_result *result, char text[static BISECT_OLDER_TEXT_MAX]);

/* Text: every change that explains all of the difference, in a line or more; or that none does. */
void bisect_print_explained(struct report *report, enum tt_chip chip, const struct bisect_result *result);
/* Text: the first that was found, while the search goes on. */
void bisect_print_first(struct report *report, enum tt_chip chip, const struct bisect_result *result,
                        const struct bisect_explanation *explanation);
void bisect_print_cause(struct report *report, enum tt_chip chip, const struct bisect_result *result);
/* Which classes of hypotheses were searched whole, in part, not at all; as text, as a member. */
void bisect_print_searched(struct report *report, const struct bisect_result *result);
void bisect_say_searched(struct report *report, const struct bisect_result *result);
/* JSON: where two replays begin to differ; an explanation under a key, null in a list, with its branch and its source
 * or null; the list of all. */
void bisect_say_branch(struct report *report, enum tt_chip chip, const struct bisect_branch *branch);
void bisect_say_explanation(struct report *report, const char *key, enum tt_chip chip,
                            const struct bisect_explanation *explanation, const struct bisect_branch *branch,
                            const struct word_source *source);
void bisect_say_explanations(struct report *report, enum tt_chip chip, const struct bisect_result *result);

/* No byte differs, and work did not happen: the recorded word whose repair lets it. */
void bisect_say_undone(struct report *report, enum tt_chip chip, const struct bisect_result *result);

/* Text: the command that replays with the given options and the changes, each on a line of its own. */
void bisect_print_replay(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                         const struct bisect_result *result);
/* Text: a verb that asks the same capture under the same options. */
void bisect_print_command(FILE *out, const char *verb, const struct bisect_asked *asked, enum replay_order order);
/* Text: the commands that replay with the cause and show its instruction. */
void bisect_print_next(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                       const struct bisect_result *result);
/* Text, where nothing differs and bytes are undecided: the commands that list the inputs that would decide them. */
void bisect_print_undecided(struct report *report, const struct bisect_asked *asked, enum tt_chip chip,
                            const struct bisect_result *result);
