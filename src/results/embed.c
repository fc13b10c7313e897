/* SPDX-License-Identifier: Apache-2.0 */
/* The capture of a run in its database, and out of it again: as a file without a name, since captures are read from
 * files. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"

#include "base/input.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { EMBEDDED_MAX = 128 << 20 }; /* a larger one is found by path and hash, as is one that was not embedded */

static enum tt_status embed_row(struct results_sink *sink, const void *bytes, size_t count)
{
    sqlite3_stmt *insert = NULL;
    bool is_good =
        sqlite3_prepare_v2(sink->db, "INSERT INTO capture(id, bytes) VALUES(1, ?)", -1, &insert, NULL) == SQLITE_OK;
    is_good = is_good && sqlite3_bind_blob64(insert, 1, bytes, count, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(insert) == SQLITE_DONE;
    const enum tt_status status = is_good ? TT_OK : database_failed(sink->db, sink->path, true, &sink->error);
    (void)sqlite3_finalize(insert);
    return status;
}

enum tt_status sink_embed(struct results_sink *sink, const char *path)
{
    FILE *file;
    struct stat there;
    enum tt_status status = input_stream(&file, path, &sink->error);
    if (status)
        return status;
    if (fstat(fileno(file), &there) < 0 || there.st_size > EMBEDDED_MAX) {
        (void)fclose(file);
        return TT_OK;
    }
    const size_t size = (size_t)there.st_size;
    void *bytes = mem_alloc(size + 1);
    if (!bytes)
        status = tt_fail(&sink->error, TT_NO_MEMORY, "%s: no memory", path);
    else if (fread(bytes, 1, size, file) != size)
        status = tt_fail(&sink->error, TT_IO, "%s: cannot be read: %s", path,
                         ferror(file) ? strerror(errno) : "it became shorter");
    (void)fclose(file);
    if (!status)
        status = embed_row(sink, bytes, size);
    mem_free(bytes);
    return status;
}

/* ---- reading ---- */

static enum tt_status embed_write(const char *path, const void *bytes, size_t count, struct tt_error *err)
{
    struct new_file *file = NULL;
    FILE *stream = NULL;
    enum tt_status status = new_file_open(&file, path, true, err);
    if (status)
        return status;
    new_file_unsynced(file);
    status = new_file_stream(&stream, file, "wb", err);
    if (!status) {
        (void)fwrite(bytes, 1, count, stream); /* that it could not be written is said where the stream is closed */
        status = new_file_close_stream(stream, file, err);
    }
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}

enum tt_status results_holds_capture(struct results *results, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT id FROM capture", err);
    results->run.holder = query_next(&query) ? results : NULL;
    return query_end(&query);
}

enum tt_status results_unpack_capture(struct results *results, struct tt_error *err)
{
    struct query query;
    if (results->capture.file[0])
        return TT_OK;
    query_begin(&query, results, "SELECT bytes FROM capture", err);
    if (query_next(&query)) {
        const void *bytes = sqlite3_column_blob(query.statement, 0);
        const size_t count = (size_t)sqlite3_column_bytes(query.statement, 0);
        query.status = scratch_make(&results->capture, "capture.ttcap", err);
        if (!query.status)
            query.status = embed_write(results->capture.file, bytes, count, err);
        if (query.status)
            scratch_remove(&results->capture); /* the next question unpacks it again */
    }
    return query_end(&query);
}
