/* SPDX-License-Identifier: Apache-2.0 */
/* tt_facts, tt_origins, tt_taints: what only the whole run says, as tables. docs/formats/results.md#sql */
#include "results/sql.h"

#include "isa/evidence.h"
#include "results/reader_internal.h"
#include "results/virtual_table.h"

#include <stdio.h>

enum { FACTS, ORIGINS, TAINTS };
enum { STORE_NUMBER = 3, CHAIN_MAX = 1024 };

struct cursor {
    struct virtual_cursor base; /* first */
    const struct events_survey *survey;
    size_t at, count;
};

static double lists_rows(int plan)
{
    (void)plan;
    return 10000;
}

/* Facts on which no event rests are passed over. */
static void find_fact(struct cursor *cursor)
{
    while (virtual_table_which(cursor) == FACTS && cursor->at < cursor->count &&
           !cursor->survey->facts[cursor->at].events)
        cursor->at++;
}

static int lists_filter(void *user, int plan, sqlite3_value *const *given)
{
    (void)plan, (void)given;
    struct cursor *cursor = user;
    struct tt_error err;
    if (results_survey(virtual_table_results(cursor), &cursor->survey, &err))
        return virtual_table_failed(cursor, err.text);
    const size_t counts[] = {
        [FACTS] = fact_count(), [ORIGINS] = cursor->survey->origin_count, [TAINTS] = cursor->survey->taint_count};
    cursor->at = 0;
    cursor->count = counts[virtual_table_which(cursor)];
    find_fact(cursor);
    return SQLITE_OK;
}

static int lists_next(void *user)
{
    struct cursor *cursor = user;
    cursor->at++;
    find_fact(cursor);
    return SQLITE_OK;
}

static bool lists_is_at_end(const void *user)
{
    const struct cursor *cursor = user;
    return cursor->at >= cursor->count;
}

static void lists_fact_column(sqlite3_context *context, const struct cursor *cursor, int column)
{
    enum { ID, NAME, LEVEL, RANK, PAGE, EVENTS, FIRST_SEQ };
    const struct events_fact *row = &cursor->survey->facts[cursor->at];
    const sqlite3_int64 numbers[] = {[ID] = (sqlite3_int64)cursor->at,
                                     [RANK] = row->fact->level,
                                     [EVENTS] = (sqlite3_int64)row->events,
                                     [FIRST_SEQ] = (sqlite3_int64)row->first_seq};
    if (column == NAME || column == LEVEL || column == PAGE)
        sqlite3_result_text(context,
                            column == NAME    ? row->fact->id
                            : column == LEVEL ? fact_level_name(row->fact->level)
                                              : row->fact->page,
                            -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(context, numbers[column]);
}

static void taint_column(sqlite3_context *context, const struct cursor *cursor, int column)
{
    const struct results_taint_row *row = &cursor->survey->taints[cursor->at];
    const sqlite3_int64 numbers[] = {(sqlite3_int64)cursor->at + 1, (sqlite3_int64)row->seq, row->space, row->lo,
                                     row->hi};
    sqlite3_result_int64(context, numbers[column]);
}

/* "pack_tile < kernel_main" */
static void chain_text(sqlite3_context *context, const struct results_source *source)
{
    char text[CHAIN_MAX];
    size_t used = 0;
    for (size_t i = 0; i < source->frame_count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? " < " : "",
                                 source->frames[i].function ? source->frames[i].function : "?");
    if (source->frame_count)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void source_column(sqlite3_context *context, const struct results_source *source, int column)
{
    enum { FILE_NAME = 5, LINE, FUNCTION, CHAIN };
    const struct ttcap_frame *frame = source->frames;
    if (!source->frame_count)
        return;
    if (column == FILE_NAME && frame->file)
        sqlite3_result_text(context, frame->file, -1, SQLITE_TRANSIENT);
    else if (column == LINE)
        sqlite3_result_int64(context, frame->line);
    else if (column == FUNCTION && frame->function)
        sqlite3_result_text(context, frame->function, -1, SQLITE_TRANSIENT);
    else if (column == CHAIN)
        chain_text(context, source);
}

static int lists_origin_column(sqlite3_context *context, struct cursor *cursor, int column)
{
    enum { NUMBERS = 5 };
    const struct events_origin *row = &cursor->survey->origins[cursor->at];
    const sqlite3_int64 numbers[NUMBERS] = {row->thread < 0 ? STORE_NUMBER : row->thread, (sqlite3_int64)row->first_seq,
                                            (sqlite3_int64)row->last_seq, row->core, row->pc};
    struct results_source source;
    struct tt_error err;
    if (column < NUMBERS) {
        sqlite3_result_int64(context, numbers[column]);
        return SQLITE_OK;
    }
    if (results_lines_of(virtual_table_results(cursor), row->core, row->pc, &source, &err))
        return virtual_table_failed(cursor, err.text);
    source_column(context, &source, column);
    return SQLITE_OK;
}

static int lists_column(void *user, sqlite3_context *context, int column)
{
    struct cursor *cursor = user;
    if (virtual_table_which(cursor) == ORIGINS)
        return lists_origin_column(context, cursor, column);
    if (virtual_table_which(cursor) == FACTS)
        lists_fact_column(context, cursor, column);
    else
        taint_column(context, cursor, column);
    return SQLITE_OK;
}

static sqlite3_int64 lists_number(const void *cursor)
{
    return (sqlite3_int64)((const struct cursor *)cursor)->at;
}

int sql_register_lists(sqlite3 *db, struct results *results)
{
    static const struct virtual_table_kind kinds[] = {
        {"tt_facts",
         "CREATE TABLE x(id INTEGER, name TEXT, level TEXT, rank INTEGER, page TEXT, events INTEGER, "
         "first_seq INTEGER)",
         FACTS, NULL, 0, VIRTUAL_TABLE(lists), .cost = 9e4},
        {"tt_origins",
         "CREATE TABLE x(thread INTEGER, first_seq INTEGER, last_seq INTEGER, core INTEGER, pc INTEGER, file TEXT, "
         "line INTEGER, function TEXT, chain TEXT)",
         ORIGINS, NULL, 0, VIRTUAL_TABLE(lists), .cost = 9e4},
        {"tt_taints", "CREATE TABLE x(id INTEGER, seq INTEGER, space INTEGER, lo INTEGER, hi INTEGER)", TAINTS, NULL, 0,
         VIRTUAL_TABLE(lists), .cost = 9e4},
    };
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && code == SQLITE_OK; i++)
        code = virtual_table_register(db, &kinds[i], results);
    return code;
}
