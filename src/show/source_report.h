/* SPDX-License-Identifier: Apache-2.0 */
/* Where a word or a store came from, the same way in every report: in JSON an object, in text
 * "llk_pack.h:212 in _llk_pack_ < pack_tile < kernel_main". */
#pragma once

#include "capture/source_lines.h"
#include "results/results.h"
#include "show/report.h"

/* The member `key` of JSON. */
void say_frames(struct report *report, const char *key, enum tt_core core, uint32_t pc,
                const struct ttcap_frame *frames, size_t count);

/* Of the word of a thread, or of a store (thread -1), in a run: in JSON the member "source" where its origin is known.
 */
void say_source(struct report *report, struct results *results, uint64_t seq, int thread);

/* In text. False: unknown; else text is the line and the chain, or the error in the database. */
bool source_text(struct results *results, uint64_t seq, int thread, char text[static TTCAP_LINES_TEXT_MAX]);

/* The same as a line of text with the label "source". */
void say_source_text(const struct report *report, struct results *results, uint64_t seq, int thread, int label_width);
