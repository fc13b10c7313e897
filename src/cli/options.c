/* SPDX-License-Identifier: Apache-2.0 */
/* One argp parser for all verbs, over their tables. */
#include "cli/options.h"

#include "base/number.h"
#include "base/text/text.h"
#include "cli/cli.h"
#include "cli/limits.h"
#include "probe/files.h"
#include "show/report.h"

#include <math.h>
#include <strings.h>

enum { ROWS_MAX = 64, FIRST_KEY = 0x1000 };

/* A row and the struct that its value goes into. */
struct bound {
    const struct cli_option *row;
    char *into;
    bool is_given;
};

struct parser {
    const struct cli_syntax *syntax;
    void *into;
    struct bound rows[ROWS_MAX];
    struct argp_option options[ROWS_MAX + 1];
    size_t count, option_count;
};

static int options_key_of(const struct parser *parser, size_t i)
{
    const struct cli_option *row = parser->rows[i].row;
    return row->letter ? row->letter : FIRST_KEY + (int)i;
}

static bool is_argument(const struct cli_option *row)
{
    return row->kind == CLI_ONE || row->kind == CLI_MANY || row->kind == CLI_EACH;
}

/* All rows of a table and of those that it includes; their form for argp. */
static void bind(struct parser *parser, const struct cli_option *row, void *into)
{
    for (; row->name || row->doc || row->kind; row++) {
        char *at = (char *)into + row->into;
        if (row->kind == CLI_PART) {
            bind(parser, row->part, at);
            continue;
        }
        if (parser->count == ROWS_MAX)
            abort();
        parser->rows[parser->count++] = (struct bound){row, into, false};
        if (is_argument(row))
            continue;
        parser->options[parser->option_count++] = (struct argp_option){
            .name = row->name,
            .key = row->name ? options_key_of(parser, parser->count - 1) : 0,
            .arg = row->value,
            .flags = (row->is_value_optional ? OPTION_ARG_OPTIONAL : 0) | (row->doc ? 0 : OPTION_HIDDEN),
            .doc = row->doc,
            .group = row->group,
        };
    }
}

void cli_texts_add(struct texts *texts, const char *text)
{
    if (!texts_add(texts, text))
        cli_no_memory();
}

static uint64_t count_of(const struct cli_option *row, const char *text, const struct argp_state *state)
{
    char what[64];
    if (row->letter)
        (void)snprintf(what, sizeof what, "-%c", row->letter);
    else
        (void)snprintf(what, sizeof what, "--%s", row->name);
    return row->kind == CLI_WORD ? cli_option_word(state, what, text)
                                 : cli_option_count(state, what, text, row->least, row->most ? row->most : UINT64_MAX);
}

static double options_real(const struct cli_option *row, const char *text, const struct argp_state *state)
{
    char *end;
    const double real = strtod(text, &end);
    CLI_REFUSE_IF(end == text || *end || !isfinite(real) || real < 0, state, "--%s '%s' is not a number from 0 on",
                  row->name, text);
    return real;
}

static void options_put_word(uint32_t *into, uint32_t word)
{
    *into = word;
}

/* Ends the program with the names that there are. */
static void refuse_name(const struct cli_option *row, const char *text, const struct argp_state *state)
{
    const struct cli_names *names = row->names;
    char near[NEAR_TEXT_MAX];
    struct text list = {0};
    const char *name, *last = NULL;
    for (size_t i = 0; (name = names->at(i, names->user)) != NULL; i++) {
        if (!*name)
            continue;
        if (last)
            text_add(&list, "%s%s", list.count ? ", " : "", last);
        last = name;
    }
    cli_refuse(state, "--%s %s: expected %s%s%s%s", row->name, text, text_of(&list), list.count ? " or " : "",
               last ? last : "", near_text(text, names->at, names->user, near));
}

static unsigned options_name(const struct cli_option *row, const char *text, const struct argp_state *state)
{
    const struct cli_names *names = row->names;
    unsigned number = names->find ? names->find(text) : 0;
    const char *name = names->at(number, names->user);
    for (; !names->find && name && (!*name || strcasecmp(name, text) != 0);)
        name = names->at(++number, names->user);
    if (!name)
        refuse_name(row, text, state);
    return number;
}

static void options_put_bits(uint32_t *into, const struct cli_option *row, const char *text,
                             const struct argp_state *state)
{
    for (size_t length;; text += length + 1) {
        char name[32];
        length = strcspn(text, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
        *into |= UINT32_C(1) << options_name(row, name, state);
        if (!text[length])
            return;
    }
}

void cli_take_row(const struct cli_option *row, void *of, const char *text, struct argp_state *state)
{
    char *const base = row->within ? row->within(of) : of;
    void *into = base + row->into;
    if (row->flag)
        *(bool *)(void *)(base + row->flag - 1) = true;
    switch (row->kind) {
    case CLI_FLAG:
        *(bool *)into = true;
        break;
    case CLI_TEXT:
    case CLI_ONE:
        *(const char **)into = text;
        break;
    case CLI_COUNT:
        *(uint64_t *)into = count_of(row, text, state);
        break;
    case CLI_REAL:
        *(double *)into = options_real(row, text, state);
        break;
    case CLI_WORD:
        options_put_word(into, (uint32_t)count_of(row, text, state));
        break;
    case CLI_NAME:
        options_put_word(into, options_name(row, text, state));
        break;
    case CLI_NAMES:
        options_put_bits(into, row, text, state);
        break;
    case CLI_TEXTS:
    case CLI_MANY:
        cli_texts_add(into, text);
        break;
    case CLI_COPY:
        mem_free(*(char **)into);
        if (!(*(char **)into = mem_strdup(text)))
            cli_no_memory();
        break;
    case CLI_CALL:
    case CLI_EACH:
        row->take(state, text, into);
        break;
    case CLI_CALL_OF:
        row->take_of(state, text, into, row->of);
        break;
    case CLI_NOTHING:
    case CLI_PART:
        break;
    }
}

static void options_check(const struct parser *parser, const struct argp_state *state)
{
    for (size_t i = 0; i < parser->count; i++) {
        const struct bound *bound = &parser->rows[i];
        if (!bound->is_given && bound->row->required)
            cli_refuse(state, "%s", bound->row->required);
        else if (!bound->is_given && bound->row->kind == CLI_ONE && !bound->row->is_optional)
            cli_refuse(state, "no %s named", bound->row->doc);
    }
    if (parser->syntax->check)
        parser->syntax->check(state, parser->into);
}

/* It may have been meant as the value of an option that takes one behind '=' alone. */
static void options_refuse_another(const struct parser *parser, const struct argp_state *state,
                                   const struct cli_option *row, const char *text)
{
    for (int at = 1; at < state->argc; at++)
        for (size_t i = 0; strncmp(state->argv[at], "--", 2) == 0 && i < parser->count; i++) {
            const struct cli_option *option = parser->rows[i].row;
            CLI_REFUSE_IF(option->name && option->is_value_optional && strcmp(option->name, state->argv[at] + 2) == 0,
                          state, "expected one %s, found another: '%s'; is it the value of %s? Then %s=%s", row->doc,
                          text, state->argv[at], state->argv[at], text);
        }
    cli_refuse(state, "expected one %s, found another: '%s'", row->doc, text);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct parser *parser = state->input;
    if (key == ARGP_KEY_END)
        options_check(parser, state);
    for (size_t i = 0; i < parser->count; i++) {
        const struct cli_option *row = parser->rows[i].row;
        if (is_argument(row) ? key != ARGP_KEY_ARG : !row->kind || key != options_key_of(parser, i))
            continue;
        if (row->kind == CLI_ONE && parser->rows[i].is_given) {
            if (i + 1 < parser->count && parser->rows[i + 1].row->kind == CLI_MANY)
                continue;
            options_refuse_another(parser, state, row, text);
        }
        parser->rows[i].is_given = true;
        cli_take_row(row, parser->rows[i].into, text, state);
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
}

/* ---- as JSON Schema ---- */

static const char *options_json_type(const struct cli_option *row)
{
    static const char *const types[] = {
        [CLI_NOTHING] = "null", [CLI_FLAG] = "boolean", [CLI_TEXT] = "string", [CLI_COUNT] = "integer",
        [CLI_REAL] = "number",  [CLI_WORD] = "string",  [CLI_NAME] = "string", [CLI_NAMES] = "string",
        [CLI_TEXTS] = "array",  [CLI_COPY] = "string",  [CLI_CALL] = "string", [CLI_CALL_OF] = "string",
        [CLI_ONE] = "string",   [CLI_MANY] = "array",   [CLI_EACH] = "array",  [CLI_PART] = "null"};
    return row->kind == CLI_CALL && !row->value ? "boolean" : types[row->kind];
}

/* Arguments that are no options have the name under which a client hands them over. */
static const char *options_schema_name(const struct cli_option *row)
{
    if (row->kind == CLI_ONE)
        return strchr(row->doc, ' ') ? "file" : row->doc;
    return is_argument(row) ? "arguments" : row->name;
}

static void options_say_names(struct report *report, const struct cli_names *names)
{
    struct texts texts = {0};
    const char *name;
    for (size_t i = 0; (name = names->at(i, names->user)) != NULL; i++)
        if (*name)
            cli_texts_add(&texts, name);
    report_strings(report, "enum", &texts);
    texts_clear(&texts);
}

static void options_say_row(struct report *report, const struct parser *parser, const struct cli_option *row)
{
    report_object(report, options_schema_name(row));
    report_say(report, SAY("type", options_json_type(row)));
    if (strcmp(options_json_type(row), "array") == 0)
        report_item(report, "items", SAY("type", "string"));
    if (row->kind == CLI_NAME && !row->names->find)
        options_say_names(report, row->names);
    if (row->kind == CLI_COUNT)
        report_say(report, SAY("minimum", row->least));
    if (is_argument(row))
        report_say(report, SAY("x-position", (bool)true),
                   SAY("description", row->kind == CLI_ONE ? row->doc : parser->syntax->arguments));
    else
        report_say(report, SAY("description", row->doc));
    report_close(report);
}

/* The words of the verb as JSON Schema of an object: what a client of `mcp` may hand over. */
static void options_say_schema(const struct parser *parser)
{
    REPORT(report, stdout, REPORT_JSON);
    report_say(&report, SAY("type", "object"), SAY("additionalProperties", (bool)false));
    report_object(&report, "properties");
    for (size_t i = 0; i < parser->count; i++) {
        const struct cli_option *row = parser->rows[i].row;
        if (options_schema_name(row) && row->kind && (row->doc || is_argument(row)))
            options_say_row(&report, parser, row);
    }
    report_close(&report);
    const char *required[ROWS_MAX];
    struct texts texts = {.items = required};
    for (size_t i = 0; i < parser->count; i++) {
        const struct cli_option *row = parser->rows[i].row;
        if (row->required || (row->kind == CLI_ONE && !row->is_optional))
            required[texts.count++] = options_schema_name(row);
    }
    report_strings(&report, "required", &texts);
}

/* Of an option by its name without dashes. */
static void options_print_values(const struct parser *parser, const char *name)
{
    for (size_t i = 0; i < parser->count; i++) {
        const struct cli_option *row = parser->rows[i].row;
        if (row->name && row->value && strcmp(row->name, name) == 0)
            cli_print_values(row);
    }
}

void cli_read(const struct cli_syntax *syntax, int argc, char **argv, void *into)
{
    struct parser parser = {.syntax = syntax, .into = into};
    bind(&parser, syntax->options, into);
    if (argc == 2 && strcmp(argv[1], "--schema") == 0) {
        options_say_schema(&parser);
        exit(cli_finish(EXIT_SAME));
    }
    if (argc == 3 && strcmp(argv[1], "--values") == 0) {
        options_print_values(&parser, argv[2]);
        exit(cli_finish(EXIT_SAME));
    }
    const struct argp argp = {parser.options, parse, syntax->arguments, syntax->doc, NULL, NULL, NULL};
    cli_parse(&argp, argc, argv, &parser);
}

/* Frees all that cli_take_row() allocated for these rows. */
static void options_forget(const struct cli_option *row, char *from)
{
    for (; row->name || row->doc || row->kind; row++)
        if (row->kind == CLI_PART) {
            options_forget(row->part, from + row->into);
        } else if (row->kind == CLI_COPY) {
            mem_free(*(char **)(void *)(from + row->into));
            *(char **)(void *)(from + row->into) = NULL;
        } else if (row->owns || row->kind == CLI_TEXTS || row->kind == CLI_MANY) {
            texts_clear((void *)(from + (row->owns ? row->owns - 1 : row->into)));
        }
}

int cli_do(const struct cli_syntax *syntax, int argc, char **argv, void *words, cli_work *work)
{
    struct tt_error err = {{0}};
    int code = EXIT_SAME;
    cli_read(syntax, argc, argv, words);
    const enum tt_status status = work(words, &code, &err);
    options_forget(syntax->options, words);
    return status ? cli_trouble(&err) : code;
}

void cli_take_exponents(struct argp_state *state, const char *value, void *into)
{
    uint32_t *exponents = into;
    uint64_t number = 0;
    struct tt_error err;
    CLI_REFUSE_IF(number_ask_base("l1:", value, &err), state, "--exponents: %s", err.text);
    CLI_REFUSE_IF(!number_read(value, 0, UINT32_MAX, &number), state, "--exponents %s: expected an address", value);
    *exponents = (uint32_t)number;
}

void cli_take_variant(struct argp_state *state, const char *text, void *into)
{
    (void)state;
    cli_texts_add(into, cli_option_variant(text));
}

static enum tt_status profile_take(void *user, const char *text, struct tt_error *err)
{
    (void)err;
    cli_texts_add(user, text);
    return TT_OK;
}

void cli_take_profile(struct argp_state *state, const char *text, void *into)
{
    struct tt_error err;
    cli_limits_sandbox(state->argc, state->argv);
    if (experiment_profile_read(text, profile_take, into, &err) != TT_OK)
        exit(cli_trouble(&err));
}
