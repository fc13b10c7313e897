/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace costs beside SQLite's own limit, the rows of a finished run bound and stepped again into a database of
 * the same tables, pages and indexes and nothing else; and beside a plain file of as many bytes, written a page at a
 * time. */
#include "bench/bench.h"
#include "bench/trace.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_MAX = 32, TABLES_MAX = 32, SQL_BYTES = 1024 };

/* Null, an integer, or bytes, which are text or a BLOB. */
struct retained_value {
    int type, size;
    sqlite3_int64 number;
    char *bytes;
};

/* The rows of a table, a value after the other. */
struct retained_table {
    char insert[SQL_BYTES];
    int columns;
    struct retained_value *values;
    size_t count, capacity;
};

struct stored_run {
    struct retained_table tables[TABLES_MAX];
    size_t table_count;
    char *before, *after; /* SQL: tables, indexes */
    int page_size;
    uint64_t bytes; /* of the file */
    char path[BENCH_PATH];
    struct trace_bench *trace;
};

/* ---- reading a finished run ---- */

static int keep_value(struct retained_value *value, sqlite3_stmt *row, int column)
{
    *value = (struct retained_value){.type = sqlite3_column_type(row, column)};
    if (value->type == SQLITE_FLOAT) /* a total, of one row */
        value->type = SQLITE_INTEGER;
    if (value->type == SQLITE_INTEGER)
        value->number = sqlite3_column_int64(row, column);
    if (value->type != SQLITE_TEXT && value->type != SQLITE_BLOB)
        return 0;
    const void *bytes = sqlite3_column_blob(row, column);
    value->size = sqlite3_column_bytes(row, column);
    value->bytes = malloc((size_t)value->size + 1);
    if (value->bytes && value->size)
        memcpy(value->bytes, bytes, (size_t)value->size);
    return value->bytes ? 0 : -1;
}

static int keep_row(struct retained_table *table, sqlite3_stmt *row)
{
    if (table->count + (size_t)table->columns > table->capacity) {
        const size_t capacity = table->capacity ? table->capacity * 2 : 1024;
        struct retained_value *grown = realloc(table->values, capacity * sizeof *grown);
        if (!grown)
            return -1;
        table->values = grown;
        table->capacity = capacity;
    }
    int status = 0;
    for (int i = 0; i < table->columns; i++)
        status |= keep_value(&table->values[table->count++], row, i);
    return status;
}

static int keep_table(struct retained_table *table, sqlite3 *db, const char *name)
{
    char select[SQL_BYTES];
    sqlite3_stmt *rows;
    (void)snprintf(select, sizeof select, "SELECT * FROM \"%s\"", name);
    if (sqlite3_prepare_v2(db, select, -1, &rows, NULL) != SQLITE_OK)
        return -1;
    table->columns = sqlite3_column_count(rows);
    if (table->columns > COLUMNS_MAX)
        return -1;
    (void)snprintf(table->insert, sizeof table->insert, "INSERT INTO \"%s\" VALUES(%.*s)", name, 2 * table->columns - 1,
                   "?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?");
    int status = 0;
    while (!status && sqlite3_step(rows) == SQLITE_ROW)
        status = keep_row(table, rows);
    return sqlite3_finalize(rows) == SQLITE_OK ? status : -1;
}

/* The statements that made all tables or all indexes, one behind the other; null without memory or database. */
static char *statements(sqlite3 *db, const char *type)
{
    sqlite3_stmt *rows;
    char *text = sqlite3_mprintf("");
    if (sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL", -1, &rows, NULL) !=
        SQLITE_OK)
        return text;
    (void)sqlite3_bind_text(rows, 1, type, -1, SQLITE_STATIC);
    while (text && sqlite3_step(rows) == SQLITE_ROW) {
        char *longer = sqlite3_mprintf("%s%s;\n", text, (const char *)sqlite3_column_text(rows, 0));
        sqlite3_free(text);
        text = longer;
    }
    (void)sqlite3_finalize(rows);
    return text;
}

static int number_of(sqlite3 *db, const char *query)
{
    sqlite3_stmt *row;
    int number = 0;
    if (sqlite3_prepare_v2(db, query, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
        number = sqlite3_column_int(row, 0);
    (void)sqlite3_finalize(row);
    return number;
}

static int keep_run(struct stored_run *retained, sqlite3 *db)
{
    sqlite3_stmt *names;
    retained->page_size = number_of(db, "PRAGMA page_size");
    retained->bytes = (uint64_t)retained->page_size * (uint64_t)number_of(db, "PRAGMA page_count");
    retained->before = statements(db, "table");
    retained->after = statements(db, "index");
    if (!retained->before || !retained->after ||
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &names, NULL) != SQLITE_OK)
        return -1;
    int status = 0;
    while (!status && sqlite3_step(names) == SQLITE_ROW)
        status = retained->table_count == TABLES_MAX ? -1
                                                     : keep_table(&retained->tables[retained->table_count++], db,
                                                                  (const char *)sqlite3_column_text(names, 0));
    return sqlite3_finalize(names) == SQLITE_OK ? status : -1;
}

static void drop_run(struct stored_run *retained)
{
    for (size_t i = 0; i < retained->table_count; i++) {
        for (size_t k = 0; k < retained->tables[i].count; k++)
            free(retained->tables[i].values[k].bytes);
        free(retained->tables[i].values);
    }
    sqlite3_free(retained->before);
    sqlite3_free(retained->after);
}

/* ---- what is timed ---- */

static void bind_value(sqlite3_stmt *insert, int column, const struct retained_value *value)
{
    if (value->type == SQLITE_INTEGER)
        (void)sqlite3_bind_int64(insert, column, value->number);
    else if (value->type == SQLITE_TEXT)
        (void)sqlite3_bind_text(insert, column, value->bytes, value->size, SQLITE_STATIC);
    else if (value->type == SQLITE_BLOB)
        (void)sqlite3_bind_blob(insert, column, value->bytes, value->size, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(insert, column);
}

static int insert_table(sqlite3 *db, const struct retained_table *table)
{
    sqlite3_stmt *insert = NULL;
    int is_good = sqlite3_prepare_v2(db, table->insert, -1, &insert, NULL) == SQLITE_OK;
    for (size_t at = 0; is_good && at < table->count; at += (size_t)table->columns) {
        for (int i = 0; i < table->columns; i++)
            bind_value(insert, i + 1, &table->values[at + (size_t)i]);
        is_good = sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK;
    }
    (void)sqlite3_finalize(insert);
    return is_good;
}

static int is_synced(const char *path)
{
    const int file = open(path, O_RDWR);
    const int is_good = file >= 0 && fsync(file) == 0;
    return file >= 0 && close(file) == 0 && is_good;
}

static double run_rows(void *user)
{
    struct stored_run *retained = user;
    char pragmas[SQL_BYTES];
    (void)snprintf(pragmas, sizeof pragmas,
                   "PRAGMA page_size=%d; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                   "PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-2048; PRAGMA temp_store=MEMORY; BEGIN",
                   retained->page_size);
    (void)unlink(retained->path);
    const double start = bench_processor();
    sqlite3 *db;
    int is_good = sqlite3_open(retained->path, &db) == SQLITE_OK &&
                  sqlite3_exec(db, pragmas, NULL, NULL, NULL) == SQLITE_OK &&
                  sqlite3_exec(db, retained->before, NULL, NULL, NULL) == SQLITE_OK;
    for (size_t i = 0; is_good && i < retained->table_count; i++)
        is_good = insert_table(db, &retained->tables[i]);
    is_good = is_good && sqlite3_exec(db, retained->after, NULL, NULL, NULL) == SQLITE_OK &&
              sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    (void)sqlite3_close(db);
    is_good = is_good && is_synced(retained->path);
    const double seconds = bench_processor() - start;
    (void)unlink(retained->path);
    return is_good ? seconds : -1;
}

/* What the trace adds to a replay; the bytes it made stay for run_file. */
static double run_trace_alone(void *user)
{
    struct stored_run *retained = user;
    const double plain = trace_run(retained->trace, TRACE_NONE), traced = trace_run(retained->trace, TRACE_STORED);
    return plain < 0 || traced < plain ? -1 : traced - plain;
}

/* Of that, what the reports to a probe cost. */
static double run_reporting_alone(void *user)
{
    struct stored_run *retained = user;
    const double plain = trace_run(retained->trace, TRACE_NONE), report = trace_run(retained->trace, TRACE_REPORTED);
    return plain < 0 || report < plain ? -1 : report - plain;
}

/* The database's bytes once more, page after page, synced as it is. */
static double run_file(void *user)
{
    enum { PAGE_BYTES = 16384 };
    struct stored_run *retained = user;
    double (*now)(void) = retained->trace->is_by_clock ? bench_now : bench_processor;
    char page[PAGE_BYTES];
    FILE *from = fopen(retained->trace->database, "rb");
    int to = open(retained->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    double seconds = 0;
    int ok = from && to >= 0;
    while (ok && fread(page, 1, sizeof page, from) == sizeof page) {
        const double start = now();
        ok = write(to, page, sizeof page) == (ssize_t)sizeof page;
        seconds += now() - start;
    }
    const double start = now();
    ok = ok && fsync(to) == 0 && close(to) == 0;
    seconds += now() - start;
    if (from)
        (void)fclose(from);
    (void)unlink(retained->path);
    return ok ? seconds : -1;
}

static void against(struct stored_run *retained, const char *what, double (*run)(void *), const char *yardstick,
                    double (*yard)(void *))
{
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run, retained}, (struct bench_work){yard, retained}, 9, &ratio) == 0)
        bench_row(what, (double)retained->bytes / 1e6, "MB of database", yardstick, &ratio);
}

static void compare(struct stored_run *retained)
{
    bench_heading("The results database");
    against(retained, "the trace alone", run_trace_alone, "a plain file of the database's bytes", run_file);
    against(retained, "of it, the reports to a probe", run_reporting_alone, "the same", run_file);
    against(retained, "of it, SQLite's own: its rows bound and stepped, its indexes made", run_rows, "the same",
            run_file);
    against(retained, "the trace alone", run_trace_alone, "SQLite's own", run_rows);
    retained->trace->is_by_clock = retained->trace->has_thread = true;
    against(retained, "the trace alone, with a thread, by the clock", run_trace_alone,
            "a plain file of the database's bytes", run_file);
    retained->trace->is_by_clock = retained->trace->has_thread = false;
}

void bench_results(const char *folder)
{
    struct trace_bench trace;
    if (trace_open(&trace, folder, TRACE_REPEATS * 10) < 0)
        return;
    struct stored_run *retained = calloc(1, sizeof *retained);
    sqlite3 *db = NULL;
    if (retained && trace_run(&trace, TRACE_STORED) >= 0 &&
        sqlite3_open_v2(trace.database, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
        retained->trace = &trace;
        (void)snprintf(retained->path, sizeof retained->path, "/tmp/tt-bench-bare-%ld.db", (long)getpid());
        if (keep_run(retained, db) == 0)
            compare(retained);
        else
            bench_fail("the rows of the results database cannot be retained");
        drop_run(retained);
    }
    (void)sqlite3_close(db);
    free(retained);
    trace_close(&trace);
}
