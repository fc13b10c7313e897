/* SPDX-License-Identifier: Apache-2.0 */
/* The results sink against SQLite's own limit, the blobs of a finished run inserted again by a bare loop into a bare
 * table at the same page size; and against a plain file of as many bytes, written a page at a time. */
#include "bench/bench.h"
#include "bench/trace.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct blob {
    int size;
    void *bytes;
};

struct blob_set {
    struct blob *blobs;
    size_t count, capacity;
    uint64_t bytes;
    char path[BENCH_PATH];
    struct trace_bench *trace;
};

static int add_blobs(struct blob_set *set, sqlite3 *db, const char *query)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (set->count == set->capacity) {
            set->capacity = set->capacity ? set->capacity * 2 : 1024;
            struct blob *grown = realloc(set->blobs, set->capacity * sizeof *grown);
            if (!grown)
                break;
            set->blobs = grown;
        }
        struct blob *blob = &set->blobs[set->count];
        blob->size = sqlite3_column_bytes(statement, 0);
        blob->bytes = malloc((size_t)blob->size + 1);
        if (!blob->bytes)
            break;
        if (blob->size)
            memcpy(blob->bytes, sqlite3_column_blob(statement, 0), (size_t)blob->size);
        set->bytes += (uint64_t)blob->size;
        set->count++;
    }
    return sqlite3_finalize(statement) == SQLITE_OK ? 0 : -1;
}

static double run_bare(void *user)
{
    struct blob_set *set = user;
    (void)unlink(set->path);
    double start = bench_processor();
    sqlite3 *db;
    sqlite3_stmt *insert = NULL;
    int ok = sqlite3_open(set->path, &db) == SQLITE_OK &&
             sqlite3_exec(db,
                          "PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                          "PRAGMA locking_mode=EXCLUSIVE; CREATE TABLE bare(id INTEGER PRIMARY KEY, bytes BLOB); BEGIN",
                          NULL, NULL, NULL) == SQLITE_OK &&
             sqlite3_prepare_v2(db, "INSERT INTO bare(bytes) VALUES(?)", -1, &insert, NULL) == SQLITE_OK;
    for (size_t i = 0; ok && i < set->count; i++) {
        ok = sqlite3_bind_blob(insert, 1, set->blobs[i].bytes, set->blobs[i].size, SQLITE_STATIC) == SQLITE_OK &&
             sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK;
    }
    ok = ok && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    (void)sqlite3_finalize(insert);
    (void)sqlite3_close(db);
    double seconds = bench_processor() - start;
    (void)unlink(set->path);
    return ok ? seconds : -1;
}

static double run_sink(void *user)
{
    struct blob_set *set = user;
    return trace_run(set->trace, 1);
}

/* What the trace adds to a replay; the bytes it made stay for run_file. */
static double run_trace_alone(void *user)
{
    struct blob_set *set = user;
    const double plain = trace_run(set->trace, 0), traced = trace_run(set->trace, 1);
    return plain < 0 || traced < plain ? -1 : traced - plain;
}

/* The database's bytes once more, page after page, synced as it is. */
static double run_file(void *user)
{
    enum { PAGE_BYTES = 16384 };
    struct blob_set *set = user;
    char page[PAGE_BYTES];
    FILE *from = fopen(set->trace->database, "rb");
    int to = open(set->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    double seconds = 0;
    int ok = from && to >= 0;
    while (ok && fread(page, 1, sizeof page, from) == sizeof page) {
        const double start = bench_processor();
        ok = write(to, page, sizeof page) == (ssize_t)sizeof page;
        seconds += bench_processor() - start;
    }
    const double start = bench_processor();
    ok = ok && fsync(to) == 0 && close(to) == 0;
    seconds += bench_processor() - start;
    if (from)
        (void)fclose(from);
    (void)unlink(set->path);
    return ok ? seconds : -1;
}

void bench_results(const char *folder)
{
    struct trace_bench trace;
    if (trace_open(&trace, folder, TRACE_REPEATS * 5) < 0)
        return;
    struct blob_set set = {.trace = &trace};
    (void)snprintf(set.path, sizeof set.path, "/tmp/tt-bench-bare-%ld.db", (long)getpid());
    sqlite3 *db = NULL;
    if (trace_run(&trace, 1) >= 0 && sqlite3_open_v2(trace.database, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
        int ok = add_blobs(&set, db, "SELECT data FROM stage_block WHERE data IS NOT NULL") == 0 &&
                 add_blobs(&set, db, "SELECT head FROM access_page") == 0 &&
                 add_blobs(&set, db, "SELECT bytes FROM access_page UNION ALL SELECT packed0 FROM access_page") == 0;
        struct bench_ratio ratio;
        bench_heading("The results database");
        if (!ok)
            bench_fail("the results database has not the tables that the benchmark reads");
        else if (bench_compare((struct bench_work){run_sink, &set}, (struct bench_work){run_bare, &set}, 9, &ratio) ==
                 0) {
            bench_row("replay with full tracing", (double)set.count, "blobs of stages and accesses",
                      "a bare insert loop of the same blobs", &ratio);
            bench_row("replay with full tracing", (double)set.bytes / 1e6, "MB of blobs", "the same", &ratio);
        }
        if (ok && bench_compare((struct bench_work){run_trace_alone, &set}, (struct bench_work){run_file, &set}, 9,
                                &ratio) == 0)
            bench_row("the trace alone", (double)set.trace->executed, "instructions",
                      "a plain file of the database's bytes", &ratio);
    }
    (void)sqlite3_close(db);
    for (size_t i = 0; i < set.count; i++)
        free(set.blobs[i].bytes);
    free(set.blobs);
    trace_close(&trace);
}
