/* SPDX-License-Identifier: Apache-2.0 */
/* tt_instructions and tt_accesses: what ran and what it touched, one row each. Eponymous virtual tables
 * (sqlite.org/vtab.html#epovtab) that compute only the windows that events or addresses ask for.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "isa/evidence.h"
#include "isa/isa.h"
#include "results/reader_internal.h"
#include "results/virtual_table.h"

/* What a query may ask for; the arguments of the ones that it does come in this order. */
enum bound { SEQ_IS, SEQ_FROM, SEQ_TO, ID_IS, SPACE_IS, WRITE_IS, LO_UP_TO, HI_FROM, BOUNDS };

enum insn_column {
    INSN_SEQ,
    INSN_THREAD_NUMBER,
    INSN_UNIT_NUMBER,
    INSN_WORD,
    INSN_MNEMONIC,
    INSN_TEXT,
    INSN_FACT,
    INSN_LEVEL,
    INSN_RANK,
    INSN_PAGE,
};

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
enum { BY_PLACE = 1 << SPACE_IS | 1 << WRITE_IS | 1 << LO_UP_TO | 1 << HI_FROM };
enum { ACCESS_ID_BITS = 16 }; /* accesses of one event */

static const char INSN_DECLARATION[] =
    "CREATE TABLE x(seq INTEGER, thread INTEGER, unit INTEGER, word INTEGER, mnemonic TEXT, text TEXT, fact TEXT, "
    "level TEXT, rank INTEGER, page TEXT)";
static const char ACCESS_DECLARATION[] =
    "CREATE TABLE x(id INTEGER, seq INTEGER, space INTEGER, unit INTEGER, instance INTEGER, stream INTEGER, "
    "is_write INTEGER, lo INTEGER, hi INTEGER, tile INTEGER, first_datum INTEGER, before BLOB, after BLOB)";

struct cursor {
    struct virtual_cursor base;  /* first */
    const struct window *window; /* null at the end */
    sqlite3_int64 from, to;      /* events */
    bool is_by_place, is_back;
    enum tt_space space;
    uint32_t lo, hi;
    size_t nth, count; /* in the window; of those that come */
};

static bool reads_accesses(const struct cursor *cursor)
{
    return virtual_table_which(cursor) == ACCESSES;
}

static bool has(int plan, enum bound bound)
{
    return virtual_table_has(plan, (int)bound);
}

static bool is_by_place(int plan)
{
    return (plan & BY_PLACE) == BY_PLACE;
}

/* Guesses of a large run: only their order counts. */
static double rows_rows(int plan)
{
    if (has(plan, SEQ_IS) || has(plan, ID_IS))
        return 4;
    if (is_by_place(plan))
        return 20;
    return has(plan, SEQ_FROM) && has(plan, SEQ_TO) ? 1e4 : has(plan, SEQ_FROM) || has(plan, SEQ_TO) ? 5e5 : 1e6;
}

/* ---- rows ---- */

static void rows_leave_window(struct cursor *cursor)
{
    events_release(cursor->window);
    cursor->window = NULL;
    cursor->nth = cursor->count = 0;
}

static void rows_clear(void *user)
{
    rows_leave_window(user);
}

static size_t rows_place_of(const struct cursor *cursor)
{
    return cursor->is_back ? cursor->count - 1 - cursor->nth : cursor->nth;
}

static const struct results_access_row *access_of(const struct cursor *cursor)
{
    return &cursor->window->accesses[rows_place_of(cursor)];
}

static const struct window_event *event_of(const struct cursor *cursor)
{
    return &cursor->window->events[rows_place_of(cursor)];
}

static sqlite3_int64 seq_at(const struct cursor *cursor)
{
    return (sqlite3_int64)(reads_accesses(cursor) ? access_of(cursor)->seq : event_of(cursor)->seq);
}

static bool is_row(const struct cursor *cursor)
{
    return seq_at(cursor) >= cursor->from && seq_at(cursor) <= cursor->to &&
           (reads_accesses(cursor) || !event_of(cursor)->is_core);
}

/* The first window from `number` on, forwards or back, that may have a row. */
static int rows_enter_window(struct cursor *cursor, uint64_t number)
{
    struct events *events;
    struct tt_error err;
    const uint64_t first = events_number((uint64_t)cursor->from), last = events_number((uint64_t)cursor->to);
    rows_leave_window(cursor);
    enum tt_status status = results_open_events(virtual_table_results(cursor), cursor->is_by_place, &events, &err);
    if (!status && cursor->is_by_place && number >= first && number <= last) {
        status = events_written(events, cursor->space, cursor->lo, cursor->hi, cursor->is_back, &number, &err);
        if (status == TT_END)
            return SQLITE_OK;
    }
    if (!status && number >= first && number <= last)
        status = events_window(events, EVENTS_PLAIN, number, &cursor->window, &err);
    if (status)
        return virtual_table_failed(cursor, err.text);
    if (cursor->window)
        cursor->count = reads_accesses(cursor) ? cursor->window->access_count : cursor->window->event_count;
    return SQLITE_OK;
}

/* From the place at hand on to a row of the events asked for, through as many windows as it takes. */
static int find_row(struct cursor *cursor)
{
    int code = SQLITE_OK;
    while (code == SQLITE_OK && cursor->window) {
        while (cursor->nth < cursor->count && !is_row(cursor))
            cursor->nth++;
        if (cursor->nth < cursor->count)
            return SQLITE_OK;
        const uint64_t number = cursor->window->number;
        if (cursor->is_back && number == 0)
            rows_leave_window(cursor);
        else
            code = rows_enter_window(cursor, cursor->is_back ? number - 1 : number + 1);
    }
    return code;
}

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

static int rows_filter(void *user, int plan, sqlite3_value *const *given)
{
    struct cursor *cursor = user;
    sqlite3_int64 values[BOUNDS] = {0};
    rows_leave_window(cursor);
    for (int bound = 0; bound < BOUNDS; bound++)
        if (given[bound])
            values[bound] = sqlite3_value_int64(given[bound]);
    cursor->from = has(plan, SEQ_FROM) && values[SEQ_FROM] > 0 ? values[SEQ_FROM] : 0;
    cursor->to = has(plan, SEQ_TO) ? values[SEQ_TO] : INT64_MAX;
    if (has(plan, SEQ_IS))
        cursor->from = cursor->to = values[SEQ_IS];
    if (has(plan, ID_IS))
        cursor->from = cursor->to = values[ID_IS] >> ACCESS_ID_BITS;
    cursor->is_by_place = false;
    cursor->is_back = virtual_table_has(plan, VIRTUAL_BACK);
    if (is_by_place(plan))
        choose_place(cursor, values);
    if (cursor->from < 0 || cursor->to < cursor->from)
        return SQLITE_OK;
    const int code = rows_enter_window(cursor, events_number((uint64_t)(cursor->is_back ? cursor->to : cursor->from)));
    return code == SQLITE_OK ? find_row(cursor) : code;
}

static int rows_next(void *user)
{
    struct cursor *cursor = user;
    cursor->nth++;
    return find_row(cursor);
}

static bool rows_is_at_end(const void *cursor)
{
    return ((const struct cursor *)cursor)->window == NULL;
}

static void rows_fact_column(sqlite3_context *context, const struct fact *fact, int column)
{
    if (!fact)
        return;
    if (column == INSN_RANK)
        sqlite3_result_int(context, (int)fact->level);
    else
        sqlite3_result_text(context,
                            column == INSN_FACT    ? fact->id
                            : column == INSN_LEVEL ? fact_level_name(fact->level)
                                                   : fact->page,
                            -1, SQLITE_STATIC);
}

static void insn_column(sqlite3_context *context, enum tt_chip chip, const struct window_event *event, int column)
{
    const sqlite3_int64 values[] = {[INSN_SEQ] = (sqlite3_int64)event->seq,
                                    [INSN_THREAD_NUMBER] = event->thread,
                                    [INSN_UNIT_NUMBER] = event->unit,
                                    [INSN_WORD] = event->word};
    char text[ISA_TEXT_MAX];
    if (column <= INSN_WORD) {
        sqlite3_result_int64(context, values[column]);
    } else if (column == INSN_MNEMONIC) {
        const struct isa_insn *insn = isa_find(chip, event->word);
        sqlite3_result_text(context, insn ? insn->mnemonic : ".word", -1, SQLITE_STATIC);
    } else if (column == INSN_TEXT) {
        isa_disassemble(chip, event->word, text);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    } else {
        rows_fact_column(context, event->fact, column);
    }
}

/* As far as the accesses of its event before it say. */
static uint64_t access_id(const struct cursor *cursor)
{
    const uint64_t seq = access_of(cursor)->seq;
    return (seq << ACCESS_ID_BITS) + (rows_place_of(cursor) - window_first_access(cursor->window, seq));
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

static int rows_column(void *user, sqlite3_context *context, int column)
{
    const struct cursor *cursor = user;
    if (reads_accesses(cursor))
        access_column(context, access_of(cursor), access_id(cursor), column);
    else
        insn_column(context, results_run(virtual_table_results(cursor))->chip, event_of(cursor), column);
    return SQLITE_OK;
}

static sqlite3_int64 rows_number(const void *user)
{
    const struct cursor *cursor = user;
    return reads_accesses(cursor) ? (sqlite3_int64)access_id(cursor) : seq_at(cursor);
}

/* A page is read for one row, too. */
#define ROWS VIRTUAL_TABLE(rows), .cost = 100, .clear = rows_clear

int sql_register_rows(sqlite3 *db, struct results *results)
{
    static const struct virtual_bound insn_bounds[] = {
        [SEQ_IS] = {INSN_SEQ, VIRTUAL_IS}, [SEQ_FROM] = {INSN_SEQ, VIRTUAL_FROM}, [SEQ_TO] = {INSN_SEQ, VIRTUAL_TO}};
    static const struct virtual_bound access_bounds[BOUNDS] = {
        [SEQ_IS] = {ACCESS_SEQ, VIRTUAL_IS},     [SEQ_FROM] = {ACCESS_SEQ, VIRTUAL_FROM},
        [SEQ_TO] = {ACCESS_SEQ, VIRTUAL_TO},     [ID_IS] = {ACCESS_ID, VIRTUAL_IS},
        [SPACE_IS] = {ACCESS_SPACE, VIRTUAL_IS}, [WRITE_IS] = {ACCESS_IS_WRITE, VIRTUAL_IS},
        [LO_UP_TO] = {ACCESS_LO, VIRTUAL_TO},    [HI_FROM] = {ACCESS_HI, VIRTUAL_FROM}};
    static const struct virtual_table_kind kinds[] = {
        {"tt_instructions", INSN_DECLARATION, INSTRUCTIONS, insn_bounds, SEQ_TO + 1, ROWS, .in_order = 1 << INSN_SEQ},
        {"tt_accesses", ACCESS_DECLARATION, ACCESSES, access_bounds, BOUNDS, ROWS,
         .in_order = 1 << ACCESS_ID | 1 << ACCESS_SEQ, .back_plan = BY_PLACE},
    };
    const int code = virtual_table_register(db, &kinds[0], results);
    return code == SQLITE_OK ? virtual_table_register(db, &kinds[1], results) : code;
}
