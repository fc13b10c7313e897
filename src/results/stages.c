/* SPDX-License-Identifier: Apache-2.0 */
/* tt_stages: each stage that was at work in an instruction, one row each. An eponymous virtual table.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/little.h"
#include "numeric/format.h"
#include "results/gather.h"
#include "results/reader_internal.h"
#include "results/virtual_table.h"

enum column {
    COLUMN_BLOCK,
    COLUMN_SEQ,
    COLUMN_UNIT,
    COLUMN_INSTANCE,
    COLUMN_TILE,
    COLUMN_FIRST_DATUM,
    COLUMN_ORDINAL,
    COLUMN_STAGE,
    COLUMN_IS_CHANGED,
    COLUMN_IS_LAST,
    COLUMN_FORMAT,
    COLUMN_DATUMS,
    COLUMN_WIDTH,
    COLUMN_FORMAT_IN,
    COLUMN_FORMAT_OUT,
    COLUMN_L1_LO,
    COLUMN_L1_HI,
    COLUMN_BITS,
};

static const char DECLARATION[] =
    "CREATE TABLE x(block INTEGER, seq INTEGER, unit INTEGER, instance INTEGER, tile INTEGER, first_datum INTEGER, "
    "ordinal INTEGER, stage TEXT, is_changed INTEGER, is_last INTEGER, format TEXT, datums INTEGER, width INTEGER, "
    "format_in TEXT, format_out TEXT, l1_lo INTEGER, l1_hi INTEGER, bits BLOB)";

enum { SEQ_IS, SEQ_FROM, SEQ_TO, UNIT_IS, BOUNDS, UNKNOWN_FORMAT = UINT8_MAX };

struct cursor {
    struct virtual_cursor base; /* first */
    struct gather_event event;  /* at hand; without a window at the end */
    sqlite3_int64 from, to, unit;
    struct gathered found; /* of the unit and instance at hand */
    unsigned row;
    uint8_t format_in, format_out;
};

static double stages_rows(int plan)
{
    return virtual_table_has(plan, SEQ_IS) ? 10 : virtual_table_has(plan, UNIT_IS) ? 100000 : 1000000;
}

static void stages_leave_window(struct cursor *cursor)
{
    events_release(cursor->event.window);
    cursor->event = (struct gather_event){.window = NULL};
}

static void stages_clear(void *user)
{
    struct cursor *cursor = user;
    stages_leave_window(cursor);
    gathered_clear(&cursor->found);
}

/* The rows of the next unit and instance of the event at hand. */
static int stages_take_instance(struct cursor *cursor)
{
    const unsigned at = (unsigned)__builtin_ctzll(cursor->event.instances);
    cursor->event.instances &= cursor->event.instances - 1;
    cursor->row = 0;
    if (!gather_one(&cursor->found, &cursor->event, (enum tt_unit)(at / PROBE_INSTANCES),
                    (uint8_t)(at % PROBE_INSTANCES)))
        return SQLITE_NOMEM;
    cursor->format_in = cursor->format_out = UNKNOWN_FORMAT;
    for (unsigned i = 0; i < cursor->found.row_count; i++) {
        const uint8_t format = cursor->found.rows[i].format;
        if (!format_is_datum((enum format)format))
            continue;
        cursor->format_in = cursor->format_in == UNKNOWN_FORMAT ? format : cursor->format_in;
        cursor->format_out = format;
    }
    return SQLITE_OK;
}

static void stages_begin_event(struct cursor *cursor, const struct window *window, size_t stage)
{
    gather_begin_event(&cursor->event, window, stage);
    if (cursor->unit >= 0)
        cursor->event.instances &= ((UINT64_C(1) << PROBE_INSTANCES) - 1) << cursor->unit * PROBE_INSTANCES;
}

static int stages_enter_window(struct cursor *cursor, uint64_t number)
{
    struct events *events;
    struct tt_error err;
    const struct window *window = NULL;
    stages_leave_window(cursor);
    enum tt_status status = results_events(virtual_table_results(cursor), &events, &err);
    if (!status && number <= events_number((uint64_t)cursor->to))
        status = events_window(events, EVENTS_STAGES, number, &window, &err);
    if (status)
        return virtual_table_failed(cursor, err.text);
    if (window)
        stages_begin_event(cursor, window, window_first_stage(window, (uint64_t)cursor->from));
    return SQLITE_OK;
}

/* On to an event that has rows, from the one at hand on. */
static int find_rows(struct cursor *cursor)
{
    int code = SQLITE_OK;
    while (code == SQLITE_OK && cursor->event.window) {
        const struct gather_event *event = &cursor->event;
        if (event->stage == event->window->stage_count)
            code = stages_enter_window(cursor, event->window->number + 1);
        else if ((sqlite3_int64)event->seq > cursor->to)
            stages_leave_window(cursor);
        else if (event->instances)
            return stages_take_instance(cursor);
        else
            stages_begin_event(cursor, event->window, event->stage_end);
    }
    return code;
}

static int stages_filter(void *user, int plan, sqlite3_value *const *given)
{
    struct cursor *cursor = user;
    sqlite3_int64 values[BOUNDS] = {0};
    for (int bound = 0; bound < BOUNDS; bound++)
        if (given[bound])
            values[bound] = sqlite3_value_int64(given[bound]);
    stages_leave_window(cursor);
    cursor->row = cursor->found.row_count = 0;
    cursor->from = values[SEQ_FROM] > 0 ? values[SEQ_FROM] : 0;
    cursor->to = virtual_table_has(plan, SEQ_TO) ? values[SEQ_TO] : INT64_MAX;
    if (virtual_table_has(plan, SEQ_IS))
        cursor->from = cursor->to = values[SEQ_IS];
    cursor->unit = virtual_table_has(plan, UNIT_IS) ? values[UNIT_IS] : -1;
    if (cursor->from < 0 || cursor->to < cursor->from || values[UNIT_IS] < 0 || values[UNIT_IS] >= TT_UNIT_COUNT)
        return SQLITE_OK;
    const int code = stages_enter_window(cursor, events_number((uint64_t)cursor->from));
    return code == SQLITE_OK ? find_rows(cursor) : code;
}

static int stages_next(void *user)
{
    struct cursor *cursor = user;
    return ++cursor->row < cursor->found.row_count ? SQLITE_OK : find_rows(cursor);
}

static bool stages_is_at_end(const void *cursor)
{
    return ((const struct cursor *)cursor)->event.window == NULL;
}

static void format_name(sqlite3_context *context, uint8_t code)
{
    const struct format_info *format = code < FORMAT_COUNT ? format_get((enum format)code) : NULL;
    if (format)
        sqlite3_result_text(context, format->name, -1, SQLITE_STATIC);
}

/* Little-endian. */
static void stages_bits(sqlite3_context *context, const struct results_block_row *row)
{
    const size_t size = (size_t)row->count * row->value_bytes;
    uint8_t *bytes = sqlite3_malloc64(size + 1);
    if (!bytes) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (size)
        copy_numbers(bytes, row->values, row->count, row->value_bytes);
    sqlite3_result_blob64(context, bytes, size, sqlite3_free);
}

static int stages_column(void *user, sqlite3_context *context, int column)
{
    const struct cursor *cursor = user;
    const struct gathered *found = &cursor->found;
    const struct results_block_row *row = &found->rows[cursor->row];
    const bool has_l1 = found->l1_lo < found->l1_hi;
    const sqlite3_int64 values[] = {
        [COLUMN_BLOCK] = row->id,
        [COLUMN_SEQ] = (sqlite3_int64)cursor->event.seq,
        [COLUMN_UNIT] = found->unit,
        [COLUMN_INSTANCE] = found->instance,
        [COLUMN_TILE] = found->tile,
        [COLUMN_FIRST_DATUM] = found->first_datum,
        [COLUMN_ORDINAL] = row->stage,
        [COLUMN_IS_CHANGED] = row->is_changed,
        [COLUMN_IS_LAST] = cursor->row + 1 == found->row_count,
        [COLUMN_DATUMS] = row->count,
        [COLUMN_WIDTH] = row->value_bytes,
        [COLUMN_L1_LO] = found->l1_lo,
        [COLUMN_L1_HI] = found->l1_hi,
    };
    if ((column == COLUMN_L1_LO || column == COLUMN_L1_HI) && !has_l1)
        return SQLITE_OK;
    if (column == COLUMN_STAGE)
        sqlite3_result_text(context, row->stage_name, -1, SQLITE_STATIC);
    else if (column == COLUMN_FORMAT)
        format_name(context, row->format);
    else if (column == COLUMN_BITS)
        stages_bits(context, row);
    else if (column == COLUMN_FORMAT_IN || column == COLUMN_FORMAT_OUT)
        format_name(context, column == COLUMN_FORMAT_IN ? cursor->format_in : cursor->format_out);
    else
        sqlite3_result_int64(context, values[column]);
    return SQLITE_OK;
}

static sqlite3_int64 stages_number(const void *user)
{
    const struct cursor *cursor = user;
    return cursor->found.rows[cursor->row].id;
}

int sql_register_stages(sqlite3 *db, struct results *results)
{
    static const struct virtual_bound bounds[BOUNDS] = {[SEQ_IS] = {COLUMN_SEQ, VIRTUAL_IS},
                                                        [SEQ_FROM] = {COLUMN_SEQ, VIRTUAL_FROM},
                                                        [SEQ_TO] = {COLUMN_SEQ, VIRTUAL_TO},
                                                        [UNIT_IS] = {COLUMN_UNIT, VIRTUAL_IS}};
    static const struct virtual_table_kind kind = {
        "tt_stages", DECLARATION, 0, bounds, BOUNDS, VIRTUAL_TABLE(stages), .cost = 1000, .clear = stages_clear};
    return virtual_table_register(db, &kind, results);
}
