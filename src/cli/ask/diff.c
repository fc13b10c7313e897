/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay diff: the replay's state against the device's. */
#include "ask/diff/diff.h"
#include "ask/diff/against.h"
#include "ask/diff/end_state.h"
#include "ask/diff/waivers.h"
#include "base/scratch.h"
#include "capture/bundle.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/options.h"
#include "cli/run/program.h"
#include "show/reports.h"

#include <time.h>

static enum tt_status of_capture(struct end_state *state, const char *path, struct tt_error *err)
{
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    TRY(ttcap_open(&capture, path, err));
    return PLACED(end_state_of_capture(state, capture, err), err, "%s", path);
}

/* A bundle becomes a capture for the time being. */
static enum tt_status of_bundle(struct end_state *state, const char *path, struct tt_error *err)
{
    struct scratch scratch OWNED(scratch_remove) = {0};
    TRY(scratch_make(&scratch, "bundle.ttcap", err));
    TRY(bundle_import_passing(path, scratch.file, err));
    return of_capture(state, scratch.file, err);
}

static enum tt_status of_results(struct end_state *state, const char *path, struct tt_error *err)
{
    struct results *results OWNED(results_close_at) = NULL;
    TRY(results_open(&results, path, err));
    return end_state_of_results(state, results, err);
}

/* The other of --against OTHER: a database, a capture or a dump bundle, by what it is. Clear `state` also on failure.
 */
static enum tt_status against_open(struct end_state *state, const char *path, struct tt_error *err)
{
    bool is_bundle;
    TRY(bundle_look(&is_bundle, path, err));
    if (is_bundle)
        return of_bundle(state, path, err);
    bool is_database = false;
    TRY(results_is_database(&is_database, path, err));
    if (is_database)
        return of_results(state, path, err);
    return of_capture(state, path, err);
}

struct arguments {
    const char *path;
    const char *against; /* null: the device's state */
    const char *waivers; /* null: none */
    uint64_t limit;
    enum fact_level evidence;
    bool is_json, has_evidence;
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_PATH("database", struct arguments, path)},
    {"against", 0, "OTHER",
     "compare the run's end with that of another run (RUN2.db), a recording (.ttcap) or a dump bundle instead",
     INTO(struct arguments, against)},
    {"waivers", 0, "FILE", WAIVERS_TEXT, INTO(struct arguments, waivers)},
    {"evidence", 0, "LEVEL", EVIDENCE_TEXT, NAMED(cli_levels, struct arguments, evidence),
     FLAG(struct arguments, has_evidence)},
    {"limit", 0, "N", "differences to list (default 20)", INTO(struct arguments, limit)},
    {"json", 0, NULL, "as JSON (schemas/diff.schema.json; --against: against, --expect: expected)",
     INTO(struct arguments, is_json)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static void diff_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    CLI_REFUSE_IF(arguments->has_evidence && (arguments->against || arguments->expect.count), state,
                  "--evidence is about what the device held: neither --against nor --expect goes with it");
    CLI_REFUSE_IF(arguments->against && arguments->waivers, state,
                  "--waivers is about differences from the device: it does not go with --against");
    CLI_REFUSE_IF(arguments->expect.count && (arguments->against || arguments->waivers), state,
                  "--expect is all that is judged: neither --against nor --waivers goes with it");
    cli_expect_check(state, &arguments->expect);
}

static enum tt_status load_waivers(struct waivers *waivers, struct results *results, const char *path,
                                   struct tt_error *err)
{
    const time_t now = time(NULL);
    struct tm day;
    char today[16] = "";
    if (!path)
        return TT_OK;
    if (!gmtime_r(&now, &day) || !strftime(today, sizeof today, "%Y-%m-%d", &day))
        return tt_fail(err, TT_IO, "the system does not say what day it is");
    return waivers_load(waivers, path, results_run(results)->chip, today, err);
}

/* The report says why there is none; but trouble of the system with a capture that the database holds is trouble. */
static enum tt_status find_evidence(struct results *results, struct tt_error *err)
{
    struct results_evidence evidence;
    if (!results_run(results)->holder)
        return TT_OK;
    const enum tt_status status = results_weakest(results, &evidence, err);
    return status == TT_IO || status == TT_NO_MEMORY ? status : TT_OK;
}

static enum tt_status report_diff(struct results *results, const struct arguments *arguments, int *code,
                                  struct tt_error *err)
{
    struct waivers waivers OWNED(waivers_clear) = {0};
    struct diff diff OWNED(diff_clear) = {0};
    TRY(load_waivers(&waivers, results, arguments->waivers, err));
    TRY(diff_make_waived(&diff, results, arguments->limit ? arguments->limit : 1, arguments->waivers ? &waivers : NULL,
                         err));
    if (arguments->has_evidence)
        TRY(diff_ask_evidence(&diff, arguments->evidence, err));
    TRY(find_evidence(results, err));
    *code = verdict_exit(diff.verdict);
    diff_report(stdout, cli_form(arguments->is_json), &diff, arguments->path);
    return TT_OK;
}

static enum tt_status report_against(struct results *results, const struct arguments *arguments, int *code,
                                     struct tt_error *err)
{
    struct end_state other OWNED(end_state_clear) = {0};
    struct against against OWNED(against_clear) = {0};
    TRY(against_open(&other, arguments->against, err));
    TRY(against_make(&against, results, &other, arguments->limit, err));
    *code = verdict_exit(against.diff.verdict);
    against_report(stdout, cli_form(arguments->is_json), &against, arguments->against);
    return TT_OK;
}

static enum tt_status report_expected(struct results *results, const struct arguments *arguments, int *code,
                                      struct tt_error *err)
{
    struct expects expects OWNED(expects_clear) = {0};
    struct expected *all = mem_calloc(arguments->expect.count, sizeof *all);
    NEED(all, err, "no memory");
    enum tt_status status = cli_expect_read(&expects, &arguments->expect, results_run(results)->chip, err);
    for (size_t i = 0; i < expects.count && !status; i++)
        status = expected_make(&all[i], results, expects.items[i], err);
    if (!status)
        *code = expected_report(stdout, cli_form(arguments->is_json), all, expects.count, arguments->path,
                                arguments->limit);
    for (size_t i = 0; i < expects.count; i++)
        expected_clear(&all[i]);
    mem_free(all);
    return status;
}

static enum tt_status diff_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    const struct program_words program = {
        .folder = arguments->path, .expect = &arguments->expect, .is_json = arguments->is_json};
    struct opened_run run OWNED(opened_run_close) = {0};
    if (program_is(arguments->path))
        return program_ask(&program, NULL, code, err);
    TRY(opened_run_open(&run, arguments->path, err));
    return arguments->expect.count ? report_expected(run.results, arguments, code, err)
           : arguments->against    ? report_against(run.results, arguments, code, err)
                                   : report_diff(run.results, arguments, code, err);
}

int verb_diff(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "RUN.db",
        "Compare what a replay holds with what the device held, where the recording knows it. The first difference is "
        "shown in full: instruction, packer, stage, datum, both values, their distance. With --against: what differs "
        "between two ends (L1 and Dst): which datums, by how many units in the last place, where in the data tile. "
        "With --expect: against an array of your own, datum by datum.\v" CLI_VERDICT_STATUSES "Examples:\n"
        "  tt-replay diff run.db\n"
        "  tt-replay diff run.db --against truncate.db --limit 5\n"
        "  tt-replay diff run.db --expect want.npy --at l1:0x60000 --format bfp8",
        options, diff_check};
    struct arguments arguments = {.limit = 20};
    return cli_do(&syntax, argc, argv, &arguments, diff_do);
}
