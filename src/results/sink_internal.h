/* SPDX-License-Identifier: Apache-2.0 */
/* The sink's parts. */
#pragma once

#include "base/new_file.h"
#include "results/database.h"
#include "results/results.h"

#include "finding_ids.h"

enum sink_row {
    ROW_WORD,
    ROW_FINDING_KIND,
    ROW_FINDING,
    ROW_CHECKPOINT,
    ROW_COMPARISON,
    ROW_MISMATCH,
    ROW_HELD_WINDOW,
    ROW_UNKNOWN_INPUT,
    ROW_UNDECIDED,
    ROW_WAIT,
    ROW_STUCK,
    SINK_ROWS
};

/* Nobody else sees the file before it is whole, so it needs neither journal nor locks nor syncs on the way. */
#define SINK_PRAGMAS                                                                                                   \
    "PRAGMA page_size = 1024; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8'; PRAGMA journal_mode = OFF;"        \
    "PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;"                           \
    "PRAGMA cache_size = -2048; PRAGMA secure_delete = OFF;"

struct results_sink {
    char *path;
    bool is_plain;
    struct results *reader; /* of what is written, for plain rows; null until then */
    struct new_file *file;
    sqlite3 *db;
    sqlite3_stmt *insert[SINK_ROWS]; /* null until there is such a row */
    sqlite3_stmt *row;               /* that is being filled, and how many of its values there are */
    int values;
    enum tt_chip chip;
    /* The first failure; from then on nothing is written. */
    enum tt_status status;
    struct tt_error error;
    bool is_executed; /* order: seq is the capture's event number, else a step */
    uint64_t digest;
    bool has_word;
    uint32_t word; /* that findings named last */
    /* The number of each in the database, in the order in which rows name them, so that one more in schemas changes no
     * database; 0: no row names it. */
    uint32_t kinds[FINDING_COUNT], kind_count;
};

/* Keeps the first failure. */
void sink_failed(struct results_sink *sink, enum tt_status status, const char *what);
/* The database has failed, and says why. */
void sink_db_failed(struct results_sink *sink);

/* A row: begun, its values in the order of its table's columns, ended. */
void sink_row_begin(struct results_sink *sink, enum sink_row row);
void sink_int(struct results_sink *sink, int64_t value);
void sink_null(struct results_sink *sink);
void sink_text(struct results_sink *sink, const char *text); /* null is allowed; borrowed until the end */
void sink_bytes(struct results_sink *sink, const void *bytes, size_t count);
void sink_row_end(struct results_sink *sink);

/* Fills the tables that say what the small numbers mean, the row of the run, and its capture. */
enum tt_status sink_write_dictionaries(struct results_sink *sink, const struct results_run *run);

/* ---- plain.c ---- */

/* Stores what the views compute. The run of the connection, for the caller to close behind the connection. */
enum tt_status plain_write(sqlite3 *db, const char *path, struct results **reader, struct tt_error *err);

/* ---- embed.c ---- */

/* The file as it is, unless it is too large for a row. */
enum tt_status sink_embed(struct results_sink *sink, const char *path);

/* ---- verdict_row.c ---- */

void sink_write_verdict(struct results_sink *sink, const struct verdict_facts *facts);
