/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay reduce: the smallest capture of which a check still holds. */
#include "ask/reduce/reduce.h"
#include "base/input.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "order/options_text.h"
#include "order/replay.h"
#include "schedules/schedules.h"
#include "show/reports.h"

enum { BUDGET = 5000 };

struct arguments {
    const char *path, *output, *delays;
    struct reduce_options reduce;
    uint64_t wanted; /* status */
    bool is_json;
    struct progress progress;
    char label[96]; /* of it */
    struct texts variants;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path)},
    {"check", 0, "'CMD {}'", "a shell command that says whether the fault still shows; {} is the capture",
     INTO(struct arguments, reduce.check)},
    {"delays", 0, "ORDER",
     "a file of delays with which the run hangs, or leaves other bytes in L1: the fewest words by the fewest cycles "
     "with which it still does",
     INTO(struct arguments, delays)},
    {"output", 'o', "MIN", "the capture, or the file of delays, to make", INTO(struct arguments, output),
     .required = "no file to make named: -o MIN.ttcap"},
    {"status", 0, "N", "the check's exit status when the fault shows (default 0)", INTO(struct arguments, wanted),
     .most = 255},
    {"budget", 0, "N", "at most N checks (default 5000)", INTO(struct arguments, reduce.budget)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct arguments, reduce.replaces)},
    {"json", 0, NULL, "as JSON (schemas/reduce.schema.json)", INTO(struct arguments, is_json)},
    VARIANT_OPTION("with --delays: another reading of one step; may be given again; help: list them", struct arguments),
    PROFILE_OPTION(struct arguments),
    {0},
};

static void reduce_on_progress(void *user, const char *what, uint64_t left, uint64_t of, uint64_t checks)
{
    struct arguments *arguments = user;
    (void)snprintf(arguments->label, sizeof arguments->label, "reduce: %" PRIu64 " of %" PRIu64 " %s left,", left, of,
                   what);
    progress_show(&arguments->progress, checks, arguments->reduce.budget);
}

static void reduce_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    CLI_REFUSE_IF(!arguments->reduce.check == !arguments->delays, state,
                  "what still has to show: --check 'CMD {}', or --delays FILE");
    CLI_REFUSE_IF(arguments->variants.count && !arguments->delays, state,
                  "--variant goes with --delays: a check has readings of its own");
}

static enum tt_status reduce_capture(struct arguments *arguments, struct ttcap *capture, struct tt_error *err)
{
    struct reduce_result result;
    progress_begin(&arguments->progress, arguments->label, "checks");
    const enum tt_status status = reduce_run(capture, arguments->output, &arguments->reduce, &result, err);
    progress_end(&arguments->progress);
    if (!status)
        reduce_report(stdout, cli_form(arguments->is_json), ttcap_info(capture), arguments->output, &result);
    return status;
}

static enum tt_status reduce_delays(struct arguments *arguments, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const struct schedules_options how = {
        .budget = arguments->reduce.budget, .user = &arguments->progress, .progress = progress_report};
    struct replay_options replay;
    struct replay_delays delays OWNED(replay_delays_clear) = {0};
    struct schedules_reduced reduced;
    replay_options_init(&replay, info);
    TRY(replay_delays_read(&delays, arguments->delays, info->chip, err));
    const size_t before = delays.count;
    TRY(replay_words_parse(&(struct replay_words){.variants = arguments->variants}, info->chip, &replay, NULL, err));
    progress_begin(&arguments->progress, "reduce", "replays");
    const enum tt_status status = schedules_reduce_delays(capture, &replay, &how, &delays, &reduced, err);
    progress_end(&arguments->progress);
    TRY(PLACED(status, err, "%s", arguments->delays));
    TRY(replay_delays_write(arguments->output, arguments->reduce.replaces, info, delays.items, delays.count, err));
    reduce_delays_report(stdout, cli_form(arguments->is_json), info, arguments->output, before, &delays, &reduced);
    return TT_OK;
}

static enum tt_status reduce_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    (void)code;
    arguments->reduce.wanted = (int)arguments->wanted;
    TRY(input_keep(arguments->output, arguments->path, err));
    if (arguments->delays)
        TRY(input_keep(arguments->output, arguments->delays, err));
    TRY(ttcap_open(&capture, arguments->path, err));
    return arguments->delays ? reduce_delays(arguments, capture, err) : reduce_capture(arguments, capture, err);
}

int verb_reduce(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap",
        "Make the smallest capture for which a check still holds: regions of checkpoints, events, pages and "
        "words are taken away as long as it does. With --delays the capture stays, and the smallest order is "
        "made that still hangs, or still leaves other bytes.\v"
        "Exit status: 0 done, 2 trouble (also where the check does not hold at first).\n\n"
        "Examples:\n"
        "  tt-replay reduce case.ttcap -o min.ttcap --check \\\n"
        "      'tt-replay bisect --budget 100 {} | grep -q pack.bfp.round=truncate'\n"
        "  tt-replay reduce case.ttcap -o min.ttcap --check 'my-simulator {}' \\\n"
        "      --status 139\n"
        "  tt-replay reduce case.ttcap --delays order.jsonl -o min.jsonl",
        options, reduce_check};
    struct arguments arguments = {.reduce = {.budget = BUDGET, .progress = reduce_on_progress}};
    arguments.reduce.user = &arguments;
    return cli_do(&syntax, argc, argv, &arguments, reduce_do);
}
