/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay conform: recordings run as tests, a table of what passed. */
#include "conform/conform.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "isa/chip.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_JSON = 1000,
    OPTION_SHOW,
    OPTION_VARIANT,
    OPTION_UNIT,
    OPTION_ALLOW_UNSUPPORTED,
    OPTION_ORDER,
    OPTION_SOURCE
};

enum { JOBS_MAX = 1024 };

static const struct argp_option options[] = {
    {"allow-unsupported", OPTION_ALLOW_UNSUPPORTED, NULL, 0, "exit 0 although some have no verdict, if none differs",
     0},
    {"jobs", 'j', "N", 0, "threads (default: one a processor); what is printed does not depend on it", 0},
    {"json", OPTION_JSON, NULL, 0, "as JSON (schemas/conform.schema.json)", 0},
    {"order", OPTION_ORDER, "ORDER", 0, "how bundles run: executed (default); program or firmware", 0},
    {"show", OPTION_SHOW, "N", 0, "explain the first N that differ", 0},
    {"source", OPTION_SOURCE, "SOURCE", 0,
     "who recorded vectors, which do not say: simulator (default), or silicon; chips are then held to their own "
     "behaviour",
     0},
    {"unit", OPTION_UNIT, "U[,U]", 0, "data units that run in bundles, in executed order (default: all there are)", 0},
    {"variant", OPTION_VARIANT, "K=V", 0, "another reading of one step; may be given several times", 0},
    {"verbose", 'v', NULL, 0, "name every recording that did not pass, and explain the first 20 that differ", 0},
    {0},
};

struct arguments {
    const char **paths, **variants; /* each with room for argc */
    size_t path_count, variant_count;
    uint32_t units;
    enum replay_order order;
    enum ttcap_source source;
    uint64_t show, jobs;
    bool is_json, is_verbose, allows_unsupported;
    struct progress *progress;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_JSON:
        arguments->is_json = true;
        return 0;
    case OPTION_ALLOW_UNSUPPORTED:
        arguments->allows_unsupported = true;
        return 0;
    case OPTION_ORDER:
        cli_option_order(state, value, &arguments->order);
        return 0;
    case OPTION_SOURCE:
        if (strcmp(value, "silicon") != 0 && strcmp(value, "simulator") != 0)
            argp_error(state, "--source is simulator or silicon, not \"%s\"", value);
        arguments->source = strcmp(value, "silicon") == 0 ? TTCAP_SILICON : TTCAP_SIMULATOR;
        return 0;
    case OPTION_SHOW:
        arguments->show = cli_option_count(state, "--show", value, 0, UINT64_MAX);
        return 0;
    case OPTION_UNIT:
        cli_option_units(state, value, &arguments->units);
        return 0;
    case OPTION_VARIANT:
        arguments->variants[arguments->variant_count++] = cli_option_variant(value);
        return 0;
    case 'j':
        arguments->jobs = cli_option_count(state, "-j", value, 1, JOBS_MAX);
        return 0;
    case 'v':
        arguments->is_verbose = true;
        return 0;
    case ARGP_KEY_ARG:
        arguments->paths[arguments->path_count++] = value;
        return 0;
    case ARGP_KEY_END:
        if (arguments->path_count == 0)
            argp_error(state, "which vector files, bundles, captures or folders?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* JSON stands on standard output alone; what is said of single recordings goes beside it. */
static void told(void *user, const struct conform_case *result)
{
    const struct arguments *arguments = user;
    FILE *to = arguments->is_json ? stderr : stdout;
    const bool is_named = arguments->is_verbose && result->outcome != CONFORM_PASSED;
    if (!is_named && !result->explanation)
        return;
    (void)fprintf(to, "%s %s (%s)%s%s\n", result->name, conform_outcome_name(result->outcome),
                  chip_get(result->chip)->name, result->reason ? ": " : "", result->reason ? result->reason : "");
    if (result->explanation)
        (void)fputs(result->explanation, to);
}

static void on_progress(void *user, uint64_t done, uint64_t of)
{
    const struct arguments *arguments = user;
    progress_show(arguments->progress, done, of);
}

static int status_of(const struct conform_report *report, const struct arguments *arguments)
{
    uint64_t totals[CONFORM_OUTCOMES];
    conform_totals(report, totals);
    if (totals[CONFORM_DIFFERED])
        return EXIT_DIFFERS;
    const bool is_open = totals[CONFORM_UNSUPPORTED] || totals[CONFORM_NO_VERDICT];
    return is_open && !arguments->allows_unsupported ? EXIT_NO_VERDICT : EXIT_SAME;
}

static int run(struct arguments *arguments)
{
    struct progress progress;
    struct conform_options how;
    struct conform_report report;
    struct tt_error err;
    conform_options_init(&how);
    how.variants = arguments->variants;
    how.variant_count = arguments->variant_count;
    how.explained_max = arguments->show ? arguments->show : arguments->is_verbose ? 20 : 0;
    how.order = arguments->order;
    how.source = arguments->source;
    how.jobs = arguments->jobs;
    how.user = arguments;
    arguments->progress = &progress;
    how.report = told;
    how.progress = on_progress;
    how.units = arguments->units;

    int status;
    progress_begin(&progress, "conform", "recordings");
    const enum tt_status ran = conform_run(&report, arguments->paths, arguments->path_count, &how, &err);
    progress_end(&progress);
    if (ran != TT_OK) {
        status = cli_trouble(&err);
    } else {
        if (arguments->is_json)
            conform_print_json(&report, stdout);
        else
            conform_print_table(&report, stdout);
        status = cli_finish(status_of(&report, arguments));
    }
    conform_report_clear(&report);
    return status;
}

int verb_conform(int argc, char **argv)
{
    const struct argp argp = {
        options,
        parse,
        "PATH...",
        "Run vector files, bundles and captures as tests, and print by opcode how many passed, differed, or have no "
        "verdict.\v"
        "A folder stands for all recordings under it. Exit status: 0 all passed, 1 some differ or hang, 2 trouble or a "
        "damaged capture, 3 none differs but some have no verdict or unsupported work.\n\n"
        "Examples:\n"
        "  tt-replay conform vectors/ kernels/\n"
        "  tt-replay conform kernels/ --order program --show 5",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {.source = TTCAP_SIMULATOR};
    arguments.paths = mem_calloc((size_t)argc, sizeof *arguments.paths);
    arguments.variants = mem_calloc((size_t)argc, sizeof *arguments.variants);
    int status;
    if (!arguments.paths || !arguments.variants) {
        status = cli_trouble_text("no memory");
    } else {
        cli_parse(&argp, argc, argv, &arguments);
        status = run(&arguments);
    }
    mem_free(arguments.paths);
    mem_free(arguments.variants);
    return status;
}
