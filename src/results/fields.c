/* SPDX-License-Identifier: Apache-2.0 */
/* tt_fields: the fields of configuration, a row for each copy of one: a state's, or a thread's; behind them the words
 * of space "state": counters, semaphores. A table out of the program's own, so that a database need not hold them.
 * docs/formats/results.md#sql */
#include "results/sql.h"

#include "isa/chip.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "results/virtual_table.h"

enum { CHIP_IS, NAME_IS, BOUNDS, FIELDS = REG_COUNT + STATE_WORDS };

struct field_row {
    enum tt_chip chip;
    enum tt_space space;
    uint32_t copy, lo, hi, shift, bits;
    const char *name;
    char path[STATE_PATH_MAX]; /* its name, where the table of registers has none */
};

struct cursor {
    struct virtual_cursor base; /* first */
    int chip, last_chip, id, first_id, last_id;
    uint32_t copy;
    struct field_row row;
};

static double fields_guess(int plan)
{
    return virtual_table_has(plan, NAME_IS) ? 4 : virtual_table_has(plan, CHIP_IS) ? 2000 : 4000;
}

/* False: the chip has no such field, or not so many copies of it. */
static bool field_fill(struct field_row *row, int chip, int id, uint32_t copy)
{
    const struct chip *info = chip_get((enum tt_chip)chip);
    struct reg_field field = {.name = row->path, .space = TT_SPACE_STATE, .bits = 32};
    if (id < REG_COUNT)
        field = *reg_field_get((enum tt_chip)chip, (enum reg_id)id);
    else
        field.word = (uint16_t)(id - REG_COUNT);
    const uint32_t copies = field.space == TT_SPACE_CFG ? CFG_STATES : field.space == TT_SPACE_STATE ? 1 : THREADS;
    if (!field.name || copy >= copies)
        return false;
    if (id >= REG_COUNT)
        (void)state_path(field.word, row->path);
    const uint32_t bytes = space_element_bytes(field.space);
    const uint32_t words = field.space == TT_SPACE_CFG ? info->cfg_words : info->thread_words;
    row->chip = (enum tt_chip)chip;
    row->space = field.space;
    row->copy = copy;
    row->lo = (copy * words + field.word) * bytes;
    row->hi = row->lo + bytes;
    row->shift = field.shift;
    row->bits = field.bits;
    row->name = field.name;
    return true;
}

/* From the place at hand on to a field that the chip has. */
static int fields_find(struct cursor *cursor)
{
    cursor->base.row = NULL;
    for (; cursor->chip <= cursor->last_chip; cursor->chip++, cursor->id = cursor->first_id)
        for (; cursor->id <= cursor->last_id; cursor->id++, cursor->copy = 0)
            if (field_fill(&cursor->row, cursor->chip, cursor->id, cursor->copy)) {
                cursor->base.row = &cursor->row;
                return SQLITE_OK;
            }
    return SQLITE_OK;
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
    cursor->last_id = FIELDS - 1;
    if (given[CHIP_IS]) {
        const char *name = (const char *)sqlite3_value_text(given[CHIP_IS]);
        cursor->chip = name ? (int)chip_find(name) : TT_CHIP_COUNT;
        cursor->last_chip = cursor->chip < TT_CHIP_COUNT ? cursor->chip : cursor->chip - 1;
    }
    if (given[NAME_IS])
        choose_name(cursor, (const char *)sqlite3_value_text(given[NAME_IS]));
    cursor->id = cursor->first_id;
    cursor->copy = 0;
    return fields_find(cursor);
}

static int fields_next(void *user)
{
    struct cursor *cursor = user;
    cursor->copy++;
    return fields_find(cursor);
}

static sqlite3_int64 fields_number(const void *user)
{
    const struct cursor *cursor = user;
    return ((sqlite3_int64)cursor->chip * FIELDS + cursor->id) * THREADS + cursor->copy;
}

static const struct virtual_bound field_bounds[BOUNDS] = {
    [CHIP_IS] = {"chip", VIRTUAL_IS}, [NAME_IS] = {"name", VIRTUAL_IS}};
static const struct row_column field_columns[] = {
    {COLUMN(CHIP, field_row, chip, "chip"), .type = "TEXT"},
    TEXT(field_row, name, "name"),
    NUMBER(field_row, space, "space", 0),
    NUMBER(field_row, copy, "copy", 0),
    NUMBER(field_row, lo, "lo", 0),
    NUMBER(field_row, hi, "hi", 0),
    NUMBER(field_row, shift, "shift", 0),
    NUMBER(field_row, bits, "bits", 0),
};
const struct virtual_table_kind fields_table = {.rows = {"tt_fields", ROW_TABLE(field_columns), NULL},
                                                .bounds = field_bounds,
                                                .bound_count = BOUNDS,
                                                .guess = fields_guess,
                                                .cursor_bytes = sizeof(struct cursor),
                                                .filter = fields_filter,
                                                .next = fields_next,
                                                .number = fields_number};
