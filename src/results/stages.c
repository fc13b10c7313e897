/* SPDX-License-Identifier: Apache-2.0 */
/* tt_stages: each stage that was at work in an instruction, one row each. An eponymous virtual table.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/memory.h"
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

enum { SEQ_IS = 1, SEQ_FROM = 2, SEQ_TO = 4, UNIT_IS = 8, BOUNDS = 4, UNKNOWN_FORMAT = UINT8_MAX };

/* A row, of the instance at hand. */
struct stage_row {
    int64_t block;
    uint8_t stage, format, width;
    bool is_changed;
    uint32_t count;
};

struct cursor {
    sqlite3_vtab_cursor base;    /* first: SQLite's part */
    const struct window *window; /* null at the end */
    sqlite3_int64 from, to, unit;
    size_t next;            /* stage of the window, behind the event at hand */
    uint64_t seq;           /* the event at hand */
    unsigned unit_at;       /* its units and instances that are still to come, as one number */
    struct gathered *found; /* of the unit and instance at hand */
    struct stage_row rows[STAGES_MAX];
    unsigned row, row_count;
    uint8_t format_in, format_out;
};

static int stages_bound_of(const struct sqlite3_index_constraint *constraint)
{
    if (constraint->iColumn == COLUMN_UNIT && constraint->op == SQLITE_INDEX_CONSTRAINT_EQ)
        return UNIT_IS;
    if (constraint->iColumn != COLUMN_SEQ)
        return 0;
    switch (constraint->op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return SEQ_IS;
    case SQLITE_INDEX_CONSTRAINT_GT:
    case SQLITE_INDEX_CONSTRAINT_GE:
        return SEQ_FROM;
    case SQLITE_INDEX_CONSTRAINT_LT:
    case SQLITE_INDEX_CONSTRAINT_LE:
        return SEQ_TO;
    default:
        return 0;
    }
}

static int stages_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)base;
    int at[BOUNDS], arguments = 0;
    for (int i = 0; i < info->nConstraint; i++) {
        const int bound = stages_bound_of(&info->aConstraint[i]);
        if (!bound || !info->aConstraint[i].usable || info->idxNum & bound)
            continue;
        at[__builtin_ctz((unsigned)bound)] = i;
        info->idxNum |= bound;
    }
    for (int i = 0; i < BOUNDS; i++)
        if (info->idxNum >> i & 1)
            info->aConstraintUsage[at[i]].argvIndex = ++arguments;
    info->estimatedRows = info->idxNum & SEQ_IS ? 10 : info->idxNum & UNIT_IS ? 100000 : 1000000;
    info->estimatedCost = (double)info->estimatedRows + 1000;
    return SQLITE_OK;
}

static int stages_open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    cursor->found = mem_calloc(1, sizeof *cursor->found);
    if (!cursor->found) {
        mem_free(cursor);
        return SQLITE_NOMEM;
    }
    *out = &cursor->base;
    return SQLITE_OK;
}

static int stages_close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    events_release(cursor->window);
    gathered_clear(cursor->found);
    mem_free(cursor->found);
    mem_free(cursor);
    return SQLITE_OK;
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
    struct gathered *found = cursor->found;
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
    events_release(cursor->window);
    cursor->window = NULL;
    enum tt_status status = results_events(virtual_table_of(cursor->base.pVtab)->results, &events, &err);
    if (!status && number <= events_number(EVENTS_STAGES, (uint64_t)cursor->to))
        status = events_window(events, EVENTS_STAGES, number, &cursor->window, &err);
    if (status)
        return virtual_table_failed(cursor->base.pVtab, err.text);
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
        else if ((sqlite3_int64)cursor->seq > cursor->to) {
            events_release(cursor->window);
            cursor->window = NULL;
        }
    }
    return code;
}

static int stages_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                         sqlite3_value **arguments)
{
    (void)plan_text, (void)count;
    struct cursor *cursor = (struct cursor *)(void *)base;
    sqlite3_int64 values[BOUNDS];
    for (int i = 0, k = 0; i < BOUNDS; i++)
        if (plan >> i & 1)
            values[i] = sqlite3_value_int64(arguments[k++]);
    events_release(cursor->window);
    cursor->window = NULL;
    cursor->row = cursor->row_count = 0;
    cursor->from = plan & SEQ_FROM && values[1] > 0 ? values[1] : 0;
    cursor->to = plan & SEQ_TO ? values[2] : INT64_MAX;
    if (plan & SEQ_IS)
        cursor->from = cursor->to = values[0];
    cursor->unit = plan & UNIT_IS ? values[3] : -1;
    if (cursor->from < 0 || cursor->to < cursor->from || (plan & UNIT_IS && cursor->unit < 0))
        return SQLITE_OK;
    const int code = stages_enter_window(cursor, events_number(EVENTS_STAGES, (uint64_t)cursor->from));
    return code == SQLITE_OK ? find_rows(cursor) : code;
}

static int stages_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    return ++cursor->row < cursor->row_count ? SQLITE_OK : find_rows(cursor);
}

static int stages_is_at_end(sqlite3_vtab_cursor *base)
{
    return ((const struct cursor *)(const void *)base)->window == NULL;
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

static int stages_column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    const struct gathered *found = cursor->found;
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

static int stages_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    *out = cursor->rows[cursor->row].block;
    return SQLITE_OK;
}

int sql_register_stages(sqlite3 *db, struct results *results)
{
    static const struct virtual_table_kind KIND = {"tt_stages", DECLARATION, 0, VIRTUAL_TABLE_MODULE(stages)};
    return virtual_table_register(db, &KIND, results);
}
