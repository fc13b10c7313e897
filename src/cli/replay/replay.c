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

/* Runs and writes; what becomes of it stands in summary and met. */
static enum tt_status replay_into(const struct replay_arguments *arguments, struct subject *subject,
                                  struct replay_summary *summary, struct replay_met *met, struct tt_error *err)
{
    struct progress progress;
    struct recorder *recorder = NULL;
    struct replay_observer report = replay_met_observer(met), recording;
    const unsigned how = (arguments->is_forced ? RESULTS_REPLACE : 0u) |
                         (arguments->is_by_path ? RESULTS_BY_PATH : 0u) | (arguments->is_plain ? RESULTS_PLAIN : 0u);
    const struct replay_observer progressing = {.user = &progress, .progress = progress_report, .next = &report};
    const struct stored_run run = {arguments->output, how, arguments->capture, &progressing};
    met->chip = ttcap_info(subject->capture)->chip;
    if (arguments->record)
        TRY(recorder_open(&recorder, arguments->record, arguments->is_forced, subject->capture, &subject->replay, err));
    recording = recorder_observer(recorder);
    report.next = recorder ? &recording : NULL;
    progress_begin(&progress, "replay", "events");
    const enum tt_status status = stored_run_judge(&run, subject->capture, &subject->replay, summary, err);
    progress_end(&progress);
    if (!status && recorder)
        return recorder_finish(recorder, err);
    recorder_abandon(recorder);
    return status;
}

/* All its tiles together. */
static enum tt_status replay_program(const struct replay_arguments *arguments, int *code, struct tt_error *err)
{
    const struct replay_words *how = &arguments->how;
    if (arguments->output || arguments->record || how->units || how->has_order || arguments->range ||
        arguments->until || how->sets.count || how->assumes.count || arguments->expect.count || how->has_evidence ||
        how->has_checkpoint_word || arguments->is_strict || arguments->without)
        return tt_fail(err, TT_BAD_INPUT,
                       "%s: a program: --json, --variant, --profile and --max-steps alone go with all its tiles, the "
                       "other options with one: --tile X,Y",
                       arguments->capture);
    const struct program_words program = {.folder = arguments->capture,
                                          .variants = &how->variants,
                                          .max_steps = how->max_steps,
                                          .is_json = arguments->is_json};
    return program_run(&program, code, err);
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

enum tt_status replay_do(void *words, int *code, struct tt_error *err)
{
    const struct replay_arguments *arguments = words;
    struct subject subject OWNED(subject_clear) = {0};
    struct replay_delays delays OWNED(replay_delays_clear) = {0};
    struct expects expects OWNED(expects_clear) = {0};
    struct replay_summary summary;
    struct replay_met met = {0};
    if (program_is(arguments->capture) && !arguments->delays)
        return replay_program(arguments, code, err);
    TRY(input_keep(arguments->output, arguments->capture, err));
    TRY(input_keep(arguments->record, arguments->capture, err));
    TRY(replay_arguments_open(arguments, &subject, &delays, err));
    TRY(cli_expect_read(&expects, &arguments->expect, ttcap_info(subject.capture)->chip, err));
    TRY(expects_put(&expects, subject.capture, &subject.replay, err));
    TRY(replay_into(arguments, &subject, &summary, &met, err));
    for (size_t i = 0; !summary.delayed && i < delays.count; i++)
        if (delays.items[i].rounds) /* 0 is the control */
            return tt_fail(err, TT_BAD_INPUT,
                           "%s: nothing was delayed: it names no word and no event that this run has",
                           arguments->delays);
    const struct replay_view view = {arguments->output,
                                     arguments->record,
                                     subject.capture,
                                     &summary,
                                     &met,
                                     &expects,
                                     replay_words_texts(&arguments->how)};
    replay_report(stdout, cli_form(arguments->is_json), &view);
    *code = verdict_exit(summary.verdict);
    return arguments->delays && !arguments->is_json ? replay_say_delays(&subject, err) : TT_OK;
}
