/* SPDX-License-Identifier: Apache-2.0 */
#include "results/query.h"

#include "results/reader_internal.h"

struct results_query {
    struct results *results;
    sqlite3_stmt *statement;
};

/* SQLite's message about the statement, which is the caller's. */
static enum tt_status failed(const struct results_query *query, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: SQL: %s", query->results->path, sqlite3_errmsg(query->results->db));
}

/* Whether more than blanks and comments stands behind a statement. */
static bool query_has_more(const struct results *results, const char *rest)
{
    sqlite3_stmt *next = NULL;
    const bool is_wrong = sqlite3_prepare_v2(results->db, rest, -1, &next, NULL) != SQLITE_OK;
    const bool has_more = is_wrong || next;
    (void)sqlite3_finalize(next);
    return has_more;
}

enum tt_status results_query_open(struct results_query **out, struct results *results, const char *sql,
                                  struct tt_error *err)
{
    struct results_query *query = mem_calloc(1, sizeof *query);
    *out = NULL;
    NEED(query, err, "%s: no memory", results->path);
    query->results = results;
    const char *rest = "";
    enum tt_status status = results_make_views(results, err);
    if (!status && sqlite3_prepare_v2(results->db, sql, -1, &query->statement, &rest) != SQLITE_OK)
        status = failed(query, err);
    else if (!status && (!query->statement || !sqlite3_stmt_readonly(query->statement)))
        status = tt_fail(err, TT_BAD_INPUT, "%s: SQL: expected a statement that reads", results->path);
    else if (!status && query_has_more(results, rest))
        status = tt_fail(err, TT_BAD_INPUT, "%s: SQL: expected one statement, found more behind it: '%.60s'",
                         results->path, rest + strspn(rest, " \t\n"));
    if (status)
        results_query_close(query);
    else
        *out = query;
    return status;
}

void results_query_close(struct results_query *query)
{
    if (!query)
        return;
    (void)sqlite3_finalize(query->statement);
    mem_free(query);
}

static enum tt_status bound(const struct results_query *query, int code, struct tt_error *err)
{
    return code == SQLITE_OK ? TT_OK : failed(query, err);
}

enum tt_status results_query_bind_integer(struct results_query *query, int at, int64_t value, struct tt_error *err)
{
    return bound(query, sqlite3_bind_int64(query->statement, at, value), err);
}

enum tt_status results_query_bind_text(struct results_query *query, int at, const char *text, struct tt_error *err)
{
    return bound(query, sqlite3_bind_text(query->statement, at, text, -1, SQLITE_TRANSIENT), err);
}

unsigned results_query_columns(const struct results_query *query)
{
    return (unsigned)sqlite3_column_count(query->statement);
}

const char *results_query_name(const struct results_query *query, unsigned column)
{
    return sqlite3_column_name(query->statement, (int)column);
}

enum tt_status results_query_next(struct results_query *query, struct tt_error *err)
{
    const int code = sqlite3_step(query->statement);
    return code == SQLITE_ROW ? TT_OK : code == SQLITE_DONE ? TT_END : failed(query, err);
}

struct results_value results_query_value(struct results_query *query, unsigned column)
{
    struct results_value value = {.kind = RESULTS_NULL};
    const int at = (int)column;
    switch (sqlite3_column_type(query->statement, at)) {
    case SQLITE_INTEGER:
        value.kind = RESULTS_INTEGER;
        value.integer = sqlite3_column_int64(query->statement, at);
        break;
    case SQLITE_FLOAT:
        value.kind = RESULTS_REAL;
        value.real = sqlite3_column_double(query->statement, at);
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        value.kind = sqlite3_column_type(query->statement, at) == SQLITE_TEXT ? RESULTS_TEXT : RESULTS_BLOB;
        value.bytes = sqlite3_column_blob(query->statement, at);
        value.count = (size_t)sqlite3_column_bytes(query->statement, at);
        break;
    default:
        break;
    }
    return value;
}

void results_count_no_memory(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* refused after the first database, and then counted */
}
