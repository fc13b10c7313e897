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

enum { DATUM, DST_ROW, DST_COLUMN, BITS, SIGN, EXPONENT, MANTISSA, SHARED_EXPONENT, VALUE, ADDRESS, EXPONENT_ADDRESS };

struct cursor {
    struct virtual_cursor base; /* first */
    struct datums datums;
    uint32_t at; /* the datum */
};

/* The only plan there is: block = something known. */
static double values_guess(int plan)
{
    return plan ? 1000 : 1e12;
}

static void values_clear(void *user)
{
    struct cursor *cursor = user;
    datums_clear(&cursor->datums);
}

/* There are rows from the datum at hand on while the block has values. */
static int values_go(struct cursor *cursor, uint32_t at)
{
    const struct results_block_row *row = cursor->datums.row;
    cursor->at = at;
    cursor->base.row = row && at < row->count ? row : NULL;
    return SQLITE_OK;
}

static int values_filter(void *user, int plan, sqlite3_value *const *given)
{
    (void)plan;
    struct cursor *cursor = user;
    struct tt_error err;
    struct gather_place place;
    if (!given[0])
        return virtual_table_failed(cursor, "tt_values wants a block: tt_values(BLOCK), as v_stage lists them");
    if (!gather_place_of(&place, sqlite3_value_int64(given[0])))
        return SQLITE_OK; /* no such block: no rows */
    if (datums_take(&cursor->datums, virtual_table_results(cursor), &place, &err))
        return virtual_table_failed(cursor, err.text);
    return values_go(cursor, 0);
}

static int values_next(void *user)
{
    struct cursor *cursor = user;
    return values_go(cursor, cursor->at + 1);
}

static void place_column(sqlite3_context *context, void *user, int which)
{
    const struct cursor *cursor = user;
    const struct results_block_row *row = cursor->datums.row;
    if (which == DATUM)
        sqlite3_result_int64(context, (sqlite3_int64)row->first_datum + cursor->at);
    else if (row->origin && row->origin[cursor->at] < DST_ROWS * DST_COLUMNS) /* else unknown, or from no cell at all */
        sqlite3_result_int(context, which == DST_ROW ? row->origin[cursor->at] / DST_COLUMNS
                                                     : row->origin[cursor->at] % DST_COLUMNS);
}

static void value_column(sqlite3_context *context, void *user, int which)
{
    const struct cursor *cursor = user;
    const struct results_block_row *row = cursor->datums.row;
    const uint32_t number = number_at(row->values, row->value_bytes, cursor->at);
    if (which == BITS) {
        sqlite3_result_int64(context, value_bits((enum format)row->format, number));
        return;
    }
    const struct value value = value_decode((enum format)row->format, number);
    if (which == VALUE)
        value_result(context, value);
    else if (!value.is_datum)
        return;
    else if (which == SIGN)
        sqlite3_result_int(context, value.parts.is_negative);
    else if (which == EXPONENT)
        sqlite3_result_int64(context, value.parts.raw_exponent);
    else if (which == MANTISSA)
        sqlite3_result_int64(context, value.parts.raw_mantissa);
    else if (value.is_block)
        sqlite3_result_int64(context, value.shared_exponent);
}

static void ulps_column(sqlite3_context *context, void *user, int which)
{
    (void)which;
    const struct cursor *cursor = user;
    double ulps;
    if (datums_moved(&cursor->datums, cursor->at, &ulps))
        sqlite3_result_double(context, ulps);
}

static void address_column(sqlite3_context *context, void *user, int which)
{
    struct cursor *cursor = user;
    struct datums *datums = &cursor->datums;
    struct tt_error err;
    if (datums_places(datums, virtual_table_results(cursor), &err)) {
        sqlite3_result_error(context, err.text, -1);
        return;
    }
    const struct bytes *places = which == ADDRESS ? &datums->addresses : &datums->exponents;
    const uint32_t address = number_at(places->data, sizeof address, cursor->at);
    if (address != DATUMS_NO_ADDRESS)
        sqlite3_result_int64(context, address);
}

static sqlite3_int64 values_number(const void *cursor)
{
    return ((const struct cursor *)cursor)->at;
}

static const struct virtual_bound block_is = {"block", VIRTUAL_IS};
static const struct row_column value_columns[] = {
    CALL("datum", "INTEGER", place_column, DATUM),
    NUMBER(results_block_row, first_seq, "seq", 0),
    CALL("row", "INTEGER", place_column, DST_ROW),
    CALL("column", "INTEGER", place_column, DST_COLUMN),
    CALL("bits", "INTEGER", value_column, BITS),
    CALL("sign", "INTEGER", value_column, SIGN),
    CALL("exponent", "INTEGER", value_column, EXPONENT),
    CALL("mantissa", "INTEGER", value_column, MANTISSA),
    CALL("shared_exponent", "INTEGER", value_column, SHARED_EXPONENT),
    CALL("value", "REAL", value_column, VALUE),
    CALL("ulps", "REAL", ulps_column, 0),
    CALL("address", "INTEGER", address_column, ADDRESS),
    CALL("exponent_address", "INTEGER", address_column, EXPONENT_ADDRESS),
    {COLUMN(SIGNED, results_block_row, id, "block"), .type = "INTEGER HIDDEN"},
};
const struct virtual_table_kind values_table = {.rows = {"tt_values", ROW_TABLE(value_columns), NULL},
                                                .is_of_run = true,
                                                .bounds = &block_is,
                                                .bound_count = 1,
                                                .is_function = true,
                                                .guess = values_guess,
                                                .cursor_bytes = sizeof(struct cursor),
                                                .filter = values_filter,
                                                .next = values_next,
                                                .number = values_number,
                                                .clear = values_clear};
