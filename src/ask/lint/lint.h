/* SPDX-License-Identifier: Apache-2.0 */
/* Faults and warnings of a run, gathered and ranked: the findings that the tile raised, by kind, and those that only a
 * look over the whole run shows (lint_pack.c, lint_tiles.c, lint_stale.c, lint_source.c, lint_unpack.c).
 * docs/semantics/lint.md */
#pragma once

#include "isa/findings.h"
#include "isa/registers.h"
#include "observe/hazard_found.h"
#include "results/results.h"

enum lint_rank {
    LINT_FAULT,   /* the output is not the intended one, or not defined */
    LINT_WARNING, /* defined, but hardly meant */
    LINT_NOTE,    /* behaviour that no recording shows, or that is not executed */
    LINT_RANKS
};

enum { LINT_FIELDS_MAX = 12, LINT_DETAIL_MAX = HAZARD_SENTENCE };
#define LINT_FROM_START UINT64_MAX
#define LINT_HELD (UINT64_MAX - 1) /* by replay --set */

/* A configuration field as it stood. */
struct lint_field {
    const struct reg_field *field;
    uint32_t value;
    uint64_t writer; /* event of the last write; or one of the two above */
};

struct lint_item {
    finding_id id;
    enum lint_rank rank;
    uint64_t times;
    uint64_t seq;  /* of the first */
    bool has_insn; /* else it was a store from outside */
    uint8_t thread, instance;
    enum tt_unit unit;
    uint32_t word;
    char detail[LINT_DETAIL_MAX]; /* of the first */
    struct lint_field fields[LINT_FIELDS_MAX];
    unsigned field_count;
};

struct lint {
    const struct results_run_row *run; /* borrowed from the results */
    struct lint_item *items;           /* worst first, then most frequent, then earliest */
    size_t count, capacity;
    bool start_is_unknown; /* the capture is not available: words never written read as reset */
};

enum tt_status lint_make(struct lint *lint, struct results *results, struct tt_error *err);
/* Adds an item if the evidence for anything in the run is weaker than this. */
enum tt_status lint_ask_evidence(struct lint *lint, struct results *results, enum fact_level least,
                                 struct tt_error *err);
void lint_clear(struct lint *lint); /* also after a failure */

enum lint_rank lint_rank_of(enum finding_class kind);
const char *lint_rank_name(enum lint_rank rank); /* "fault", "warning", "note" */
