/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room: SQLite's errors as ours, and the schema. Compiled into the tool and into
 * the loadable extension, where every sqlite3_ name goes through the table that the loading program hands over. */
#pragma once

#include "base/usual.h"

#ifdef RESULTS_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

/* From schemas/results.sql, and the last from plain.sql. */
extern const int results_application_id, results_version;
extern const char results_sql_tables[], results_sql_views[], results_sql_plain[];

/* Of a unit. */
enum { STAGES_MAX = 32 };

/* Says what SQLite says about `path`; is_writing chooses the words. Never TT_OK. */
enum tt_status database_failed(sqlite3 *db, const char *path, bool is_writing, struct tt_error *err);

/* A value of ours as one of SQLite's, which are signed: beyond that range, the largest. */
static inline sqlite3_int64 database_int(unsigned long long value)
{
    const unsigned long long most = 0x7FFFFFFFFFFFFFFF;
    return (sqlite3_int64)(value < most ? value : most);
}
