/* SPDX-License-Identifier: Apache-2.0 */
/* tt_fields: the fields of configuration, a row for each copy of one: a state's, or a thread's; behind them the words
 * of space "state": counters, semaphores. An eponymous virtual table out of the program's own tables, so that a
 * database need not hold them. docs/formats/results.md#sql */
#include "results/sql.h"

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

enum { CHIP_IS, NAME_IS, BOUNDS };

static const char DECLARATION[] = "CREATE TABLE x(chip TEXT, name TEXT, space INTEGER, copy INTEGER, lo INTEGER, "
                                  "hi INTEGER, shift INTEGER, bits INTEGER)";

struct cursor {
    struct virtual_cursor base; /* first */
    int chip, last_chip;        /* behind the last at the end */
    int id, first_id, last_id;
    unsigned copy;
};

static double fields_rows(int plan)
{
    return virtual_table_has(plan, NAME_IS) ? 4 : virtual_table_has(plan, CHIP_IS) ? 2000 : 4000;
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

static int fields_filter(void *user, int plan, sqlite3_value *const *given)
{
    (void)plan;
    struct cursor *cursor = user;
    cursor->chip = 0;
    cursor->last_chip = TT_CHIP_COUNT - 1;
    cursor->first_id = 0;
    cursor->last_id = REG_COUNT + STATE_WORDS - 1;
    cursor->copy = 0;
    if (given[CHIP_IS]) {
        const char *name = (const char *)sqlite3_value_text(given[CHIP_IS]);
        cursor->chip = name ? (int)chip_find(name) : TT_CHIP_COUNT;
        cursor->last_chip = cursor->chip < TT_CHIP_COUNT ? cursor->chip : cursor->chip - 1;
    }
    if (given[NAME_IS])
        choose_name(cursor, (const char *)sqlite3_value_text(given[NAME_IS]));
    cursor->id = cursor->first_id;
    fields_find_field(cursor);
    return SQLITE_OK;
}

static int fields_next(void *user)
{
    struct cursor *cursor = user;
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

static bool fields_is_at_end(const void *user)
{
    const struct cursor *cursor = user;
    return cursor->chip > cursor->last_chip;
}

static int fields_column(void *user, sqlite3_context *context, int which)
{
    const struct cursor *cursor = user;
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

static sqlite3_int64 fields_number(const void *user)
{
    const struct cursor *cursor = user;
    return ((sqlite3_int64)cursor->chip * (REG_COUNT + STATE_WORDS) + cursor->id) * THREADS + cursor->copy;
}

int sql_register_fields(sqlite3 *db)
{
    static const struct virtual_bound bounds[BOUNDS] = {
        [CHIP_IS] = {COLUMN_CHIP, VIRTUAL_IS}, [NAME_IS] = {COLUMN_NAME, VIRTUAL_IS}};
    static const struct virtual_table_kind kind = {"tt_fields", DECLARATION, 0, bounds, BOUNDS, VIRTUAL_TABLE(fields)};
    return virtual_table_register(db, &kind, NULL);
}
