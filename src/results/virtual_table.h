/* SPDX-License-Identifier: Apache-2.0 */
/* What the tables of this room have in common that are made of functions: eponymous virtual tables, there without being
 * created (sqlite.org/vtab.html#epovtab). */
#pragma once

#include "results/database.h"

struct virtual_table {
    sqlite3_vtab base; /* first: SQLite's part */
    sqlite3 *db;
    const void *kind; /* as it was registered */
};

const struct virtual_table *virtual_table_of(const sqlite3_vtab *base);

/* For xConnect: a table of these columns ("CREATE TABLE x(...)"). A code of SQLite's, as are all here. */
int virtual_table_connect(sqlite3 *db, const void *kind, const char *declaration, sqlite3_vtab **out);
int virtual_table_disconnect(sqlite3_vtab *base); /* xDisconnect */

/* What went wrong, for whoever asked; SQLITE_ERROR. */
int virtual_table_failed(sqlite3_vtab *base, const char *text);
