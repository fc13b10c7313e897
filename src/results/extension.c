/* SPDX-License-Identifier: Apache-2.0 */
/* tt_values.so: what the tool adds to SQL, for the sqlite3 shell: `.load ./tt_values`. docs/formats/results.md#sql */
#include "results/reader_internal.h"
#include "results/sql.h"

/* The one pointer through which every sqlite3_ name of an extension goes; SQLite's own way. */
SQLITE_EXTENSION_INIT1

__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **error,
                                                                  const sqlite3_api_routines *api);

static void close_results(void *results)
{
    results_close(results);
}

static void no_function(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count, (void)arguments;
    sqlite3_result_null(context);
}

/* The run lives as long as the connection: SQLite lets go of a function's data when it closes. */
static int keep(sqlite3 *db, struct results *results)
{
    return sqlite3_create_function_v2(db, "tt_run", 0, SQLITE_UTF8, results, no_function, NULL, NULL, close_results);
}

/* Of a database that is no run there are the functions alone. */
int sqlite3_extension_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    struct results *results = NULL;
    struct tt_error err;
    const char *path = sqlite3_db_filename(db, "main");
    const bool is_run = path && *path && results_attach(&results, db, path, &err) == TT_OK;
    int code = is_run ? keep(db, results) : SQLITE_OK;
    if (code == SQLITE_OK)
        code = sql_register(db, results);
    if (code == SQLITE_OK && is_run && results_make_views(results, &err) != TT_OK) {
        *error = sqlite3_mprintf("%s", err.text);
        code = SQLITE_ERROR;
    }
    return code;
}
