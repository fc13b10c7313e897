/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay config: which register fields differ between two points of a run. */
#include "ask/run/address.h"
#include "cli/cli.h"
#include "show/config_report.h"

#include <argp.h>

struct arguments {
    const char *path;
    struct config_view view;
    bool is_json;
};

enum { OPT_FROM = 256, OPT_TO, OPT_ALL, OPT_JSON };

static const struct argp_option options[] = {
    {"from", OPT_FROM, "EVENT|mark:NAME", 0, "after that event (default: mark:begin, the start)", 0},
    {"to", OPT_TO, "EVENT|mark:NAME", 0, "after that event (default: the end)", 0},
    {"all", OPT_ALL, 0, 0, "also fields that were changed in between and restored", 0},
    {"json", OPT_JSON, 0, 0, "as JSON, all of them (schemas/config.schema.json)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_FROM:
        arguments->view.from = text;
        return 0;
    case OPT_TO:
        arguments->view.to = text;
        return 0;
    case OPT_ALL:
        arguments->view.shows_restored = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "database");
    }
}

static enum tt_status tell(void *user, struct results *results, struct tt_error *err)
{
    struct arguments *arguments = user;
    const struct address_marks marks = address_marks_of_results(results);
    struct config_diff diff = {0};
    int64_t from = -1, to = INT64_MAX - 1;
    enum tt_status status = address_point(arguments->view.from, &marks, &from, err);
    if (!status && arguments->view.to)
        status = address_point(arguments->view.to, &marks, &to, err);
    if (!arguments->view.to)
        arguments->view.to = "the end";
    if (!status)
        status = config_diff_make(&diff, results, from, to, err);
    if (!status && arguments->is_json)
        config_report_json(stdout, &diff);
    else if (!status)
        config_report_text(stdout, &diff, &arguments->view);
    config_diff_clear(&diff);
    return status;
}

int verb_config(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "RUN.db",
        "Tell which register fields differ between two points of a run, by name, with the instruction that changed "
        "each last; and how many were changed in between and restored.\v"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay config run.db --from mark:begin --to mark:mid0",
        0,
        0,
        0};
    struct arguments arguments = {.view = {.from = "mark:begin"}};
    cli_parse(&argp, argc, argv, &arguments);
    arguments.view.has_colour = cli_has_colour();
    return cli_ask_run(arguments.path, tell, &arguments);
}
