/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay sql: a query over a run with all views, where no shell has the extension. docs/formats/results.md */
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "results/query.h"
#include "results/results.h"
#include "show/report.h"

#include <math.h>

enum { LIMIT = 1000, NUMBER_TEXT_MAX = 64 };

struct sql_arguments {
    const char *path, *statement;
    uint64_t limit;
    bool has_header, is_json;
};

static void sql_take_argument(struct argp_state *state, const char *text, void *into)
{
    struct sql_arguments *arguments = into;
    if (!arguments->path)
        arguments->path = text;
    else if (!arguments->statement)
        arguments->statement = text;
    else
        cli_refuse(state, "expected a database and one statement, found also '%s'", text);
}

static const struct cli_option options[] = {
    {CLI_ARGUMENT(sql_take_argument)},
    {"limit", 0, "N", "rows to print (default 1000)", INTO(struct sql_arguments, limit), .least = 1},
    {"header", 0, NULL, "begin with a line of the columns' names", INTO(struct sql_arguments, has_header)},
    {"json", 0, NULL, "as JSON (schemas/sql.schema.json)", INTO(struct sql_arguments, is_json)},
    {0},
};

static void sql_check(const struct argp_state *state, void *into)
{
    const struct sql_arguments *arguments = into;
    CLI_REFUSE_IF(!arguments->statement, state, "expected a database and a statement");
}

/* A value as text, a BLOB in hexadecimal digits; null without memory. To free with mem_free. */
static char *sql_text(const struct results_value *value)
{
    const size_t room = 2 * value->count + NUMBER_TEXT_MAX;
    char *text = mem_alloc(room);
    if (!text)
        return NULL;
    text[0] = '\0';
    if (value->kind == RESULTS_INTEGER)
        (void)snprintf(text, room, "%" PRId64, value->integer);
    else if (value->kind == RESULTS_REAL)
        (void)snprintf(text, room, "%.17g", value->real);
    else if (value->kind == RESULTS_TEXT)
        (void)snprintf(text, room, "%.*s", (int)value->count, (const char *)value->bytes);
    else if (value->kind == RESULTS_BLOB)
        for (size_t i = 0; i < value->count; i++)
            (void)sprintf(text + 2 * i, "%02X", ((const uint8_t *)value->bytes)[i]);
    return text;
}

/* A member; what JSON has no number for (infinities, NaN is null) as text. */
static struct said sql_member(const struct results_value *value, const char *name, const char *text)
{
    struct said said = said_nothing();
    if (value->kind == RESULTS_INTEGER)
        said = said_signed(value->integer);
    else if (value->kind == RESULTS_REAL && isfinite(value->real))
        said = said_real(value->real);
    else if (value->kind != RESULTS_NULL)
        said = said_text(text);
    return said_named(said, name, NULL, NULL);
}

static enum tt_status sql_say_row(struct report *report, struct results_query *query, unsigned columns,
                                  struct tt_error *err)
{
    report_object_line(report, NULL);
    for (unsigned i = 0; i < columns; i++) {
        const struct results_value value = results_query_value(query, i);
        char *text OWNED(mem_free_at) = sql_text(&value);
        NEED(text, err, "no memory for a value of %zu bytes", value.count);
        const struct said member = sql_member(&value, results_query_name(query, i), text);
        report_members(report, &member, 1);
        report_print(report, "%s", i ? "|" : "");
        if (!report->is_json)
            visible_put(stdout, text, strlen(text));
    }
    report_print(report, "\n");
    report_close(report);
    return TT_OK;
}

static enum tt_status sql_put(const struct sql_arguments *arguments, struct results_query *query, struct tt_error *err)
{
    const unsigned columns = results_query_columns(query);
    struct report report;
    uint64_t rows = 0;
    enum tt_status status = TT_OK;
    report_begin(&report, stdout, cli_form(arguments->is_json));
    for (unsigned i = 0; i < columns && arguments->has_header; i++)
        report_print(&report, "%s%s%s", i ? "|" : "", results_query_name(query, i), i + 1 == columns ? "\n" : "");
    report_list(&report, "rows");
    while ((status = results_query_next(query, err)) == TT_OK && rows < arguments->limit) {
        rows++;
        TRY(sql_say_row(&report, query, columns, err));
    }
    report_close(&report);
    report_say(&report, SAY("is_cut", (bool)(status == TT_OK)));
    report_end(&report);
    if (status == TT_OK && !report.is_json)
        (void)fprintf(stderr, "tt-replay: note: only the first %" PRIu64 " rows: --limit N prints more\n", rows);
    return walk_ended(status);
}

static enum tt_status sql_ask(void *words, struct results *results, int *code, struct tt_error *err)
{
    const struct sql_arguments *arguments = words;
    struct results_query *query OWNED(results_query_close_at) = NULL;
    (void)code;
    TRY(results_query_open(&query, results, arguments->statement, err));
    return sql_put(arguments, query, err);
}

static enum tt_status sql_do(void *words, int *code, struct tt_error *err)
{
    return cli_ask_run(((struct sql_arguments *)words)->path, sql_ask, words, code, err);
}

int verb_sql(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db STATEMENT",
        "One statement of SQL over a run, with every table and view of docs/formats/results.md; it can only read.\v"
        "Exit status: 0 answered, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay sql run.db 'SELECT stage, bits FROM v_datum WHERE datum = 37'",
        options, sql_check};
    struct sql_arguments arguments = {.limit = LIMIT};
    return cli_do(&syntax, argc, argv, &arguments, sql_do);
}
