/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay report: a run as one page that a browser opens from a file. */
#include "base/input.h"
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/options.h"
#include "show/html.h"
#include "tile/probe.h"

#include <inttypes.h>
#include <string.h>

struct arguments {
    const char *path, *output;
    uint64_t megabytes;
    struct html_options options;
    struct cli_expect expect;
};

enum { BYTES_A_MEGABYTE = 1000000, MEGABYTES_MAX = 1000, VALUES = 4 };

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"output", 'o', "OUT.html", "the page to make", INTO(struct arguments, output),
     .required = "no page named: -o OUT.html"},
    {"force", 0, NULL, "replace what is there", INTO(struct arguments, options.replace)},
    {"values", 0, "MB", "megabytes that the values of data tiles may take (default 4)",
     INTO(struct arguments, megabytes), .most = MEGABYTES_MAX},
    {"evidence", 0, "LEVEL",
     "no verdict where something rests on less than silicon, maker, simulator, documented or extrapolated",
     CALL(cli_take_level, struct arguments, options.evidence), FLAG(struct arguments, options.asks_evidence)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static void check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    if (arguments->options.asks_evidence && arguments->expect.asked.path)
        argp_error(state, "--evidence is about what the device held: --expect does not go with it");
    cli_expect_check(state, &arguments->expect);
}

static int make_page(struct arguments *arguments, struct results *results)
{
    struct tt_error err = {{0}};
    struct expect expect = {0};
    struct html_summary summary;
    enum tt_status status = TT_OK;
    if (arguments->expect.asked.path) {
        status = expect_read(&expect, &arguments->expect.asked, results_run(results)->chip, &err);
        arguments->options.expect = &expect;
    }
    if (!status)
        status = html_report(arguments->output, results, &arguments->options, &summary, &err);
    expect_clear(&expect);
    if (status)
        return cli_trouble(&err);
    visible_put(stdout, arguments->output, strlen(arguments->output));
    (void)printf(": %zu data tiles, %zu of them with values; %" PRIu64 " instructions\n", summary.tiles,
                 summary.tiles_with_values, summary.insns_shown);
    return EXIT_SAME;
}

int verb_report(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db -o OUT.html",
        "Make one page of a run: verdict, data tiles as pictures of what differs, the stages of each datum, "
        "configuration, timeline, findings. With --expect: also a picture of how far each datum is from an array of "
        "your own, which is then the page's verdict. It needs nothing else and fetches nothing.\v"
        "Exit status: 0 made, 2 trouble; the run's verdict does not count.\n\n"
        "Example:\n"
        "  tt-replay report run.db -o run.html && xdg-open run.html",
        options, check};
    struct arguments arguments = {.megabytes = VALUES};
    html_options_init(&arguments.options);
    arguments.options.stages = unit_stages;
    cli_read(&syntax, argc, argv, &arguments);
    arguments.options.value_bytes = arguments.megabytes * BYTES_A_MEGABYTE;
    struct tt_error err = {{0}};
    struct results *results = NULL;
    if (input_keep(arguments.output, arguments.path, &err) || results_open(&results, arguments.path, &err))
        return cli_trouble(&err);
    const int code = make_page(&arguments, results);
    results_close(results);
    return code;
}
