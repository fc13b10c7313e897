/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay replay: a capture on the emulated tile, every stage into a database. */
#include "order/replay.h"
#include "base/input.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/replay/replay_options.h"
#include "cli/run/program.h"
#include "order/record.h"
#include "results/stored_run.h"
#include "schedules/schedules.h"
#include "show/runs/replay_report.h"

/* References in place of the capture's checkpoints, if any were named. */
static enum tt_status take_references(struct expects *expects, const struct replay_arguments *arguments,
                                      struct ttcap *capture, struct replay_options *options, struct tt_error *err)
{
    const enum tt_status status = cli_expect_read(expects, &arguments->expect, ttcap_info(capture)->chip, err);
    return status ? status : expects_put(expects, capture, options, err);
}

/* Runs and writes; what becomes of it stands in summary and met. */
static enum tt_status replay_into(const struct replay_arguments *arguments, struct subject *subject,
                                  struct expects *expects, struct replay_summary *summary, struct replay_met *met,
                                  struct tt_error *err)
{
    struct progress progress;
    struct recorder *recorder = NULL;
    struct replay_observer report = replay_met_observer(met), recording;
    const unsigned how = (arguments->is_forced ? RESULTS_REPLACE : 0u) |
                         (arguments->is_by_path ? RESULTS_BY_PATH : 0u) | (arguments->is_plain ? RESULTS_PLAIN : 0u);
    const struct replay_observer progressing = {.user = &progress, .progress = progress_report, .next = &report};
    const struct stored_run run = {arguments->output, how, arguments->capture, &progressing};
    met->chip = ttcap_info(subject->capture)->chip;
    enum tt_status status = take_references(expects, arguments, subject->capture, &subject->replay, err);
    if (!status && arguments->record)
        status =
            recorder_open(&recorder, arguments->record, arguments->is_forced, subject->capture, &subject->replay, err);
    if (status)
        return status;
    recording = recorder_observer(recorder);
    report.next = recorder ? &recording : NULL;
    progress_begin(&progress, "replay", "events");
    status = stored_run_judge(&run, subject->capture, &subject->replay, summary, err);
    progress_end(&progress);
    if (!status && recorder)
        return recorder_finish(recorder, err);
    recorder_abandon(recorder);
    return status;
}

/* All its tiles together. */
static int replay_program(const struct replay_arguments *arguments)
{
    const struct replay_words *how = &arguments->how;
    if (arguments->output || arguments->record || how->units || how->has_order || arguments->range ||
        arguments->until || how->sets.count || how->assumes.count || arguments->expect.count || how->has_evidence ||
        how->has_checkpoint_word || arguments->is_strict || arguments->without)
        return cli_trouble_text("%s: a program: --json, --variant, --profile and --max-steps alone go with all its "
                                "tiles, the other options with one: --tile X,Y",
                                arguments->capture);
    const struct program_words program = {.folder = arguments->capture,
                                          .variants = &how->variants,
                                          .max_steps = how->max_steps,
                                          .is_json = arguments->is_json};
    return program_run(&program);
}

/* The state that the delays change: the capture need not hold it. */
static enum tt_status replay_say_delays(const struct subject *subject, struct tt_error *err)
{
    struct schedules_delayed delayed;
    const struct schedules_change *change = &delayed.change;
    const enum tt_status status = schedules_delays(subject->capture, &subject->replay, &delayed, err);
    if (!status && change->bytes)
        printf("  delays       %u byte%s of L1, the first at %#x: %02X, in rounds %02X\n", (unsigned)change->bytes,
               change->bytes == 1 ? "" : "s", (unsigned)change->at, change->in_schedule, change->in_rounds);
    else if (!status)
        printf("  delays       %s\n", delayed.rounds_hang ? "without them the run hangs, too"
                                      : delayed.hangs     ? "make it hang, which rounds do not"
                                                          : "leave the L1 of rounds");
    return status;
}

int verb_replay(int argc, char **argv)
{
    struct replay_arguments arguments;
    replay_arguments_parse(&arguments, argc, argv);
    if (program_is(arguments.capture) && !arguments.delays) {
        const int code = replay_program(&arguments);
        replay_words_clear(&arguments.how);
        cli_expect_clear(&arguments.expect);
        return code;
    }
    struct tt_error err = {{0}};
    struct subject subject = {0};
    struct replay_delays delays = {0};
    enum tt_status status = input_keep(arguments.output, arguments.capture, &err);
    if (!status)
        status = input_keep(arguments.record, arguments.capture, &err);
    if (!status)
        status = replay_arguments_open(&arguments, &subject, &delays, &err);
    struct replay_summary summary;
    struct replay_met met = {0};
    struct expects expects = {0};
    if (!status)
        status = replay_into(&arguments, &subject, &expects, &summary, &met, &err);
    for (size_t i = 0; !status && !summary.delayed && i < delays.count; i++)
        if (delays.items[i].rounds) /* 0 is the control */
            status =
                tt_fail(&err, TT_BAD_INPUT, "%s: nothing was delayed: it names no word and no event that this run has",
                        arguments.delays);
    int code = EXIT_SAME;
    if (status) {
        code = cli_trouble(&err);
    } else {
        const struct replay_view view = {arguments.output,
                                         arguments.record,
                                         subject.capture,
                                         &summary,
                                         &met,
                                         &expects,
                                         replay_words_texts(&arguments.how)};
        replay_report(stdout, cli_form(arguments.is_json), &view);
        code = verdict_exit(summary.verdict);
        if (arguments.delays && !arguments.is_json && replay_say_delays(&subject, &err) != TT_OK)
            code = cli_trouble(&err);
    }
    subject_clear(&subject);
    replay_delays_clear(&delays);
    expects_clear(&expects);
    replay_words_clear(&arguments.how);
    cli_expect_clear(&arguments.expect);
    return code;
}
