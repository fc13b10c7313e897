/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn programs of a whole tile on two backends: this tile, and another reading, build or simulator; the first
 * difference made small. The verb is called fuzz. docs/how-to/fuzz.md */
#pragma once

#include "draw/draw.h"
#include "isa/isa.h"
#include "isa/variants.h"
#include "order/replay.h"
#include "show/report.h"

/* ---- one program on this tile (run.c) ---- */

/* The outcome of a drawn program. */
enum fuzz_fate {
    FUZZ_LEGAL,
    FUZZ_ILLEGAL, /* it meets undefined behaviour, races, waits for ever or needs work that the tile does not do */
};

/* Which findings a program that counts may meet: none, those of behaviour that documents leave open, or all, undefined
 * behaviour and unsupported work too (between builds that should not differ in anything). */
enum fuzz_limit { FUZZ_STRICT, FUZZ_DEFINED, FUZZ_UNDEFINED };

/* Runs a program of words, takes out words that wait or that meet more than the limit allows until none does, and
 * leaves the tile behind it. */
enum fuzz_fate fuzz_sieve(struct tile *tile, struct draw_program *program, const struct variant_set *variants,
                          enum fuzz_limit limit);

/* Whether a program that meets the finding does not count. */
bool fuzz_is_illegal(finding_id id, enum fuzz_limit limit);
/* Leaves the tile behind the words as they stand, whatever they meet. */
void fuzz_leave_words(struct tile *tile, struct draw_program *program, const struct variant_set *variants);
/* The same program once more: false where a word of it waits or is illegal, or where its threads' words leave another
 * state, or do not come to their ends, in another order. */
bool fuzz_run_words(struct tile *tile, struct draw_program *program, const struct variant_set *variants,
                    enum fuzz_limit limit);

/* Whether a program of words leaves the same output whatever stood in the tile before, and below its operands, where on
 * a card the code and the words stand that a core reads. `tile` is not reset: its state is that of programs before.
 * expected: the output of the program behind a reset. (card.c) */
bool fuzz_suits_card(struct tile *tile, const struct draw_program *program, const struct variant_set *variants,
                     const uint8_t expected[static DRAW_OUTPUT_BYTES]);

/* ---- captures (capture.c) ---- */

/* The end of a capture: the tile's state, the end of another capture, or (both null) nothing. */
struct fuzz_end {
    const struct tile *tile;
    struct ttcap *capture;
};

/* The program as a capture: the start, and words as events or a core's code. variants: those that it is to be replayed
 * with. */
enum tt_status fuzz_capture(const struct draw_program *program, const struct variant_set *variants,
                            const struct fuzz_end *end, const char *path, bool replaces, struct tt_error *err);

/* The order in which a capture of a program runs. */
enum replay_order fuzz_order(const struct ttcap_info *info);

struct fuzz_replay {
    const struct variant_set *variants;
    enum fuzz_limit limit;
    void (*ended)(void *user, const struct tile *tile); /* the tile at the end; may be null */
    void *user;
};

/* *is_legal: nothing was met that makes a program not count, and it came to its end. */
enum tt_status fuzz_replay(struct ttcap *capture, const struct fuzz_replay *how, bool *is_legal,
                           struct replay_summary *summary, struct tt_error *err);

/* ---- which forms were drawn (coverage.c) ---- */

struct fuzz_coverage;

/* An instruction's words, and a bit for each value of each of its modifiers. */
enum { FUZZ_MODIFIERS_MAX = 8 };
struct fuzz_drawn {
    uint64_t count;
    uint32_t forms[FUZZ_MODIFIERS_MAX];
};

struct fuzz_coverage *fuzz_coverage_new(enum tt_chip chip); /* null without memory */
void fuzz_coverage_free(struct fuzz_coverage *coverage);
void fuzz_coverage_add(struct fuzz_coverage *coverage, const struct draw_program *program);
const struct fuzz_drawn *fuzz_coverage_of(const struct fuzz_coverage *coverage, unsigned opcode);

/* ---- the other backend (backend.c) ---- */

enum fuzz_backend_kind {
    FUZZ_VARIANTS, /* this tile with other readings */
    FUZZ_BUILD,    /* another tt-replay, many captures a process */
    FUZZ_COMMAND,  /* a simulator: a command that is given a bundle and leaves one, a process a program */
    FUZZ_NOBODY,   /* programs are drawn and counted alone */
};

struct fuzz_backend {
    enum fuzz_backend_kind kind;
    struct variant_set variants;
    const char *text; /* the path of the build, the command */
};

/* The outcome of the other backend. */
enum fuzz_outcome {
    FUZZ_SAME,
    FUZZ_DIFFERS,
    FUZZ_REPORTS, /* it leaves the same, and reports other findings, accesses or values on the way */
    FUZZ_UNDONE,  /* it did not come to an end: unsupported work, a wait, a crash, time over */
    FUZZ_SILENT,  /* it came to its end and left nothing to compare: there is no verdict */
};

/* ---- the whole (fuzz.c) ---- */

struct fuzz_options {
    enum tt_chip chip;
    struct draw_free free;
    uint64_t seed, count;  /* programs that count; 0: until the time is over */
    uint64_t seconds;      /* 0: no end */
    enum fuzz_limit limit; /* FUZZ_UNDEFINED: of every second program; the others are defined */
    bool is_for_card;      /* only programs that fuzz_suits_card(); none of cores */
    bool has_reports;      /* of another build: also what the tile reports, its datasheets alone, and other readings */
    struct variant_set variants; /* of this tile */
    struct fuzz_backend backend;
    uint64_t budget;    /* checks while it is made smaller */
    const char *output; /* where the reduced program goes; null: it is only found */
    bool replaces;
    struct fuzz_coverage *coverage; /* or null */
    void (*progress)(void *user, uint64_t done, uint64_t of);
    void *user;
};

struct fuzz_result {
    uint64_t programs, skipped; /* that count; that are not legal */
    bool is_found;
    uint64_t number, seed;    /* of the first that differs */
    char name[DRAW_NAME_MAX]; /* its template */
    enum fuzz_outcome outcome;
    uint64_t events_before, events_after, checks;
    bool has_reference; /* the output holds the other backend's results: bisect explains it */
};

/* This build's results for a capture, or for each of a folder, for a build that asks: a line each. variants: null for
 * those that suit each. */
enum tt_status fuzz_serve(const char *path, const struct variant_set *variants, bool has_reports, FILE *out,
                          struct tt_error *err);

enum tt_status fuzz_run(const struct fuzz_options *options, struct fuzz_result *result, struct tt_error *err);

/* The result and the draws, as text and as JSON: schemas/fuzz.schema.json. explanation: the result of bisect for the
 * reduced program; null: nothing was asked. */
struct bisect_result;
void fuzz_report(FILE *out, enum report_form form, const struct fuzz_options *options, const struct fuzz_result *result,
                 const struct bisect_result *explanation);
