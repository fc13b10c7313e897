/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a results database and makes sure that it is one. docs/formats/results.md#reading */
#include "results/reader_internal.h"
#include "results/sql.h"
#include "results/trust.h"

#include "base/input.h"

void query_begin(struct query *query, struct results *results, const char *sql, struct tt_error *err)
{
    *query = (struct query){.results = results, .err = err};
    if (sqlite3_prepare_v2(results->db, sql, -1, &query->statement, NULL) != SQLITE_OK)
        query->status = database_failed(results->db, results->path, false, err);
}

bool query_next(struct query *query)
{
    if (query->status != TT_OK || query->is_damaged)
        return false;
    int code = sqlite3_step(query->statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        query->status = database_failed(query->results->db, query->results->path, false, query->err);
    return false;
}

uint64_t query_number(struct query *query, int column, uint64_t most)
{
    sqlite3_int64 value = sqlite3_column_int64(query->statement, column);
    if (value >= 0 && (uint64_t)value <= most)
        return (uint64_t)value;
    query->is_damaged = true;
    return 0;
}

const uint8_t *query_bytes(struct query *query, int column, uint32_t size)
{
    if (sqlite3_column_type(query->statement, column) == SQLITE_NULL)
        return NULL;
    const void *bytes = sqlite3_column_blob(query->statement, column);
    if ((uint32_t)sqlite3_column_bytes(query->statement, column) != size)
        query->is_damaged = true;
    return bytes;
}

const char *query_text(struct query *query, int column)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    return text ? (const char *)text : "";
}

enum tt_status query_end(struct query *query)
{
    if (query->status == TT_OK && query->is_damaged) {
        const char *sql = sqlite3_sql(query->statement);
        query->status = tt_fail(query->err, TT_BAD_INPUT,
                                "%s: the results database is damaged: a number out of range or bytes of the wrong "
                                "length in: %.200s",
                                query->results->path, sql ? sql : "");
    }
    (void)sqlite3_finalize(query->statement);
    query->statement = NULL;
    return walk_ended(query->status);
}

/* ---- opening ---- */

static int take_number(void *user, int count, char **texts, char **names)
{
    (void)count, (void)names;
    int **numbers = user;
    *(*numbers)++ = texts[0] ? atoi(texts[0]) : 0;
    return 0;
}

static enum tt_status check_kind(struct results *results, struct tt_error *err)
{
    int numbers[2] = {0, 0}, *at = numbers;
    if (sqlite3_exec(results->db, "PRAGMA application_id; PRAGMA user_version", take_number, &at, NULL) != SQLITE_OK)
        return database_failed(results->db, results->path, false, err);
    if (numbers[0] != results_application_id)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s: the database of a batch or of another program (application_id %d), expected that of a run (%d)",
            results->path, numbers[0], results_application_id);
    if (numbers[1] != results_version)
        return tt_fail(err, TT_BAD_INPUT, "%s: a results database of version %d, and this tool reads %d", results->path,
                       numbers[1], results_version);
    return TT_OK;
}

/* Texts of the row, which stay until close. */
static enum tt_status reader_keep_texts(struct results *results, struct tt_error *err)
{
    struct results_run_row *run = &results->run;
    const char **texts[] = {&run->capture_path, &run->capture_name, &run->capture_hash, &run->order,  &run->units,
                            &run->variants,     &run->tool_version, &run->sets,         &run->assumes};
    static_assert(sizeof texts / sizeof texts[0] == RUN_TEXTS, "a text each");
    for (int i = 0; i < RUN_TEXTS; i++) {
        *texts[i] = results->texts[i] = mem_strdup(*texts[i]);
        NEED(results->texts[i], err, "%s: no memory", results->path);
    }
    return TT_OK;
}

static enum tt_status reader_read_run(struct results *results, struct tt_error *err)
{
    struct results_run_row *run = &results->run;
    struct query query;
    columns_begin(&query, results, &run_table, err);
    bool is_there = columns_next(&query, &run_table, run);
    run->database = results->path;
    if (!run->has_last)
        run->last_event = UINT64_MAX;
    if (is_there)
        query.status = reader_keep_texts(results, err);
    TRY(query_end(&query));
    if (!is_there)
        return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: table run is empty", results->path);
    /* The person's capture stays an input, though the database may hold it: no output takes its place. */
    (void)input_look(run->capture_path, NULL);
    TRY(results_holds_capture(results, err));
    return results_read_verdict(results, &run->totals.facts, err);
}

static enum tt_status new_results(struct results **out, const char *path, struct tt_error *err)
{
    struct results *results = *out = mem_calloc(1, sizeof *results);
    if (results && (results->path = mem_strdup(path)))
        return TT_OK;
    mem_free(results);
    *out = NULL;
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
}

static enum tt_status reader_open(struct results *results, const char *path, struct tt_error *err)
{
    TRY(trust_open(&results->db, path, err));
    TRY(check_kind(results, err));
    TRY(trust_schema(results->db, path, err));
    /* One transaction for all that is asked. */
    if (sqlite3_exec(results->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return database_failed(results->db, path, false, err);
    return reader_read_run(results, err);
}

static enum tt_status reader_close_failed(struct results **out, enum tt_status status)
{
    if (status) {
        results_close(*out);
        *out = NULL;
    }
    return status;
}

enum tt_status results_open(struct results **out, const char *path, struct tt_error *err)
{
    TRY(new_results(out, path, err));
    return reader_close_failed(out, reader_open(*out, path, err));
}

enum tt_status results_attach(struct results **out, sqlite3 *db, const char *path, struct tt_error *err)
{
    TRY(new_results(out, path, err));
    (*out)->db = db;
    (*out)->is_borrowed = true;
    const enum tt_status status = check_kind(*out, err);
    return reader_close_failed(out, status ? status : reader_read_run(*out, err));
}

void results_close(struct results *results)
{
    if (!results)
        return;
    if (!results->is_borrowed)
        (void)sqlite3_close(results->db);
    events_close(results->events);
    ttcap_close(results->lines);
    scratch_remove(&results->capture);
    for (int i = 0; i < RUN_TEXTS; i++)
        mem_free(results->texts[i]);
    mem_free(results->sets);
    mem_free(results->path);
    mem_free(results);
}

enum tt_status results_make_views(struct results *results, struct tt_error *err)
{
    if (results->has_views)
        return TT_OK;
    if ((!results->is_borrowed && sql_register(results->db, results) != SQLITE_OK) ||
        sqlite3_exec(results->db, results_sql_views, NULL, NULL, NULL) != SQLITE_OK)
        return database_failed(results->db, results->path, false, err);
    results->has_views = true;
    return TT_OK;
}

const struct results_run_row *results_run(struct results *results)
{
    return &results->run;
}
