/* SPDX-License-Identifier: Apache-2.0 */
/* tt_paged_stages: the stages at work of groups that stand in pages, a row each, as v_stage has them of the others. An
 * eponymous virtual table. docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/memory.h"
#include "results/stage_page.h"
#include "results/virtual_table.h"

enum column {
    COLUMN_BLOCK,
    COLUMN_UNIT,
    COLUMN_INSTANCE,
    COLUMN_TILE,
    COLUMN_FIRST_DATUM,
    COLUMN_ORDINAL,
    COLUMN_IS_CHANGED,
    COLUMN_FORMAT,
    COLUMN_DATUMS,
    COLUMN_WIDTH,
    COLUMN_INSNS,
    COLUMN_FIRST_SEQ,
    COLUMN_LAST_SEQ,
};

static const char DECLARATION[] =
    "CREATE TABLE x(block INTEGER, unit INTEGER, instance INTEGER, tile INTEGER, first_datum INTEGER, ordinal INTEGER, "
    "is_changed INTEGER, format INTEGER, datums INTEGER, width INTEGER, insns INTEGER, first_seq INTEGER, "
    "last_seq INTEGER)";

struct cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's part */
    sqlite3_stmt *pages;
    struct stage_page page;
    size_t group;  /* in the page; behind the last at the end */
    uint32_t left; /* its stages from the one at hand on: bits */
};

/* All of them: there are few pages, and only their heads are read. */
static int paged_stages_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)base;
    info->estimatedRows = 10000;
    info->estimatedCost = 1e5;
    return SQLITE_OK;
}

static int paged_stages_open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    const int code = sqlite3_prepare_v2(
        virtual_table_of(base)->db, STAGE_PAGE_HEADS " FROM stage_page ORDER BY first_group", -1, &cursor->pages, NULL);
    if (code != SQLITE_OK) {
        mem_free(cursor);
        return virtual_table_failed(base, "tt_paged_stages wants a results database of this tool's version");
    }
    *out = &cursor->base;
    return SQLITE_OK;
}

static int paged_stages_close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    (void)sqlite3_finalize(cursor->pages);
    stage_page_clear(&cursor->page);
    mem_free(cursor);
    return SQLITE_OK;
}

static const struct paged_group *paged_stages_group_of(const struct cursor *cursor)
{
    return stage_page_group(&cursor->page, cursor->group);
}

/* The next page, from its first group on; at the end there is none. */
static int read_page(struct cursor *cursor)
{
    struct tt_error err;
    const int code = sqlite3_step(cursor->pages);
    cursor->group = 0;
    if (code == SQLITE_DONE) {
        stage_page_clear(&cursor->page);
        return SQLITE_OK;
    }
    if (code != SQLITE_ROW)
        return code;
    if (stage_page_load(&cursor->page, cursor->pages, "tt_paged_stages", &err) != TT_OK)
        return virtual_table_failed(cursor->base.pVtab, err.text);
    cursor->left = paged_stages_group_of(cursor)->stages;
    return SQLITE_OK;
}

static int paged_stages_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                               sqlite3_value **arguments)
{
    (void)plan, (void)plan_text, (void)count, (void)arguments;
    struct cursor *cursor = (struct cursor *)(void *)base;
    (void)sqlite3_reset(cursor->pages);
    return read_page(cursor);
}

static int paged_stages_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    cursor->left &= cursor->left - 1;
    if (cursor->left)
        return SQLITE_OK;
    if (++cursor->group == cursor->page.group_count)
        return read_page(cursor);
    cursor->left = paged_stages_group_of(cursor)->stages;
    return SQLITE_OK;
}

static int paged_stages_is_at_end(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    return cursor->group >= cursor->page.group_count;
}

static int paged_stages_column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    const struct paged_group *group = paged_stages_group_of(cursor);
    const unsigned stage = (unsigned)__builtin_ctz(cursor->left);
    const struct paged_block *block = stage_page_block(&cursor->page, group, stage);
    const sqlite3_int64 values[] = {
        [COLUMN_BLOCK] = group->id * STAGES_MAX + stage,
        [COLUMN_UNIT] = cursor->page.unit,
        [COLUMN_INSTANCE] = group->instance,
        [COLUMN_TILE] = group->tile,
        [COLUMN_FIRST_DATUM] = group->first_datum,
        [COLUMN_ORDINAL] = stage,
        [COLUMN_IS_CHANGED] = block->stage == stage,
        [COLUMN_FORMAT] = block->format,
        [COLUMN_DATUMS] = block->count,
        [COLUMN_WIDTH] = block->width,
        [COLUMN_INSNS] = group->insns,
        [COLUMN_FIRST_SEQ] = (sqlite3_int64)group->first_seq,
        [COLUMN_LAST_SEQ] = (sqlite3_int64)group->last_seq,
    };
    sqlite3_result_int64(context, values[number]);
    return SQLITE_OK;
}

static int paged_stages_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    *out = paged_stages_group_of(cursor)->id * STAGES_MAX + __builtin_ctz(cursor->left);
    return SQLITE_OK;
}

int sql_register_paged_stages(sqlite3 *db)
{
    static const struct virtual_table_kind KIND = {"tt_paged_stages", DECLARATION, 0,
                                                   VIRTUAL_TABLE_MODULE(paged_stages)};
    return virtual_table_register(db, &KIND);
}
