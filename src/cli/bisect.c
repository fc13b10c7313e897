/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay bisect: where a replay first goes otherwise than the device, and what would make it go the same. */
#include "ask/bisect/bisect.h"
#include "ask/bisect/pair.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "isa/names_near.h"
#include "order/sets.h"
#include "show/bisect_report.h"
#include "show/pair_report.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_BUDGET = 256,
    OPT_EXIT_FOR,
    OPT_JSON,
    OPT_SET,
    OPT_VARIANT,
    OPT_GOOD,
    OPT_BAD,
    OPT_ORDER,
    TEXTS_MAX = 64,
    BUDGET = 5000
};

/* What `git bisect run` wants to hear. */
enum { GIT_GOOD = 0, GIT_BAD = 1, GIT_SKIP = 125 };

struct arguments {
    const char *path, *good, *bad; /* a capture, or two */
    const char *variants[TEXTS_MAX], *sets[TEXTS_MAX];
    size_t variant_count, set_count;
    uint64_t budget;
    enum replay_order order;
    bool has_order, is_json, is_for_git;
};

static const struct argp_option options[] = {
    {"variant", OPT_VARIANT, "K=V", 0, "a reading of one step that holds throughout", 0},
    {"set", OPT_SET, "FIELD=V", 0, "a field that holds a value throughout (as in replay)", 0},
    {"order", OPT_ORDER, "ORDER", 0,
     "executed, program or firmware (default: executed where the capture holds executed words, else as it boots cores "
     "or "
     "holds pushed words)",
     0},
    {"budget", OPT_BUDGET, "N", 0, "replays at most (default 5000)", 0},
    {"good", OPT_GOOD, "A.ttcap", 0, "with --bad: where two captures of one kernel first differ", 0},
    {"bad", OPT_BAD, "B.ttcap", 0, "the other of them", 0},
    {"exit-for", OPT_EXIT_FOR, "git-bisect", 0, "exit 0 good, 1 bad, 125 skip, for `git bisect run`", 0},
    {"json", OPT_JSON, 0, 0, "as JSON (schemas/bisect.schema.json)", 0},
    {0},
};

static void add_text(struct argp_state *state, const char **texts, size_t *count, const char *text)
{
    if (*count == TEXTS_MAX)
        argp_error(state, "more than %d of one option", TEXTS_MAX);
    else
        texts[(*count)++] = text;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_VARIANT:
        add_text(state, arguments->variants, &arguments->variant_count, cli_option_variant(text));
        return 0;
    case OPT_SET:
        add_text(state, arguments->sets, &arguments->set_count, text);
        return 0;
    case OPT_ORDER:
        arguments->has_order = true;
        cli_option_order(state, text, &arguments->order);
        return 0;
    case OPT_BUDGET:
        arguments->budget = cli_option_count(state, "--budget", text, 1, UINT64_MAX);
        return 0;
    case OPT_EXIT_FOR:
        arguments->is_for_git = strcmp(text, "git-bisect") == 0;
        if (!arguments->is_for_git)
            argp_error(state, "--exit-for knows git-bisect, not '%s'", text);
        return 0;
    case OPT_GOOD:
        arguments->good = text;
        return 0;
    case OPT_BAD:
        arguments->bad = text;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->good != !arguments->bad)
            argp_error(state, "--good and --bad go together");
        else if (arguments->path && arguments->good)
            argp_error(state, "one capture, or --good and --bad: '%s' is too much", arguments->path);
        else if (!arguments->path && !arguments->good)
            argp_error(state, "no capture named");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "capture");
    }
}

static enum tt_status run(const struct arguments *arguments, struct ttcap *capture, struct bisect_result *result,
                          struct tt_error *err)
{
    struct progress progress;
    struct bisect_options bisect = {.budget = arguments->budget, .progress = progress_told, .user = &progress};
    struct replay_set sets[TEXTS_MAX];
    replay_options_init(&bisect.replay, ttcap_info(capture));
    bisect.replay.order = arguments->has_order ? arguments->order : bisect_order(ttcap_info(capture));
    for (size_t i = 0; i < arguments->variant_count; i++)
        if (variant_parse(&bisect.replay.variants, arguments->variants[i]))
            return variant_unknown(arguments->variants[i], err);
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < arguments->set_count && !status; i++)
        status = replay_set_parse(ttcap_info(capture)->chip, arguments->sets[i], &sets[i], err);
    bisect.replay.sets = sets;
    bisect.replay.set_count = arguments->set_count;
    progress_begin(&progress, "bisect", "replays");
    if (!status)
        status = bisect_run(capture, &bisect, result, err);
    progress_end(&progress);
    return status;
}

static int exit_status(const struct arguments *arguments, enum verdict verdict)
{
    const int status = verdict_exit(verdict);
    if (!arguments->is_for_git)
        return status;
    return status == EXIT_SAME ? GIT_GOOD : status == EXIT_DIFFERS ? GIT_BAD : GIT_SKIP;
}

static int bisect_one(const struct arguments *arguments)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct bisect_result *result = mem_calloc(1, sizeof *result);
    const struct bisect_asked asked = {arguments->path, arguments->variants, arguments->sets, arguments->variant_count,
                                       arguments->set_count};
    enum tt_status status = result ? ttcap_open(&capture, arguments->path, &err) : TT_NO_MEMORY;
    if (!result)
        (void)tt_fail(&err, TT_NO_MEMORY, "no memory");
    if (!status) {
        status = run(arguments, capture, result, &err);
        if (status)
            tt_error_prefix(&err, "%s", arguments->path);
    }
    int code;
    if (status) {
        code = cli_trouble(&err);
        if (arguments->is_for_git)
            code = GIT_SKIP;
    } else {
        code = exit_status(arguments, result->verdict);
        if (arguments->is_json)
            bisect_report_json(stdout, ttcap_info(capture), result);
        else
            bisect_report_text(stdout, &asked, ttcap_info(capture), result, cli_has_colour());
    }
    ttcap_close(capture);
    mem_free(result);
    return code;
}

/* Where two captures first differ. */
static int hold_two(const struct arguments *arguments)
{
    struct tt_error err = {{0}};
    struct ttcap *good = NULL, *bad = NULL;
    struct pair_result result;
    int code = EXIT_SAME;
    enum tt_status status = ttcap_open(&good, arguments->good, &err);
    if (!status)
        status = ttcap_open(&bad, arguments->bad, &err);
    if (!status)
        status = pair_run(good, bad, &result, &err);
    if (status) {
        code = cli_trouble(&err);
        if (arguments->is_for_git)
            code = GIT_SKIP;
    } else {
        if (result.words.differs || result.fields.differs || result.data.differs)
            code = EXIT_DIFFERS;
        if (arguments->is_json)
            pair_report_json(stdout, arguments->good, arguments->bad, ttcap_info(good)->chip, &result);
        else
            pair_report_text(stdout, arguments->good, arguments->bad, ttcap_info(good)->chip, &result);
    }
    ttcap_close(good);
    ttcap_close(bad);
    return code;
}

int verb_bisect(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.ttcap\n--good A.ttcap --bad B.ttcap",
        "Find where a replay first goes otherwise than the device: the checkpoint, the instruction, the unit, the "
        "stage, the datum; and which other reading of a step or which field of the configuration, or the fewest of "
        "them together, makes every known byte equal.\v" CLI_VERDICT_STATUSES "Examples:\n"
        "  tt-replay bisect case.ttcap\n"
        "  tt-replay bisect case.ttcap --set STACC_RELU_ApplyRelu=0\n"
        "  tt-replay bisect --good yesterday.ttcap --bad today.ttcap",
        0,
        0,
        0};
    struct arguments arguments = {.budget = BUDGET};
    cli_parse(&argp, argc, argv, &arguments);
    return arguments.good ? hold_two(&arguments) : bisect_one(&arguments);
}
