/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that read a results database share. */
#pragma once

#include "results/block.h"
#include "results/database.h"
#include "results/page_cache.h"
#include "results/results.h"

struct source_table;

/* Queries that are retained for when they are asked again: to parse one costs more than most answers. */
enum { IDLE_QUERIES = 16 };

struct results {
    char *path;
    sqlite3 *db;
    struct results_run_row run;
    struct block_source blocks;
    struct page_cache accesses;
    struct insn_page insns;
    sqlite3_stmt *idle[IDLE_QUERIES];
    struct source_table *sources; /* null until one is asked for */
    unsigned next_idle;           /* the place of the next one that is retained */
};

/* A query under way. A number out of its range or a BLOB of the wrong length is noted, and reported at the end. */
struct query {
    struct results *results;
    sqlite3_stmt *statement;
    enum tt_status status;
    bool is_damaged;
    struct tt_error *err;
};

void query_begin(struct query *query, struct results *results, const char *sql, struct tt_error *err);
void query_bind(struct query *query, int at, uint64_t value);
/* True when there is a row; false at the end and after a failure. */
bool query_next(struct query *query);
/* A column of the row; one that is not in 0..most counts as damage, and 0 comes back. */
uint64_t query_number(struct query *query, int column, uint64_t most);
/* Null, or exactly `size` bytes. */
const uint8_t *query_bytes(struct query *query, int column, uint32_t size);
/* Never null. */
const char *query_text(struct query *query, int column);
/* Ends it; what went wrong, if anything. */
enum tt_status query_end(struct query *query);

/* TT_UNSUPPORTED where nothing of single events is stored. */
enum tt_status results_want_events(const struct results *results, struct tt_error *err);

/* ---- read_sources.c ---- */

void source_table_free(struct source_table *table); /* null is allowed */

/* ---- verdict_row.c ---- */

enum tt_status results_read_verdict(struct results *results, struct verdict_facts *facts, struct tt_error *err);
