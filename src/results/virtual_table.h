/* SPDX-License-Identifier: Apache-2.0 */
/* What the tables of this room have in common that are made of functions: eponymous virtual tables, there without being
 * created (sqlite.org/vtab.html#epovtab). Codes are SQLite's. */
#pragma once

#include "results/database.h"

#include <stdbool.h>
#include <stddef.h>

struct results;

/* A bound on a column that a query may give. FROM: > or >=; TO: < or <=. */
enum virtual_op { VIRTUAL_IS, VIRTUAL_FROM, VIRTUAL_TO };
struct virtual_bound {
    int column;
    enum virtual_op op;
};
enum { VIRTUAL_BOUNDS_MAX = 8, VIRTUAL_BACK = VIRTUAL_BOUNDS_MAX /* the bit of a plan: backwards */ };

/* First in the cursor of each table. */
struct virtual_cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's part */
    bool is_empty;            /* a bound is null, which nothing compares with */
};

/* A table. A plan has a bit for each of its bounds that the query gives; `filter` goes to the first row, with their
 * values (of the others null). */
struct virtual_table_kind {
    const char *name, *declaration; /* "CREATE TABLE x(...)" */
    int which;                      /* of the tables that share functions */
    const struct virtual_bound *bounds;
    int bound_count;
    bool is_function;         /* the first bound is its argument */
    int in_order;             /* bit a column that rises from row to row */
    int back_plan;            /* where a query gives all of these bounds, rows can also come backwards; 0: never */
    double (*rows)(int plan); /* a guess, of which only the order counts */
    double cost;              /* beyond that of its rows */
    size_t cursor_bytes;
    int (*filter)(void *cursor, int plan, sqlite3_value *const *values);
    int (*next)(void *cursor);
    bool (*is_at_end)(const void *cursor);
    int (*column)(void *cursor, sqlite3_context *context, int column);
    sqlite3_int64 (*number)(const void *cursor);
    void (*clear)(void *cursor); /* null: it owns nothing */
};

/* results: whose rows it shows; null of a table that is of no run. */
int virtual_table_register(sqlite3 *db, const struct virtual_table_kind *kind, struct results *results);

/* Of the table that a cursor goes through. */
struct results *virtual_table_results(const void *cursor);
int virtual_table_which(const void *cursor);

/* The functions of a table, each of the name that follows the stem: rows_filter, rows_next; its cursor is a struct
 * cursor. A `clear` that it has stands behind them. */
#define VIRTUAL_TABLE(stem)                                                                                            \
    .rows = stem##_rows, .cursor_bytes = sizeof(struct cursor), .filter = stem##_filter, .next = stem##_next,          \
    .is_at_end = stem##_is_at_end, .column = stem##_column, .number = stem##_number

static inline bool virtual_table_has(int plan, int bound)
{
    return plan >> bound & 1;
}

/* What went wrong, for whoever asked; SQLITE_ERROR. */
int virtual_table_failed(void *cursor, const char *text);
