/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay audit: one instruction of a unit that has stages, with all that it did. */
#include "ask/audit/audit.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/isa.h"
#include "show/reports.h"

struct arguments {
    const char *path, *insns, *datum;
    struct audit_choice choice;
    uint64_t packer;
    struct audit_view view;
    bool is_json, is_lint, has_evidence;
    enum fact_level evidence;
};

static void audit_take_rows(struct argp_state *state, const char *text, void *into)
{
    struct audit_view *view = into;
    cli_option_rows(state, text, &view->first, &view->last);
    view->has_rows = true;
}

#define UNITS_WITH_STAGES "unpack0, unpack1, matrix, vector, pack, mover, scalar, config, adc, sync"

/* Of a unit without stages there is nothing to show. */
static const char *audit_unit_at(size_t i, const void *user)
{
    unsigned stages = 0;
    (void)user;
    return i >= TT_UNIT_COUNT ? NULL : unit_stages((enum tt_unit)i, &stages) ? unit_name((enum tt_unit)i) : "";
}

static const struct cli_names units = {audit_unit_at, NULL, NULL};

/* A data tile's number, or a datum's name. */
static void audit_take_tile(struct argp_state *state, const char *text, void *into)
{
    struct arguments *arguments = into;
    if (strncmp(text, "tile", 4) == 0) {
        arguments->datum = text;
        return;
    }
    arguments->choice.has_tile = true;
    arguments->choice.tile = cli_option_word(state, "--tile", text);
}

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"insn", 0, "EVENTS", "the first of these events: 519, mark:mid0-, T2:100-200/pacr", INTO(struct arguments, insns)},
    {"unit", 0, "U", "an instruction of a unit, pack where it is not given; one of " UNITS_WITH_STAGES,
     NAMED(units, struct arguments, choice.unit)},
    {"packer", 0, "N", "an instruction of packer N", INTO(struct arguments, packer), .most = 3,
     FLAG(struct arguments, choice.has_packer)},
    {"tile", 0, "N",
     "the first instruction that wrote data tile N of its packer; or, given tileN:faceN:rN:cN, the one that wrote this "
     "datum",
     CALL_ALL(audit_take_tile)},
    {"rows", 0, "A:B", "show datums A to B-1 (default: 32, or the row that differs)",
     CALL(audit_take_rows, struct arguments, view)},
    {"wide", 0, NULL, "show every column and every meaning, however long the lines become",
     INTO(struct arguments, view.is_wide)},
    {"all", 0, NULL, "fields and settings that are zero, too", INTO(struct arguments, view.has_all)},
    {"evidence", 0, "LEVEL",
     "report a finding where the instruction rests on " LEVELS_TEXT "; --lint: where anything of the run does",
     NAMED(cli_levels, struct arguments, evidence), FLAG(struct arguments, has_evidence)},
    {"json", 0, NULL, "as JSON (schemas/audit.schema.json; --lint: lint.schema.json)", INTO(struct arguments, is_json)},
    {"lint", 0, NULL, "faults, warnings and notes of the whole run instead of an instruction, worst first",
     INTO(struct arguments, is_lint)},
    {0},
};

static void audit_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    CLI_REFUSE_IF(arguments->choice.unit != TT_UNIT_PACK &&
                      (arguments->choice.has_packer || arguments->choice.has_tile || arguments->datum),
                  state, "--packer and --tile are of unit pack");
}

static void audit_print(const struct arguments *arguments, const struct audit *audit, const struct lint *lint)
{
    if (arguments->is_lint)
        lint_report(stdout, cli_form(arguments->is_json), lint);
    else
        audit_report(stdout, cli_form(arguments->is_json), audit, lint, &arguments->view);
}

static enum tt_status audit_answer(void *words, struct results *results, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct audit audit OWNED(audit_clear) = {0};
    struct lint lint OWNED(lint_clear) = {0};
    arguments->view.stages = unit_stages(arguments->choice.unit, &arguments->view.stage_count);
    arguments->choice.packer = (unsigned)arguments->packer;
    if (arguments->insns)
        TRY(audit_choose_events(&arguments->choice, results, arguments->insns, err));
    if (arguments->datum)
        TRY(audit_choose_datum(&arguments->choice, results, arguments->datum, err));
    TRY(lint_make(&lint, results, err));
    if (arguments->has_evidence)
        TRY(lint_ask_evidence(&lint, results, arguments->evidence, err));
    if (!arguments->is_lint)
        TRY(audit_make(&audit, results, &arguments->choice, err));
    if (!arguments->is_lint && arguments->has_evidence)
        TRY(audit_ask_evidence(&audit, arguments->evidence, err));
    audit_print(arguments, &audit, &lint);
    *code = arguments->is_lint && lint.count && lint.items[0].rank == LINT_FAULT ? EXIT_DIFFERS : EXIT_SAME;
    return TT_OK;
}

static enum tt_status audit_do(void *words, int *code, struct tt_error *err)
{
    return cli_ask_run(((struct arguments *)words)->path, audit_answer, words, code, err);
}

int verb_audit(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db",
        "Show one instruction of a unit, of a packer if none is named: its word, its settings by name, its findings, "
        "and its values after every stage side by side. Without a choice: the first that differs, else the first. "
        "--lint: faults, warnings and notes of the whole run instead; exit 1 where there is a fault.\v"
        "Exit status: 0 shown, 1 --lint found a fault, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay audit run.db\n"
        "  tt-replay audit run.db --unit pack --insn 519",
        options, audit_check};
    struct arguments arguments = {.choice = {.unit = TT_UNIT_PACK}};
    return cli_do(&syntax, argc, argv, &arguments, audit_do);
}
