/* SPDX-License-Identifier: Apache-2.0 */
/* tt_values(block): a stage block as a table, one row a datum. An eponymous virtual table whose argument is a hidden
 * column (sqlite.org/vtab.html#tabfunc2). docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/little.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "results/datums.h"
#include "results/reader_internal.h"
#include "results/value.h"
#include "results/virtual_table.h"

enum column {
    COLUMN_DATUM,
    COLUMN_SEQ,
    COLUMN_ROW,
    COLUMN_COLUMN,
    COLUMN_BITS,
    COLUMN_SIGN,
    COLUMN_EXPONENT,
    COLUMN_MANTISSA,
    COLUMN_SHARED_EXPONENT,
    COLUMN_VALUE,
    COLUMN_ULPS,
    COLUMN_ADDRESS,
    COLUMN_EXPONENT_ADDRESS,
    COLUMN_BLOCK,
};

static const char DECLARATION[] = "CREATE TABLE x(datum INTEGER, seq INTEGER, \"row\" INTEGER, \"column\" INTEGER, "
                                  "bits INTEGER, sign INTEGER, exponent INTEGER, mantissa INTEGER, "
                                  "shared_exponent INTEGER, value REAL, ulps REAL, address INTEGER, "
                                  "exponent_address INTEGER, block INTEGER HIDDEN)";

struct cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's part */
    struct datums datums;
    uint32_t at; /* the datum */
};

/* The only plan there is: block = something known. */
static int values_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)base;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != COLUMN_BLOCK || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->idxNum = 1;
        info->estimatedCost = 1000;
        info->estimatedRows = 1000;
        return SQLITE_OK;
    }
    info->idxNum = 0;
    info->estimatedCost = 1e12;
    return SQLITE_OK;
}

static int values_open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    *out = &cursor->base;
    return SQLITE_OK;
}

static int values_close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    datums_clear(&cursor->datums);
    mem_free(cursor);
    return SQLITE_OK;
}

static int values_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                         sqlite3_value **arguments)
{
    (void)plan_text;
    struct cursor *cursor = (struct cursor *)(void *)base;
    struct tt_error err;
    struct gather_place place;
    cursor->datums.row.count = 0;
    cursor->at = 0;
    if (plan == 0 || count < 1)
        return virtual_table_failed(base->pVtab, "tt_values wants a block: tt_values(BLOCK), as v_stage lists them");
    if (sqlite3_value_type(arguments[0]) == SQLITE_NULL || !gather_place_of(&place, sqlite3_value_int64(arguments[0])))
        return SQLITE_OK; /* no such block: no rows */
    if (datums_take(&cursor->datums, virtual_table_of(base->pVtab)->results, &place, &err))
        return virtual_table_failed(base->pVtab, err.text);
    return SQLITE_OK;
}

static int values_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    cursor->at++;
    return SQLITE_OK;
}

static int values_is_at_end(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)(void *)base;
    return cursor->at >= cursor->datums.row.count;
}

static void values_origin_column(sqlite3_context *context, const struct cursor *cursor, enum column column)
{
    const uint16_t *origin = cursor->datums.row.origin;
    if (!origin || origin[cursor->at] >= DST_ROWS * DST_COLUMNS)
        return; /* unknown, or from no cell at all */
    sqlite3_result_int(context,
                       column == COLUMN_ROW ? origin[cursor->at] / DST_COLUMNS : origin[cursor->at] % DST_COLUMNS);
}

static void value_column(sqlite3_context *context, const struct cursor *cursor, enum column column)
{
    const struct results_block_row *row = &cursor->datums.row;
    struct value value = value_decode((enum format)row->format, number_at(row->values, row->value_bytes, cursor->at));
    if (column == COLUMN_BITS)
        sqlite3_result_int64(context, value.bits);
    else if (column == COLUMN_VALUE)
        value_result(context, value);
    else if (!value.is_datum)
        return;
    else if (column == COLUMN_SIGN)
        sqlite3_result_int(context, value.parts.is_negative);
    else if (column == COLUMN_EXPONENT)
        sqlite3_result_int64(context, value.parts.raw_exponent);
    else if (column == COLUMN_MANTISSA)
        sqlite3_result_int64(context, value.parts.raw_mantissa);
    else if (value.is_block)
        sqlite3_result_int64(context, value.shared_exponent);
}

static void ulps_column(sqlite3_context *context, const struct cursor *cursor)
{
    double ulps;
    if (datums_moved(&cursor->datums, cursor->at, &ulps))
        sqlite3_result_double(context, ulps);
}

static int place_column(sqlite3_context *context, struct cursor *cursor, enum column column)
{
    struct datums *datums = &cursor->datums;
    struct tt_error err;
    if (datums_places(datums, virtual_table_of(cursor->base.pVtab)->results, &err))
        return virtual_table_failed(cursor->base.pVtab, err.text);
    const struct bytes *places = column == COLUMN_ADDRESS ? &datums->addresses : &datums->exponents;
    const uint32_t address = number_at(places->data, sizeof address, cursor->at);
    if (address != DATUMS_NO_ADDRESS)
        sqlite3_result_int64(context, address);
    return SQLITE_OK;
}

static int values_column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    const struct results_block_row *row = &cursor->datums.row;
    switch ((enum column)number) {
    case COLUMN_DATUM:
        sqlite3_result_int64(context, (sqlite3_int64)row->first_datum + cursor->at);
        break;
    case COLUMN_SEQ:
        sqlite3_result_int64(context, (sqlite3_int64)row->first_seq);
        break;
    case COLUMN_ROW:
    case COLUMN_COLUMN:
        values_origin_column(context, cursor, (enum column)number);
        break;
    case COLUMN_BITS:
    case COLUMN_SIGN:
    case COLUMN_EXPONENT:
    case COLUMN_MANTISSA:
    case COLUMN_SHARED_EXPONENT:
    case COLUMN_VALUE:
        value_column(context, cursor, (enum column)number);
        break;
    case COLUMN_ULPS:
        ulps_column(context, cursor);
        break;
    case COLUMN_ADDRESS:
    case COLUMN_EXPONENT_ADDRESS:
        return place_column(context, cursor, (enum column)number);
    case COLUMN_BLOCK:
        sqlite3_result_int64(context, row->id);
        break;
    }
    return SQLITE_OK;
}

static int values_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = ((const struct cursor *)(const void *)base)->at;
    return SQLITE_OK;
}

int sql_register_values(sqlite3 *db, struct results *results)
{
    static const struct virtual_table_kind KIND = {"tt_values", DECLARATION, 0, VIRTUAL_TABLE_MODULE(values)};
    return virtual_table_register(db, &KIND, results);
}
