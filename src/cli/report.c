/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay report: a run as one page that a browser opens from a file. */
#include "base/path.h"
#include "cli/cli.h"
#include "show/html.h"
#include "tile/probe.h"

#include <argp.h>
#include <inttypes.h>

struct arguments {
    const char *path, *output;
    struct html_options options;
};

enum { OPT_FORCE = 256, OPT_VALUES };
enum { BYTES_A_MEGABYTE = 1000000, MEGABYTES_MAX = 1000 };

static const struct argp_option options[] = {
    {"output", 'o', "OUT.html", 0, "the page to make", 0},
    {"force", OPT_FORCE, 0, 0, "replace what is there", 0},
    {"values", OPT_VALUES, "MB", 0, "megabytes that the values of data tiles may take (default 4)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'o':
        arguments->output = text;
        return 0;
    case OPT_FORCE:
        arguments->options.replace = true;
        return 0;
    case OPT_VALUES:
        arguments->options.value_bytes = cli_option_count(state, "--values", text, 0, MEGABYTES_MAX) * BYTES_A_MEGABYTE;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!arguments->output)
            argp_error(state, "no page named: -o OUT.html");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "database");
    }
}

int verb_report(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "RUN.db -o OUT.html",
        "Make one page of a run: verdict, data tiles as pictures of what differs, the stages of each datum, "
        "configuration, timeline, findings. It needs nothing else and fetches nothing.\v"
        "Exit status: 0 made, 2 trouble; what the run says does not count.\n\n"
        "Example:\n"
        "  tt-replay report run.db -o run.html && xdg-open run.html",
        0,
        0,
        0};
    struct arguments arguments = {0};
    html_options_init(&arguments.options);
    arguments.options.stages = unit_stages;
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err = {{0}};
    struct results *results = NULL;
    struct html_summary summary;
    if (path_keep_input(arguments.output, arguments.path, &err) || results_open(&results, arguments.path, &err))
        return cli_trouble(&err);
    int code = EXIT_SAME;
    if (html_report(arguments.output, results, &arguments.options, &summary, &err)) {
        code = cli_trouble(&err);
    } else {
        (void)printf("%s: %zu data tiles, %zu of them with values; %" PRIu64 " instructions\n", arguments.output,
                     summary.tiles, summary.tiles_with_values, summary.insns_shown);
    }
    results_close(results);
    return code;
}
