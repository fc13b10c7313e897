/* SPDX-License-Identifier: Apache-2.0 */
/* Statements that several reports share. */
#pragma once

#include "ask/diff/diff.h"
#include "ask/run/address.h"
#include "capture/source_lines.h"
#include "isa/registers.h"
#include "results/results.h"
#include "show/report.h"

/* ---- evidence_report.c: in JSON the member "evidence", in text a line "rests on". docs/semantics/evidence.md ---- */

/* Of a run: the weakest fact that decided anything. label_width: width of the labels in the text. */
void say_run_evidence(struct report *report, struct results *results, const char *seq_name, int label_width);

/* Of an event: in JSON; in text. */
void say_evidence(struct report *report, struct results *results, uint64_t seq);
void say_evidence_text(const struct report *report, struct results *results, uint64_t seq, int label_width);

enum { EVIDENCE_TEXT_MAX = 160 };

/* "a guess", "recordings" */
const char *evidence_level_text(enum fact_level level);
/* "a guess: M35 (docs/facts/matrix.md)". Returns text. */
const char *evidence_fact_text(const struct fact *fact, char text[static EVIDENCE_TEXT_MAX]);

/* Of an event; only_weak: "" also where a recording or better decides. */
const char *evidence_text_of(struct results *results, uint64_t seq, bool only_weak,
                             char text[static EVIDENCE_TEXT_MAX]);

/* ---- windows_report.c ---- */

/* The line to type for the values of a window: "brxy 0x20000 256" of tt-exalens, "--dump lreg:0.0@end=FILE" of import.
 */
enum { WINDOW_DUMP_MAX = ADDRESS_TEXT_MAX + 96 };
char *window_dump_text(enum tt_chip chip, const struct held_window *window, const char *checkpoint,
                       char text[static WINDOW_DUMP_MAX]);

/* Members of the object that is open. */
void windows_report_counts(struct report *report, const struct verdict_windows *windows);

/* The member "windows", and a table; nothing where the recording has no hashes. */
void diff_report_windows(struct report *report, const struct diff *diff);

/* ---- source_report.c: where a word or a store came from; in text "llk_pack.h:212 in _llk_pack_ < pack.h:80 in
 * pack_tile" ---- */

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

/* ---- field_parts.c: a field that is a structure, as a tile descriptor, part by part ---- */

/* JSON: the member "parts", an object of values by name; nothing where the field is one number. */
void say_parts(struct report *report, const struct reg_field *field, uint32_t value);

/* Text, in lines of its own at `indent`: the parts that are not 0, or those that differ. */
void print_parts(struct report *report, const struct reg_field *field, uint32_t value, int indent);
void print_changed_parts(struct report *report, const struct reg_field *field, uint32_t from, uint32_t to, int indent);
