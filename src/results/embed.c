/* SPDX-License-Identifier: Apache-2.0 */
/* The capture of a run in its database, and out of it again: as a file without a name, since captures are read from
 * files. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"

#include "base/input.h"

enum { EMBEDDED_MAX = 128 << 20 }; /* a larger one is found by path and hash, as is one that was not embedded */

struct capture_row {
    uint32_t id, lo, hi;
    const uint8_t *bytes; /* [lo, hi) */
};
static const struct row_column capture_columns[] = {
    NUMBER(capture_row, id, "id", 1),
    {COLUMN(BYTES, capture_row, bytes, "bytes")},
};
static const struct row_table capture_table = {"capture", ROW_TABLE(capture_columns), "id",
                                               offsetof(struct capture_row, lo), offsetof(struct capture_row, hi)};

enum tt_status sink_embed(struct results_sink *sink, const char *path)
{
    uint8_t *bytes = NULL;
    size_t count;
    if (input_refuse_longer(path, EMBEDDED_MAX, &sink->error))
        return TT_OK;
    const enum tt_status status = input_whole(path, EMBEDDED_MAX, &bytes, &count, &sink->error);
    if (!status)
        sink_put(sink, &capture_table, &(struct capture_row){1, 0, (uint32_t)count, bytes});
    mem_free(bytes);
    return status ? status : sink->status;
}

/* ---- reading ---- */

struct embedded {
    const void *bytes;
    size_t count;
};

static enum tt_status embed_put(void *user, FILE *out, struct tt_error *err)
{
    const struct embedded *embedded = user;
    (void)err;
    (void)fwrite(embedded->bytes, 1, embedded->count, out); /* an error of the file is reported when it is closed */
    return TT_OK;
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
        struct embedded embedded = {.bytes = sqlite3_column_blob(query.statement, 0)};
        embedded.count = (size_t)sqlite3_column_bytes(query.statement, 0);
        query.status = scratch_make(&results->capture, "capture.ttcap", err);
        if (!query.status)
            query.status = new_file_write(results->capture.file, NEW_FILE_UNSYNCED, embed_put, &embedded, err);
        if (query.status)
            scratch_remove(&results->capture); /* the next question unpacks it again */
    }
    return query_end(&query);
}
