/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay info: the content of a capture. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run/program.h"
#include "capture/program/index.h"
#include "show/capture/capture.h"

struct arguments {
    const char *path;
    bool shows_all, is_json;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path)},
    {"all", 0, NULL, "list every checkpoint, however many there are", INTO(struct arguments, shows_all)},
    {"json", 0, NULL, "as JSON (schemas/info.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

int verb_info(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap",
        "Say what is in a capture: chip, source, events, instructions, checkpoints.\v"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay info case.ttcap\n"
        "  tt-replay info case.ttcap --json",
        options, NULL};
    struct arguments arguments = {0};
    cli_read(&syntax, argc, argv, &arguments);
    if (program_is(arguments.path))
        return program_info(arguments.path, arguments.is_json);
    struct tt_error err;
    struct ttcap *capture;
    if (ttcap_open(&capture, arguments.path, &err) != TT_OK)
        return cli_trouble(&err);
    enum tt_status status =
        capture_info(stdout, cli_form(arguments.is_json), capture, arguments.path, arguments.shows_all, &err);
    ttcap_close(capture);
    return status == TT_OK ? EXIT_SAME : cli_trouble(&err);
}
