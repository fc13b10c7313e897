/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay info: the content of a capture. */
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run/program.h"
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

static enum tt_status info_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    (void)code;
    if (program_is(arguments->path))
        return program_info(arguments->path, arguments->is_json, err);
    TRY(ttcap_open(&capture, arguments->path, err));
    return capture_info(stdout, cli_form(arguments->is_json), capture, arguments->path, arguments->shows_all, err);
}

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
    return cli_do(&syntax, argc, argv, &arguments, info_do);
}
