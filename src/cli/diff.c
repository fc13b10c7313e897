/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay diff: what the replay made against what the device held. */
#include "cli/cli.h"
#include "compare/diff.h"
#include "report/diff_report.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>

struct arguments {
    const char *path;
    size_t limit;
    bool is_json;
};

enum { OPT_LIMIT = 256, OPT_JSON };

static const struct argp_option options[] = {
    {"limit", OPT_LIMIT, "N", 0, "differences to list (default 20)", 0},
    {"json", OPT_JSON, 0, 0, "as JSON", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    char *end = NULL;
    switch (key) {
    case OPT_LIMIT:
        errno = 0;
        arguments->limit = strtoull(text, &end, 10);
        if (errno || end == text || *end || *text == '-')
            argp_error(state, "limit '%s' is not a number", text);
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->path)
            argp_error(state, "one database at a time: '%s' is too much", text);
        arguments->path = text;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->path)
            argp_error(state, "no database named");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int verb_diff(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, "RUN.db",
        "Holds what a replay made against what the device held, over what the recording knows. The first difference "
        "is told whole: instruction, packer, stage, datum, both values, their distance.\v"
        "Exit status: 0 same, 1 differs, 2 trouble, 3 no verdict (all that is compared rests on unknown state).",
        0, 0, 0};
    struct arguments arguments = {.limit = 20};
    (void)argp_parse(&argp, argc, argv, 0, 0, &arguments);
    struct tt_error err = {{0}};
    struct results *results = NULL;
    if (results_open(&results, arguments.path, &err))
        return cli_trouble(&err);
    struct diff diff = {0};
    int code = EXIT_TROUBLE;
    if (diff_make(&diff, results, arguments.limit ? arguments.limit : 1, &err)) {
        code = cli_trouble(&err);
    } else {
        code = diff.verdict;
        if (arguments.is_json)
            diff_report_json(stdout, &diff);
        else
            diff_report_text(stdout, &diff, cli_has_colour());
    }
    diff_clear(&diff);
    results_close(results);
    return code;
}
