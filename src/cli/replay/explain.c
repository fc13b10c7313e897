/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay explain: one question about a run, put to bisect, lint, residue and schedules. docs/how-to/explain.md */
#include "ask/bisect/bisect.h"
#include "ask/lint/lint.h"
#include "ask/residue/residue.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/scratch.h"
#include "capture/bundle.h"
#include "capture/places.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "capture/program/index.h"
#include "cli/options.h"
#include "cli/run/program.h"
#include "cli/progress.h"
#include "order/options_text.h"
#include "results/stored_run.h"
#include "schedules/schedules.h"
#include "show/reports.h"
#include "show/runs/replay_report.h"


#include <string.h>

enum { TEXTS_MAX = 64, BUDGET_STALE = 1000, BUDGET_ORDERS = 500 };

struct explain_arguments {
    const char *path;
    struct texts variants, sets, assumes;
    enum replay_order order;
    bool has_order, is_json;
    uint64_t budget;
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct explain_arguments, path)},
    VARIANT_OPTION(VARIANT_THROUGHOUT_TEXT, struct explain_arguments),
    PROFILE_OPTION(struct explain_arguments),
    {"set", 0, "FIELD=V", SET_THROUGHOUT_TEXT, INTO(struct explain_arguments, sets)},
    {"assume", 0, "SPACE", ASSUME_TEXT, INTO(struct explain_arguments, assumes)},
    {"order", 0, "ORDER",
     "executed, program or firmware (default: of a database its own; else executed where the capture holds executed "
     "words, else as it boots cores or holds pushed words)",
     CALL(cli_take_order, struct explain_arguments, order), FLAG(struct explain_arguments, has_order)},
    {"budget", 0, "N",
     "at most N replays for each search (default 16000; for stale state at most 1000, for orders 500)",
     INTO(struct explain_arguments, budget), .least = 1},
    {"json", 0, NULL, "as JSON (schemas/explain.schema.json)", INTO(struct explain_arguments, is_json)},
    {CLI_TABLE(cli_expect, struct explain_arguments, expect)},
    {0},
};

static void explain_check(const struct argp_state *state, void *into)
{
    const struct explain_arguments *arguments = into;
    if (arguments->variants.count > TEXTS_MAX || arguments->sets.count > TEXTS_MAX ||
        arguments->assumes.count > TEXTS_MAX)
        argp_error(state, "more than %d of one option", TEXTS_MAX);
    cli_expect_check(state, &arguments->expect);
}

/* Everything that is asked, as long as its answers are shown. */
struct explain {
    const struct explain_arguments *arguments;
    struct scratch imported, stored;
    const char *folder, *name; /* the bundle, null without; how commands call the capture */
    struct results *given, *results;
    struct ttcap *capture;
    struct replay_options replay;
    struct replay_set sets[TEXTS_MAX], *run_sets;
    struct expect expect;
    struct progress progress;
    struct replay_waits waits;
    struct bisect_result cause;
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
    expect_clear(&explain->expect);
    results_close(explain->results);
    results_close(explain->given);
    ttcap_close(explain->capture);
    scratch_remove(&explain->stored);
    scratch_remove(&explain->imported);
    mem_free(explain->run_sets);
    mem_free(explain);
}

static struct replay_texts explain_texts(const struct explain_arguments *arguments)
{
    return (struct replay_texts){.variants = arguments->variants.items,
                                 .variant_count = arguments->variants.count,
                                 .sets = arguments->sets.items,
                                 .set_count = arguments->sets.count,
                                 .assumes = arguments->assumes.items,
                                 .assume_count = arguments->assumes.count};
}

/* ---- what was named ---- */

static enum tt_status explain_import(struct explain *explain, const char *folder, struct tt_error *err)
{
    bool is_bundle = false;
    enum tt_status status = bundle_look(&is_bundle, folder, err);
    if (!status && !is_bundle)
        return tt_fail(err, TT_BAD_INPUT,
                       "%s: expected a capture, a database or a dump bundle, found a folder without "
                       "bundle.json (tt-replay batch takes a folder of captures)",
                       folder);
    explain->folder = folder;
    explain->name = "CASE.ttcap";
    const struct bundle_from from = {.folder = folder};
    if (!status)
        status = scratch_make(&explain->imported, "case.ttcap", err);
    if (!status)
        status = bundle_import_from(&from, explain->imported.file, true, true, err);
    return status ? status : ttcap_open(&explain->capture, explain->imported.file, err);
}

/* A run is explained as it was made. */
static enum tt_status explain_open_run(struct explain *explain, const char *path, struct tt_error *err)
{
    struct tt_error why = {{0}};
    const struct explain_arguments *arguments = explain->arguments;
    if (arguments->variants.count || arguments->sets.count || arguments->assumes.count || arguments->has_order)
        return tt_fail(err, TT_BAD_INPUT,
                       "%s: a database is explained as it was made: --order, --set, --variant and "
                       "--assume go with a capture",
                       path);
    enum tt_status status = results_open(&explain->given, path, err);
    if (status)
        return status;
    const struct results_run_row *run = results_run(explain->given);
    status = run_capture_open(&explain->capture, run, &why, err);
    if (!status && !explain->capture)
        status = tt_fail(err, TT_IO, "%s: the capture is wanted: %s", path, why.text);
    explain->name = run->capture_path;
    return status ? status : run_replay_options(run, explain->capture, &explain->replay, &explain->run_sets, err);
}

static enum tt_status explain_open(struct explain *explain, struct tt_error *err)
{
    const struct explain_arguments *arguments = explain->arguments;
    const char *path = arguments->path;
    enum path_kind kind = PATH_ABSENT;
    bool is_database = false;
    enum tt_status status = path_look(&kind, path, err);
    explain->name = path;
    if (!status && kind == PATH_FILE)
        status = results_is_database(&is_database, path, err);
    if (!status && is_database)
        return explain_open_run(explain, path, err);
    if (!status)
        status = kind == PATH_FOLDER ? explain_import(explain, path, err) : ttcap_open(&explain->capture, path, err);
    if (status)
        return status;
    const struct replay_texts texts = explain_texts(arguments);
    replay_options_init(&explain->replay, ttcap_info(explain->capture));
    explain->replay.order = arguments->has_order ? arguments->order : order_usual(ttcap_info(explain->capture));
    status = replay_texts_parse(&texts, ttcap_info(explain->capture)->chip, &explain->replay, explain->sets, err);
    return status ? status : capture_places_check(explain->capture, err);
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
    const struct expect_asked *asked = &explain->arguments->expect.asked;
    struct bisect_options bisect = {.budget = explain->arguments->budget,
                                    .progress = explain_progress,
                                    .waiting = explain_waiting,
                                    .user = explain,
                                    .replay = explain->replay};
    enum tt_status status = TT_OK;
    if (asked->path)
        status = expect_read(&explain->expect, asked, ttcap_info(explain->capture)->chip, err);
    if (!status && asked->path)
        status = expect_put(&explain->expect, explain->capture, &bisect.replay, err);
    progress_begin(&explain->progress, "explain", "replays");
    if (!status)
        status = bisect_run(explain->capture, &bisect, &explain->cause, err);
    progress_end(&explain->progress);
    return status;
}

static enum tt_status explain_lint_of(struct explain *explain, struct tt_error *err)
{
    struct results *results = explain->given;
    enum tt_status status = TT_OK;
    if (!results) {
        status = cli_store_run(&explain->stored, explain->folder ? explain->imported.file : explain->arguments->path,
                               explain->capture, &explain->replay, err);
        if (!status)
            status = results_open(&explain->results, explain->stored.file, err);
        results = explain->results;
    }
    return status ? status : lint_make(&explain->lint, results, err);
}

/* Where nothing differs, the program or what was there before it is at fault: its stale reads and its orders. */
static enum tt_status explain_program(struct explain *explain, struct tt_error *err)
{
    const uint64_t budget = explain->arguments->budget;
    const struct residue_options stale = {.replay = explain->replay,
                                          .budget = budget < BUDGET_STALE ? budget : BUDGET_STALE};
    const struct schedules_options orders = {.budget = budget < BUDGET_ORDERS ? budget : BUDGET_ORDERS};
    struct replay_options replay;
    const bool is_of_array = explain->arguments->expect.asked.path != NULL;
    if (!is_of_array && (explain->cause.verdict == VERDICT_DIFFERS || explain->cause.verdict == VERDICT_HUNG)) {
        explain->not_asked = "stale state and other orders of the threads, since the replay is not what the device did "
                             "(tt-replay residue, schedules)";
        return TT_OK;
    }
    enum tt_status status = residue_find(&explain->residue, explain->capture, &stale, err);
    explain->has_residue = !status;
    if (status || !ttcap_info(explain->capture)->kind_count[TTCAP_PUSH]) {
        explain->not_asked = status ? NULL : "other orders of the threads, since the capture holds no pushed words";
        return status;
    }
    replay_options_init(&replay, ttcap_info(explain->capture));
    replay.variants = explain->replay.variants;
    status = schedules_run(explain->capture, &replay, &orders, &explain->orders, err);
    explain->has_orders = !status;
    if (status != TT_UNSUPPORTED)
        return status;
    explain->not_asked = "other orders of the threads, since the pushed words cannot be replayed alone";
    return TT_OK;
}

static void explain_say(const struct explain *explain)
{
    const struct explain_arguments *arguments = explain->arguments;
    struct replay_waits waits = explain->waits;
    const struct bisect_asked asked = {
        explain->name, explain_texts(arguments), arguments->expect.asked.path ? &explain->expect : NULL,
        &waits,        explain->capture,         false};
    const struct explain_view view = {.asked = &asked,
                                      .info = ttcap_info(explain->capture),
                                      .cause = &explain->cause,
                                      .lint = &explain->lint,
                                      .residue = explain->has_residue ? &explain->residue : NULL,
                                      .orders = explain->has_orders ? &explain->orders : NULL,
                                      .not_asked = explain->not_asked,
                                      .folder = explain->folder};
    explain_report(stdout, cli_form(arguments->is_json), &view);
}

int verb_explain(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap|RUN.db|FOLDER",
        "What is wrong with this run, on one screen: the verdict; the cause with its evidence and what was searched "
        "for it; faults and warnings of the program; where nothing differs, stale state that decides an output and "
        "other orders of the threads; and the commands that go deeper. FILE alone, without a verb, is the "
        "same.\v" CLI_VERDICT_STATUSES "Examples:\n"
        "  tt-replay explain case.ttcap\n"
        "  tt-replay explain dump-folder/\n"
        "  tt-replay explain case.ttcap --expect want.npy --at l1:0x60000 --format bfp8",
        options, explain_check};
    struct explain_arguments arguments = {.budget = BISECT_BUDGET_USUAL};
    struct tt_error err = {{0}};
    cli_read(&syntax, argc, argv, &arguments);
    if (program_is(arguments.path))
        return program_ask(&(struct program_words){.folder = arguments.path, .is_json = arguments.is_json}, NULL);
    struct explain *explain = mem_calloc(1, sizeof *explain);
    if (!explain)
        return cli_trouble_text("no memory");
    explain->arguments = &arguments;
    enum tt_status status = explain_open(explain, &err);
    if (!status)
        status = explain_cause(explain, &err);
    if (!status)
        status = explain_lint_of(explain, &err);
    if (!status)
        status = explain_program(explain, &err);
    const int code = status ? cli_trouble(&err) : verdict_exit(explain->cause.verdict);
    if (!status)
        explain_say(explain);
    explain_clear(explain);
    cli_texts_clear(&arguments.variants);
    cli_texts_clear(&arguments.sets);
    cli_texts_clear(&arguments.assumes);
    return code;
}
