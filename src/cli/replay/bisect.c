/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay bisect: where a replay first differs from the device, and which change would make it agree. */
#include "ask/bisect/bisect.h"
#include "ask/bisect/pair/pair.h"
#include "base/guard/limits.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/progress.h"
#include "cli/replaying.h"
#include "cli/run/program.h"
#include "show/reports.h"
#include "show/runs/replay_report.h"

#include "place_texts.h"

/* Exit statuses for `git bisect run`. */
enum { GIT_GOOD = 0, GIT_BAD = 1, GIT_SKIP = 125 };

struct arguments {
    const char *path, *good, *bad; /* a capture, or two */
    struct replay_words how;
    uint64_t budget;
    bool is_json, is_for_git, asks_readings;
    unsigned exit_for; /* of one name */
    struct cli_expect expect;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path), .is_optional = true},
    {CLI_TABLE(cli_replaying, struct arguments, how)},
    {"evidence", 0, "LEVEL", EVIDENCE_TEXT, NAMED(cli_levels, struct arguments, how.evidence),
     FLAG(struct arguments, how.has_evidence)},
    {"budget", 0, "N",
     "at most N replays (default 100000, of a program 40000; with no --max-time either 30 seconds of the processor)",
     INTO(struct arguments, budget), .least = 1},
    {"readings", 0, NULL,
     "with --expect: try other readings of the hardware, too; without, what the array shows is taken "
     "for the program's fault, not the device's",
     INTO(struct arguments, asks_readings)},
    {"good", 0, "A.ttcap",
     "with --bad: find where two captures of one kernel first differ; of two programs, which word of the hosts' "
     "decides",
     INTO(struct arguments, good)},
    {"bad", 0, "B.ttcap", "the capture to compare with --good", INTO(struct arguments, bad)},
    {"exit-for", 0, "git-bisect", "exit with 0 for good, 1 for bad, 125 for skip, as `git bisect run` expects",
     ONE_OF(struct arguments, exit_for, "git-bisect"), FLAG(struct arguments, is_for_git)},
    {"json", 0, NULL, "as JSON (schemas/bisect.schema.json)", INTO(struct arguments, is_json)},
    {CLI_TABLE(cli_expect, struct arguments, expect)},
    {0},
};

static void bisect_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    if (!arguments->good != !arguments->bad)
        cli_refuse(state, "--good and --bad go together");
    else if (arguments->path && arguments->good)
        cli_refuse(state, "expected either one capture or --good and --bad, found also '%s'", arguments->path);
    else if (!arguments->path && !arguments->good)
        cli_refuse(state, "no capture named");
    else if (arguments->good && arguments->expect.count)
        cli_refuse(state, "--expect goes with one capture");
    else if (arguments->good && arguments->how.has_evidence)
        cli_refuse(state, "--evidence is about what the device held: --good and --bad hold two recordings");
    cli_expect_check(state, &arguments->expect);
}

struct bisect_user {
    struct progress progress;
    struct replay_waits *waits;
    struct bisect_asked *asked;
    bool is_json;
};

/* The report begins as soon as something explains all. */
static void on_first(void *user, const struct bisect_result *result, const struct bisect_explanation *explanation)
{
    struct bisect_user *bisect = user;
    if (bisect->is_json)
        return;
    progress_end(&bisect->progress);
    bisect_report_begin(stdout, cli_form(false), bisect->asked, ttcap_info(bisect->asked->capture), result,
                        explanation);
    (void)fflush(stdout);
    bisect->asked->is_begun = true;
}

static void on_progress(void *user, uint64_t done, uint64_t of)
{
    progress_report(&((struct bisect_user *)user)->progress, done, of);
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    replay_waits_add(((struct bisect_user *)user)->waits, wait);
}

/* expects: clear in any case. */
static enum tt_status replay_bisect_run(const struct arguments *arguments, struct bisect_asked *asked,
                                        const struct subject *subject, struct expects *expects,
                                        struct bisect_result *result, struct tt_error *err)
{
    struct bisect_user user = {.waits = asked->waits, .asked = asked, .is_json = arguments->is_json};
    struct bisect_options bisect = {.replay = subject->replay,
                                    .budget = bisect_budget(arguments->budget),
                                    .asks_readings = arguments->asks_readings,
                                    .progress = on_progress,
                                    .waiting = on_waiting,
                                    .first = on_first,
                                    .is_late = arguments->budget ? limit_is_near : limit_of_search,
                                    .user = &user};
    TRY(cli_expect_read(expects, &arguments->expect, ttcap_info(subject->capture)->chip, err));
    progress_begin(&user.progress, "bisect", "replays");
    enum tt_status status = expects_put(expects, subject->capture, &bisect.replay, err);
    status = status ?: bisect_run(subject->capture, &bisect, result, err);
    progress_end(&user.progress);
    return PLACED(status, err, "%s", arguments->path);
}

static enum tt_status bisect_one(const struct arguments *arguments, int *code, struct tt_error *err)
{
    struct subject subject OWNED(subject_clear) = {0};
    struct expects expects OWNED(expects_clear) = {0};
    struct bisect_result *result OWNED(mem_free_at) = mem_calloc(1, sizeof *result);
    struct replay_waits *waits OWNED(mem_free_at) = mem_calloc(1, sizeof *waits);
    struct bisect_asked asked = {arguments->path, &arguments->how, &expects, waits, NULL, false};
    NEED(result && waits, err, "no memory");
    TRY(subject_open_capture(&subject, arguments->path, &arguments->how, err));
    asked.capture = subject.capture;
    TRY(replay_bisect_run(arguments, &asked, &subject, &expects, result, err));
    *code = verdict_exit(result->verdict);
    bisect_report(stdout, cli_form(arguments->is_json), &asked, ttcap_info(subject.capture), result);
    return TT_OK;
}

/* Where two captures first differ. */
static enum tt_status hold_two(const struct arguments *arguments, int *code, struct tt_error *err)
{
    struct ttcap *good OWNED(ttcap_close_at) = NULL, *bad OWNED(ttcap_close_at) = NULL;
    struct pair_result result;
    const bool is_program = program_is(arguments->bad);
    REFUSE_IF(program_is(arguments->good) != is_program, err, "%s: a program, and %s is none",
              is_program ? arguments->bad : arguments->good, is_program ? arguments->good : arguments->bad);
    const struct program_words program = {
        .folder = arguments->bad, .budget = arguments->budget, .is_json = arguments->is_json};
    if (is_program)
        return program_compare(&program, arguments->good, code, err);
    TRY(ttcap_open(&good, arguments->good, err));
    TRY(ttcap_open(&bad, arguments->bad, err));
    TRY(pair_run(good, bad, &result, err));
    if (result.boots_differ || result.words.differs || result.stores.differs || result.fields.differs ||
        result.data.differs)
        *code = EXIT_DIFFERS;
    pair_report(stdout, cli_form(arguments->is_json), arguments->good, arguments->bad, ttcap_info(good)->chip, &result);
    return TT_OK;
}

static enum tt_status bisect_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    if (arguments->path && program_is(arguments->path))
        return program_explain(arguments->path, &arguments->how, &arguments->expect, arguments->budget,
                               arguments->is_json, code, err);
    return arguments->good ? hold_two(arguments, code, err) : bisect_one(arguments, code, err);
}

int verb_bisect(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap\n--good A.ttcap --bad B.ttcap",
        "Find where a replay first differs from the device: the checkpoint, the instruction, the unit, the stage, the "
        "datum; and which other reading of a step, which field of the configuration or which recorded word lost, "
        "doubled, changed or swapped, or the fewest of them together, makes every known byte equal. Where several do, "
        "all are named and none is called the cause. With --expect: against an array of your own, whatever the "
        "recording holds.\v" CLI_VERDICT_STATUSES "Examples:\n"
        "  tt-replay bisect case.ttcap\n"
        "  tt-replay bisect case.ttcap --set " FIELD_TEXT_STACC_RELU_ApplyRelu "=0\n"
        "  tt-replay bisect case.ttcap --expect want.npy --at l1:0x60000 --format bfp8\n"
        "  tt-replay bisect --good yesterday.ttcap --bad today.ttcap",
        options, bisect_check};
    struct arguments arguments = {0};
    const int code = cli_do(&syntax, argc, argv, &arguments, bisect_do);
    return !arguments.is_for_git ? code : code == EXIT_SAME ? GIT_GOOD : code == EXIT_DIFFERS ? GIT_BAD : GIT_SKIP;
}
