/* SPDX-License-Identifier: Apache-2.0 */
#include "results/columns.h"

#include "isa/chip.h"
#include "isa/findings.h"
#include "results/reader_internal.h"

enum { SET_TEXT_MAX = 4 * ORIGIN_BITS + 2 };

/* The names, behind each other; returns the length. */
static size_t columns_names(const struct row_table *table, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < table->count; i++)
        used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? ", " : "", table->columns[i].name);
    return used;
}

/* ---- writing ---- */

void columns_insert(const struct row_table *table, char sql[static COLUMNS_SQL_MAX])
{
    size_t used =
        (size_t)snprintf(sql, COLUMNS_SQL_MAX, "INSERT %sINTO %s(", table->is_once ? "OR IGNORE " : "", table->name);
    used += columns_names(table, sql + used, COLUMNS_SQL_MAX - used);
    for (size_t i = 0; i < table->count; i++)
        used += (size_t)snprintf(sql + used, COLUMNS_SQL_MAX - used, "%s", i ? ",?" : ") VALUES(?");
    (void)snprintf(sql + used, COLUMNS_SQL_MAX - used, ")");
}

static uint64_t member_number(const void *member, unsigned size)
{
    uint32_t number;
    uint64_t wide;
    switch (size) {
    case sizeof(uint8_t):
        return *(const uint8_t *)member;
    case sizeof number:
        memcpy(&number, member, size);
        return number;
    default:
        memcpy(&wide, member, sizeof wide);
        return wide;
    }
}

static uint32_t row_bytes(const struct row_table *table, const void *row)
{
    const uint8_t *members = row;
    return (uint32_t)(member_number(members + table->hi, 4) - member_number(members + table->lo, 4));
}

static void columns_set_text(origin_set origins, char text[static SET_TEXT_MAX])
{
    size_t used = 0;
    for (unsigned i = 0; i < ORIGIN_BITS; i++)
        if (origin_is_in(origins, i))
            used += (size_t)snprintf(text + used, SET_TEXT_MAX - used, "%c%u", used ? ',' : '[', i);
    (void)snprintf(text + used, SET_TEXT_MAX - used, used ? "]" : "[]");
}

/* A column's value for SQLite. */
struct column_value {
    int type; /* SQLITE_NULL and others */
    sqlite3_int64 number;
    const void *bytes; /* of a text it ends with 0 */
    uint32_t count;
    bool is_static; /* they are there for as long as the program is */
};

/* Its member; null: the column is. */
static const void *column_member(const struct row_column *column, const void *row)
{
    const uint8_t *from = row;
    if (column->flag && !from[column->flag - 1])
        return NULL;
    if (column->via)
        from = *(const uint8_t *const *)(const void *)(from + column->via - 1);
    return from ? from + column->at : NULL;
}

static struct column_value column_number(sqlite3_int64 number)
{
    return (struct column_value){.type = SQLITE_INTEGER, .number = number};
}

static struct column_value column_text(const char *text, bool is_static)
{
    return (struct column_value){.type = text ? SQLITE_TEXT : SQLITE_NULL, .bytes = text, .is_static = is_static};
}

/* text: room for that of a set. */
static struct column_value column_value(const struct row_table *table, const struct row_column *column, const void *row,
                                        char text[static SET_TEXT_MAX])
{
    struct column_value value = {.type = SQLITE_NULL};
    const void *member = column_member(column, row);
    if (!member)
        return value;
    switch (column->kind) {
    case COLUMN_NUMBER:
        return column_number(database_int(member_number(member, column->size)));
    case COLUMN_SIGNED:
        return column_number(*(const int64_t *)member);
    case COLUMN_BYTES:
        value.bytes = *(const uint8_t *const *)member;
        value.count = row_bytes(table, row);
        value.type = value.bytes ? SQLITE_BLOB : SQLITE_NULL;
        return value;
    case COLUMN_SET:
        columns_set_text(*(const origin_set *)member, text);
        return column_text(text, false);
    case COLUMN_TEXT:
    case COLUMN_NAME:
        return column_text(*(const char *const *)member, column->kind == COLUMN_NAME);
    case COLUMN_FINDING:
        return column_text(finding_get(*(const finding_id *)member)->code, true);
    case COLUMN_CHIP:
        return column_text(chip_get(*(const enum tt_chip *)member)->name, true);
    case COLUMN_CHARS:
        return column_text(member, false);
    case COLUMN_CALL:
    case COLUMN_ROW_ID:
        break;
    }
    return value;
}

static void column_bind(sqlite3_stmt *statement, int at, const struct row_table *table, const struct row_column *column,
                        const void *row)
{
    char text[SET_TEXT_MAX];
    const struct column_value value = column_value(table, column, row, text);
    if (value.type == SQLITE_INTEGER)
        (void)sqlite3_bind_int64(statement, at, value.number);
    else if (value.type == SQLITE_TEXT)
        (void)sqlite3_bind_text(statement, at, value.bytes, -1, value.bytes == text ? SQLITE_TRANSIENT : SQLITE_STATIC);
    else if (value.type == SQLITE_BLOB)
        (void)sqlite3_bind_blob64(statement, at, value.bytes, value.count, SQLITE_STATIC);
    else
        (void)sqlite3_bind_null(statement, at);
}

void columns_bind(sqlite3_stmt *statement, const struct row_table *table, const void *row)
{
    for (size_t i = 0; i < table->count; i++)
        column_bind(statement, (int)i + 1, table, &table->columns[i], row);
}

/* ---- tables that are computed ---- */

static const char *column_type(const struct row_column *column)
{
    if (column->type)
        return column->type;
    return column->kind == COLUMN_TEXT || column->kind == COLUMN_NAME ? "TEXT"
           : column->kind == COLUMN_BYTES                             ? "BLOB"
                                                                      : "INTEGER";
}

void columns_declare(const struct row_table *table, char sql[static COLUMNS_SQL_MAX])
{
    size_t used = (size_t)snprintf(sql, COLUMNS_SQL_MAX, "CREATE TABLE x");
    for (size_t i = 0; i < table->count; i++)
        used += (size_t)snprintf(sql + used, COLUMNS_SQL_MAX - used, "%s\"%s\" %s", i ? ", " : "(",
                                 table->columns[i].name, column_type(&table->columns[i]));
    (void)snprintf(sql + used, COLUMNS_SQL_MAX - used, ")");
}

void columns_result(sqlite3_context *context, const struct row_table *table, int column, const void *row)
{
    char text[SET_TEXT_MAX];
    const struct column_value value = column_value(table, &table->columns[column], row, text);
    if (value.type == SQLITE_INTEGER)
        sqlite3_result_int64(context, value.number);
    else if (value.type == SQLITE_TEXT)
        sqlite3_result_text(context, value.bytes, -1, value.is_static ? SQLITE_STATIC : SQLITE_TRANSIENT);
    else if (value.type == SQLITE_BLOB)
        sqlite3_result_blob64(context, value.bytes, value.count, SQLITE_TRANSIENT);
}

/* ---- reading ---- */

void columns_begin(struct query *query, struct results *results, const struct row_table *table, struct tt_error *err)
{
    char sql[COLUMNS_SQL_MAX];
    size_t used = (size_t)snprintf(sql, sizeof sql, "SELECT ");
    used += columns_names(table, sql + used, sizeof sql - used);
    (void)snprintf(sql + used, sizeof sql - used, " FROM %s ORDER BY %s", table->name, table->order);
    query_begin(query, results, sql, err);
}

static void member_put(void *member, unsigned size, uint64_t wide)
{
    const uint32_t number = (uint32_t)wide;
    if (size == sizeof(uint8_t))
        *(uint8_t *)member = (uint8_t)wide;
    else if (size == sizeof number)
        memcpy(member, &number, size);
    else
        memcpy(member, &wide, sizeof wide);
}

/* "[1,17]"; false: no such set. */
static bool read_set(const char *text, origin_set *origins)
{
    *origins = 0;
    for (const char *at = text; *at == '[' || *at == ',';) {
        char *end;
        const unsigned long number = strtoul(at + 1, &end, 10);
        if (end == at + 1)
            return *at == '[' && strcmp(end, "]") == 0;
        if (number >= ORIGIN_BITS)
            return false;
        *origins |= origin_bit((unsigned)number);
        at = end;
        if (strcmp(at, "]") == 0)
            return true;
    }
    return false;
}

static void column_read(struct query *query, int at, const struct row_table *table, const struct row_column *column,
                        void *row)
{
    uint8_t *member = (uint8_t *)row + column->at;
    if (column->flag)
        ((uint8_t *)row)[column->flag - 1] = sqlite3_column_type(query->statement, at) != SQLITE_NULL;
    switch (column->kind) {
    case COLUMN_NUMBER:
        member_put(member, column->size, query_number(query, at, column->most));
        break;
    case COLUMN_SIGNED:
        *(int64_t *)(void *)member = sqlite3_column_int64(query->statement, at);
        break;
    case COLUMN_NAME: /* of no table that is stored */
    case COLUMN_CALL:
    case COLUMN_ROW_ID:
        break;
    case COLUMN_TEXT:
        *(const char **)(void *)member = query_text(query, at);
        break;
    case COLUMN_CHARS:
        (void)snprintf((char *)member, column->size, "%s", query_text(query, at));
        break;
    case COLUMN_BYTES:
        *(const uint8_t **)(void *)member = query_bytes(query, at, row_bytes(table, row));
        query->is_damaged |= !*(const uint8_t **)(void *)member;
        break;
    case COLUMN_SET:
        query->is_damaged |= !read_set(query_text(query, at), (origin_set *)(void *)member);
        break;
    case COLUMN_FINDING: /* one that this tool does not know is of a tool to come */
        if (!finding_find(query_text(query, at), (finding_id *)(void *)member))
            --*(finding_id *)(void *)member;
        break;
    case COLUMN_CHIP:
        *(enum tt_chip *)(void *)member = chip_find(query_text(query, at));
        query->is_damaged |= *(enum tt_chip *)(void *)member == TT_CHIP_COUNT;
        break;
    }
}

bool columns_next(struct query *query, const struct row_table *table, void *row)
{
    if (!query_next(query))
        return false;
    for (size_t i = 0; i < table->count; i++)
        column_read(query, (int)i, table, &table->columns[i], row);
    return !query->is_damaged;
}
