/* SPDX-License-Identifier: Apache-2.0 */
/* SQL over a results database, for languages whose SQLite loads no extensions. */
#include "api/api.h"
#include "base/text/bytes.h"
#include "results/query.h"

enum { BYTES_ENOUGH = 1 << 24 }; /* of texts and BLOBs at a time */

struct ttreplay_database {
    struct results *results;
    struct results_query *query; /* null: none is under way */
    bool is_over;                /* it has no more rows */
    struct bytes bytes;          /* of the rows that were given last */
};

struct results *api_results(struct ttreplay_database *database)
{
    return database->results;
}

TTREPLAY_EXPORT int ttreplay_database_open(const char *path, struct ttreplay_database **out, char *error)
{
    API_ERROR;
    struct ttreplay_database *database OWNED(mem_free_at) = mem_calloc(1, sizeof *database);
    *out = NULL;
    if (!database)
        return (int)tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    API_TRY(results_open(&database->results, path, err));
    *out = database;
    database = NULL;
    return 0;
}

TTREPLAY_EXPORT void ttreplay_database_close(struct ttreplay_database *database)
{
    if (!database)
        return;
    results_query_close(database->query);
    results_close(database->results);
    bytes_clear(&database->bytes);
    mem_free(database);
}

TTREPLAY_EXPORT int ttreplay_query(struct ttreplay_database *database, const char *sql, uint32_t *columns, char *error)
{
    API_ERROR;
    results_query_close(database->query);
    database->is_over = false;
    *columns = 0;
    API_TRY(results_query_open(&database->query, database->results, sql, err));
    *columns = results_query_columns(database->query);
    return 0;
}

static enum tt_status check_query(const struct ttreplay_database *database, struct tt_error *err)
{
    return database->query ? TT_OK : tt_fail(err, TT_BAD_INPUT, "no query is under way");
}

TTREPLAY_EXPORT int ttreplay_bind_integer(struct ttreplay_database *database, uint32_t at, int64_t value, char *error)
{
    API_ERROR;
    API_TRY(check_query(database, err));
    return (int)results_query_bind_integer(database->query, (int)at, value, err);
}

TTREPLAY_EXPORT int ttreplay_bind_text(struct ttreplay_database *database, uint32_t at, const char *text, char *error)
{
    API_ERROR;
    API_TRY(check_query(database, err));
    return (int)results_query_bind_text(database->query, (int)at, text, err);
}

TTREPLAY_EXPORT const char *ttreplay_column(const struct ttreplay_database *database, uint32_t column)
{
    return database->query && column < results_query_columns(database->query)
               ? results_query_name(database->query, column)
               : NULL;
}

/* Of one column of the row at hand; texts and BLOBs behind those before it. */
static bool put_cell(struct ttreplay_database *database, unsigned column, uint8_t *kind, uint64_t *cell)
{
    const struct results_value value = results_query_value(database->query, column);
    *kind = (uint8_t)value.kind;
    *cell = (uint64_t)value.integer;
    if (value.kind == RESULTS_REAL)
        memcpy(cell, &value.real, sizeof *cell);
    if (value.kind < RESULTS_TEXT)
        return true;
    const bool is_well = bytes_append(&database->bytes, value.bytes, value.count) == 0;
    *cell = database->bytes.used;
    return is_well;
}

TTREPLAY_EXPORT int ttreplay_rows(struct ttreplay_database *database, uint32_t room, uint8_t *kinds, uint64_t *cells,
                                  const char **bytes, uint32_t *count, char *error)
{
    API_ERROR;
    *count = 0;
    API_TRY(check_query(database, err));
    enum tt_status status = TT_OK;
    const size_t columns = results_query_columns(database->query);
    database->bytes.used = 0;
    while (!status && *count < room && !database->is_over && database->bytes.used < BYTES_ENOUGH) {
        status = results_query_next(database->query, err);
        database->is_over = status == TT_END;
        for (size_t i = 0; !status && i < columns; i++)
            if (!put_cell(database, (unsigned)i, &kinds[i * room + *count], &cells[i * room + *count]))
                status = tt_fail(err, TT_NO_MEMORY, "no memory for the rows of a query");
        *count += !status;
    }
    *bytes = database->bytes.data;
    return (int)walk_ended(status);
}
