/* SPDX-License-Identifier: Apache-2.0 */
/* The sink's parts. */
#pragma once

#include "base/new_file.h"
#include "results/columns.h"
#include "results/results.h"

/* Nobody else sees the file before it is whole, so it needs neither journal nor locks nor syncs on the way. */
#define SINK_PRAGMAS                                                                                                   \
    "PRAGMA page_size = 1024; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8'; PRAGMA journal_mode = OFF;"        \
    "PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY;"                           \
    "PRAGMA cache_size = -2048; PRAGMA secure_delete = OFF;"

enum { INSERTS_MAX = 16 }; /* tables */

struct results_sink {
    char *path;
    bool is_plain;
    struct results *reader; /* of what is written, for plain rows; null until then */
    struct new_file *file;
    sqlite3 *db;
    struct {
        const struct row_table *table;
        sqlite3_stmt *statement;
    } insert[INSERTS_MAX]; /* of the tables that have a row */
    unsigned insert_count;
    enum tt_chip chip;
    /* The first failure; from then on nothing is written. */
    enum tt_status status;
    struct tt_error error;
    bool is_executed; /* order: seq is the capture's event number, else a step */
    uint64_t digest;
    const struct tile *tile; /* of the replay */
    uint64_t next_moment;    /* the event behind which the next is due */
    bool has_word;
    uint32_t word; /* that findings named last */
    /* The number of each in the database, in the order in which rows name them, so that one more in schemas changes no
     * database; 0: no row names it. */
    uint32_t kinds[FINDINGS_MAX], kind_count;
};

/* The database has failed, and says why. */
void sink_db_failed(struct results_sink *sink);

/* Writes a row. A null sink, or one that failed, takes none. */
void sink_put(struct results_sink *sink, const struct row_table *table, const void *row);

/* ---- tables.c ---- */

void results_wait(struct results_sink *sink, const struct results_wait_row *wait);

/* ---- dictionaries.c ---- */

/* Fills the tables that say what the small numbers mean, the row of the run, and its capture. */
void sink_write_dictionaries(struct results_sink *sink, const struct results_run_row *run);

/* ---- plain.c ---- */

/* Stores what the views compute. The run of the connection, for the caller to close behind the connection. */
enum tt_status plain_write(sqlite3 *db, const char *path, struct results **reader, struct tt_error *err);

/* ---- embed.c ---- */

/* The file as it is, unless it is too large for a row. */
enum tt_status sink_embed(struct results_sink *sink, const char *path);

/* ---- verdict_row.c ---- */

void sink_write_verdict(struct results_sink *sink, const struct verdict_facts *facts);
