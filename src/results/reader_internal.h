/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that read a results database. */
#pragma once

#include "base/scratch.h"
#include "results/columns.h"
#include "results/events.h"
#include "results/results.h"

enum { RUN_TEXTS = 9, RUN_MOMENTS = 64 /* that are looked at, and the end */ };

struct results {
    char *path;
    sqlite3 *db;
    bool is_borrowed; /* the connection is somebody else's */
    bool has_views;
    struct results_run_row run;
    char *texts[RUN_TEXTS]; /* its texts */
    struct scratch capture; /* out of the database */
    /* Of events: */
    struct events *events; /* null until they are asked for */
    struct replay_options options;
    struct results_moment_row moments[RUN_MOMENTS];
    size_t moment_count;
    struct replay_set *sets;
    struct ttcap *lines; /* whose lines of source are asked for; null until then */
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

/* ---- reader.c ---- */

/* Of a connection that somebody else opened: what it has is a run, or TT_BAD_INPUT. */
enum tt_status results_attach(struct results **out, sqlite3 *db, const char *path, struct tt_error *err);
/* Makes the views that want events; for SQL alone. */
enum tt_status results_make_views(struct results *results, struct tt_error *err);

/* ---- dictionaries.c ---- */

extern const struct row_table run_table;

/* ---- read_events.c ---- */

enum tt_status results_events(struct results *results, struct events **events, struct tt_error *err);
/* The window of an event, for the caller to give back, and the event in it; null: there is none. */
enum tt_status results_event(struct results *results, uint64_t seq, const struct window **window,
                             const struct window_event **event, struct tt_error *err);
enum tt_status results_survey(struct results *results, const struct events_survey **survey, struct tt_error *err);

/* ---- read_stages.c ---- */

struct gather_event;
/* The stage values of an event; its window is the caller's to give back. No instances: nothing. */
enum tt_status results_gather(struct results *results, uint64_t seq, struct gather_event *event, struct tt_error *err);

/* ---- read_sources.c ---- */

enum tt_status results_lines_of(struct results *results, enum tt_core core, uint32_t pc, struct word_source *source,
                                struct tt_error *err);

/* ---- embed.c ---- */

/* Whether the database holds the capture: results->run.holder. */
enum tt_status results_holds_capture(struct results *results, struct tt_error *err);
/* As a file of this process, results->capture.file; the first time, and where it is wanted. */
enum tt_status results_unpack_capture(struct results *results, struct tt_error *err);

/* ---- verdict_row.c ---- */

enum tt_status results_read_verdict(struct results *results, struct verdict_facts *facts, struct tt_error *err);
