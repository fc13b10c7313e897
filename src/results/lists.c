/* SPDX-License-Identifier: Apache-2.0 */
/* tt_origins, tt_taints: what only the whole run says, as tables. docs/formats/results.md#sql */
#include "results/sql.h"

#include "results/reader_internal.h"
#include "results/virtual_table.h"

enum { STORE_NUMBER = 3, CHAIN_MAX = 1024 };
enum source_column { SOURCE_FILE, SOURCE_LINE, SOURCE_FUNCTION, SOURCE_CHAIN };

static const struct events_origin *lists_origin_of(const void *cursor)
{
    return ((const struct virtual_cursor *)cursor)->row;
}

static void origin_thread(sqlite3_context *context, void *cursor, int which)
{
    (void)which;
    sqlite3_result_int(context, lists_origin_of(cursor)->thread < 0 ? STORE_NUMBER : lists_origin_of(cursor)->thread);
}

/* "pack_tile < kernel_main" */
static void chain_text(sqlite3_context *context, const struct word_source *source)
{
    char text[CHAIN_MAX];
    size_t used = 0;
    for (size_t i = 0; i < source->frame_count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? " < " : "",
                                 source->frames[i].function ? source->frames[i].function : "?");
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void origin_source(sqlite3_context *context, void *cursor, int which)
{
    struct word_source source;
    struct tt_error err;
    const struct ttcap_frame *frame = source.frames;
    if (results_lines_of(virtual_table_results(cursor), lists_origin_of(cursor)->core, lists_origin_of(cursor)->pc,
                         &source, &err))
        sqlite3_result_error(context, err.text, -1);
    else if (!source.frame_count)
        return;
    else if (which == SOURCE_CHAIN)
        chain_text(context, &source);
    else if (which == SOURCE_LINE)
        sqlite3_result_int64(context, frame->line);
    else
        sqlite3_result_text(context, which == SOURCE_FILE ? frame->file : frame->function, -1, SQLITE_TRANSIENT);
}

static enum tt_status list_origins(struct results *results, const void **rows, size_t *count, struct tt_error *err)
{
    const struct events_survey *survey;
    const enum tt_status status = results_survey(results, &survey, err);
    *rows = status ? NULL : survey->origins;
    *count = status ? 0 : survey->origin_count;
    return status;
}

static enum tt_status list_taints(struct results *results, const void **rows, size_t *count, struct tt_error *err)
{
    const struct events_survey *survey;
    const enum tt_status status = results_survey(results, &survey, err);
    *rows = status ? NULL : survey->taints;
    *count = status ? 0 : survey->taint_count;
    return status;
}

static const struct row_column origin_columns[] = {
    CALL("thread", "INTEGER", origin_thread, 0),
    NUMBER(events_origin, first_seq, "first_seq", 0),
    NUMBER(events_origin, last_seq, "last_seq", 0),
    NUMBER(events_origin, core, "core", 0),
    NUMBER(events_origin, pc, "pc", 0),
    CALL("file", "TEXT", origin_source, SOURCE_FILE),
    CALL("line", "INTEGER", origin_source, SOURCE_LINE),
    CALL("function", "TEXT", origin_source, SOURCE_FUNCTION),
    CALL("chain", "TEXT", origin_source, SOURCE_CHAIN),
};
static const struct row_column taint_columns[] = {
    {.name = "id", .kind = COLUMN_ROW_ID},        NUMBER(results_taint_row, seq, "seq", 0),
    NUMBER(results_taint_row, space, "space", 0), NUMBER(results_taint_row, lo, "lo", 0),
    NUMBER(results_taint_row, hi, "hi", 0),
};

#define SURVEYED(ROW, LIST) .is_of_run = true, .cost = 9e4, .row_bytes = sizeof(struct ROW), .list = (LIST)
const struct virtual_table_kind origins_table = {.rows = {"tt_origins", ROW_TABLE(origin_columns), NULL},
                                                 SURVEYED(events_origin, list_origins)};
const struct virtual_table_kind taints_table = {.rows = {"tt_taints", ROW_TABLE(taint_columns), NULL},
                                                SURVEYED(results_taint_row, list_taints)};
