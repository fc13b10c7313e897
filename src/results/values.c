/* SPDX-License-Identifier: Apache-2.0 */
/* tt_values(block): a stage block as a table, one row a datum. An eponymous virtual table whose argument is a hidden
 * column (sqlite.org/vtab.html#tabfunc2). docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/little.h"
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
    struct virtual_cursor base; /* first */
    struct datums datums;
    uint32_t at; /* the datum */
};

/* The only plan there is: block = something known. */
static double values_rows(int plan)
{
    return plan ? 1000 : 1e12;
}

static void values_clear(void *user)
{
    struct cursor *cursor = user;
    datums_clear(&cursor->datums);
}

static int values_filter(void *user, int plan, sqlite3_value *const *given)
{
    (void)plan;
    struct cursor *cursor = user;
    struct tt_error err;
    struct gather_place place;
    cursor->datums.row = NULL;
    cursor->at = 0;
    if (!given[0])
        return virtual_table_failed(cursor, "tt_values wants a block: tt_values(BLOCK), as v_stage lists them");
    if (!gather_place_of(&place, sqlite3_value_int64(given[0])))
        return SQLITE_OK; /* no such block: no rows */
    if (datums_take(&cursor->datums, virtual_table_results(cursor), &place, &err))
        return virtual_table_failed(cursor, err.text);
    return SQLITE_OK;
}

static int values_next(void *user)
{
    struct cursor *cursor = user;
    cursor->at++;
    return SQLITE_OK;
}

static bool values_is_at_end(const void *user)
{
    const struct cursor *cursor = user;
    return !cursor->datums.row || cursor->at >= cursor->datums.row->count;
}

static void values_origin_column(sqlite3_context *context, const struct cursor *cursor, enum column column)
{
    const uint16_t *origin = cursor->datums.row->origin;
    if (!origin || origin[cursor->at] >= DST_ROWS * DST_COLUMNS)
        return; /* unknown, or from no cell at all */
    sqlite3_result_int(context,
                       column == COLUMN_ROW ? origin[cursor->at] / DST_COLUMNS : origin[cursor->at] % DST_COLUMNS);
}

static void value_column(sqlite3_context *context, const struct cursor *cursor, enum column column)
{
    const struct results_block_row *row = cursor->datums.row;
    const uint32_t number = number_at(row->values, row->value_bytes, cursor->at);
    if (column == COLUMN_BITS) {
        sqlite3_result_int64(context, value_bits((enum format)row->format, number));
        return;
    }
    const struct value value = value_decode((enum format)row->format, number);
    if (column == COLUMN_VALUE)
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
    if (datums_places(datums, virtual_table_results(cursor), &err))
        return virtual_table_failed(cursor, err.text);
    const struct bytes *places = column == COLUMN_ADDRESS ? &datums->addresses : &datums->exponents;
    const uint32_t address = number_at(places->data, sizeof address, cursor->at);
    if (address != DATUMS_NO_ADDRESS)
        sqlite3_result_int64(context, address);
    return SQLITE_OK;
}

static int values_column(void *user, sqlite3_context *context, int number)
{
    struct cursor *cursor = user;
    const struct results_block_row *row = cursor->datums.row;
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

static sqlite3_int64 values_number(const void *cursor)
{
    return ((const struct cursor *)cursor)->at;
}

int sql_register_values(sqlite3 *db, struct results *results)
{
    static const struct virtual_bound bound = {COLUMN_BLOCK, VIRTUAL_IS};
    static const struct virtual_table_kind kind = {
        "tt_values", DECLARATION, 0, &bound, 1, VIRTUAL_TABLE(values), .is_function = true, .clear = values_clear};
    return virtual_table_register(db, &kind, results);
}
