/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay audit: one instruction of a packer, an unpacker, the matrix or the vector unit laid open. */
#include "compare/audit.h"
#include "cli/cli.h"
#include "isa/isa.h"
#include "report/audit_report.h"
#include "report/lint_report.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *path, *insns, *datum;
    struct audit_choice choice;
    struct audit_view view;
    bool is_json, is_lint;
};

enum { OPT_UNIT = 256, OPT_PACKER, OPT_INSN, OPT_TILE, OPT_ROWS, OPT_WIDE, OPT_ALL, OPT_JSON, OPT_LINT };

static const struct argp_option options[] = {
    {"insn", OPT_INSN, "EVENTS", 0, "the first of these, as 519, mark:mid0-, T2:100-200/pacr", 0},
    {"unit", OPT_UNIT, "U", 0, "of unpack0, unpack1, matrix, vector or pack (the default)", 0},
    {"packer", OPT_PACKER, "N", 0, "of packer N", 0},
    {"tile", OPT_TILE, "N", 0,
     "the first that wrote data tile N of its packer; or the one that wrote tileN:faceN:rN:cN", 0},
    {"rows", OPT_ROWS, "A:B", 0, "show datums A to B-1 (default: 32, or the row that differs)", 0},
    {"wide", OPT_WIDE, 0, 0, "every column and every meaning, however long the lines", 0},
    {"all", OPT_ALL, 0, 0, "fields and settings that are zero, too", 0},
    {"json", OPT_JSON, 0, 0, "as JSON (schemas/audit.schema.json; --lint: lint.schema.json)", 0},
    {"lint", OPT_LINT, 0, 0, "no instruction, but all that is doubtful about the run, worst first", 0},
    {0},
};

static uint64_t number(struct argp_state *state, const char *what, const char *text, uint64_t most)
{
    uint64_t value;
    if (!cli_number(text, 0, most, &value))
        argp_error(state, "%s '%s' is not a number from 0 to %llu", what, text, (unsigned long long)most);
    return value;
}

static void parse_rows(struct argp_state *state, struct audit_view *view, const char *text)
{
    unsigned long first = 0, last = UINT32_MAX;
    const char *colon = strchr(text, ':');
    char *end = NULL;
    bool is_good = colon != NULL && *text != '-';
    if (is_good && colon != text) {
        first = strtoul(text, &end, 0);
        is_good = end == colon;
    }
    if (is_good && colon[1]) {
        last = strtoul(colon + 1, &end, 0);
        is_good = !*end && colon[1] != '-';
    }
    if (!is_good || first > last || first > UINT32_MAX)
        argp_error(state, "rows '%s' is not A:B, two datum numbers (either may be left out)", text);
    view->has_rows = true;
    view->first = (uint32_t)first;
    view->last = last > UINT32_MAX ? UINT32_MAX : (uint32_t)last;
}

static void parse_unit(struct argp_state *state, struct audit_choice *choice, const char *text)
{
    choice->unit = unit_find(text);
    if (choice->unit != TT_UNIT_PACK && choice->unit != TT_UNIT_UNPACK0 && choice->unit != TT_UNIT_UNPACK1 &&
        choice->unit != TT_UNIT_MATRIX && choice->unit != TT_UNIT_VECTOR)
        argp_error(state, "unit '%s' is not one of unpack0, unpack1, matrix, vector, pack", text);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_INSN:
        arguments->insns = text;
        return 0;
    case OPT_UNIT:
        parse_unit(state, &arguments->choice, text);
        return 0;
    case OPT_PACKER:
        arguments->choice.has_packer = true;
        arguments->choice.packer = (unsigned)number(state, "packer", text, 3);
        return 0;
    case OPT_TILE:
        if (strncmp(text, "tile", 4) == 0) {
            arguments->datum = text;
            return 0;
        }
        arguments->choice.has_tile = true;
        arguments->choice.tile = (uint32_t)number(state, "tile", text, UINT32_MAX);
        return 0;
    case OPT_ROWS:
        parse_rows(state, &arguments->view, text);
        return 0;
    case OPT_WIDE:
        arguments->view.is_wide = true;
        return 0;
    case OPT_ALL:
        arguments->view.has_all = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case OPT_LINT:
        arguments->is_lint = true;
        return 0;
    case ARGP_KEY_ARG:
        cli_take_path(state, &arguments->path, text, "database");
        return 0;
    case ARGP_KEY_END:
        cli_want_path(state, arguments->path, "database");
        if (arguments->choice.unit != TT_UNIT_PACK &&
            (arguments->choice.has_packer || arguments->choice.has_tile || arguments->datum))
            argp_error(state, "--packer and --tile are of unit pack");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int print_lint(const struct arguments *arguments, const struct lint *lint)
{
    if (arguments->is_json)
        lint_report_json(stdout, lint);
    else
        lint_report_text(stdout, lint, arguments->view.has_colour);
    return lint->count && lint->items[0].rank == LINT_FAULT ? EXIT_DIFFERS : EXIT_SAME;
}

static int run_audit(const struct arguments *arguments, struct results *results)
{
    struct tt_error err = {{0}};
    struct audit audit = {0};
    struct lint lint = {0};
    int code = EXIT_SAME;
    enum tt_status status = lint_make(&lint, results, &err);
    if (!status && !arguments->is_lint)
        status = audit_make(&audit, results, &arguments->choice, &err);
    if (status) {
        tt_error_prefix(&err, "%s", arguments->path);
        code = cli_trouble(&err);
    } else if (arguments->is_lint) {
        code = print_lint(arguments, &lint);
    } else if (arguments->is_json) {
        audit_report_json(stdout, &audit, &lint, &arguments->view);
    } else {
        audit_report_text(stdout, &audit, &lint, &arguments->view);
    }
    audit_clear(&audit);
    lint_clear(&lint);
    return code;
}

int verb_audit(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "RUN.db",
        "Show one instruction of a packer, an unpacker, the matrix or the vector unit: its word, its settings by "
        "name, its findings, and its values after every "
        "stage side by side. Without a choice: the first that differs, else the first. --lint: all that is doubtful "
        "about the run instead; exit 1 where there is a fault.\v"
        "Exit status: 0 shown, 1 --lint found a fault, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay audit run.db\n"
        "  tt-replay audit run.db --unit pack --insn 519",
        0,
        0,
        0};
    struct arguments arguments = {.choice = {.unit = TT_UNIT_PACK}};
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err = {{0}};
    struct results *results = NULL;
    if (results_open(&results, arguments.path, &err))
        return cli_trouble(&err);
    arguments.view.has_colour = cli_has_colour();
    arguments.view.stages = unit_stages(arguments.choice.unit, &arguments.view.stage_count);
    int code = EXIT_SAME;
    if ((arguments.insns && audit_choose_events(&arguments.choice, results, arguments.insns, &err)) ||
        (arguments.datum && audit_choose_datum(&arguments.choice, results, arguments.datum, &err))) {
        tt_error_prefix(&err, "%s", arguments.path);
        code = cli_trouble(&err);
    } else {
        code = run_audit(&arguments, results);
    }
    results_close(results);
    return code;
}
