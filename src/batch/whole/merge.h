/* SPDX-License-Identifier: Apache-2.0 */
/* All results of a plan, those with one cause in one group: from these come summary, database and page. */
#pragma once

#include "batch/plan.h"
#include "batch/record.h"

/* A capture of the plan and its result. */
struct batch_row {
    const struct batch_capture *capture; /* borrowed from the plan */
    const struct batch_record *record;   /* null: none yet */
    size_t group;                        /* index into groups; SIZE_MAX: the same, or no result */
};

/* Captures that did not come out the same, for one reason. */
struct batch_group {
    enum batch_verdict verdict;
    char *cause;      /* "datum: pack, stage late_convert, PACR" */
    size_t captures;  /* rows */
    size_t first_row; /* the lightest of them: the quickest to look into */
};

struct batch_merged {
    const struct batch_plan *plan; /* borrowed */
    struct batch_record *records;  /* one a capture of the plan; zero where it is a copy, or where there is none */
    struct batch_row *rows;        /* in the order of the plan */
    struct batch_group *groups;    /* differs, trouble, no verdict; the largest first */
    size_t group_count, group_capacity;
    size_t verdicts[BATCH_VERDICTS], missing, copies /* of another capture */;
};

/* Reads the results of a plan. A missing one is counted; an unreadable one is an error. Clear also on failure. */
enum tt_status batch_merge(struct batch_merged *merged, const struct batch_plan *plan, const char *results,
                           struct tt_error *err);
void batch_merged_clear(struct batch_merged *merged);

/* Trouble before a difference, a difference before no verdict, for the whole. */
int batch_exit_status(const struct batch_merged *merged);

/* The cause of a result other than the same: the chosen one of its causes, or (SIZE_MAX: nothing explains it) the first
 * difference, without the numbers that differ from capture to capture; mem_free it. Null: no memory. */
char *batch_cause(const struct batch_record *record, size_t chosen);

/* A merged batch as an SQLite database: schemas/batch.sql, docs/formats/batch.md#database. It appears at `path` whole
 * or not at all. The same results give the same bytes. */
enum tt_status batch_database_write(const struct batch_merged *merged, const char *path, bool replace,
                                    struct tt_error *err);

/* ---- tally.c ----
 * How often something was met over all captures of a batch: a finding by its code, an instruction by its name. */

struct batch_tally_row {
    const char *name; /* borrowed from a record */
    size_t captures;
    uint64_t times;
};

struct batch_tally {
    struct batch_tally_row *rows; /* those of most captures first */
    size_t count;
};

enum batch_tally_of { BATCH_TALLY_FINDINGS, BATCH_TALLY_UNSUPPORTED };

/* mem_free rows; null after false: no memory. */
bool batch_tally_make(struct batch_tally *tally, const struct batch_merged *merged, enum batch_tally_of of);
