/* SPDX-License-Identifier: Apache-2.0 */
/* What the tables of this room have in common that are made of functions: eponymous virtual tables, there without being
 * created (sqlite.org/vtab.html#epovtab). */
#pragma once

#include "results/database.h"

struct results;

struct virtual_table_kind {
    const char *name, *declaration; /* "CREATE TABLE x(...)" */
    int which;                      /* of the tables that share functions */
    sqlite3_module module;
};

struct virtual_table {
    sqlite3_vtab base; /* first: SQLite's part */
    const struct virtual_table_kind *kind;
    struct results *results; /* whose rows it shows; null of a table that is of no run */
};

const struct virtual_table *virtual_table_of(const sqlite3_vtab *base);

/* A code of SQLite's, as are all here. */
int virtual_table_register(sqlite3 *db, const struct virtual_table_kind *kind, struct results *results);

int virtual_table_connect(sqlite3 *db, void *user, int count, const char *const *arguments, sqlite3_vtab **out,
                          char **error);
int virtual_table_disconnect(sqlite3_vtab *base);

/* The functions of a table, each of the name that follows the stem: rows_filter, rows_next. */
#define VIRTUAL_TABLE_MODULE(stem)                                                                                     \
    {                                                                                                                  \
        .xConnect = virtual_table_connect, .xDisconnect = virtual_table_disconnect, .xBestIndex = stem##_best_index,   \
        .xOpen = stem##_open_cursor, .xClose = stem##_close_cursor, .xFilter = stem##_filter, .xNext = stem##_next,    \
        .xEof = stem##_is_at_end, .xColumn = stem##_column_value, .xRowid = stem##_row_number                          \
    }

/* What went wrong, for whoever asked; SQLITE_ERROR. */
int virtual_table_failed(sqlite3_vtab *base, const char *text);
