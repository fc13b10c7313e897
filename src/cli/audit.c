/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay audit: one instruction of a packer, an unpacker, the matrix or the vector unit laid open. */
#include "ask/audit/audit.h"
#include "cli/cli.h"
#include "isa/isa.h"
#include "show/audit_report.h"
#include "show/lint_report.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *path, *insns, *datum;
    struct audit_choice choice;
    struct audit_view view;
    bool is_json, is_lint;
    bool has_fault; /* told: the lint found one */
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
        arguments->choice.packer = (unsigned)cli_option_count(state, "--packer", text, 0, 3);
        return 0;
    case OPT_TILE:
        if (strncmp(text, "tile", 4) == 0) {
            arguments->datum = text;
            return 0;
        }
        arguments->choice.has_tile = true;
        arguments->choice.tile = cli_option_word(state, "--tile", text);
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
    case ARGP_KEY_SUCCESS:
        if (arguments->choice.unit != TT_UNIT_PACK &&
            (arguments->choice.has_packer || arguments->choice.has_tile || arguments->datum))
            argp_error(state, "--packer and --tile are of unit pack");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "database");
    }
}

static void print(struct arguments *arguments, const struct audit *audit, const struct lint *lint)
{
    arguments->has_fault = lint->count && lint->items[0].rank == LINT_FAULT;
    if (arguments->is_lint && arguments->is_json)
        lint_report_json(stdout, lint);
    else if (arguments->is_lint)
        lint_report_text(stdout, lint, arguments->view.has_colour);
    else if (arguments->is_json)
        audit_report_json(stdout, audit, lint, &arguments->view);
    else
        audit_report_text(stdout, audit, lint, &arguments->view);
}

static enum tt_status tell(void *user, struct results *results, struct tt_error *err)
{
    struct arguments *arguments = user;
    struct audit audit = {0};
    struct lint lint = {0};
    enum tt_status status = TT_OK;
    if (arguments->insns)
        status = audit_choose_events(&arguments->choice, results, arguments->insns, err);
    if (!status && arguments->datum)
        status = audit_choose_datum(&arguments->choice, results, arguments->datum, err);
    if (!status)
        status = lint_make(&lint, results, err);
    if (!status && !arguments->is_lint)
        status = audit_make(&audit, results, &arguments->choice, err);
    if (!status)
        print(arguments, &audit, &lint);
    audit_clear(&audit);
    lint_clear(&lint);
    return status;
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
    arguments.view.has_colour = cli_has_colour();
    arguments.view.stages = unit_stages(arguments.choice.unit, &arguments.view.stage_count);
    const int code = cli_ask_run(arguments.path, tell, &arguments);
    return code == EXIT_SAME && arguments.is_lint && arguments.has_fault ? EXIT_DIFFERS : code;
}
