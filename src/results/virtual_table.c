/* SPDX-License-Identifier: Apache-2.0 */
#include "results/virtual_table.h"

enum { LIST_ROWS = 10000 };

/* SQLite's object for a kind of table. */
struct known_table {
    const struct virtual_table_kind *kind;
    struct results *results;
};

struct virtual_table {
    sqlite3_vtab base; /* first: SQLite's part */
    struct known_table known;
};

static const struct known_table *table_of(const void *cursor)
{
    const struct virtual_cursor *of = cursor;
    return &((const struct virtual_table *)(const void *)of->base.pVtab)->known;
}

struct results *virtual_table_results(const void *cursor)
{
    return table_of(cursor)->results;
}

const struct virtual_table_kind *virtual_table_kind_of(const void *cursor)
{
    return table_of(cursor)->kind;
}

int virtual_table_failed(void *cursor, const char *text)
{
    sqlite3_vtab *base = ((struct virtual_cursor *)cursor)->base.pVtab;
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = sqlite3_mprintf("%s", text);
    return SQLITE_ERROR;
}

static int virtual_table_connect(sqlite3 *db, void *user, int count, const char *const *arguments, sqlite3_vtab **out,
                                 char **error)
{
    (void)count, (void)arguments, (void)error;
    const struct known_table *known = user;
    char sql[COLUMNS_SQL_MAX];
    columns_declare(&known->kind->rows, sql);
    const int code = sqlite3_declare_vtab(db, sql);
    if (code != SQLITE_OK)
        return code;
    (void)sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    struct virtual_table *table = mem_calloc(1, sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    table->known = *known;
    *out = &table->base;
    return SQLITE_OK;
}

static int virtual_table_disconnect(sqlite3_vtab *base)
{
    mem_free(base);
    return SQLITE_OK;
}

/* ---- the plan ---- */

static bool virtual_table_is_of(enum virtual_op op, int constraint)
{
    switch (op) {
    case VIRTUAL_IS:
        return constraint == SQLITE_INDEX_CONSTRAINT_EQ;
    case VIRTUAL_FROM:
        return constraint == SQLITE_INDEX_CONSTRAINT_GT || constraint == SQLITE_INDEX_CONSTRAINT_GE;
    case VIRTUAL_TO:
        break;
    }
    return constraint == SQLITE_INDEX_CONSTRAINT_LT || constraint == SQLITE_INDEX_CONSTRAINT_LE;
}

/* The constraint that gives a bound, or -1; *is_later: one does, but not where SQLite asks now. */
static int find_constraint(const sqlite3_index_info *info, const struct row_table *rows,
                           const struct virtual_bound *bound, bool *is_later)
{
    for (int i = 0; i < info->nConstraint; i++) {
        const int column = info->aConstraint[i].iColumn;
        if (column < 0 || strcmp(rows->columns[column].name, bound->column) != 0 ||
            !virtual_table_is_of(bound->op, info->aConstraint[i].op))
            continue;
        if (info->aConstraint[i].usable)
            return i;
        *is_later = true;
    }
    return -1;
}

/* Whether rows come in the order that is asked for; the plan says so where that is backwards. */
static void virtual_table_order(const struct virtual_table_kind *kind, sqlite3_index_info *info)
{
    const bool is_one = info->nOrderBy == 1 && info->aOrderBy[0].iColumn >= 0;
    const bool can_go_back = kind->back_plan && (info->idxNum & kind->back_plan) == kind->back_plan;
    if (!is_one || !(kind->in_order >> info->aOrderBy[0].iColumn & 1) || (info->aOrderBy[0].desc && !can_go_back))
        return;
    info->orderByConsumed = 1;
    info->idxNum |= info->aOrderBy[0].desc ? 1 << VIRTUAL_BACK : 0;
}

static int virtual_table_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct virtual_table_kind *kind = ((const struct virtual_table *)(const void *)base)->known.kind;
    int arguments = 0;
    for (int bound = 0; bound < kind->bound_count; bound++) {
        bool is_later = false;
        const int at = find_constraint(info, &kind->rows, &kind->bounds[bound], &is_later);
        if (kind->is_function && at < 0 && is_later)
            return SQLITE_CONSTRAINT;
        if (at < 0)
            continue;
        info->idxNum |= 1 << bound;
        info->aConstraintUsage[at].argvIndex = ++arguments;
        info->aConstraintUsage[at].omit = kind->is_function ? 1 : 0;
    }
    const double rows = kind->guess ? kind->guess(info->idxNum) : LIST_ROWS;
    info->estimatedRows = (sqlite3_int64)rows;
    info->estimatedCost = rows + kind->cost;
    virtual_table_order(kind, info);
    return SQLITE_OK;
}

/* ---- rows ---- */

/* The cursor of rows that are an array. */
struct list_cursor {
    struct virtual_cursor base; /* first */
    const uint8_t *rows;
    size_t at, count;
};

static int list_go(struct list_cursor *cursor, size_t at)
{
    cursor->at = at;
    cursor->base.row = at < cursor->count ? cursor->rows + at * table_of(cursor)->kind->row_bytes : NULL;
    return SQLITE_OK;
}

static int list_begin(struct list_cursor *cursor)
{
    const struct known_table *table = table_of(cursor);
    struct tt_error err;
    const void *rows = NULL;
    cursor->count = 0;
    if (table->kind->list(table->results, &rows, &cursor->count, &err))
        return virtual_table_failed(cursor, err.text);
    cursor->rows = rows;
    return list_go(cursor, 0);
}

static int virtual_table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    const struct virtual_table_kind *kind = ((const struct virtual_table *)(const void *)base)->known.kind;
    struct virtual_cursor *cursor = mem_calloc(1, kind->list ? sizeof(struct list_cursor) : kind->cursor_bytes);
    if (!cursor)
        return SQLITE_NOMEM;
    *out = &cursor->base;
    return SQLITE_OK;
}

static int virtual_table_close(sqlite3_vtab_cursor *base)
{
    const struct virtual_table_kind *kind = table_of(base)->kind;
    if (kind->clear)
        kind->clear(base);
    mem_free(base);
    return SQLITE_OK;
}

static int virtual_table_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                                sqlite3_value **arguments)
{
    (void)plan_text, (void)count;
    const struct virtual_table_kind *kind = table_of(base)->kind;
    sqlite3_value *values[VIRTUAL_BOUNDS_MAX] = {NULL};
    assert(kind->bound_count <= VIRTUAL_BOUNDS_MAX);
    ((struct virtual_cursor *)(void *)base)->row = NULL;
    for (int bound = 0; bound < kind->bound_count; bound++) {
        if (!virtual_table_has(plan, bound))
            continue;
        values[bound] = *arguments++;
        if (sqlite3_value_type(values[bound]) == SQLITE_NULL) /* which nothing compares with */
            return SQLITE_OK;
    }
    return kind->list ? list_begin((struct list_cursor *)(void *)base) : kind->filter(base, plan, values);
}

static int virtual_table_next(sqlite3_vtab_cursor *base)
{
    struct list_cursor *list = (struct list_cursor *)(void *)base;
    const struct virtual_table_kind *kind = table_of(base)->kind;
    return kind->list ? list_go(list, list->at + 1) : kind->next(base);
}

static int virtual_table_is_at_end(sqlite3_vtab_cursor *base)
{
    return ((const struct virtual_cursor *)(const void *)base)->row == NULL;
}

static sqlite3_int64 row_number(const void *cursor)
{
    const struct virtual_table_kind *kind = table_of(cursor)->kind;
    return kind->number ? kind->number(cursor) : (sqlite3_int64)((const struct list_cursor *)cursor)->at + 1;
}

static int virtual_table_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int which)
{
    const struct row_table *rows = &table_of(base)->kind->rows;
    const struct row_column *column = &rows->columns[which];
    if (column->kind == COLUMN_CALL)
        column->call(context, base, column->which);
    else if (column->kind == COLUMN_ROW_ID)
        sqlite3_result_int64(context, row_number(base));
    else
        columns_result(context, rows, which, ((const struct virtual_cursor *)(const void *)base)->row);
    return SQLITE_OK;
}

static int virtual_table_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = row_number(base);
    return SQLITE_OK;
}

int virtual_table_register(sqlite3 *db, const struct virtual_table_kind *kind, struct results *results)
{
    if (kind->is_of_run && !results)
        return SQLITE_OK;
    static const sqlite3_module module = {
        .xConnect = virtual_table_connect,
        .xDisconnect = virtual_table_disconnect,
        .xBestIndex = virtual_table_best_index,
        .xOpen = virtual_table_open,
        .xClose = virtual_table_close,
        .xFilter = virtual_table_filter,
        .xNext = virtual_table_next,
        .xEof = virtual_table_is_at_end,
        .xColumn = virtual_table_column,
        .xRowid = virtual_table_number,
    };
    struct known_table *known = mem_calloc(1, sizeof *known);
    if (!known)
        return SQLITE_NOMEM;
    *known = (struct known_table){kind, results};
    /* It calls the last function on failure, too. */
    return sqlite3_create_module_v2(db, kind->rows.name, &module, known, mem_free);
}
