/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay explain: one question about a run, put to bisect, lint, residue and schedules. docs/how-to/explain.md */
#include "ask/bisect/bisect.h"
#include "ask/lint/lint.h"
#include "ask/residue/residue.h"
#include "base/guard/limits.h"
#include "base/input.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/text/texts.h"
#include "capture/bundle.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/failed_test.h"
#include "cli/progress.h"
#include "cli/replaying.h"
#include "cli/run/program.h"
#include "schedules/schedules.h"
#include "show/html/html.h"
#include "show/reports.h"
#include "show/runs/replay_report.h"
#include "tile/probe.h"

enum { HELD_TEXT_MAX = 256 };
enum { BUDGET_STALE = 1000, BUDGET_ORDERS = 500, BUDGET_HANG = 40000 };

struct explain_arguments {
    const char *path;
    struct failed_test test; /* name: null where the path is one */
    char capture[PATH_MAX];  /* of the test */
    struct replay_words how;
    bool is_json, replaces;
    const char *page; /* null: none is made */
    uint64_t budget;
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct explain_arguments, path)},
    {CLI_TABLE(cli_replaying, struct explain_arguments, how)},
    {"budget", 0, "N",
     "at most N replays for each search (default 100000, of a program 40000, with no --max-time either 30 seconds of "
     "the processor; for stale state at most 1000, for orders "
     "500)",
     INTO(struct explain_arguments, budget), .least = 1},
    {"json", 0, NULL, "as JSON (schemas/explain.schema.json)", INTO(struct explain_arguments, is_json)},
    {"report", 0, "OUT.html", "also make the page of the run, as `tt-replay report`, with this cause",
     INTO(struct explain_arguments, page)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct explain_arguments, replaces)},
    {CLI_TABLE(cli_expect, struct explain_arguments, expect)},
    {CLI_HEADING("Of a test of pytest:"), .group = 6},
    {"tt-replay-dir", 0, "DIR", "where its failures are stored (default: tt-replay-failures)",
     INTO(struct explain_arguments, test.folder)},
    {"again", 0, NULL, "run it; else it is run where no failure of it is stored or its file is newer",
     INTO(struct explain_arguments, test.is_again)},
    {"no-run", 0, NULL, "run nothing", INTO(struct explain_arguments, test.is_quiet)},
    {0},
};

/* The capture and the array of a failing test, in the place of its name. */
static void explain_test(struct argp_state *state, struct explain_arguments *arguments)
{
    struct failed_test *test = &arguments->test;
    struct tt_error err = {{0}};
    char table[PATH_MAX];
    test->name = arguments->path;
    if (failed_test_find(test, &err))
        exit(cli_finish(cli_trouble(&err)));
    if (test->is_passing) {
        (void)fprintf(stderr, "tt-replay: %s passes: there is nothing to explain\n", test->name);
        exit(EXIT_SAME);
    }
    (void)snprintf(arguments->capture, sizeof arguments->capture, "%s.ttcap", test->stem);
    (void)snprintf(table, sizeof table, "%s.csv", test->stem);
    arguments->path = arguments->capture;
    if (*test->order && !arguments->how.has_order) {
        arguments->how.has_order = !order_parse(test->order, &arguments->how.order, &err);
        CLI_REFUSE_IF(!arguments->how.has_order, state, "%s", err.text);
    }
    if (test->has_expects && !arguments->expect.count)
        cli_expect_table(state, table, &arguments->expect);
}

static void explain_check(const struct argp_state *state, void *into)
{
    struct explain_arguments *arguments = into;
    if (failed_test_is(arguments->path))
        explain_test((struct argp_state *)state, arguments);
    cli_expect_check(state, &arguments->expect);
    CLI_REFUSE_IF(arguments->page && program_is(arguments->path), state,
                  "--report makes the page of a tile: --tile X,Y names it");
}

/* Everything that is asked, as long as its answers are shown. */
struct explain {
    const struct explain_arguments *arguments;
    struct scratch imported, stored;
    const char *folder, *name;     /* the bundle, null without; how commands call the capture */
    struct subject subject, plain; /* plain: the capture without what is expected of it */
    struct replay_words held;      /* of a database what it was made with, as it would be typed */
    struct results *results;       /* of a replay here, where a capture was named */
    struct expects expects;
    struct progress progress;
    struct replay_waits waits, stuck; /* stuck: of plain program order */
    struct bisect_result cause, hang; /* hang: of plain program order */
    struct lint lint;
    struct residue residue;
    struct schedules_result orders;
    bool has_residue, has_orders;
    const char *not_asked;
};

static void explain_clear(struct explain *explain)
{
    lint_clear(&explain->lint);
    residue_clear(&explain->residue);
    expects_clear(&explain->expects);
    replay_words_clear(&explain->held);
    results_close(explain->results);
    subject_clear(&explain->plain);
    subject_clear(&explain->subject);
    scratch_remove(&explain->stored);
    scratch_remove(&explain->imported);
}

/* ---- what was named ---- */

static enum tt_status explain_import(struct explain *explain, const char *folder, struct tt_error *err)
{
    const struct bundle_from from = {.folder = folder};
    bool is_bundle = false;
    TRY(bundle_look(&is_bundle, folder, err));
    REFUSE_IF(!is_bundle, err,
              "%s: expected a capture, a database or a dump bundle, found a folder without "
              "bundle.json (tt-replay batch takes a folder of captures)",
              folder);
    explain->folder = folder;
    explain->name = "CASE.ttcap";
    TRY(scratch_make(&explain->imported, "case.ttcap", err));
    TRY(bundle_import_from(&from, explain->imported.file, true, true, err));
    return ttcap_open(&explain->subject.capture, explain->imported.file, err);
}

/* Items between commas become options of a command that does it again; one without a value names the source's readings.
 */
static enum tt_status explain_hold(struct texts *texts, const char *list, struct tt_error *err)
{
    char item[HELD_TEXT_MAX];
    while (text_item(&list, item, sizeof item))
        NEED(!strchr(item, '=') || texts_add(texts, item), err, "no memory for the options of the run");
    return TT_OK;
}

static enum tt_status explain_take_run(struct explain *explain, const struct results_run_row *run, struct tt_error *err)
{
    explain->name = run->capture_path;
    TRY(explain_hold(&explain->held.variants, run->variants, err));
    TRY(explain_hold(&explain->held.sets, run->sets, err));
    return explain_hold(&explain->held.assumes, run->assumes, err);
}

static enum tt_status explain_open(struct explain *explain, struct tt_error *err)
{
    const struct explain_arguments *arguments = explain->arguments;
    const struct replay_words *how = &arguments->how;
    enum path_kind kind = PATH_ABSENT;
    explain->name = arguments->path;
    TRY(path_look(&kind, arguments->path, err));
    if (kind == PATH_FOLDER) {
        TRY(explain_import(explain, arguments->path, err));
        return subject_open_capture(&explain->subject, arguments->path, how, err);
    }
    TRY(subject_open(&explain->subject, arguments->path, how, err));
    if (!explain->subject.results)
        return TT_OK;
    REFUSE_IF(how->variants.count || how->sets.count || how->assumes.count || how->has_order, err,
              "%s: a database is explained as it was made: --order, --set, --variant and --assume go with a capture",
              arguments->path);
    return explain_take_run(explain, results_run(explain->subject.results), err);
}

/* ---- the questions ---- */

static void explain_waiting(void *user, const struct replay_wait *wait)
{
    replay_waits_add(&((struct explain *)user)->waits, wait);
}

static void explain_progress(void *user, uint64_t done, uint64_t of)
{
    progress_report(&((struct explain *)user)->progress, done, of);
}

static enum tt_status explain_cause(struct explain *explain, struct tt_error *err)
{
    struct bisect_options bisect = {.budget = bisect_budget(explain->arguments->budget),
                                    .progress = explain_progress,
                                    .waiting = explain_waiting,
                                    .is_late = explain->arguments->budget ? limit_is_near : limit_of_search,
                                    .user = explain,
                                    .replay = explain->subject.replay};
    enum tt_status status = cli_expect_read(&explain->expects, &explain->arguments->expect,
                                            ttcap_info(explain->subject.capture)->chip, err);
    status = status ?: expects_put(&explain->expects, explain->subject.capture, &bisect.replay, err);
    progress_begin(&explain->progress, "explain", "replays");
    status = status
                 ?: PLACED(bisect_run(explain->subject.capture, &bisect, &explain->cause, err), err, "%s",
                           explain->arguments->path);
    progress_end(&explain->progress);
    return status;
}

static enum tt_status explain_store(struct explain *explain, struct tt_error *err)
{
    const char *path = explain->folder ? explain->imported.file : explain->arguments->path;
    TRY(subject_open_capture(&explain->plain, path, &explain->arguments->how, err));
    TRY(cli_store_run(&explain->stored, path, explain->plain.capture, &explain->plain.replay, err));
    return results_open(&explain->results, explain->stored.file, err);
}

static enum tt_status explain_lint_of(struct explain *explain, struct tt_error *err)
{
    struct results *results = explain->subject.results;
    if (!results)
        TRY(explain_store(explain, err));
    return lint_make(&explain->lint, results ? results : explain->results, err);
}

/* The waits and their causes where the pushed words do not come to their end, and the word whose repair lets them. */
static enum tt_status explain_stuck(struct explain *explain, const struct replay_options *how, struct tt_error *err)
{
    const uint64_t budget = bisect_budget(explain->arguments->budget);
    struct bisect_options bisect = {.replay = *how,
                                    .budget = budget < BUDGET_HANG ? budget : BUDGET_HANG,
                                    .waiting = replay_waits_add,
                                    .is_late = limit_is_near,
                                    .user = &explain->stuck};
    bisect.replay.order = REPLAY_PROGRAM;
    return bisect_run(explain->subject.capture, &bisect, &explain->hang, err);
}

/* Where nothing differs, the program or what was there before it is at fault: its stale reads and its orders. */
static enum tt_status explain_program(struct explain *explain, struct tt_error *err)
{
    const uint64_t budget = bisect_budget(explain->arguments->budget);
    const struct residue_options stale = {.replay = explain->subject.replay,
                                          .budget = budget < BUDGET_STALE ? budget : BUDGET_STALE,
                                          .is_late = limit_is_near};
    const struct schedules_options orders = {.budget = budget < BUDGET_ORDERS ? budget : BUDGET_ORDERS,
                                             .is_late = limit_is_near};
    struct replay_options replay;
    const bool is_of_array = explain->arguments->expect.count > 0;
    if (!is_of_array && (explain->cause.verdict == VERDICT_DIFFERS || explain->cause.verdict == VERDICT_HUNG)) {
        explain->not_asked = "stale state and other orders of the threads, since the replay is not what the device did "
                             "(tt-replay residue, schedules)";
        return TT_OK;
    }
    enum tt_status status = residue_find(&explain->residue, explain->subject.capture, &stale, err);
    explain->has_residue = !status;
    if (status || !ttcap_info(explain->subject.capture)->kind_count[TTCAP_PUSH]) {
        explain->not_asked = status ? NULL : "other orders of the threads, since the capture holds no pushed words";
        return status;
    }
    replay_options_init(&replay, ttcap_info(explain->subject.capture));
    replay.variants = explain->subject.replay.variants;
    status = schedules_run(explain->subject.capture, &replay, &orders, &explain->orders, err);
    explain->has_orders = !status;
    if (!status && explain->orders.is_stuck_in_rounds)
        return explain_stuck(explain, &replay, err);
    if (status != TT_UNSUPPORTED)
        return status;
    explain->not_asked = "other orders of the threads, since the pushed words cannot be replayed alone";
    return TT_OK;
}

static void explain_say(const struct explain *explain, enum verdict verdict)
{
    const struct explain_arguments *arguments = explain->arguments;
    struct replay_waits waits = explain->waits;
    const struct bisect_asked asked = {explain->name,
                                       explain->subject.results ? &explain->held : &arguments->how,
                                       &explain->expects,
                                       &waits,
                                       explain->subject.capture,
                                       false};
    const struct explain_view view = {.asked = &asked,
                                      .info = ttcap_info(explain->subject.capture),
                                      .cause = &explain->cause,
                                      .verdict = verdict,
                                      .lint = &explain->lint,
                                      .residue = explain->has_residue ? &explain->residue : NULL,
                                      .orders = explain->has_orders ? &explain->orders : NULL,
                                      .stuck = &explain->stuck,
                                      .hang = &explain->hang,
                                      .not_asked = explain->not_asked,
                                      .folder = explain->folder,
                                      .test = arguments->test.name ? arguments->test.node : NULL,
                                      .failed = arguments->test.when};
    explain_report(stdout, cli_form(arguments->is_json), &view);
}

/* The page of the run, with the answers that were found. */
static enum tt_status explain_page(struct explain *explain, struct tt_error *err)
{
    struct html_options page;
    struct html_summary summary;
    html_options_init(&page);
    page.stages = unit_stages;
    page.replace = explain->arguments->replaces;
    page.expects = &explain->expects;
    page.cause = &explain->cause;
    page.residue = explain->has_residue ? &explain->residue : NULL;
    struct results *results = explain->results ? explain->results : explain->subject.results;
    return html_report(explain->arguments->page, results, &page, &summary, err);
}

static enum tt_status explain_all(struct explain *explain, int *code, struct tt_error *err)
{
    TRY(input_keep(explain->arguments->page, explain->arguments->path, err));
    TRY(explain_open(explain, err));
    TRY(explain_cause(explain, err));
    TRY(explain_lint_of(explain, err));
    TRY(explain_program(explain, err));
    if (explain->arguments->page)
        TRY(explain_page(explain, err));
    const bool hangs = explain->has_orders && explain->orders.is_stuck_in_rounds;
    const enum verdict verdict =
        hangs && explain->cause.verdict == VERDICT_SAME ? VERDICT_HUNG : explain->cause.verdict;
    *code = verdict_exit(verdict);
    explain_say(explain, verdict);
    return TT_OK;
}

static enum tt_status explain_do(void *words, int *code, struct tt_error *err)
{
    const struct explain_arguments *arguments = words;
    if (program_is(arguments->path))
        return program_explain(arguments->path, &arguments->how, &arguments->expect, arguments->budget,
                               arguments->is_json, code, err);
    struct explain *explain OWNED(mem_free_at) = mem_calloc(1, sizeof *explain);
    NEED(explain, err, "no memory");
    explain->arguments = arguments;
    const enum tt_status status = explain_all(explain, code, err);
    explain_clear(explain);
    return status;
}

int verb_explain(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap|RUN.db|FOLDER|TEST",
        "What is wrong with this run, on one screen: the verdict; the cause with its evidence and what was searched "
        "for it; faults and warnings of the program; where nothing differs, stale state that decides an output and "
        "other orders of the threads; and the commands that go deeper. FILE alone, without a verb, is the "
        "same. TEST is a failing test of pytest by its node id.\v" CLI_VERDICT_STATUSES "Examples:\n"
        "  tt-replay explain case.ttcap\n"
        "  tt-replay explain dump-folder/ --report case.html\n"
        "  tt-replay explain case.ttcap --expect want.npy --at l1:0x60000 --format bfp8\n"
        "  tt-replay explain 'tests/test_relu.py::test_relu[bf16]'",
        options, explain_check};
    struct explain_arguments arguments = {0};
    return cli_do(&syntax, argc, argv, &arguments, explain_do);
}
