/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings run as tests: vector files word by word, bundles and captures by replay. docs/formats/vectors.md */
#pragma once

#include "base/names.h"
#include "base/text/text_map.h"
#include "isa/variants.h"
#include "order/replay.h"

enum conform_outcome {
    CONFORM_PASSED,
    CONFORM_DIFFERED,
    CONFORM_UNSUPPORTED, /* nothing here executes it yet */
    CONFORM_NO_VERDICT,  /* the bytes to compare are not recorded */
    CONFORM_OUTCOMES
};

const char *conform_outcome_name(enum conform_outcome outcome);

struct conform_reason {
    char *text;
    uint64_t count;
};

/* Everything of one name on one chip: vectors by the mnemonic they are about, bundles by their first tag. */
struct conform_row {
    char *name;
    enum tt_chip chip;
    bool is_bundles;
    uint64_t count[CONFORM_OUTCOMES];
    struct conform_reason *reasons; /* of those without a verdict */
    size_t reason_count, reason_capacity;
};

struct conform_report {
    struct conform_row *rows; /* by kind, name and chip once the run is over */
    size_t row_count, row_capacity;
    struct text_map places;         /* of rows by name, while they are counted */
    uint64_t refused;               /* bundles and captures that could not be read */
    uint64_t masked;                /* recordings of which a recorder's mask leaves configuration out */
    uint64_t assumed_passes;        /* passed, with bytes that rest on assumptions about these spaces */
    uint32_t assumed, assumed_zero; /* bit a enum tt_space */
};

/* One recording and its outcome. Borrowed until the call returns. */
struct conform_case {
    const char *path, *name, *row;
    enum tt_chip chip;
    bool is_bundle;
    enum conform_outcome outcome;
    const char *reason;             /* why there is no verdict; else null */
    uint32_t assumed, assumed_zero; /* as verdict_facts: the facts that decided bytes rest on */
    bool is_masked;                 /* likewise */
    /* For one that differed: lines of text, the first thing that differs first. Else null. */
    const char *explanation;
};

struct conform_options {
    enum ttcap_source source; /* of vectors, which do not say: TTCAP_SILICON, else a simulator */
    const char *mask; /* the file with the bits of configuration that the recorder held; null: a cfg-mask.json in a
                       * folder that was named, or beside a file that was */
    const char *const *variants; /* "key=choice", over those that suit the source */
    size_t variant_count;
    uint32_t assumed, assumed_zero; /* as in replay_options: unknown state at the start of bundles and captures */
    bool assumes_all;
    uint32_t units;          /* of bundles in executed order: bit a enum tt_unit; 0: all there are */
    enum replay_order order; /* of bundles; all but executed run all units */
    bool by_datasheets;      /* tiles take no fast path */
    bool asks_evidence;      /* a recording that passes and rests on less than `evidence` has no verdict */
    enum fact_level evidence;
    uint64_t explained_max;               /* so many of those that differ are explained */
    size_t jobs;                          /* threads; 0: one a processor. The report does not depend on it */
    uint16_t *fields_read[TT_CHIP_COUNT]; /* for tests, with one job: tile_watch_fields(); null: nobody asks */
    void *user; /* all are called on the thread that calls conform_run, in the order of the paths */
    void (*report)(void *user, const struct conform_case *result); /* may be null */
    /* A bundle or capture that cannot be read, and why: the run goes on. Null: it ends there. */
    void (*refused)(void *user, const char *path, const struct tt_error *why);
    void (*progress)(void *user, uint64_t done, uint64_t of);      /* may be null */
};

/* Vectors of a simulator, no variants, all units, nothing explained, nothing reported. */
void conform_options_init(struct conform_options *options);

/* Runs every vector file (.jsonl, .jsonl.zst), bundle folder and capture (.ttcap) that is named or lies under a
 * folder that is. A path with none of them is an error. The report is to be cleared also after a failure. */
enum tt_status conform_run(struct conform_report *report, const char *const *paths, size_t path_count,
                           const struct conform_options *options, struct tt_error *err);
void conform_report_clear(struct conform_report *report);

/* Sums over all rows. */
void conform_totals(const struct conform_report *report, uint64_t totals[static CONFORM_OUTCOMES]);
