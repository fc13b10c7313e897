/* SPDX-License-Identifier: Apache-2.0 */
/* tt_values.so: what the tool adds to SQL, for the sqlite3 shell: `.load ./tt_values`. docs/formats/results.md#sql */
#include "results/sql.h"

/* The one pointer through which every sqlite3_ name of an extension goes; SQLite's own way. */
SQLITE_EXTENSION_INIT1

__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **error,
                                                                  const sqlite3_api_routines *api);

int sqlite3_extension_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
    (void)error;
    SQLITE_EXTENSION_INIT2(api);
    return sql_register(db);
}
