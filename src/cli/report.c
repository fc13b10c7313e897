/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay report: a run as one page that a browser opens from a file. */
#include "ask/run/run_capture.h"
#include "ask/run/run_replay.h"
#include "ask/run/run_whole.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "show/html.h"
#include "tile/probe.h"

#include <inttypes.h>
#include <string.h>

struct arguments {
    const char *path, *output;
    uint64_t megabytes, budget;
    bool asks_cause;
    struct html_options options;
    struct cli_expect expect;
};

enum { BYTES_A_MEGABYTE = 1000000, MEGABYTES_MAX = 1000, VALUES = 4, BUDGET = 5000 };

/* What bisect was asked with, as long as what it found is shown. */
struct cause {
    struct ttcap *capture;
    struct replay_set *sets;
    struct bisect_result *result;
};

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"output", 'o', "OUT.html", "the page to make", INTO(struct arguments, output),
     .required = "no page named: -o OUT.html"},
    {"force", 0, NULL, "replace what is there", INTO(struct arguments, options.replace)},
    {"values", 0, "MB", "megabytes that the values of data tiles may take (default 4)",
     INTO(struct arguments, megabytes), .most = MEGABYTES_MAX},
    {"bisect", 0, NULL, "look for the cause first, as tt-replay bisect does, and show it; the capture has to be there",
     INTO(struct arguments, asks_cause)},
    {"budget", 0, "N", "with --bisect: replays at most (default 5000)", INTO(struct arguments, budget), .least = 1},
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
    if (arguments->budget && !arguments->asks_cause)
        argp_error(state, "--budget goes with --bisect");
    cli_expect_check(state, &arguments->expect);
}

/* expect: null, or a reference that was read. */
static enum tt_status find_cause(struct cause *cause, const struct arguments *arguments, struct results *results,
                                 struct expect *expect, struct tt_error *err)
{
    const struct results_run_row *run = results_run(results);
    struct progress progress;
    struct tt_error why = {{0}};
    struct bisect_options bisect = {
        .budget = arguments->budget ? arguments->budget : BUDGET, .progress = progress_report, .user = &progress};
    enum tt_status status = run_check_whole(run, "look for its cause", err);
    if (!status)
        status = run_capture_open(&cause->capture, run, &why, err);
    if (!status && !cause->capture)
        status = tt_fail(err, TT_IO, "--bisect needs the capture: %s", why.text);
    if (!status)
        status = run_replay_options(run, cause->capture, &bisect.replay, &cause->sets, err);
    if (!status && expect)
        status = expect_put(expect, cause->capture, &bisect.replay, err);
    cause->result = mem_calloc(1, sizeof *cause->result);
    if (!status && !cause->result)
        status = tt_fail(err, TT_NO_MEMORY, "no memory");
    bisect.replay.asks_evidence = arguments->options.asks_evidence;
    bisect.replay.evidence = arguments->options.evidence;
    progress_begin(&progress, "bisect", "replays");
    if (!status)
        status = bisect_run(cause->capture, &bisect, cause->result, err);
    progress_end(&progress);
    return status;
}

static void clear_cause(struct cause *cause)
{
    mem_free(cause->result);
    mem_free(cause->sets);
    ttcap_close(cause->capture);
}

static int make_page(struct arguments *arguments, struct results *results)
{
    struct tt_error err = {{0}};
    struct expect expect = {0};
    struct cause cause = {0};
    struct html_summary summary;
    enum tt_status status = TT_OK;
    if (arguments->expect.asked.path) {
        status = expect_read(&expect, &arguments->expect.asked, results_run(results)->chip, &err);
        arguments->options.expect = &expect;
    }
    if (!status && arguments->asks_cause)
        status = find_cause(&cause, arguments, results, arguments->expect.asked.path ? &expect : NULL, &err);
    arguments->options.cause = cause.result;
    if (!status)
        status = html_report(arguments->output, results, &arguments->options, &summary, &err);
    expect_clear(&expect);
    clear_cause(&cause);
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
        "Make one page of a run: verdict, cause, where it first differs, data tiles and registers as pictures of what "
        "differs, the stages of each datum, configuration, timeline, findings. With --expect: also a picture of how "
        "far each datum is from an array of your own, which is then the page's verdict. It needs nothing else and "
        "fetches nothing.\v"
        "Exit status: 0 made, 2 trouble; the run's verdict does not count.\n\n"
        "Example:\n"
        "  tt-replay report run.db -o run.html && xdg-open run.html\n"
        "  tt-replay report run.db --bisect -o run.html",
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
