/* SPDX-License-Identifier: Apache-2.0 */
/* tt_fields: the fields of configuration, a row for each copy of one: a state's, or a thread's; behind them the words
 * of space "state": counters, semaphores. An eponymous virtual table out of the program's own tables, so that a
 * database need not hold them. docs/formats/results.md#sql */
#include "results/sql.h"

#include "base/memory.h"
#include "isa/chip.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "results/virtual_table.h"

#include <string.h>

enum column {
    COLUMN_CHIP,
    COLUMN_NAME,
    COLUMN_SPACE,
    COLUMN_COPY,
    COLUMN_LO,
    COLUMN_HI,
    COLUMN_SHIFT,
    COLUMN_BITS,
};

/* What a plan knows. */
enum { CHIP_IS = 1, NAME_IS = 2 };

static const char DECLARATION[] = "CREATE TABLE x(chip TEXT, name TEXT, space INTEGER, copy INTEGER, lo INTEGER, "
                                  "hi INTEGER, shift INTEGER, bits INTEGER)";

struct cursor {
    sqlite3_vtab_cursor base; /* first: SQLite's part */
    int chip, last_chip;      /* behind the last at the end */
    int id, first_id, last_id;
    unsigned copy;
};

static int fields_best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)base;
    int at[2] = {-1, -1}, arguments = 0;
    for (int i = 0; i < info->nConstraint; i++) {
        const int column = info->aConstraint[i].iColumn;
        if (info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ && info->aConstraint[i].usable &&
            (column == COLUMN_CHIP || column == COLUMN_NAME))
            at[column] = i;
    }
    for (int column = COLUMN_CHIP; column <= COLUMN_NAME; column++)
        if (at[column] >= 0) {
            info->aConstraintUsage[at[column]].argvIndex = ++arguments;
            info->idxNum |= column == COLUMN_CHIP ? CHIP_IS : NAME_IS;
        }
    info->estimatedRows = info->idxNum & NAME_IS ? 4 : info->idxNum & CHIP_IS ? 2000 : 4000;
    info->estimatedCost = (double)info->estimatedRows;
    return SQLITE_OK;
}

static int fields_open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    if (!cursor)
        return SQLITE_NOMEM;
    *out = &cursor->base;
    return SQLITE_OK;
}

static int fields_close_cursor(sqlite3_vtab_cursor *base)
{
    mem_free(base);
    return SQLITE_OK;
}

/* Its name, in `path` where the table of registers has none; null: the chip has no such field. */
static const char *field_at(const struct cursor *cursor, struct reg_field *field, char path[static STATE_PATH_MAX])
{
    if (cursor->id >= REG_COUNT) {
        *field = (struct reg_field){
            .name = path, .space = TT_SPACE_STATE, .word = (uint16_t)(cursor->id - REG_COUNT), .bits = 32};
        (void)state_path(field->word, path);
    } else {
        *field = *reg_field_get((enum tt_chip)cursor->chip, (enum reg_id)cursor->id);
    }
    return field->name;
}

/* On to a field that the chip has. */
static void fields_find_field(struct cursor *cursor)
{
    char path[STATE_PATH_MAX];
    struct reg_field field;
    for (; cursor->chip <= cursor->last_chip; cursor->chip++, cursor->id = cursor->first_id)
        for (; cursor->id <= cursor->last_id; cursor->id++)
            if (field_at(cursor, &field, path))
                return;
}

/* The field of a name: on any chip, since all chips number fields alike. */
static void choose_name(struct cursor *cursor, const char *name)
{
    enum reg_id id = REG_COUNT;
    for (int chip = cursor->chip; name && chip <= cursor->last_chip && id == REG_COUNT; chip++)
        id = reg_find((enum tt_chip)chip, name);
    const int32_t word = name && id == REG_COUNT ? state_find(name) : -1;
    if (id == REG_COUNT && word < 0)
        cursor->last_chip = cursor->chip - 1;
    cursor->first_id = cursor->last_id = (int)id + (word < 0 ? 0 : word);
}

static int fields_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text, int count,
                         sqlite3_value **arguments)
{
    (void)plan_text, (void)count;
    struct cursor *cursor = (struct cursor *)(void *)base;
    cursor->chip = 0;
    cursor->last_chip = TT_CHIP_COUNT - 1;
    cursor->first_id = 0;
    cursor->last_id = REG_COUNT + STATE_WORDS - 1;
    cursor->copy = 0;
    if (plan & CHIP_IS) {
        const char *name = (const char *)sqlite3_value_text(*arguments++);
        cursor->chip = name ? (int)chip_find(name) : TT_CHIP_COUNT;
        cursor->last_chip = cursor->chip < TT_CHIP_COUNT ? cursor->chip : cursor->chip - 1;
    }
    if (plan & NAME_IS)
        choose_name(cursor, (const char *)sqlite3_value_text(*arguments));
    cursor->id = cursor->first_id;
    fields_find_field(cursor);
    return SQLITE_OK;
}

static int fields_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)(void *)base;
    char path[STATE_PATH_MAX];
    struct reg_field field;
    (void)field_at(cursor, &field, path);
    const unsigned copies = field.space == TT_SPACE_CFG ? CFG_STATES : field.space == TT_SPACE_STATE ? 1 : THREADS;
    if (++cursor->copy < copies)
        return SQLITE_OK;
    cursor->copy = 0;
    cursor->id++;
    fields_find_field(cursor);
    return SQLITE_OK;
}

static int fields_is_at_end(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    return cursor->chip > cursor->last_chip;
}

static int fields_column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int which)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    const struct chip *chip = chip_get((enum tt_chip)cursor->chip);
    char path[STATE_PATH_MAX];
    struct reg_field field;
    const char *name = field_at(cursor, &field, path);
    const uint32_t bytes = space_element_bytes(field.space);
    const uint32_t words = field.space == TT_SPACE_CFG ? chip->cfg_words : chip->thread_words;
    const uint32_t lo = (cursor->copy * words + field.word) * bytes;
    const uint32_t numbers[] = {[COLUMN_SPACE] = field.space, [COLUMN_COPY] = cursor->copy, [COLUMN_LO] = lo,
                                [COLUMN_HI] = lo + bytes,     [COLUMN_SHIFT] = field.shift, [COLUMN_BITS] = field.bits};
    if (which == COLUMN_CHIP || which == COLUMN_NAME)
        sqlite3_result_text(context, which == COLUMN_CHIP ? chip->name : name, -1, SQLITE_TRANSIENT);
    else if (which > COLUMN_NAME && which <= COLUMN_BITS)
        sqlite3_result_int64(context, numbers[which]);
    return SQLITE_OK;
}

static int fields_row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    const struct cursor *cursor = (const struct cursor *)(const void *)base;
    *out = ((sqlite3_int64)cursor->chip * (REG_COUNT + STATE_WORDS) + cursor->id) * THREADS + cursor->copy;
    return SQLITE_OK;
}

int sql_register_fields(sqlite3 *db)
{
    static const struct virtual_table_kind KIND = {"tt_fields", DECLARATION, 0, VIRTUAL_TABLE_MODULE(fields)};
    return virtual_table_register(db, &KIND, NULL);
}
