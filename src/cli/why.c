/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay why: what a place of the tile came from. */
#include "ask/why/why.h"
#include "cli/cli.h"
#include "show/why_report.h"

#include <argp.h>
#include <string.h>

struct arguments {
    const char *path, *place, *at;
    struct why_view view;
    bool is_json;
};

enum { DEPTH_MAX = 1000 };
enum { OPT_AT = 256, OPT_DEPTH, OPT_ALL, OPT_JSON };

static const struct argp_option options[] = {
    {"at", OPT_AT, "EVENT|mark:NAME", 0, "as it stood after that event (default: at the end)", 0},
    {"depth", OPT_DEPTH, "N", 0, "show N steps back (default 12)", 0},
    {"all", OPT_ALL, 0, 0, "accumulations step by step, all ranges of operands", 0},
    {"json", OPT_JSON, 0, 0, "as JSON: the whole slice (schemas/why.schema.json)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_AT:
        arguments->at = text;
        return 0;
    case OPT_DEPTH:
        arguments->view.depth = (unsigned)cli_option_count(state, "--depth", text, 0, DEPTH_MAX);
        return 0;
    case OPT_ALL:
        arguments->view.has_all = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (!arguments->path)
            arguments->path = text;
        else if (!arguments->place)
            arguments->place = text;
        else
            argp_error(state, "one place at a time: '%s' is too much", text);
        return 0;
    case ARGP_KEY_END:
        if (!arguments->path || !arguments->place)
            argp_error(state, "expected a database and a place, as RUN.db l1:0x60000");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum tt_status tell(void *user, struct results *results, struct tt_error *err)
{
    const struct arguments *arguments = user;
    struct address_place place;
    struct why why = {0};
    const struct address_marks marks = address_marks_of_results(results);
    int64_t at = INT64_MAX - 1;
    enum tt_status status = strncmp(arguments->place, "tile", 4) == 0
                                ? why_place_of_datum(&place, results, arguments->place, err)
                                : address_place_parse(&place, results_run(results)->chip, arguments->place, err);
    if (!status && arguments->at)
        status = address_point(arguments->at, &marks, &at, err);
    if (status)
        return status;
    status = why_make(&why, results, &place, at, err);
    if (!status && arguments->is_json)
        why_report_json(stdout, &why);
    else if (!status)
        status = why_report_text(stdout, &why, &arguments->view, err);
    why_clear(&why);
    return status;
}

int verb_why(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "RUN.db PLACE",
        "Tell what a place of the tile came from: the instruction that wrote it, what that was made of, and so on "
        "back "
        "to bytes that stood there at the start. PLACE is l1:ADDR, tileN:faceN:rN:cN, dst:ROW,COLUMN, "
        "srca:BANK,ROW,COLUMN (srcb: alike), "
        "lreg:REGISTER.LANE, gpr:THREAD.REGISTER, state:PATH, or cfg:FIELD: every write of a register field.\v"
        "The capture that the run was made of is replayed: each byte at the start is changed, and the change followed "
        "to the place. Without the capture the units' wiring alone is told, and that is said.\n\n"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay why run.db l1:0x60042",
        0,
        0,
        0};
    struct arguments arguments = {.view = {.depth = 12}};
    cli_parse(&argp, argc, argv, &arguments);
    arguments.view.has_colour = cli_has_colour();
    return cli_ask_run(arguments.path, tell, &arguments);
}
