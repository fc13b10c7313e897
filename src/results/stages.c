/* SPDX-License-Identifier: Apache-2.0 */
/* tt_stages: each stage that was at work in an instruction, one row each. An eponymous virtual table.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "results/gather.h"
#include "results/reader_internal.h"
#include "results/value.h"
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
};

static const char DECLARATION[] =
    "CREATE TABLE x(block INTEGER, seq INTEGER, unit INTEGER, instance INTEGER, tile INTEGER, first_datum INTEGER, "
    "ordinal INTEGER, stage TEXT, is_changed INTEGER, is_last INTEGER, format TEXT, datums INTEGER, width INTEGER, "
    "format_in TEXT, format_out TEXT, l1_lo INTEGER, l1_hi INTEGER)";

enum { SEQ_IS, SEQ_FROM, SEQ_TO, UNIT_IS, BOUNDS, UNKNOWN_FORMAT = UINT8_MAX };

/* A row, of the instance at hand. */
struct stage_row {
    int64_t block;
    uint8_t stage, format, width;
    bool is_changed;
    uint32_t count;
};

struct cursor {
    struct virtual_cursor base;  /* first */
    const struct window *window; /* null at the end */
    sqlite3_int64 from, to, unit;
    size_t next;           /* stage of the window, behind the event at hand */
    uint64_t seq;          /* the event at hand */
    unsigned unit_at;      /* its units and instances that are still to come, as one number */
    struct gathered found; /* of the unit and instance at hand */
    struct stage_row rows[STAGES_MAX];
    unsigned row, row_count;
    uint8_t format_in, format_out;
};

static double stages_rows(int plan)
{
    return virtual_table_has(plan, SEQ_IS) ? 10 : virtual_table_has(plan, UNIT_IS) ? 100000 : 1000000;
}

static void stages_leave_window(struct cursor *cursor)
{
    events_release(cursor->window);
    cursor->window = NULL;
}

static void stages_clear(void *user)
{
    struct cursor *cursor = user;
    stages_leave_window(cursor);
    gathered_clear(&cursor->found);
}

static int stages_take_row(void *user, const struct results_block_row *row)
{
    struct cursor *cursor = user;
    cursor->rows[cursor->row_count++] =
        (struct stage_row){row->id, row->stage, row->format, row->value_bytes, row->is_changed, row->count};
    return 0;
}

/* The rows of a unit's instance in the event at hand. */
static int gather_rows(struct cursor *cursor, const struct gather_shape *shape, enum tt_unit unit, uint8_t instance)
{
    struct gathered *found = &cursor->found;
    uint32_t datums;
    gathered_empty(found);
    found->unit = unit;
    found->instance = instance;
    found->tile = found->first_datum = 0;
    cursor->row = cursor->row_count = 0;
    if (!gather_take(found, shape, cursor->window, cursor->seq) || gathered_blocks(found, stages_take_row, cursor) < 0)
        return SQLITE_NOMEM;
    gathered_datums(found, &datums, &cursor->format_out);
    cursor->format_in = UNKNOWN_FORMAT;
    for (unsigned i = cursor->row_count; i-- > 0;)
        if (value_decode((enum format)cursor->rows[i].format, 0).is_datum)
            cursor->format_in = cursor->rows[i].format;
    return SQLITE_OK;
}

/* The next unit and instance of the event at hand that has rows; *is_found false: none. */
static int find_instance(struct cursor *cursor, bool *is_found)
{
    struct gather_shape shape;
    *is_found = false;
    for (; cursor->unit_at < TT_UNIT_COUNT * PROBE_INSTANCES; cursor->unit_at++) {
        const unsigned unit = cursor->unit_at / PROBE_INSTANCES, instance = cursor->unit_at % PROBE_INSTANCES;
        if (cursor->unit >= 0 && cursor->unit != unit)
            continue;
        gather_look(&shape, cursor->window, cursor->seq, (enum tt_unit)unit, (uint8_t)instance);
        if (!shape.stages)
            continue;
        cursor->unit_at++;
        *is_found = true;
        return gather_rows(cursor, &shape, (enum tt_unit)unit, (uint8_t)instance);
    }
    return SQLITE_OK;
}

static int stages_enter_window(struct cursor *cursor, uint64_t number)
{
    struct events *events;
    struct tt_error err;
    stages_leave_window(cursor);
    enum tt_status status = results_events(virtual_table_results(cursor), &events, &err);
    if (!status && number <= events_number(EVENTS_STAGES, (uint64_t)cursor->to))
        status = events_window(events, EVENTS_STAGES, number, &cursor->window, &err);
    if (status)
        return virtual_table_failed(cursor, err.text);
    if (cursor->window)
        cursor->next = window_first_stage(cursor->window, (uint64_t)cursor->from);
    cursor->unit_at = TT_UNIT_COUNT * PROBE_INSTANCES;
    return SQLITE_OK;
}

/* The next event of the window with stages; false: none. */
static bool stages_find_event(struct cursor *cursor)
{
    const struct window *window = cursor->window;
    if (cursor->next >= window->stage_count)
        return false;
    cursor->seq = window->stages[cursor->next].seq;
    while (cursor->next < window->stage_count && window->stages[cursor->next].seq == cursor->seq)
        cursor->next++;
    cursor->unit_at = 0;
    return true;
}

static int find_rows(struct cursor *cursor)
{
    bool is_found = false;
    int code = SQLITE_OK;
    while (code == SQLITE_OK && cursor->window) {
        code = find_instance(cursor, &is_found);
        if (is_found || code != SQLITE_OK)
            return code;
        if (!stages_find_event(cursor))
            code = stages_enter_window(cursor, cursor->window->number + 1);
        else if ((sqlite3_int64)cursor->seq > cursor->to)
            stages_leave_window(cursor);
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
    cursor->row = cursor->row_count = 0;
    cursor->from = values[SEQ_FROM] > 0 ? values[SEQ_FROM] : 0;
    cursor->to = virtual_table_has(plan, SEQ_TO) ? values[SEQ_TO] : INT64_MAX;
    if (virtual_table_has(plan, SEQ_IS))
        cursor->from = cursor->to = values[SEQ_IS];
    cursor->unit = virtual_table_has(plan, UNIT_IS) ? values[UNIT_IS] : -1;
    if (cursor->from < 0 || cursor->to < cursor->from || values[UNIT_IS] < 0)
        return SQLITE_OK;
    const int code = stages_enter_window(cursor, events_number(EVENTS_STAGES, (uint64_t)cursor->from));
    return code == SQLITE_OK ? find_rows(cursor) : code;
}

static int stages_next(void *user)
{
    struct cursor *cursor = user;
    return ++cursor->row < cursor->row_count ? SQLITE_OK : find_rows(cursor);
}

static bool stages_is_at_end(const void *cursor)
{
    return ((const struct cursor *)cursor)->window == NULL;
}

static void stage_name(sqlite3_context *context, enum tt_unit unit, unsigned stage)
{
    unsigned count = 0;
    const struct stage_info *stages = unit_stages(unit, &count);
    if (stage < count)
        sqlite3_result_text(context, stages[stage].name, -1, SQLITE_STATIC);
}

static void format_name(sqlite3_context *context, uint8_t code)
{
    const struct format_info *format = code < FORMAT_COUNT ? format_get((enum format)code) : NULL;
    if (format)
        sqlite3_result_text(context, format->name, -1, SQLITE_STATIC);
}

static int stages_column(void *user, sqlite3_context *context, int column)
{
    const struct cursor *cursor = user;
    const struct gathered *found = &cursor->found;
    const struct stage_row *row = &cursor->rows[cursor->row];
    const bool has_l1 = found->l1_lo < found->l1_hi;
    const sqlite3_int64 values[] = {
        [COLUMN_BLOCK] = row->block,
        [COLUMN_SEQ] = (sqlite3_int64)cursor->seq,
        [COLUMN_UNIT] = found->unit,
        [COLUMN_INSTANCE] = found->instance,
        [COLUMN_TILE] = found->tile,
        [COLUMN_FIRST_DATUM] = found->first_datum,
        [COLUMN_ORDINAL] = row->stage,
        [COLUMN_IS_CHANGED] = row->is_changed,
        [COLUMN_IS_LAST] = cursor->row + 1 == cursor->row_count,
        [COLUMN_DATUMS] = row->count,
        [COLUMN_WIDTH] = row->width,
        [COLUMN_L1_LO] = found->l1_lo,
        [COLUMN_L1_HI] = found->l1_hi,
    };
    if ((column == COLUMN_L1_LO || column == COLUMN_L1_HI) && !has_l1)
        return SQLITE_OK;
    if (column == COLUMN_STAGE)
        stage_name(context, found->unit, row->stage);
    else if (column == COLUMN_FORMAT)
        format_name(context, row->format);
    else if (column == COLUMN_FORMAT_IN || column == COLUMN_FORMAT_OUT)
        format_name(context, column == COLUMN_FORMAT_IN ? cursor->format_in : cursor->format_out);
    else
        sqlite3_result_int64(context, values[column]);
    return SQLITE_OK;
}

static sqlite3_int64 stages_number(const void *user)
{
    const struct cursor *cursor = user;
    return cursor->rows[cursor->row].block;
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
