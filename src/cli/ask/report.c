/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay report: a run as one page that a browser opens from a file. */
#include "ask/run/run_whole.h"
#include "base/guard/limits.h"
#include "base/input.h"
#include "base/visible.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run/program.h"
#include "results/subject.h"
#include "show/html/html.h"
#include "tile/probe.h"

struct arguments {
    const char *path, *output;
    uint64_t megabytes, budget;
    bool asks_cause, asks_precision, asks_residue;
    struct html_options options;
    struct texts ways;
    struct cli_expect expect;
};

enum { BYTES_A_MEGABYTE = 1000000, MEGABYTES_MAX = 1000, VALUES = 4, BUDGET = 5000, WAYS_MAX = 32 };

/* Questions to the run's capture, replayed as it was for the run, as long as the answers are shown. */
struct asked {
    struct subject subject;
    struct bisect_result *cause;
    struct precision *precision;
    struct residue residue;
    struct expects expects;
};

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"output", 'o', "OUT.html", "the page to make; of a program: a folder of pages, index.html first",
     INTO(struct arguments, output), .required = "no page named: -o OUT.html"},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct arguments, options.replace)},
    {"values", 0, "MB", "at most MB megabytes for the values of data tiles (default 4)",
     INTO(struct arguments, megabytes), .most = MEGABYTES_MAX},
    {"bisect", 0, NULL, "look for the cause as `tt-replay bisect` does, and show it; needs the capture",
     INTO(struct arguments, asks_cause)},
    {"precision", 0, NULL,
     "show what each unit and stage adds to the error, as `tt-replay precision`; needs the capture",
     INTO(struct arguments, asks_precision)},
    {"residue", 0, NULL, "show what the run read without having written it, as `tt-replay residue`; needs the capture",
     INTO(struct arguments, asks_residue)},
    {"way", 0, "PLACE", "show the way of this place too, as `tt-replay why` has it; may be given again, 32 times",
     INTO(struct arguments, ways)},
    {"budget", 0, "N", "with --bisect and --residue: at most N replays for each (default 5000)",
     INTO(struct arguments, budget), .least = 1},
    {"evidence", 0, "LEVEL", EVIDENCE_TEXT, NAMED(cli_levels, struct arguments, options.evidence),
     FLAG(struct arguments, options.asks_evidence)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static void report_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    CLI_REFUSE_IF(arguments->options.asks_evidence && arguments->expect.count, state,
                  "--evidence is about what the device held: --expect does not go with it");
    CLI_REFUSE_IF(arguments->budget && !arguments->asks_cause && !arguments->asks_residue, state,
                  "--budget goes with --bisect and --residue");
    CLI_REFUSE_IF(arguments->ways.count > WAYS_MAX, state, "--way may be given %d times, and is given %zu times",
                  WAYS_MAX, arguments->ways.count);
    cli_expect_check(state, &arguments->expect);
}

/* option: that wants it. */
static enum tt_status report_open_capture(struct asked *asked, struct results *results, const char *option,
                                          struct tt_error *err)
{
    return PLACED(asked->subject.capture ? TT_OK : subject_of_run(&asked->subject, results_run(results), err), err,
                  "--%s", option);
}

static uint64_t budget_of(const struct arguments *arguments)
{
    return arguments->budget ? arguments->budget : BUDGET;
}

static enum tt_status find_cause(struct asked *asked, const struct arguments *arguments, struct results *results,
                                 struct tt_error *err)
{
    struct progress progress OWNED(progress_end);
    struct bisect_options bisect = {
        .budget = budget_of(arguments), .progress = progress_report, .is_late = limit_is_near, .user = &progress};
    progress_begin(&progress, "bisect", "replays");
    TRY(run_check_whole(results_run(results), "look for its cause", err));
    TRY(report_open_capture(asked, results, "bisect", err));
    bisect.replay = asked->subject.replay;
    TRY(expects_put(&asked->expects, asked->subject.capture, &bisect.replay, err));
    NEED(asked->cause = mem_calloc(1, sizeof *asked->cause), err, "no memory");
    bisect.replay.asks_evidence = arguments->options.asks_evidence;
    bisect.replay.evidence = arguments->options.evidence;
    return bisect_run(asked->subject.capture, &bisect, asked->cause, err);
}

static enum tt_status find_precision(struct asked *asked, struct results *results, struct tt_error *err)
{
    TRY(report_open_capture(asked, results, "precision", err));
    asked->precision = mem_calloc(1, sizeof *asked->precision);
    NEED(asked->precision, err, "no memory");
    precision_init(asked->precision);
    return precision_run(asked->subject.capture, &(struct precision_options){.replay = asked->subject.replay},
                         asked->precision, err);
}

static enum tt_status find_residue(struct asked *asked, const struct arguments *arguments, struct results *results,
                                   struct tt_error *err)
{
    struct progress progress OWNED(progress_end);
    progress_begin(&progress, "residue", "replays");
    TRY(run_check_whole(results_run(results), "look for what it read and had not written", err));
    TRY(report_open_capture(asked, results, "residue", err));
    const struct residue_options how = {.replay = asked->subject.replay,
                                        .budget = budget_of(arguments),
                                        .progress = progress_report,
                                        .user = &progress};
    return residue_find(&asked->residue, asked->subject.capture, &how, err);
}

/* Puts the answers into the options of the page. */
static enum tt_status ask_all(struct asked *asked, struct arguments *arguments, struct results *results,
                              struct tt_error *err)
{
    if (arguments->asks_cause)
        TRY(find_cause(asked, arguments, results, err));
    if (arguments->asks_precision)
        TRY(find_precision(asked, results, err));
    if (arguments->asks_residue)
        TRY(find_residue(asked, arguments, results, err));
    arguments->options.cause = asked->cause;
    arguments->options.precision = asked->precision;
    arguments->options.residue = arguments->asks_residue ? &asked->residue : NULL;
    return TT_OK;
}

static void clear_asked(struct asked *asked)
{
    residue_clear(&asked->residue);
    expects_clear(&asked->expects);
    if (asked->precision)
        precision_clear(asked->precision);
    mem_free(asked->precision);
    mem_free(asked->cause);
    subject_clear(&asked->subject);
}

/* All its tiles. */
static enum tt_status report_program(const struct arguments *arguments, struct tt_error *err)
{
    const struct program_words words = {
        .folder = arguments->path, .pages = arguments->output, .is_forced = arguments->options.replace};
    REFUSE_IF(arguments->asks_cause || arguments->asks_precision || arguments->asks_residue || arguments->ways.count ||
                  arguments->options.asks_evidence || arguments->expect.count,
              err,
              "%s: a program: --force and --values alone go with all its tiles, the other options with one: --tile X,Y",
              arguments->path);
    return program_pages(&words, &arguments->options, err);
}

static enum tt_status report_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct opened_run run OWNED(opened_run_close) = {0};
    struct asked asked OWNED(clear_asked) = {0};
    struct html_summary summary;
    (void)code;
    arguments->options.value_bytes = arguments->megabytes * BYTES_A_MEGABYTE;
    arguments->options.expects = &asked.expects;
    arguments->options.ways = &arguments->ways;
    TRY(input_keep(arguments->output, arguments->path, err));
    if (program_is(arguments->path))
        return report_program(arguments, err);
    TRY(opened_run_open(&run, arguments->path, err));
    TRY(cli_expect_read(&asked.expects, &arguments->expect, results_run(run.results)->chip, err));
    TRY(ask_all(&asked, arguments, run.results, err));
    TRY(html_report(arguments->output, run.results, &arguments->options, &summary, err));
    visible_put(stdout, arguments->output, strlen(arguments->output));
    (void)printf(": %zu data tiles, %zu of them with values; %" PRIu64 " instructions\n", summary.tiles,
                 summary.tiles_with_values, summary.insns_shown);
    return TT_OK;
}

int verb_report(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db -o OUT.html\nPROGRAM -o FOLDER",
        "Make one page of a run: verdict, cause, where it first differs, data tiles and registers as pictures of what "
        "differs, the stages of each datum, configuration, timeline, findings. With --expect: also a picture of how "
        "far each datum is from an array of your own, which is then the page's verdict. It needs nothing else and "
        "fetches nothing. Of a program: its verdict and causes, a map of who sent what to whom, and such a page of "
        "each tile that sent or computed anything.\v"
        "Lines across a datum mean that it rests on unknown state or undefined behaviour. What is on the page has an "
        "address: #tile3, #tile3:face2:r5:c9, #dst:3,5, #event519, #finding2, #cfg-FIELD.\n\n"
        "Exit status: 0 made, 2 trouble; the run's verdict does not count.\n\n"
        "Example:\n"
        "  tt-replay report run.db -o run.html && xdg-open run.html\n"
        "  tt-replay report run.db --bisect --precision --residue -o run.html\n"
        "  tt-replay report run.db --way tile0:face0:r1:c15 --way dst:0,1 -o run.html",
        options, report_check};
    struct arguments arguments = {.megabytes = VALUES};
    html_options_init(&arguments.options);
    arguments.options.stages = unit_stages;
    return cli_do(&syntax, argc, argv, &arguments, report_do);
}
