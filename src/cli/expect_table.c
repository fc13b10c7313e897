/* SPDX-License-Identifier: Apache-2.0 */
/* --expect-table: references, one a line. docs/how-to/expect.md#many-at-once */
#include "cli/expect_options.h"

#include "base/input.h"
#include "base/path.h"
#include "cli/cli.h"

#include <unistd.h>

enum { COLUMNS_MAX = 16, TABLE_BYTES_MAX = 1 << 20 };

/* A table that is being read; fields are cut out of its text. */
struct expect_table {
    struct argp_state *state;
    const char *path;
    char *at; /* the rest */
    unsigned line, columns;
    const char *names[COLUMNS_MAX];
    struct cli_expect *expect;
};

/* The next field, without its quotes; *is_last: of its line. */
static char *expect_table_field(struct expect_table *table, bool *is_last)
{
    const bool is_quoted = *table->at == '"';
    char *from = table->at + is_quoted, *to = from, *text = from;
    while (*from && (is_quoted || (*from != ',' && *from != '\n'))) {
        if (is_quoted && *from == '"' && *++from != '"')
            break;
        *to++ = *from++;
    }
    if (to > text && to[-1] == '\r' && !is_quoted)
        to--;
    if (*from == '\r')
        from++;
    CLI_REFUSE_IF(*from && *from != ',' && *from != '\n', table->state,
                  "%s: line %u: a comma or the line's end has to follow a quote", table->path, table->line);
    *is_last = *from != ',';
    table->at = *from ? from + 1 : from;
    *to = '\0';
    return text;
}

static void expect_table_head(struct expect_table *table)
{
    bool is_last = false;
    bool has_file = false;
    for (table->columns = 0; !is_last; table->columns++) {
        CLI_REFUSE_IF(table->columns == COLUMNS_MAX, table->state, "%s: line 1: more than %d columns", table->path,
                      COLUMNS_MAX);
        const char *name = table->names[table->columns] = expect_table_field(table, &is_last);
        CLI_REFUSE_IF(!cli_expect_take(table->state, table->expect, name, ""), table->state,
                      "%s: line 1: column '%.40s': expected expect, at, after, stage, insn, format, exponents, layout, "
                      "ulp, rtol or atol",
                      table->path, name);
        has_file |= strcmp(name, "expect") == 0;
    }
    CLI_REFUSE_IF(!has_file, table->state, "%s: line 1: no column 'expect', which names the files", table->path);
}

/* A file's name as from the table's own folder. A table may be a stranger's, and what it names is shown: nothing
 * outside of the folder. */
static const char *expect_table_file(const struct expect_table *table, const char *name)
{
    char folder[4096], path[sizeof folder];
    struct tt_error err;
    int file = -1;
    (void)snprintf(folder, sizeof folder, "%.*s", (int)(path_name(table->path) - table->path), table->path);
    CLI_REFUSE_IF(snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path, table->state,
                  "%s: line %u: the file's name is too long", table->path, table->line);
    if (strlen(folder) > 1)
        folder[strlen(folder) - 1] = '\0'; /* its slash */
    CLI_REFUSE_IF(input_open_beneath(&file, *folder ? folder : ".", name, &err), table->state, "%s: line %u: %s",
                  table->path, table->line, err.text);
    (void)close(file);
    cli_texts_add(&table->expect->texts, path);
    return table->expect->texts.items[table->expect->texts.count - 1];
}

static void expect_table_line(struct expect_table *table)
{
    const char *values[COLUMNS_MAX];
    unsigned count = 0;
    for (bool is_last = false; !is_last; count++) {
        const char *value = expect_table_field(table, &is_last);
        if (count < COLUMNS_MAX)
            values[count] = value;
    }
    if (count == 1 && !*values[0])
        return; /* an empty line */
    CLI_REFUSE_IF(count != table->columns, table->state,
                  "%s: line %u: %u fields, expected %u (a place with commas stands in quotes)", table->path,
                  table->line, count, table->columns);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(table->names[i], "expect") == 0) {
            CLI_REFUSE_IF(!*values[i], table->state, "%s: line %u: no file named", table->path, table->line);
            (void)cli_expect_take(table->state, table->expect, "expect", expect_table_file(table, values[i]));
        }
    for (unsigned i = 0; i < count; i++)
        if (strcmp(table->names[i], "expect") != 0)
            (void)cli_expect_take(table->state, table->expect, table->names[i], values[i]);
}

void cli_expect_table(struct argp_state *state, const char *path, void *into)
{
    struct cli_expect *expect = into;
    struct tt_error err;
    uint8_t *bytes = NULL;
    size_t count = 0;
    CLI_REFUSE_IF(input_whole(path, TABLE_BYTES_MAX, &bytes, &count, &err), state, "%s", err.text);
    CLI_REFUSE_IF(count && memchr(bytes, 0, count), state, "%s: not a table: it has a byte 0", path);
    char *text = mem_calloc(count + 1, 1);
    if (!text)
        cli_no_memory();
    if (count)
        memcpy(text, bytes, count);
    mem_free(bytes);
    cli_texts_add(&expect->texts, text);
    mem_free(text);
    char *own = (char *)expect->texts.items[expect->texts.count - 1]; /* which the list allocated: fields end in it */
    struct expect_table table = {.state = state, .path = path, .at = own, .line = 1, .expect = expect};
    expect_table_head(&table);
    const size_t before = expect->count;
    for (table.line = 2; *table.at; table.line++)
        expect_table_line(&table);
    CLI_REFUSE_IF(expect->count == before, state, "%s: no line names a file: nothing would be compared", path);
}
