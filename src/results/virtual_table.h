/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the computed tables of this room: eponymous virtual tables, there without being created
 * (sqlite.org/vtab.html#epovtab). Codes are SQLite's. */
#pragma once

#include "results/columns.h"

/* A bound on a column that a query may give; of a column that a table lacks none does. FROM: > or >=; TO: < or <=. */
enum virtual_op { VIRTUAL_IS, VIRTUAL_FROM, VIRTUAL_TO };
struct virtual_bound {
    const char *column;
    enum virtual_op op;
};
enum { VIRTUAL_BOUNDS_MAX = 9, VIRTUAL_BACK = VIRTUAL_BOUNDS_MAX /* the bit of a plan: backwards */ };

/* First in the cursor of each table. */
struct virtual_cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's part */
    const void *row;          /* at hand, of which the columns' members are; null: behind the last */
};

/* A table. A plan has a bit for each of its bounds that the query gives; `filter` goes to the first row, with their
 * values (of the others null), `next` to the next: they set the cursor's row. Rows that are an array have a function
 * that says where it is in place of these two. */
struct virtual_table_kind {
    struct row_table rows;
    bool is_of_run; /* there is none without */
    int which;      /* of the tables that share functions */
    const struct virtual_bound *bounds;
    int bound_count;
    bool is_function;          /* the first bound is its argument */
    int in_order;              /* bit a column that rises from row to row */
    int back_plan;             /* where a query gives all of these bounds, rows can also come backwards; 0: never */
    double (*guess)(int plan); /* how many rows: only the order of guesses counts; null: ten thousand */
    double cost;               /* beyond that of its rows */
    size_t cursor_bytes;
    int (*filter)(void *cursor, int plan, sqlite3_value *const *values);
    int (*next)(void *cursor);
    size_t row_bytes;
    enum tt_status (*list)(struct results *results, const void **rows, size_t *count, struct tt_error *err);
    sqlite3_int64 (*number)(const void *cursor); /* of a row; null of a list: from 1 on */
    void (*clear)(void *cursor);                 /* null: it owns nothing */
};

/* results: whose rows it shows; null: of no run. */
int virtual_table_register(sqlite3 *db, const struct virtual_table_kind *kind, struct results *results);

/* Of the table that a cursor goes through. */
struct results *virtual_table_results(const void *cursor);
const struct virtual_table_kind *virtual_table_kind_of(const void *cursor);

static inline bool virtual_table_has(int plan, int bound)
{
    return plan >> bound & 1;
}

/* The error, for the caller; SQLITE_ERROR. */
int virtual_table_failed(void *cursor, const char *text);
