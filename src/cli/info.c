/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay info: what is in a capture. */
#include "cli/cli.h"
#include "show/capture.h"

#include <argp.h>

enum { OPTION_JSON = 0x100, OPTION_ALL };

static const struct argp_option options[] = {
    {"all", OPTION_ALL, NULL, 0, "list every checkpoint, however many there are", 0},
    {"json", OPTION_JSON, NULL, 0, "as JSON (schemas/info.schema.json)", 0},
    {0},
};

struct arguments {
    const char *path;
    bool shows_all, is_json;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_JSON:
        arguments->is_json = true;
        return 0;
    case OPTION_ALL:
        arguments->shows_all = true;
        return 0;
    default:
        return cli_parse_path(key, value, state, &arguments->path, "capture");
    }
}

int verb_info(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "FILE.ttcap",
                                     "Say what is in a capture: chip, source, events, instructions, checkpoints.\v"
                                     "Exit status: 0 done, 2 trouble.\n\n"
                                     "Examples:\n"
                                     "  tt-replay info case.ttcap\n"
                                     "  tt-replay info case.ttcap --json",
                                     NULL,
                                     NULL,
                                     NULL};
    struct arguments arguments = {0};
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err;
    struct ttcap *capture;
    if (ttcap_open(&capture, arguments.path, &err) != TT_OK)
        return cli_trouble(&err);
    struct report_style style = {.out = stdout, .has_colour = cli_has_colour()};
    enum tt_status status = arguments.is_json
                                ? capture_info_json(stdout, capture, arguments.path, &err)
                                : capture_info_text(&style, capture, arguments.path, arguments.shows_all, &err);
    ttcap_close(capture);
    return status == TT_OK ? EXIT_SAME : cli_trouble(&err);
}
