/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay config: which register fields differ between two points of a run. */
#include "ask/run/address.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "show/reports.h"

struct arguments {
    const char *path;
    struct config_view view;
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"from", 0, "EVENT|mark:NAME", "the point after that event (default: mark:begin, the start)",
     INTO(struct arguments, view.from)},
    {"to", 0, "EVENT|mark:NAME", "the point after that event (default: the end)", INTO(struct arguments, view.to)},
    {"all", 0, NULL, "also fields that were changed in between and restored",
     INTO(struct arguments, view.shows_restored)},
    {"json", 0, NULL, "as JSON, all of them (schemas/config.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

static enum tt_status config_answer(void *words, struct results *results, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    (void)code;
    struct config_diff diff OWNED(config_diff_clear) = {0};
    int64_t from = -1, to = INT64_MAX - 1;
    TRY(address_point_of_run(arguments->view.from, results, &from, err));
    if (arguments->view.to)
        TRY(address_point_of_run(arguments->view.to, results, &to, err));
    if (!arguments->view.to)
        arguments->view.to = "the end";
    TRY(config_diff_make(&diff, results, from, to, err));
    config_report(stdout, cli_form(arguments->is_json), &diff, &arguments->view);
    return TT_OK;
}

static enum tt_status config_do(void *words, int *code, struct tt_error *err)
{
    return cli_ask_run(((struct arguments *)words)->path, config_answer, words, code, err);
}

int verb_config(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db",
        "List the register fields that differ between two points of a run, by name, each with the instruction "
        "that changed it last; and count those that were changed in between and restored.\v"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay config run.db --from mark:begin --to mark:mid0",
        options, NULL};
    struct arguments arguments = {.view = {.from = "mark:begin"}};
    return cli_do(&syntax, argc, argv, &arguments, config_do);
}
