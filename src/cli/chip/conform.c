/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay conform: recordings run as tests, a table of the outcomes. */
#include "base/visible.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "isa/chip.h"
#include "order/options_text.h"
#include "show/junit.h"
#include "show/reports.h"

enum { JOBS_MAX = 1024 };

struct arguments {
    struct conform_options how;
    struct texts paths, variants;
    struct replay_options assumed; /* the text of --assume */
    bool is_json, is_verbose, allows_unsupported;
    const char *junit_path; /* null: none */
    struct junit *junit;
    struct progress *progress;
};

static void conform_take_assume(struct argp_state *state, const char *text, void *into)
{
    struct tt_error err;
    CLI_REFUSE_IF(assume_parse(text, into, &err), state, "%s", err.text);
}

static const struct cli_option options[] = {
    {CLI_PATHS("which vector files, bundles, captures or folders?", struct arguments, paths)},
    {"allow-unsupported", 0, NULL, "exit 0 if none differs, also when some have no verdict",
     INTO(struct arguments, allows_unsupported)},
    {"evidence", 0, "LEVEL", "no verdict on what rests on " LEVELS_TEXT "; the fact is named as the reason",
     NAMED(cli_levels, struct arguments, how.evidence), FLAG(struct arguments, how.asks_evidence)},
    {"assume", 0, "SPACE",
     "give what is unknown of a space at the start of bundles and captures its reset value (as in replay; all: of "
     "every space)",
     CALL(conform_take_assume, struct arguments, assumed)},
    {"jobs", 'j', "N", JOBS_TEXT, INTO(struct arguments, how.jobs), .least = 1, .most = JOBS_MAX},
    {"junit", 0, "FILE",
     "a JUnit file for continuous integration to make: a case for each recording, skipped where there is no verdict",
     INTO(struct arguments, junit_path)},
    {"json", 0, NULL, "as JSON (schemas/conform.schema.json)", INTO(struct arguments, is_json)},
    {"mask", 0, "FILE",
     "the bits of configuration that the recorder holds, which alone count (as cfg-mask.json, which counts in a "
     "folder that is named and beside a file that is)",
     INTO(struct arguments, how.mask)},
    {"order", 0, "ORDER", "order in which bundles run: executed (default), program or firmware",
     NAMED(cli_orders, struct arguments, how.order)},
    {"show", 0, "N", "explain the first N that differ", INTO(struct arguments, how.explained_max)},
    {"source", 0, "SOURCE",
     "who recorded the vectors, which do not hold it: simulator (default), or silicon, which runs them with the chips' "
     "readings",
     ONE_OF(struct arguments, how.source, "silicon", "simulator")},
    {"unit", 0, "U[,U]", "data units to emulate in bundles, in executed order (default: all)",
     NAMED_BITS(cli_units, struct arguments, how.units)},
    VARIANT_OPTION(VARIANT_TEXT, struct arguments),
    PROFILE_OPTION(struct arguments),
    {"verbose", 'v', NULL, "name every recording that did not pass, and explain the first 20 that differ",
     INTO(struct arguments, is_verbose)},
    {0},
};

static void put_case(struct junit *junit, const struct conform_case *result)
{
    static const enum junit_outcome outcomes[CONFORM_OUTCOMES] = {[CONFORM_PASSED] = JUNIT_PASSED,
                                                                  [CONFORM_DIFFERED] = JUNIT_FAILED,
                                                                  [CONFORM_UNSUPPORTED] = JUNIT_SKIPPED,
                                                                  [CONFORM_NO_VERDICT] = JUNIT_SKIPPED};
    char group[128];
    (void)snprintf(group, sizeof group, "%s.%s", chip_get(result->chip)->name, result->row);
    const struct junit_case of = {group, result->name, outcomes[result->outcome],
                                  result->reason ? result->reason : conform_outcome_name(result->outcome),
                                  result->explanation};
    junit_case(junit, &of);
}

/* JSON stands on standard output alone; messages about single recordings go beside it. */
static void report_case(void *user, const struct conform_case *result)
{
    const struct arguments *arguments = user;
    if (arguments->junit)
        put_case(arguments->junit, result);
    FILE *to = arguments->is_json ? stderr : stdout;
    const bool is_named = arguments->is_verbose && result->outcome != CONFORM_PASSED;
    if (!is_named && !result->explanation)
        return;
    visible_put(to, result->name, strlen(result->name));
    (void)fprintf(to, " %s (%s)%s%s\n", conform_outcome_name(result->outcome), chip_get(result->chip)->name,
                  result->reason ? ": " : "", result->reason ? result->reason : "");
    if (result->explanation)
        (void)fputs(result->explanation, to);
}

static void conform_on_refused(void *user, const char *path, const struct tt_error *why)
{
    const struct arguments *arguments = user;
    const struct junit_case of = {"refused", path, JUNIT_ERROR, why->text, NULL};
    if (arguments->junit)
        junit_case(arguments->junit, &of);
    (void)fprintf(stderr, "tt-replay: %s\n", why->text);
}

static void conform_on_progress(void *user, uint64_t done, uint64_t of)
{
    const struct arguments *arguments = user;
    progress_show(arguments->progress, done, of);
}

static int conform_status_of(const struct conform_report *report, const struct arguments *arguments)
{
    uint64_t totals[CONFORM_OUTCOMES];
    conform_totals(report, totals);
    if (report->refused)
        return EXIT_TROUBLE;
    if (totals[CONFORM_DIFFERED])
        return EXIT_DIFFERS;
    uint64_t all = 0;
    for (int i = 0; i < CONFORM_OUTCOMES; i++)
        all += totals[i];
    if (all == 0) /* a file without a test proves nothing */
        return EXIT_NO_VERDICT;
    const bool is_open = totals[CONFORM_UNSUPPORTED] || totals[CONFORM_NO_VERDICT];
    return is_open && !arguments->allows_unsupported ? EXIT_NO_VERDICT : EXIT_SAME;
}

static enum tt_status conform_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct progress progress;
    struct conform_options *how = &arguments->how;
    struct conform_report report OWNED(conform_report_clear) = {0};
    how->variants = arguments->variants.items;
    how->variant_count = arguments->variants.count;
    how->assumed = arguments->assumed.assumed;
    how->assumed_zero = arguments->assumed.assumed_zero;
    how->assumes_all = arguments->assumed.assumes_all;
    if (!how->explained_max && arguments->is_verbose)
        how->explained_max = 20;
    how->user = arguments;
    how->report = report_case;
    how->refused = conform_on_refused;
    how->progress = conform_on_progress;
    arguments->progress = &progress;
    if (arguments->junit_path)
        TRY(junit_open(&arguments->junit, arguments->junit_path, "conform", err));
    progress_begin(&progress, "conform", "recordings");
    enum tt_status status = conform_run(&report, arguments->paths.items, arguments->paths.count, how, err);
    progress_end(&progress);
    if (arguments->junit && !status)
        status = junit_finish(arguments->junit, err);
    else
        junit_abandon(arguments->junit);
    TRY(status);
    if (report.row_count || !report.refused || arguments->is_json)
        conform_report(stdout, arguments->is_json ? REPORT_JSON : REPORT_TEXT, &report);
    *code = conform_status_of(&report, arguments);
    return TT_OK;
}

int verb_conform(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "PATH...",
        "Run vector files, bundles and captures as tests, and print by opcode how many passed, differed, or have no "
        "verdict.\v"
        "A folder stands for all recordings under it. Exit status: 0 all passed, 1 some differ or hang, 2 trouble or a "
        "damaged capture, 3 none differs but some have no verdict or unsupported work, or no test ran.\n\n"
        "Examples:\n"
        "  tt-replay conform vectors/ kernels/\n"
        "  tt-replay conform kernels/ --order program --show 5",
        options, NULL};
    struct arguments arguments = {0};
    conform_options_init(&arguments.how);
    return cli_do(&syntax, argc, argv, &arguments, conform_do);
}
