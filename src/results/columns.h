/* SPDX-License-Identifier: Apache-2.0 */
/* A table of the database beside the struct that holds one of its rows: of its columns the statements that write and
 * read rows are made, and, of a table that is computed (virtual_table.h), its declaration and its values. */
#pragma once

#include "base/usual.h"
#include "results/database.h"

struct query;
struct results;

enum column_kind {
    COLUMN_NUMBER,  /* without a sign: a flag, an enum, a number of 8, 32 or 64 bits */
    COLUMN_SIGNED,  /* int64_t */
    COLUMN_TEXT,    /* const char *; what is read is there until the next row */
    COLUMN_CHARS,   /* char[] */
    COLUMN_BYTES,   /* const uint8_t *, of [lo, hi) of the row */
    COLUMN_SET,     /* origin_set: "[1,17]" */
    COLUMN_FINDING, /* finding_id: its code */
    COLUMN_CHIP,    /* enum tt_chip: its name */
    /* Of a table that is computed alone: */
    COLUMN_NAME,   /* const char *, there for as long as the program is; null: none */
    COLUMN_CALL,   /* what a function says */
    COLUMN_ROW_ID, /* the row's number */
};

struct row_column {
    const char *name;
    enum column_kind kind;
    uint16_t at, size; /* of the member */
    uint64_t most;     /* of a number that is read: above it the database is damaged */
    uint16_t flag;     /* 0, or 1 + the place of the bool that is false where the column is null */
    uint16_t via;      /* 0, or 1 + the place of the pointer to the struct that has the member; null: the column is */
    const char *type;  /* of SQL; null: by its kind. A COLUMN_CALL's function gets the cursor, and `which`: */
    void (*call)(sqlite3_context *context, void *cursor, int which);
    int which;
};

struct row_table {
    const char *name;
    const struct row_column *columns;
    size_t count;
    const char *order; /* in which rows are read */
    uint16_t lo, hi;   /* of COLUMN_BYTES: members, uint32_t */
    bool is_once;      /* a row that is there already is not written again */
};

#define COLUMN(KIND, STRUCT, MEMBER, NAMED)                                                                            \
    .name = (NAMED), .kind = COLUMN_##KIND, .at = offsetof(struct STRUCT, MEMBER),                                     \
    .size = sizeof(((struct STRUCT *)0)->MEMBER)
#define NUMBER(STRUCT, MEMBER, NAME, MOST)                                                                             \
    {                                                                                                                  \
        COLUMN(NUMBER, STRUCT, MEMBER, NAME), .most = (MOST)                                                           \
    }
#define TEXT(STRUCT, MEMBER, NAME)                                                                                     \
    {                                                                                                                  \
        COLUMN(TEXT, STRUCT, MEMBER, NAME)                                                                             \
    }
#define NAME(STRUCT, MEMBER, NAMED)                                                                                    \
    {                                                                                                                  \
        COLUMN(NAME, STRUCT, MEMBER, NAMED)                                                                            \
    }
#define CALL(NAME, TYPE, FUNCTION, WHICH)                                                                              \
    {                                                                                                                  \
        .name = (NAME), .kind = COLUMN_CALL, .type = (TYPE), .call = (FUNCTION), .which = (WHICH)                      \
    }
#define COLUMN_FLAG(STRUCT, MEMBER) .flag = offsetof(struct STRUCT, MEMBER) + 1
#define COLUMN_VIA(STRUCT, MEMBER) .via = offsetof(struct STRUCT, MEMBER) + 1
#define ROW_TABLE(COLUMNS) .columns = (COLUMNS), .count = sizeof(COLUMNS) / sizeof *(COLUMNS)

enum { COLUMNS_SQL_MAX = 1024 };

/* "INSERT INTO name(...) VALUES(?,...)". */
void columns_insert(const struct row_table *table, char sql[static COLUMNS_SQL_MAX]);
/* Its values, from parameter 1 on. Texts and bytes are borrowed until the statement was run. */
void columns_bind(sqlite3_stmt *statement, const struct row_table *table, const void *row);

/* "CREATE TABLE x(name TYPE, ...)". */
void columns_declare(const struct row_table *table, char sql[static COLUMNS_SQL_MAX]);
/* The value of one, but of a COLUMN_CALL and a COLUMN_ROW_ID. */
void columns_result(sqlite3_context *context, const struct row_table *table, int column, const void *row);

/* Begins a query for all rows; columns_next() fills one. query_end() as of any query. */
void columns_begin(struct query *query, struct results *results, const struct row_table *table, struct tt_error *err);
bool columns_next(struct query *query, const struct row_table *table, void *row);
