/* SPDX-License-Identifier: Apache-2.0 */
/* SQL over a results database, for languages whose SQLite loads no extensions. */
#include "api/api.h"
#include "base/memory.h"
#include "results/query.h"

struct ttreplay_database {
    struct results *results;
    struct results_query *query; /* null: none is under way */
};

struct results *api_results(struct ttreplay_database *database)
{
    return database->results;
}

TTREPLAY_EXPORT int ttreplay_database_open(const char *path, struct ttreplay_database **out, char *error)
{
    struct tt_error err = {{0}};
    struct ttreplay_database *database = mem_calloc(1, sizeof *database);
    *out = NULL;
    if (!database)
        return api_result(tt_fail(&err, TT_NO_MEMORY, "%s: no memory", path), &err, error);
    const enum tt_status status = results_open(&database->results, path, &err);
    if (status)
        mem_free(database);
    else
        *out = database;
    return api_result(status, &err, error);
}

TTREPLAY_EXPORT void ttreplay_database_close(struct ttreplay_database *database)
{
    if (!database)
        return;
    results_query_close(database->query);
    results_close(database->results);
    mem_free(database);
}

TTREPLAY_EXPORT int ttreplay_query(struct ttreplay_database *database, const char *sql, uint32_t *columns, char *error)
{
    struct tt_error err = {{0}};
    results_query_close(database->query);
    const enum tt_status status = results_query_open(&database->query, database->results, sql, &err);
    *columns = status ? 0 : results_query_columns(database->query);
    return api_result(status, &err, error);
}

static enum tt_status check_query(const struct ttreplay_database *database, struct tt_error *err)
{
    return database->query ? TT_OK : tt_fail(err, TT_BAD_INPUT, "no query is under way");
}

TTREPLAY_EXPORT int ttreplay_bind_integer(struct ttreplay_database *database, uint32_t at, int64_t value, char *error)
{
    struct tt_error err = {{0}};
    enum tt_status status = check_query(database, &err);
    if (!status)
        status = results_query_bind_integer(database->query, (int)at, value, &err);
    return api_result(status, &err, error);
}

TTREPLAY_EXPORT int ttreplay_bind_text(struct ttreplay_database *database, uint32_t at, const char *text, char *error)
{
    struct tt_error err = {{0}};
    enum tt_status status = check_query(database, &err);
    if (!status)
        status = results_query_bind_text(database->query, (int)at, text, &err);
    return api_result(status, &err, error);
}

TTREPLAY_EXPORT const char *ttreplay_column(const struct ttreplay_database *database, uint32_t column)
{
    return database->query && column < results_query_columns(database->query)
               ? results_query_name(database->query, column)
               : NULL;
}

TTREPLAY_EXPORT int ttreplay_row(struct ttreplay_database *database, uint32_t *is_there, char *error)
{
    struct tt_error err = {{0}};
    enum tt_status status = check_query(database, &err);
    if (!status)
        status = results_query_next(database->query, &err);
    *is_there = status == TT_OK;
    return api_result(status == TT_END ? TT_OK : status, &err, error);
}

TTREPLAY_EXPORT int ttreplay_value(struct ttreplay_database *database, uint32_t column, struct ttreplay_value *out,
                                   char *error)
{
    struct tt_error err = {{0}};
    enum tt_status status = check_query(database, &err);
    if (!status && column >= results_query_columns(database->query))
        status = tt_fail(&err, TT_BAD_INPUT, "the query has no column %u", (unsigned)column);
    if (!status) {
        const struct results_value value = results_query_value(database->query, column);
        *out = (struct ttreplay_value){(uint32_t)value.kind, value.integer, value.real, value.bytes, value.count};
    }
    return api_result(status, &err, error);
}
