/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay precision: the share of each unit and stage in the error of a run's results. docs/how-to/precision.md */
#include "ask/precision/asked.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/replaying.h"
#include "place_texts.h"
#include "show/reports.h"
#include "verdict/verdict.h"

#define EXACT "exact:"

struct arguments {
    const char *path;
    struct cli_expect expect;
    struct texts without;
    struct replay_words how;
    bool has_all, is_json;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture or run", struct arguments, path)},
    {"without", 0, "SOURCE",
     "leave out the errors of a stage (pack.late_convert) or of a unit (pack); may be given again",
     INTO(struct arguments, without)},
    {CLI_TABLE(cli_replaying, struct arguments, how)},
    {"all", 0, NULL, "show every data tile, not only the worst", INTO(struct arguments, has_all)},
    {"json", 0, NULL, "as JSON (schemas/precision.schema.json)", INTO(struct arguments, is_json)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static bool is_function(const struct cli_expect *expect)
{
    return expect->count && strncmp(expect->asked[0].path, EXACT, strlen(EXACT)) == 0;
}

static void precision_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    const struct expect_asked *asked = &arguments->expect.asked[0];
    CLI_REFUSE_IF(arguments->expect.count > 1, state, "--expect: one, that outputs are held against");
    CLI_REFUSE_IF(asked->stage, state, "--stage: precision holds outputs against a reference, no stages");
    if (!is_function(&arguments->expect))
        cli_expect_check(state, &arguments->expect);
    else if (asked->at || asked->has_format || asked->has_exponents || asked->has_layout)
        cli_refuse(state, "--at, --format, --exponents and --layout go with an array, not with --expect exact:NAME");
    CLI_REFUSE_IF(asked->after || asked->has_ulp, state,
                  "--after and --ulp: precision holds outputs as they are at the end, and says how far they lie");
}

static int precision_show(const struct arguments *arguments, const struct precision *precision)
{
    const struct precision_view view = {.path = arguments->path,
                                        .without = arguments->without.items,
                                        .without_count = arguments->without.count,
                                        .has_all = arguments->has_all};
    precision_report(stdout, cli_form(arguments->is_json), precision, &view);
    const bool is_undone = precision->verdict == VERDICT_UNSUPPORTED || precision->verdict == VERDICT_DAMAGED;
    if (is_undone)
        return verdict_exit(precision->verdict);
    return precision->outputs ? EXIT_SAME : EXIT_NO_VERDICT;
}

static enum tt_status precision_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    const struct cli_expect *expect = &arguments->expect;
    const struct precision_asked asked = {
        .path = arguments->path,
        .how = &arguments->how,
        .without = arguments->without.items,
        .without_count = arguments->without.count,
        .function = is_function(expect) ? expect->asked[0].path + strlen(EXACT) : NULL,
        .expect = expect->count && !is_function(expect) ? &expect->asked[0] : NULL,
    };
    struct precision *precision OWNED(mem_free_at) = mem_calloc(1, sizeof *precision);
    NEED(precision, err, "no memory");
    const enum tt_status status = precision_ask(&asked, precision, err);
    if (!status)
        *code = precision_show(arguments, precision);
    precision_clear(precision);
    return status;
}

int verb_precision(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap|RUN.db",
        "Replay a capture with a number in binary64 beside each datum: what the same program is in mathematics. Shows "
        "how far the packed results lie from it, and which unit, stage and format added that: the ranked budget of the "
        "squared error, and what would be left without each. --expect exact:NAME holds outputs against a function of "
        "the datum that each comes of, --expect FILE against an array: then mathematics is a source, too.\v"
        "Exit status: 0 done, 2 trouble or a damaged capture, 3 there is no output that is followed, or "
        "the replay met work that tt-replay does not do.\n\n"
        "Examples:\n"
        "  tt-replay precision case.ttcap\n"
        "  tt-replay precision run.db --set " FIELD_TEXT_ALU_FORMAT_SPEC_REG2_Dstacc "=5\n"
        "  tt-replay precision case.ttcap --without pack.bfp_assemble\n"
        "  tt-replay precision case.ttcap --expect exact:gelu\n"
        "  tt-replay precision case.ttcap --json",
        options, precision_check};
    struct arguments arguments = {.path = NULL};
    return cli_do(&syntax, argc, argv, &arguments, precision_do);
}
