/* SPDX-License-Identifier: Apache-2.0 */
/* tt_instructions, tt_accesses, tt_stages: what ran, what it touched, and each stage that was at work in it. Tables
 * that compute only the windows that events or addresses ask for. docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/little.h"
#include "isa/facts.h"
#include "isa/isa.h"
#include "numeric/format.h"
#include "results/gather.h"
#include "results/reader_internal.h"
#include "results/virtual_table.h"

/* The constraints that a query may give; a table has those up to one of them. */
enum bound { SEQ_IS, SEQ_FROM, SEQ_TO, ID_IS, SPACE_IS, WRITE_IS, LO_UP_TO, HI_FROM, UNIT_IS, BOUNDS };
enum { BY_PLACE = 1 << SPACE_IS | 1 << WRITE_IS | 1 << LO_UP_TO | 1 << HI_FROM };

enum { INSTRUCTIONS, ACCESSES, STAGES };
enum { ACCESS_ID_BITS = 16 /* accesses of one event */, UNKNOWN_FORMAT = UINT8_MAX };

struct cursor {
    struct virtual_cursor base;  /* first */
    const struct window *window; /* null at the end */
    sqlite3_int64 from, to;      /* events */
    bool is_by_place, is_back;
    enum tt_space space;
    uint32_t lo, hi;
    size_t nth, count; /* the item at hand, of those in the window; of those that come */
    /* Of stages: */
    sqlite3_int64 unit;        /* below 0: all */
    struct gather_event event; /* at hand */
    struct gathered found;     /* of its unit and instance at hand */
    struct bytes bits;         /* of the row at hand */
    unsigned row;
    uint8_t format_in, format_out;
};

static int table_which(const struct cursor *cursor)
{
    return virtual_table_kind_of(cursor)->which;
}

static bool has(int plan, enum bound bound)
{
    return virtual_table_has(plan, (int)bound);
}

static bool is_by_place(int plan)
{
    return (plan & BY_PLACE) == BY_PLACE;
}

/* Guesses of a large run. */
static double events_guess(int plan)
{
    if (has(plan, SEQ_IS) || has(plan, ID_IS))
        return 4;
    if (is_by_place(plan))
        return 20;
    if (has(plan, UNIT_IS))
        return 1e5;
    return has(plan, SEQ_FROM) && has(plan, SEQ_TO) ? 1e4 : has(plan, SEQ_FROM) || has(plan, SEQ_TO) ? 5e5 : 1e6;
}

/* ---- items of a window ---- */

static uint64_t seq_at(const struct cursor *cursor, size_t at)
{
    const struct window *window = cursor->window;
    return table_which(cursor) == INSTRUCTIONS ? window->events[at].seq
           : table_which(cursor) == ACCESSES   ? window->accesses[at].seq
                                               : window->stages[at].seq;
}

static size_t event_tables_place_of(const struct cursor *cursor)
{
    return cursor->is_back ? cursor->count - 1 - cursor->nth : cursor->nth;
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

/* The row of an item: of one of no event that is asked for none. A stage is the first of its event's. */
static int event_tables_take_item(struct cursor *cursor)
{
    const size_t at = event_tables_place_of(cursor);
    const sqlite3_int64 seq = (sqlite3_int64)seq_at(cursor, at);
    cursor->nth++;
    if (seq < cursor->from || seq > cursor->to)
        return SQLITE_OK;
    switch (table_which(cursor)) {
    case INSTRUCTIONS:
        cursor->base.row = cursor->window->events[at].is_core ? NULL : &cursor->window->events[at];
        return SQLITE_OK;
    case ACCESSES:
        cursor->base.row = &cursor->window->accesses[at];
        return SQLITE_OK;
    default:
        break;
    }
    gather_begin_event(&cursor->event, cursor->window, at);
    cursor->nth = cursor->event.stage_end;
    if (cursor->unit >= 0)
        cursor->event.instances &= ((UINT64_C(1) << PROBE_INSTANCES) - 1) << cursor->unit * PROBE_INSTANCES;
    return SQLITE_OK;
}

static void events_leave_window(struct cursor *cursor)
{
    events_release(cursor->window);
    cursor->window = NULL;
    cursor->nth = cursor->count = 0;
    cursor->row = cursor->found.row_count = 0;
    cursor->event.instances = 0;
}

static void event_table_clear(void *cursor)
{
    events_leave_window(cursor);
    gathered_clear(&((struct cursor *)cursor)->found);
    bytes_clear(&((struct cursor *)cursor)->bits);
}

/* The first window from `number` on, forwards or back, that may have a row. */
static int events_enter_window(struct cursor *cursor, uint64_t number)
{
    struct events *events;
    struct tt_error err;
    const bool with_stages = table_which(cursor) == STAGES;
    const uint64_t first = events_number((uint64_t)cursor->from), last = events_number((uint64_t)cursor->to);
    events_leave_window(cursor);
    enum tt_status status = results_events(virtual_table_results(cursor), &events, &err);
    if (!status && cursor->is_by_place && number >= first && number <= last) {
        status = events_written(events, cursor->space, cursor->lo, cursor->hi, cursor->is_back, &number, &err);
        if (status == TT_END)
            return SQLITE_OK;
    }
    if (!status && number >= first && number <= last)
        status = events_window(events, with_stages ? EVENTS_STAGES : EVENTS_PLAIN, number, &cursor->window, &err);
    if (status)
        return virtual_table_failed(cursor, err.text);
    if (cursor->window)
        cursor->count = with_stages                       ? cursor->window->stage_count
                        : table_which(cursor) == ACCESSES ? cursor->window->access_count
                                                          : cursor->window->event_count;
    return SQLITE_OK;
}

/* On to the next row, through as many windows as it takes. */
static int event_table_next(void *user)
{
    struct cursor *cursor = user;
    int code = SQLITE_OK;
    cursor->base.row = NULL;
    while (code == SQLITE_OK && cursor->window && !cursor->base.row) {
        const uint64_t number = cursor->window->number;
        if (cursor->row + 1 < cursor->found.row_count)
            cursor->base.row = &cursor->found.rows[++cursor->row];
        else if (cursor->event.instances) {
            code = stages_take_instance(cursor);
            cursor->base.row = cursor->found.row_count ? cursor->found.rows : NULL;
        } else if (cursor->nth < cursor->count)
            code = event_tables_take_item(cursor);
        else if (cursor->is_back && number == 0)
            events_leave_window(cursor);
        else
            code = events_enter_window(cursor, cursor->is_back ? number - 1 : number + 1);
    }
    return code;
}

/* ---- what is asked ---- */

/* Bytes of which whatever begins at or before the one bound, and ends at or behind the other, writes one: whether a
 * bound itself counts is left to SQLite. */
static void choose_place(struct cursor *cursor, const sqlite3_int64 values[BOUNDS])
{
    const sqlite3_int64 most = UINT32_MAX - 1, begins = values[LO_UP_TO], ends = values[HI_FROM];
    sqlite3_int64 lo = (begins < ends ? begins : ends) - 1, hi = (begins < ends ? ends : begins) + 1;
    lo = lo < 0 ? 0 : lo < most ? lo : most;
    hi = hi < 1 ? 1 : hi < most ? hi : most;
    cursor->is_by_place = values[WRITE_IS] == 1 && values[SPACE_IS] >= 0 && values[SPACE_IS] < TT_SPACE_COUNT;
    cursor->space = (enum tt_space)values[SPACE_IS];
    cursor->lo = (uint32_t)lo;
    cursor->hi = (uint32_t)(hi > lo ? hi : lo + 1);
}

static int event_table_filter(void *user, int plan, sqlite3_value *const *given)
{
    struct cursor *cursor = user;
    sqlite3_int64 values[BOUNDS] = {0};
    events_leave_window(cursor);
    for (int bound = 0; bound < BOUNDS && bound < VIRTUAL_BOUNDS_MAX; bound++)
        if (given[bound])
            values[bound] = sqlite3_value_int64(given[bound]);
    cursor->from = has(plan, SEQ_FROM) && values[SEQ_FROM] > 0 ? values[SEQ_FROM] : 0;
    cursor->to = has(plan, SEQ_TO) ? values[SEQ_TO] : INT64_MAX;
    if (has(plan, SEQ_IS))
        cursor->from = cursor->to = values[SEQ_IS];
    if (has(plan, ID_IS))
        cursor->from = cursor->to = values[ID_IS] >> ACCESS_ID_BITS;
    cursor->unit = has(plan, UNIT_IS) ? values[UNIT_IS] : -1;
    cursor->is_by_place = false;
    cursor->is_back = virtual_table_has(plan, VIRTUAL_BACK);
    if (is_by_place(plan))
        choose_place(cursor, values);
    if (cursor->from < 0 || cursor->to < cursor->from || values[UNIT_IS] < 0 || values[UNIT_IS] >= TT_UNIT_COUNT)
        return SQLITE_OK;
    const int code =
        events_enter_window(cursor, events_number((uint64_t)(cursor->is_back ? cursor->to : cursor->from)));
    return code == SQLITE_OK ? event_table_next(cursor) : code;
}

/* ---- columns ---- */

enum insn_column { INSN_MNEMONIC, INSN_TEXT, INSN_LEVEL };

static void insn_column(sqlite3_context *context, void *user, int which)
{
    const struct cursor *cursor = user;
    const enum tt_chip chip = results_run(virtual_table_results(cursor))->chip;
    const struct window_event *event = cursor->base.row;
    char text[ISA_TEXT_MAX];
    if (which == INSN_MNEMONIC) {
        const struct isa_insn *insn = isa_find(chip, event->word);
        sqlite3_result_text(context, insn ? insn->mnemonic : ".word", -1, SQLITE_STATIC);
    } else if (which == INSN_TEXT) {
        isa_disassemble(chip, event->word, text);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    } else if (event->fact) {
        sqlite3_result_text(context, fact_level_name(event->fact->level), -1, SQLITE_STATIC);
    }
}

enum stage_column { STAGE_IS_LAST, STAGE_FORMAT, STAGE_FORMAT_IN, STAGE_FORMAT_OUT, STAGE_L1_LO, STAGE_L1_HI };

static void stage_column(sqlite3_context *context, void *user, int which)
{
    const struct cursor *cursor = user;
    const struct gathered *found = &cursor->found;
    const uint8_t code = which == STAGE_FORMAT      ? found->rows[cursor->row].format
                         : which == STAGE_FORMAT_IN ? cursor->format_in
                                                    : cursor->format_out;
    const struct format_info *format = code < FORMAT_COUNT ? format_get((enum format)code) : NULL;
    if (which == STAGE_IS_LAST)
        sqlite3_result_int(context, cursor->row + 1 == found->row_count);
    else if (which < STAGE_L1_LO && format)
        sqlite3_result_text(context, format->name, -1, SQLITE_STATIC);
    else if (which >= STAGE_L1_LO && found->l1_lo < found->l1_hi)
        sqlite3_result_int64(context, which == STAGE_L1_LO ? found->l1_lo : found->l1_hi);
}

/* Little-endian. */
static void stage_bits(sqlite3_context *context, void *cursor, int which)
{
    (void)which;
    struct cursor *at = cursor;
    const struct results_block_row *row = at->base.row;
    const size_t size = (size_t)row->count * row->value_bytes;
    if (!HOST_IS_BIG_ENDIAN) {
        sqlite3_result_blob64(context, size ? row->values : "", size, SQLITE_TRANSIENT);
        return;
    }
    if (mem_grow(&at->bits.data, &at->bits.capacity, size + 1, 1)) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (size)
        copy_numbers(at->bits.data, row->values, row->count, row->value_bytes);
    sqlite3_result_blob64(context, at->bits.data, size, SQLITE_TRANSIENT);
}

/* Of an access, as far as the accesses of its event before it say. */
static sqlite3_int64 event_table_number(const void *user)
{
    const struct cursor *cursor = user;
    const struct results_access_row *access = cursor->base.row;
    if (table_which(cursor) == INSTRUCTIONS)
        return (sqlite3_int64)((const struct window_event *)cursor->base.row)->seq;
    if (table_which(cursor) == STAGES)
        return ((const struct results_block_row *)cursor->base.row)->id;
    const size_t nth = (size_t)(access - cursor->window->accesses) - window_first_access(cursor->window, access->seq);
    return (sqlite3_int64)((access->seq << ACCESS_ID_BITS) + nth);
}

static const struct row_column insn_columns[] = {
    NUMBER(window_event, seq, "seq", 0),
    NUMBER(window_event, thread, "thread", 0),
    NUMBER(window_event, unit, "unit", 0),
    NUMBER(window_event, word, "word", 0),
    CALL("mnemonic", "TEXT", insn_column, INSN_MNEMONIC),
    CALL("text", "TEXT", insn_column, INSN_TEXT),
    {COLUMN(NAME, fact, id, "fact"), COLUMN_VIA(window_event, fact)},
    CALL("level", "TEXT", insn_column, INSN_LEVEL),
    {COLUMN(NUMBER, fact, level, "rank"), COLUMN_VIA(window_event, fact)},
    {COLUMN(NAME, fact, page, "page"), COLUMN_VIA(window_event, fact)},
};
enum { ACCESS_ID, ACCESS_SEQ, INSN_SEQ = 0 };
static const struct row_column access_columns[] = {
    [ACCESS_ID] = {.name = "id", .kind = COLUMN_ROW_ID},
    [ACCESS_SEQ] = NUMBER(results_access_row, seq, "seq", 0),
    NUMBER(results_access_row, of.space, "space", 0),
    NUMBER(results_access_row, of.unit, "unit", 0),
    NUMBER(results_access_row, of.instance, "instance", 0),
    NUMBER(results_access_row, of.stream, "stream", 0),
    NUMBER(results_access_row, of.is_write, "is_write", 0),
    NUMBER(results_access_row, of.lo, "lo", 0),
    NUMBER(results_access_row, of.hi, "hi", 0),
    NUMBER(results_access_row, of.tile, "tile", 0),
    NUMBER(results_access_row, of.first_datum, "first_datum", 0),
    {COLUMN(BYTES, results_access_row, of.before, "before")},
    {COLUMN(BYTES, results_access_row, of.after, "after")},
};
static const struct row_column stage_columns[] = {
    {COLUMN(SIGNED, results_block_row, id, "block")},
    NUMBER(results_block_row, first_seq, "seq", 0),
    NUMBER(results_block_row, unit, "unit", 0),
    NUMBER(results_block_row, instance, "instance", 0),
    NUMBER(results_block_row, tile, "tile", 0),
    NUMBER(results_block_row, first_datum, "first_datum", 0),
    NUMBER(results_block_row, stage, "ordinal", 0),
    NAME(results_block_row, stage_name, "stage"),
    NUMBER(results_block_row, is_changed, "is_changed", 0),
    CALL("is_last", "INTEGER", stage_column, STAGE_IS_LAST),
    CALL("format", "TEXT", stage_column, STAGE_FORMAT),
    NUMBER(results_block_row, count, "datums", 0),
    NUMBER(results_block_row, value_bytes, "width", 0),
    CALL("format_in", "TEXT", stage_column, STAGE_FORMAT_IN),
    CALL("format_out", "TEXT", stage_column, STAGE_FORMAT_OUT),
    CALL("l1_lo", "INTEGER", stage_column, STAGE_L1_LO),
    CALL("l1_hi", "INTEGER", stage_column, STAGE_L1_HI),
    CALL("bits", "BLOB", stage_bits, 0),
};

static const struct virtual_bound event_bounds[BOUNDS] = {
    [SEQ_IS] = {"seq", VIRTUAL_IS},  [SEQ_FROM] = {"seq", VIRTUAL_FROM}, [SEQ_TO] = {"seq", VIRTUAL_TO},
    [ID_IS] = {"id", VIRTUAL_IS},    [SPACE_IS] = {"space", VIRTUAL_IS}, [WRITE_IS] = {"is_write", VIRTUAL_IS},
    [LO_UP_TO] = {"lo", VIRTUAL_TO}, [HI_FROM] = {"hi", VIRTUAL_FROM},   [UNIT_IS] = {"unit", VIRTUAL_IS}};
#define EVENT_TABLE(NAME, COLUMNS, WHICH, LAST)                                                                        \
    .rows = {(NAME), ROW_TABLE(COLUMNS)}, .is_of_run = true, .which = (WHICH), .bounds = event_bounds,                 \
    .bound_count = (LAST) + 1, .guess = events_guess, .cursor_bytes = sizeof(struct cursor),                           \
    .filter = event_table_filter, .next = event_table_next, .number = event_table_number, .clear = event_table_clear
/* A page is read for one row, too. */
const struct virtual_table_kind instructions_table = {
    EVENT_TABLE("tt_instructions", insn_columns, INSTRUCTIONS, SEQ_TO), .cost = 100, .in_order = 1 << INSN_SEQ};
const struct virtual_table_kind accesses_table = {EVENT_TABLE("tt_accesses", access_columns, ACCESSES, HI_FROM),
                                                  .rows.lo = offsetof(struct results_access_row, of.lo),
                                                  .rows.hi = offsetof(struct results_access_row, of.hi),
                                                  .cost = 100,
                                                  .in_order = 1 << ACCESS_ID | 1 << ACCESS_SEQ,
                                                  .back_plan = BY_PLACE};
const struct virtual_table_kind stages_table = {EVENT_TABLE("tt_stages", stage_columns, STAGES, UNIT_IS), .cost = 1000};
