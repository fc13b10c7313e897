/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a results database that is being written: made beside its place in one transaction, and put in place
 * whole. docs/formats/results.md#writing */
#include "results/results.h"
#include "results/sink_internal.h"

void sink_db_failed(struct results_sink *sink)
{
    if (sink->status == TT_OK)
        sink->status = database_failed(sink->db, sink->path, true, &sink->error);
}

/* ---- rows ---- */

static sqlite3_stmt *sink_insert(struct results_sink *sink, const struct row_table *table)
{
    unsigned at = 0;
    char sql[COLUMNS_SQL_MAX];
    while (at < sink->insert_count && sink->insert[at].table != table)
        at++;
    if (at == sink->insert_count) {
        assert(at < INSERTS_MAX);
        columns_insert(table, sql);
        sink->insert[sink->insert_count++].table = table;
        (void)sqlite3_prepare_v3(sink->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &sink->insert[at].statement, NULL);
    }
    return sink->insert[at].statement;
}

void sink_put(struct results_sink *sink, const struct row_table *table, const void *row)
{
    if (!sink || sink->status)
        return;
    sqlite3_stmt *insert = sink_insert(sink, table);
    if (insert)
        columns_bind(insert, table, row);
    if (!insert || sqlite3_step(insert) != SQLITE_DONE)
        sink_db_failed(sink);
    (void)sqlite3_reset(insert);
}

/* ---- begin and end ---- */

static void sink_run_sql(struct results_sink *sink, const char *sql)
{
    if (sink->status == TT_OK && sqlite3_exec(sink->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        sink_db_failed(sink);
}

static void open_database(struct results_sink *sink)
{
    const char *path = new_file_path(sink->file);
    if (sqlite3_open_v2(path, &sink->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, results_vfs_of(path)) !=
        SQLITE_OK) {
        sink_db_failed(sink);
        return;
    }
    sink_run_sql(sink, SINK_PRAGMAS "BEGIN;");
    sink_run_sql(sink, results_sql_tables);
}

static void sink_release(struct results_sink *sink)
{
    for (unsigned i = 0; i < sink->insert_count; i++)
        (void)sqlite3_finalize(sink->insert[i].statement);
    (void)sqlite3_close(sink->db);
    results_close(sink->reader);
    mem_free(sink->path);
    mem_free(sink);
}

void results_abandon(struct results_sink *sink)
{
    if (!sink)
        return;
    struct new_file *file = sink->file;
    sink_release(sink);
    new_file_abandon(file);
}

static enum tt_status fail_and_abandon(struct results_sink *sink, struct tt_error *err)
{
    enum tt_status status = tt_fail(err, sink->status, "%s", sink->error.text);
    results_abandon(sink);
    return status;
}

enum tt_status results_create(struct results_sink **out, const char *path, unsigned how,
                              const struct results_run_row *run, struct tt_error *err)
{
    *out = NULL;
    struct results_sink *sink = mem_calloc(1, sizeof *sink);
    NEED(sink, err, "%s: no memory", path);
    sink->chip = run->chip;
    sink->is_plain = how & RESULTS_PLAIN;
    sink->is_executed = strcmp(run->order, "executed") == 0;
    sink->path = mem_strdup(path);
    if (!sink->path) {
        results_abandon(sink);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    sink->status = new_file_open(&sink->file, path, (how & RESULTS_REPLACE) != 0, &sink->error);
    if (sink->status == TT_OK && (how & RESULTS_UNSYNCED))
        new_file_unsynced(sink->file);
    if (sink->status == TT_OK)
        open_database(sink);
    sink_write_dictionaries(sink, run);
    if (sink->status == TT_OK && !(how & RESULTS_BY_PATH))
        sink->status = sink_embed(sink, run->capture_path);
    if (sink->status != TT_OK)
        return fail_and_abandon(sink, err);
    *out = sink;
    return TT_OK;
}

static void write_totals(struct results_sink *sink, const struct replay_summary *totals)
{
    enum { SQL_MAX = 256 };
    char sql[SQL_MAX];
    (void)snprintf(sql, sizeof sql,
                   "UPDATE run SET events = %" PRIu64 ", executed = %" PRIu64 ", skipped = %" PRIu64
                   ", unsupported = %" PRIu64 ", findings = %" PRIu64 ", digest = %" PRIu64,
                   totals->events, totals->executed, totals->skipped, totals->unsupported, totals->findings,
                   sink->digest);
    sink_run_sql(sink, sql);
}

enum tt_status results_finish(struct results_sink *sink, const struct replay_summary *totals, struct tt_error *err)
{
    write_totals(sink, totals);
    if (sink->status == TT_OK)
        sink_write_verdict(sink, &totals->facts);
    sink_run_sql(sink, "COMMIT");
    if (sink->status == TT_OK && sink->is_plain)
        sink->status = plain_write(sink->db, sink->path, &sink->reader, &sink->error);
    if (sink->status != TT_OK)
        return fail_and_abandon(sink, err);
    struct new_file *file = sink->file;
    sink_release(sink);
    return new_file_commit(file, err);
}
