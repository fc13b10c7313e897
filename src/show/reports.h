/* SPDX-License-Identifier: Apache-2.0 */
/* The reports of the verbs, each in a file of its name: one description, from which text and JSON come (report.h;
 * schemas/VERB.schema.json). */
#pragma once

#include "ask/audit/audit.h"
#include "ask/bisect/bisect.h"
#include "ask/bisect/pair/pair.h"
#include "ask/census/census.h"
#include "ask/census/kernel/kernel.h"
#include "ask/config/config_diff.h"
#include "ask/diff/against.h"
#include "ask/diff/expected.h"
#include "ask/lint/lint.h"
#include "ask/reduce/reduce.h"
#include "ask/residue/residue.h"
#include "ask/run/address.h"
#include "ask/why/why.h"
#include "conform/conform.h"
#include "order/options_text.h"
#include "precision/precision.h"
#include "schedules/schedules.h"
#include "show/report.h"
#include "show/source_files.h"

/* path: the database, as the commands name it that are printed for going on. */
void diff_report(FILE *out, enum report_form form, const struct diff *diff, const char *path);
/* Its parts, as the page and other verbs have them too. The run: members "capture" to "assumes". The verdict with its
 * words: "verdict" and "reason". */
void diff_report_run(struct report *report, const struct results_run_row *run);
void diff_report_way(const struct report *report, const struct results_run_row *run); /* `how` alone, as text */
void diff_report_verdict(struct report *report, const struct diff *diff);
void diff_report_bytes(struct report *report, const struct verdict_bytes *bytes);
void diff_report_counts(struct report *report, const struct diff *diff);
void diff_report_comparisons(struct report *report, const struct diff *diff);
/* The instruction that wrote an item; in JSON the member "writer". */
void diff_report_writer(struct report *report, const struct diff *diff, const struct diff_item *item);
/* JSON alone: members of the object that is open. An item less its stages; a finding. */
void diff_report_item(struct report *report, const struct diff *diff, const struct diff_item *item);
void diff_report_finding(struct report *report, const struct diff_finding *finding);

/* The member "reference". */
void expected_report_reference(struct report *report, const char *key, const struct expect *expect);
/* The list "references"; nothing where there is none. */
void expected_report_references(struct report *report, const struct expects *expects);
/* "against FILE: what it has", a line of text. */
void expected_report_against(struct report *report, const struct expect *expect);
/* Members "datums" and "farthest"; one datum, an object. */
void expected_report_datums(struct report *report, const struct expected *expected);
void expected_report_item(struct report *report, const struct expected *expected, const char *key,
                          const struct expected_item *item);
/* path: the database; limit: the most differences that are listed. */
/* Of each; JSON: of several a list, with the verdict on all of them. Returns the exit status of that verdict. */
int expected_report(FILE *out, enum report_form form, const struct expected *all, size_t count, const char *path,
                    size_t limit);

void census_report(FILE *out, enum report_form form, const struct census_options *options, const struct census *census);
void kernel_report(FILE *out, enum report_form form, const struct kernel_options *options, const struct kernel_run *run,
                   const struct kernel_census *census);
/* A picture. */
void kernel_plot(FILE *out, const struct kernel_options *options, const struct kernel_census *census);

/* other: the other side of the comparison, as the user named it. */
void against_report(FILE *out, enum report_form form, const struct against *against, const char *other);

/* good, bad: the captures, as the user named them. */
void pair_report(FILE *out, enum report_form form, const char *good, const char *bad, enum tt_chip chip,
                 const struct pair_result *result);

void lint_report(FILE *out, enum report_form form, const struct lint *lint);
/* Of one unit (and of one packer where it is TT_UNIT_PACK): a heading and a line each, nothing where there is none; in
 * JSON the member "lint". */
void lint_report_unit(struct report *report, const struct lint *lint, enum tt_unit unit, unsigned packer);

struct config_view {
    const char *from, *to; /* the points, as the user typed them */
    bool shows_restored;   /* whether those that were restored are listed too; JSON has them always */
};
void config_report(FILE *out, enum report_form form, const struct config_diff *diff, const struct config_view *view);

struct why_view {
    bool has_all;                 /* accumulations whole, every range of operands */
    uint64_t depth;               /* the most steps back that are shown */
    struct source_files *sources; /* the sources whose lines are printed; null: none */
};
/* A tree in text, nodes in JSON. */
enum tt_status why_report(FILE *out, enum report_form form, const struct why *why, const struct why_view *view,
                          struct tt_error *err);
/* The members of a place, as in schemas/why.schema.json, into a report that is open. */
void why_report_say_nodes(struct report *report, const struct why *why);

struct audit_view {
    bool is_wide; /* whether all columns and meanings are shown, however long the lines */
    bool has_all; /* whether settings and fields that are zero are shown too */
    bool has_rows;
    uint32_t first, last;            /* datums [first, last) of the instruction are shown */
    const struct stage_info *stages; /* all stages of the unit, so that those without effect can be named */
    unsigned stage_count;
};
/* Which instruction it is: members "capture" to "source". */
void audit_report_head(struct report *report, const struct audit *audit);
void audit_report_settings(struct report *report, const struct audit *audit, const struct audit_view *view);
void audit_report(FILE *out, enum report_form form, const struct audit *audit, const struct lint *lint,
                  const struct audit_view *view);

/* The options as the user typed them, for the commands that are printed for going on. */
struct bisect_asked {
    const char *path;               /* of the capture */
    const struct replay_words *how; /* that hold throughout */
    const struct expects *expects;  /* none: the recording's own checkpoints */
    struct replay_waits *waits;     /* of a replay that hangs, in `capture`; null: not asked for */
    struct ttcap *capture;
    bool is_begun; /* bisect_report_begin has said how the report begins */
};
/* Text: how the report begins, up to where the replay first differs, and what explains that so far. */
void bisect_report_begin(FILE *out, enum report_form form, const struct bisect_asked *asked,
                         const struct ttcap_info *info, const struct bisect_result *result,
                         const struct bisect_explanation *explanation);
void bisect_report(FILE *out, enum report_form form, const struct bisect_asked *asked, const struct ttcap_info *info,
                   const struct bisect_result *result);

/* Its lines and members, without the commands that follow, in a report that is open. */
void bisect_report_body(struct report *report, const struct bisect_asked *asked, const struct ttcap_info *info,
                        const struct bisect_result *result);

/* The questions of `explain` about one run. */
struct explain_view {
    const struct bisect_asked *asked; /* path: of the capture, or as it is to be called where a folder was named */
    const struct ttcap_info *info;
    const struct bisect_result *cause;
    enum verdict verdict; /* of the whole, which the exit status has */
    const struct lint *lint;
    const struct residue *residue;         /* null: not asked */
    const struct schedules_result *orders; /* null: not asked */
    const struct replay_waits *stuck;      /* in plain program order */
    const struct bisect_result *hang;      /* likewise: the word whose repair lets it end */
    const char *not_asked;                 /* which of these, and why; null: all were */
    const char *folder;                    /* the bundle that was named; null: a capture or a database */
    const char *test, *failed;             /* the test that was named, and when it failed; null: none was */
};
void explain_report(FILE *out, enum report_form form, const struct explain_view *view);

/* The members, and in text the difference, in a report that is open. */
void schedules_report_say(struct report *report, enum tt_chip chip, const struct schedules_result *result);
void schedules_report(FILE *out, enum report_form form, const struct ttcap_info *info,
                      const struct schedules_result *result);

/* output: the capture that was written, as the user named it. */
void reduce_report(FILE *out, enum report_form form, const struct ttcap_info *info, const char *output,
                   const struct reduce_result *result);
/* before: how many there were. */
void reduce_delays_report(FILE *out, enum report_form form, const struct ttcap_info *info, const char *output,
                          size_t before, const struct replay_delays *after, const struct schedules_reduced *reduced);

/* The errata that are known, each with its citation and its default by source; has_all: every reading there is. */
void errata_report(FILE *out, enum report_form form, bool has_all);

/* Instruction words; is_assembled: text has the words, else the instructions. In JSON both have both. */
void words_report(FILE *out, enum report_form form, enum tt_chip chip, bool is_assembled, const uint32_t *words,
                  size_t count);

/* The results of recordings that were run as tests. */
void conform_report(FILE *out, enum report_form form, const struct conform_report *conform);

/* Verifies captures and reports their faults, and those of files of a batch, in their order. False:
 * one is not sound; those that cannot be read or were changed are reported to `trouble`. */
struct verify_file {
    const char *path;
    const char *sealed; /* "plan", "result", "batch", "program": status and error say how it is; null: a capture */
    enum tt_status status;
    struct tt_error error;
};
bool verify_report(FILE *out, enum report_form form, struct verify_file *files, size_t count,
                   void (*trouble)(const struct tt_error *err));

/* The distances of datums from their reference, as a table of classes; in JSON the member "distances". */
void distances_report(struct report *report, const uint64_t distances[AGAINST_DISTANCES]);

/* Null in JSON where every byte is decided without an assumption; nothing in text. */
void diff_report_undecided(struct report *report, const struct diff *diff);

/* The cores' values that the answer does not follow; "": it went through none. Returns text. */
enum { WHY_LEFT_OUT_MAX = 192 };
const char *why_left_out(const struct why *why, char text[static WHY_LEFT_OUT_MAX]);
/* The output of `why` below the tree: the bytes at its ends, and remarks in sentences. */
void why_print_ends(const struct report *report, const struct why *why, bool has_all);

/* A part of the report of census --kernel. budgets null: none was asked for. */
void kernel_budget_report(struct report *report, const struct kernel_budgets *budgets);

/* ---- precision_report.c ---- */

struct precision_view {
    const char *path;           /* the capture or the run, as it was named */
    const char *const *without; /* the sources that count as exact, as they were named */
    size_t without_count;
    bool has_all;      /* whether every data tile is listed, not the worst ones alone */
    size_t tiles_most; /* for JSON: the most data tiles; the worst ones where there are more; 0: all */
};
/* The members of the JSON, which a page's has too. */
void precision_say(struct report *report, const struct precision *precision, const struct precision_view *view);
void precision_report(FILE *out, enum report_form form, const struct precision *precision,
                      const struct precision_view *view);

/* ---- residue_report.c ---- */

struct residue_view {
    bool has_all;                      /* whether places that do not matter are listed too */
    const struct residue_after *after; /* another run that is compared; null: none */
    const char *other;                 /* the other run, as the user named it */
    size_t rows_most;                  /* of JSON: the rows for a terminal, so many at most; 0: all rows */
};
void residue_report(FILE *out, enum report_form form, const struct ttcap_info *info, const struct residue *residue,
                    const struct residue_view *view);

/* The members of the JSON but for the name of the capture and the members about another run; also those of a page. */
void residue_say(struct report *report, const struct residue *residue, const struct residue_view *view);
