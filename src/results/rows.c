/* SPDX-License-Identifier: Apache-2.0 */
/* tt_instructions and tt_accesses: what pages hold, as tables with one row each. Eponymous virtual tables
 * (sqlite.org/vtab.html#epovtab) that look only at the pages that events or addresses ask for.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/memory.h"
#include "results/page.h"
#include "results/virtual_table.h"

/* What a query may ask for; the arguments of the ones that it does come in this order. */
enum bound { SEQ_IS, SEQ_FROM, SEQ_TO, ID_IS, SPACE_IS, WRITE_IS, LO_UP_TO, HI_FROM, BOUNDS };

enum insn_column { INSN_SEQ, INSN_THREAD_NUMBER, INSN_UNIT_NUMBER, INSN_WORD };

enum access_column {
    ACCESS_ID,
    ACCESS_SEQ,
    ACCESS_SPACE,
    ACCESS_UNIT,
    ACCESS_INSTANCE,
    ACCESS_STREAM,
    ACCESS_IS_WRITE,
    ACCESS_LO,
    ACCESS_HI,
    ACCESS_TILE,
    ACCESS_FIRST_DATUM,
    ACCESS_BEFORE,
    ACCESS_AFTER,
};

enum { INSTRUCTIONS, ACCESSES };

static const char INSN_DECLARATION[] = "CREATE TABLE x(seq INTEGER, thread INTEGER, unit INTEGER, word INTEGER)";
static const char ACCESS_DECLARATION[] =
    "CREATE TABLE x(id INTEGER, seq INTEGER, space INTEGER, unit INTEGER, instance INTEGER, stream INTEGER, "
    "is_write INTEGER, lo INTEGER, hi INTEGER, tile INTEGER, first_datum INTEGER, before BLOB, after BLOB)";

struct cursor {
    sqlite3_vtab_cursor base;              /* first: SQLite's part */
    sqlite3_stmt *by_seq, *by_place, *now; /* the last is one of the others, or null at the end */
    sqlite3_int64 from, to;                /* events */
    struct insn_page insns;
    struct access_page accesses;
    struct page_scratch scratch;
    size_t at, count; /* in the page */
};

static bool is_of_accesses(const sqlite3_vtab *base)
{
    return virtual_table_of(base)->kind->which == ACCESSES;
}

static bool reads_accesses(const struct cursor *cursor)
{
    return is_of_accesses(cursor->base.pVtab);
}

/* ---- the plan: a bit for each bound that is known ---- */

static bool is_below(int op)
{
    return op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
}

static bool is_above(int op)
{
    return op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE;
}

/* BOUNDS where it does not help. */
static enum bound bound_of(bool has_accesses, int column, int op)
{
    const bool is_equal = op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (column == (has_accesses ? (int)ACCESS_SEQ : (int)INSN_SEQ))
        return is_equal ? SEQ_IS : is_above(op) ? SEQ_FROM : is_below(op) ? SEQ_TO : BOUNDS;
    if (!has_accesses)
        return BOUNDS;
    if (is_equal && column == ACCESS_ID)
        return ID_IS;
    if (is_equal && column == ACCESS_SPACE)
        return SPACE_IS;
    if (is_equal && column == ACCESS_IS_WRITE)
        return WRITE_IS;
    if (is_below(op) && column == ACCESS_LO)
        return LO_UP_TO;
    return is_above(op) && column == ACCESS_HI ? HI_FROM : BOUNDS;
}

static bool has(int plan, enum bound bound)
{
    return plan >> bound & 1;
}

static bool is_by_place(int plan)
{
    return has(plan, SPACE_IS) && has(plan, LO_UP_TO) && has(plan, HI_FROM);
}

/* Guesses of a large run: only their order counts. */
static double rows_of(int plan)
{
    if (has(plan, SEQ_IS) || has(plan, ID_IS))
        return 4;
    if (is_by_place(plan))
        return 20;
    return has(plan, SEQ_FROM) && has(plan, SEQ_TO) ? 1e4 : has(plan, SEQ_FROM) || has(plan, SEQ_TO) ? 5e5 : 1e6;
}

static int rows_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const bool has_accesses = is_of_accesses(base);
    int at[BOUNDS], plan = 0, arguments = 0;
    for (int i = 0; i < info->nConstraint; i++) {
        enum bound bound = bound_of(has_accesses, info->aConstraint[i].iColumn, info->aConstraint[i].op);
        if (bound == BOUNDS || !info->aConstraint[i].usable || has(plan, bound))
            continue;
        at[bound] = i;
        plan |= 1 << bound;
    }
    for (int bound = 0; bound < BOUNDS; bound++)
        if (has(plan, (enum bound)bound))
            info->aConstraintUsage[at[bound]].argvIndex = ++arguments;
    info->idxNum = plan;
    info->estimatedRows = (sqlite3_int64)rows_of(plan);
    info->estimatedCost = rows_of(plan) + 100; /* a page is read for one row, too */
    const int seq = has_accesses ? (int)ACCESS_SEQ : (int)INSN_SEQ;
    info->orderByConsumed = info->nOrderBy == 1 && info->aOrderBy[0].iColumn == seq && !info->aOrderBy[0].desc;
    return SQLITE_OK;
}

/* ---- rows ---- */

static int rows_open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    const bool has_accesses = is_of_accesses(base);
    sqlite3 *db = virtual_table_of(base)->db;
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    const char *by_seq = has_accesses ? ACCESS_PAGES_BY_SEQ : INSN_PAGES_BY_SEQ;
    if (sqlite3_prepare_v2(db, by_seq, -1, &cursor->by_seq, NULL) != SQLITE_OK ||
        (has_accesses && sqlite3_prepare_v2(db, ACCESS_PAGES_BY_PLACE, -1, &cursor->by_place, NULL) != SQLITE_OK)) {
        (void)sqlite3_finalize(cursor->by_seq);
        mem_free(cursor);
        return virtual_table_failed(base, sqlite3_errmsg(db));
    }
    *out = &cursor->base;
    return SQLITE_OK;
}

static int rows_close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    (void)sqlite3_finalize(cursor->by_seq);
    (void)sqlite3_finalize(cursor->by_place);
    insn_page_clear(&cursor->insns);
    access_page_clear(&cursor->accesses);
    page_scratch_clear(&cursor->scratch);
    mem_free(cursor);
    return SQLITE_OK;
}

static sqlite3_int64 seq_at(const struct cursor *cursor)
{
    return (sqlite3_int64)(reads_accesses(cursor) ? cursor->accesses.rows[cursor->at].seq
                                                  : cursor->insns.rows[cursor->at].seq);
}

static int load_page(struct cursor *cursor)
{
    struct tt_error err;
    enum tt_status status;
    if (reads_accesses(cursor)) {
        status = access_page_load(&cursor->accesses, &cursor->scratch, cursor->now, "tt_accesses", &err);
        cursor->count = cursor->accesses.count;
    } else {
        status = insn_page_load(&cursor->insns, cursor->now, "tt_instructions", &err);
        cursor->count = cursor->insns.count;
    }
    cursor->at = 0;
    return status == TT_OK ? SQLITE_OK : virtual_table_failed(cursor->base.pVtab, err.text);
}

/* From the place at hand on to a row of the events asked for, through as many pages as it takes. */
static int find_row(struct cursor *cursor)
{
    for (;;) {
        while (cursor->at < cursor->count && seq_at(cursor) < cursor->from)
            cursor->at++;
        if (cursor->at < cursor->count && seq_at(cursor) <= cursor->to)
            return SQLITE_OK;
        int code = sqlite3_step(cursor->now);
        if (code == SQLITE_ROW) {
            code = load_page(cursor);
            if (code == SQLITE_OK)
                continue;
        }
        (void)sqlite3_reset(cursor->now);
        cursor->now = NULL;
        return code == SQLITE_DONE ? SQLITE_OK : code;
    }
}

static void rows_bind_place(sqlite3_stmt *query, const sqlite3_int64 values[BOUNDS], int plan)
{
    /* One more than asked for on both sides: whether a bound itself counts is left to SQLite. */
    const sqlite3_int64 most = UINT32_MAX, lo = values[HI_FROM], hi = values[LO_UP_TO];
    (void)sqlite3_bind_int64(query, 3, values[SPACE_IS]);
    (void)sqlite3_bind_int64(query, 4, has(plan, WRITE_IS) ? values[WRITE_IS] : -1);
    (void)sqlite3_bind_int64(query, 5, (lo < 0 ? 0 : lo < most ? lo : most) - 1);
    (void)sqlite3_bind_int64(query, 6, (hi < 0 ? 0 : hi < most ? hi : most) + 1);
}

static int rows_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count, sqlite3_value **arguments)
{
    (void)plan_text, (void)count;
    struct cursor *cursor = (struct cursor *)(void *)base;
    sqlite3_int64 values[BOUNDS] = {0};
    cursor->at = cursor->count = 0;
    cursor->now = NULL;
    for (int bound = 0, i = 0; bound < BOUNDS; bound++) {
        if (!has(plan, (enum bound)bound))
            continue;
        if (sqlite3_value_type(arguments[i]) == SQLITE_NULL)
            return SQLITE_OK; /* nothing compares with null */
        values[bound] = sqlite3_value_int64(arguments[i++]);
    }
    cursor->from = has(plan, SEQ_FROM) && values[SEQ_FROM] > 0 ? values[SEQ_FROM] : 0;
    cursor->to = has(plan, SEQ_TO) ? values[SEQ_TO] : INT64_MAX;
    if (has(plan, SEQ_IS))
        cursor->from = cursor->to = values[SEQ_IS];
    if (has(plan, ID_IS))
        cursor->from = cursor->to = values[ID_IS] >> ACCESS_ID_BITS;
    cursor->now = is_by_place(plan) ? cursor->by_place : cursor->by_seq;
    (void)sqlite3_reset(cursor->now);
    (void)sqlite3_bind_int64(cursor->now, 1, cursor->from);
    (void)sqlite3_bind_int64(cursor->now, 2, cursor->to);
    if (is_by_place(plan))
        rows_bind_place(cursor->now, values, plan);
    return find_row(cursor);
}

static int rows_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    cursor->at++;
    return find_row(cursor);
}

static int rows_is_at_end(sqlite3_vtab_cursor *base)
{
    return ((const struct cursor *)(const void *)base)->now == NULL;
}

static void insn_column(sqlite3_context *context, const struct results_insn_row *row, int column)
{
    const sqlite3_int64 values[] = {[INSN_SEQ] = (sqlite3_int64)row->seq,
                                    [INSN_THREAD_NUMBER] = row->thread,
                                    [INSN_UNIT_NUMBER] = row->unit,
                                    [INSN_WORD] = row->word};
    sqlite3_result_int64(context, values[column]);
}

static void access_column(sqlite3_context *context, const struct results_access_row *row, uint64_t id, int column)
{
    const sqlite3_int64 values[] = {
        [ACCESS_ID] = (sqlite3_int64)id,
        [ACCESS_SEQ] = (sqlite3_int64)row->seq,
        [ACCESS_SPACE] = row->space,
        [ACCESS_UNIT] = row->unit,
        [ACCESS_INSTANCE] = row->instance,
        [ACCESS_STREAM] = row->stream,
        [ACCESS_IS_WRITE] = row->is_write,
        [ACCESS_LO] = row->lo,
        [ACCESS_HI] = row->hi,
        [ACCESS_TILE] = row->tile,
        [ACCESS_FIRST_DATUM] = row->first_datum,
    };
    const uint8_t *bytes = column == ACCESS_BEFORE ? row->before : row->after;
    if (column < ACCESS_BEFORE)
        sqlite3_result_int64(context, values[column]);
    else if (bytes)
        sqlite3_result_blob(context, bytes, (int)(row->hi - row->lo), SQLITE_TRANSIENT);
}

static int rows_column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    if (reads_accesses(cursor))
        access_column(context, &cursor->accesses.rows[cursor->at], cursor->accesses.ids[cursor->at], column);
    else
        insn_column(context, &cursor->insns.rows[cursor->at], column);
    return SQLITE_OK;
}

static int rows_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    *out = reads_accesses(cursor) ? (sqlite3_int64)cursor->accesses.ids[cursor->at] : seq_at(cursor);
    return SQLITE_OK;
}

int sql_register_rows(sqlite3 *db)
{
    static const struct virtual_table_kind KINDS[] = {
        {"tt_instructions", INSN_DECLARATION, INSTRUCTIONS, VIRTUAL_TABLE_MODULE(rows)},
        {"tt_accesses", ACCESS_DECLARATION, ACCESSES, VIRTUAL_TABLE_MODULE(rows)},
    };
    const int code = virtual_table_register(db, &KINDS[0]);
    return code == SQLITE_OK ? virtual_table_register(db, &KINDS[1]) : code;
}
