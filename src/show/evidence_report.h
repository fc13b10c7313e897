/* SPDX-License-Identifier: Apache-2.0 */
/* How sure it is, the same way in every report: in JSON the member "evidence", in text a line "rests on".
 * docs/semantics/evidence.md */
#pragma once

#include "results/results.h"
#include "show/report.h"

/* Of a run: the weakest fact that decided anything. label_width: width of the labels in the text. */
void say_run_evidence(struct report *report, struct results *results, const char *seq_name, int label_width);

/* Of an event: in JSON; in text. */
void say_evidence(struct report *report, struct results *results, uint64_t seq);
void say_evidence_text(const struct report *report, struct results *results, uint64_t seq, int label_width);

enum { EVIDENCE_TEXT_MAX = 160 };

/* "a guess", "recordings" */
const char *evidence_level_text(enum fact_level level);

/* Of an event; only_weak: "" also where a recording or better decides. */
const char *evidence_text_of(struct results *results, uint64_t seq, bool only_weak,
                             char text[static EVIDENCE_TEXT_MAX]);
