/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of tt-exalens' command tensix, drawn with lines, up to a few side by side:
 *
 *     ┌─────────────┬────────┐
 *     │ ALU CONFIG  │ VALUES │
 *     ├─────────────┼────────┤
 *     │ Fpu_srnd_en │ False  │
 *     └─────────────┴────────┘
 *
 * The first cell of a row is a name, the others its values in entry 0, 1, ... A table is known by its title. */
#include "base/search.h"
#include "capture/import/debugger/exalens_internal.h"
#include "capture/import/debugger_tables.h"

#include <ctype.h>

static const char BAR[] = "\u2502", TOP_LEFT[] = "\u250c", TOP_RIGHT[] = "\u2510", MIDDLE_LEFT[] = "\u251c",
                  BOTTOM_LEFT[] = "\u2514";

/* ---- characters of UTF-8 ---- */

static const char *next_char(const char *at)
{
    at++;
    while (((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return at;
}

/* The character at a column counted from 0; the end of the line where it is shorter. */
static const char *char_at(const char *line, size_t column)
{
    while (column-- > 0 && *line)
        line = next_char(line);
    return line;
}

/* ---- borders ---- */

/* Notes where the tables stand that this top border opens. */
static void open_tables(struct table_rows *rows, const char *line)
{
    size_t column = 0;
    rows->count = 0;
    for (const char *at = line; *at; at = next_char(at), column++) {
        if (text_after(at, TOP_LEFT) && rows->count < TABLES_MAX)
            rows->tables[rows->count++] = (struct table_column){.start = column};
        else if (text_after(at, TOP_RIGHT) && rows->count && rows->tables[rows->count - 1].end == 0)
            rows->tables[rows->count - 1].end = column;
    }
}

static bool is_top_border(const char *line)
{
    const char *at = text_skip_spaces(line);
    return text_after(at, TOP_LEFT) != NULL;
}

/* ---- cells ---- */

struct cell {
    const char *text;
    size_t count;
};

/* Cells between the borders of a table, without the spaces around; at most as many as asked for. */
static size_t split_cells(const char *line, const struct table_column *table, struct cell *cells, size_t most)
{
    const char *at = char_at(line, table->start), *end = char_at(line, table->end);
    size_t count = 0;
    while (at < end && count < most) {
        at = next_char(at); /* the bar */
        const char *bar = strstr(at, BAR);
        if (!bar || bar > end)
            bar = end;
        const char *last = bar;
        while (at < last && *at == ' ')
            at++;
        while (last > at && last[-1] == ' ')
            last--;
        cells[count++] = (struct cell){at, (size_t)(last - at)};
        at = bar;
    }
    return count;
}

static bool cell_is(const struct cell *cell, const char *text)
{
    return cell->count == strlen(text) && strncmp(cell->text, text, cell->count) == 0;
}

/* ---- rows ---- */

static void read_title(struct table_column *table, const struct cell *cell)
{
    table->has_title = true;
    (void)snprintf(table->title, sizeof table->title, "%.*s", (int)cell->count, cell->text);
    table->group = 0;
    while (table->group < debugger_group_count && !cell_is(cell, debugger_groups[table->group].title))
        table->group++;
    const char *thread = text_after(table->title, "Thread ");
    table->is_gpr = thread && *thread >= '0' && *thread <= '2' && !thread[1];
    table->thread = table->is_gpr ? (unsigned)(*thread - '0') : 0;
    table->is_signals = text_after(table->title, "ADCS") || text_after(table->title, "COORDINATES_") ||
                        strcmp(table->title, "FIDELITY_PHASE") == 0;
}

/* Halves of registers come once more, joined, under the name without "_lo" or "_hi". */
static bool is_joined_gpr(unsigned thread, const char *name)
{
    char half[64];
    (void)snprintf(half, sizeof half, "%.50s_lo", name);
    return ANY(i, debugger_gpr_count, debugger_gprs[i].thread == thread && strcmp(debugger_gprs[i].name, half) == 0);
}

static enum tt_status put_signal(struct debugger *debugger, const struct table_column *table, const char *row,
                                 uint64_t value, struct tt_error *err)
{
    char name[112];
    (void)snprintf(name, sizeof name, "%s_%.64s", table->title, row);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return debugger_signal(debugger, text_after(table->title, "ADCS") ? name : row, value, false, err);
}

static enum tt_status exalens_tables_put_value(struct exalens *exalens, const struct table_column *table,
                                               unsigned entry, const char *name, uint64_t value, struct tt_error *err)
{
    struct debugger *debugger = &exalens->debugger;
    if (table->is_gpr)
        return is_joined_gpr(table->thread, name) ? TT_OK : debugger_gpr(debugger, table->thread, name, value, err);
    if (table->is_signals)
        return put_signal(debugger, table, name, value, err);
    if (table->group < debugger_group_count)
        return debugger_field(debugger, debugger_groups[table->group].name, entry, name, value, err);
    return TT_END;
}

static enum tt_status exalens_tables_keep_unknown(struct exalens *exalens, const struct table_column *table,
                                                  const char *name, unsigned entry, const struct cell *cell,
                                                  struct tt_error *err)
{
    char whole[160], text[64];
    (void)snprintf(whole, sizeof whole, "%s[%u].%s", table->title, entry, name);
    (void)snprintf(text, sizeof text, "%.*s", (int)cell->count, cell->text);
    return debugger_unknown(&exalens->debugger, whole, text, err);
}

static enum tt_status exalens_tables_put_row(struct exalens *exalens, const struct table_column *table,
                                             const struct cell *cells, size_t count, struct tt_error *err)
{
    char name[80];
    (void)snprintf(name, sizeof name, "%.*s", (int)cells[0].count, cells[0].text);
    for (unsigned entry = 0; entry + 1 < count; entry++) {
        const struct cell *cell = &cells[entry + 1];
        size_t offset = (size_t)(cell->text - exalens->lines.line);
        uint64_t value;
        if (cell_is(cell, "/")) /* the entry has no such field */
            continue;
        if (!exalens_value(cell->text, cell->count, &value))
            return text_lines_fail(&exalens->lines, offset, err,
                                   "'%.*s' is no value of %s: expected a number, flags or a format",
                                   (int)(cell->count < 40 ? cell->count : 40), cell->text, name);
        enum tt_status status = exalens_take(exalens, err);
        status = status ?: exalens_tables_put_value(exalens, table, entry, name, value, err);
        if (status == TT_END)
            status = exalens_tables_keep_unknown(exalens, table, name, entry, cell, err);
        else if (status == TT_BAD_INPUT)
            tt_error_prefix(err, "line %lu, column %u", exalens->lines.number, exalens->lines.columns[offset]);
        if (status)
            return status;
    }
    return TT_OK;
}

enum tt_status exalens_table_line(struct exalens *exalens, struct tt_error *err)
{
    enum { CELLS_MAX = 1 + DEBUGGER_ENTRIES + 1 };
    struct table_rows *rows = &exalens->rows;
    const char *line = exalens->lines.line;
    bool is_any = false;
    if (is_top_border(line)) {
        open_tables(rows, line);
        return TT_OK;
    }
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < rows->count && status == TT_OK; i++) {
        struct table_column *table = &rows->tables[i];
        const char *border = char_at(line, table->start);
        bool is_row = !table->is_closed && text_after(border, BAR);
        is_any = is_any || is_row || text_after(border, MIDDLE_LEFT) || text_after(border, BOTTOM_LEFT);
        table->is_closed = table->is_closed || text_after(border, BOTTOM_LEFT);
        if (!is_row)
            continue;
        struct cell cells[CELLS_MAX];
        size_t count = split_cells(line, table, cells, CELLS_MAX);
        if (count < 2 || cells[0].count == 0 || count == CELLS_MAX)
            status =
                text_lines_fail(&exalens->lines, (size_t)(border - line), err,
                                "a row of %zu cells, expected a name and one to %d values", count, DEBUGGER_ENTRIES);
        else if (!table->has_title)
            read_title(table, &cells[0]);
        else
            status = exalens_tables_put_row(exalens, table, cells, count, err);
    }
    if (!is_any)
        rows->count = 0;
    return status || is_any ? status : TT_END;
}
