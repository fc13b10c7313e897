/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay why: the instructions behind a place of the tile. */
#include "ask/why/why.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run/program.h"
#include "show/reports.h"

struct arguments {
    const char *path, *place, *at;
    struct why_view view;
    bool is_json, has_source;
};

enum { DEPTH_MAX = 1000 };
/* The database, then the place. */
static void take_argument(struct argp_state *state, const char *text, void *into)
{
    struct arguments *arguments = into;
    if (!arguments->path)
        arguments->path = text;
    else if (!arguments->place)
        arguments->place = text;
    else
        cli_refuse(state, "expected one place, found another: '%s'", text);
}

static void why_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    CLI_REFUSE_IF(!arguments->path || !arguments->place, state,
                  "expected a database and a place, as RUN.db l1:0x60000");
}

static const struct cli_option options[] = {
    {CLI_ARGUMENT(take_argument)},
    {"at", 0, "EVENT|mark:NAME", "the place as it stood after that event (default: at the end)",
     INTO(struct arguments, at)},
    {"depth", 0, "N", "show N steps back (default 12)", INTO(struct arguments, view.depth), .most = DEPTH_MAX},
    {"all", 0, NULL, "show accumulations step by step, and all ranges of operands",
     INTO(struct arguments, view.has_all)},
    {"source", 0, NULL, "print the lines of source that words came from, where the files are there",
     INTO(struct arguments, has_source)},
    {"json", 0, NULL, "as JSON: all steps back to the start (schemas/why.schema.json)",
     INTO(struct arguments, is_json)},
    {0},
};

static enum tt_status why_answer(void *words, struct results *results, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct address_place place;
    struct why why OWNED(why_clear) = {0};
    struct source_files *sources OWNED(source_files_free_at) = NULL;
    int64_t at = INT64_MAX - 1;
    (void)code;
    TRY(why_place_parse(&place, results, arguments->place, err));
    if (arguments->at)
        TRY(address_point_of_run(arguments->at, results, &at, err));
    if (arguments->has_source)
        NEED(sources = source_files_new(), err, "no memory for lines of source");
    const struct why_view view = {
        .has_all = arguments->view.has_all, .depth = arguments->view.depth, .sources = sources};
    TRY(why_make(&why, results, &place, at, err));
    return why_report(stdout, cli_form(arguments->is_json), &why, &view, err);
}

static enum tt_status why_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    const struct program_words program = {.folder = arguments->path, .is_json = arguments->is_json};
    return program_is(arguments->path) ? program_ask(&program, arguments->place, code, err)
                                       : cli_ask_run(arguments->path, why_answer, words, code, err);
}

int verb_why(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db PLACE",
        "Show what a place of the tile came from: the instruction that wrote it, that instruction's operands, "
        "and so on back to bytes of the start. PLACE is l1:ADDR, tileN:faceN:rN:cN, dst:ROW,COLUMN, "
        "srca:BANK,ROW,COLUMN (srcb: alike), lreg:REGISTER.LANE, gpr:THREAD.REGISTER, state:PATH, or cfg:FIELD: "
        "every write of a register field.\v"
        "The capture that the run was made of is replayed: each byte at the start is changed, and the change "
        "followed to the place. Without the capture only the units' wiring is known, and the output says so.\n\n"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay why run.db l1:0x60042",
        options, why_check};
    struct arguments arguments = {.view = {.depth = 12}};
    return cli_do(&syntax, argc, argv, &arguments, why_do);
}
