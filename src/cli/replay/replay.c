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
#include "order/streams.h"
#include "results/stored_run.h"
#include "schedules/schedules.h"
#include "show/runs/replay_report.h"

/* The listeners of a replay: database, recording, report. */
struct listeners {
    struct results_sink *sink; /* null: no database */
    struct recorder *recorder; /* null: no capture */
    struct replay_waits *waits;
    struct replay_hazards *hazards;
    struct replay_streams *streams;
    struct replay_first *first;
    enum tt_chip chip;
    struct progress progress;
};

static void replay_on_checkpoint(void *user, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq)
{
    const struct listeners *listeners = user;
    stored_run_checkpoint(listeners->sink, checkpoint, info, seq);
}

static void on_comparison(void *user, const struct replay_comparison *sum)
{
    const struct listeners *listeners = user;
    stored_run_comparison(listeners->sink, sum);
}

static void replay_on_mismatch(void *user, const struct replay_mismatch *run)
{
    const struct listeners *listeners = user;
    stored_run_mismatch(listeners->sink, run);
    replay_first_add(listeners->first, listeners->chip, run);
}

static void replay_on_undecided(void *user, const struct replay_undecided *range)
{
    const struct listeners *listeners = user;
    stored_run_undecided(listeners->sink, range);
}

static void replay_on_origin(void *user, const struct unknown_input *origin)
{
    const struct listeners *listeners = user;
    stored_run_unknown_input(listeners->sink, origin);
}

static void replay_on_progress(void *user, uint64_t done, uint64_t of)
{
    struct listeners *listeners = user;
    progress_show(&listeners->progress, done, of);
}

static void replay_on_waiting(void *user, const struct replay_wait *wait)
{
    const struct listeners *listeners = user;
    replay_waits_add(listeners->waits, wait);
}

static void on_found(void *user, const struct verdict_place *place, const struct probe_finding *finding)
{
    const struct listeners *listeners = user;
    stored_run_found(listeners->sink, place, finding);
}

static void replay_on_hazard(void *user, const struct replay_hazard *hazard)
{
    const struct listeners *listeners = user;
    replay_hazards_add(listeners->hazards, hazard);
}

static void replay_on_started(void *user, const struct tile *tile)
{
    const struct listeners *listeners = user;
    recorder_start(listeners->recorder, tile);
}

static void replay_on_happened(void *user, const struct ttcap_event *event)
{
    const struct listeners *listeners = user;
    recorder_event(listeners->recorder, event);
}

static void on_held(void *user, uint32_t checkpoint, const struct tile *tile)
{
    const struct listeners *listeners = user;
    recorder_held(listeners->recorder, checkpoint, tile);
}

static void replay_on_ran(void *user, const struct tile *tile)
{
    const struct listeners *listeners = user;
    stored_run_ran(listeners->sink, tile);
}

static void replay_on_ended(void *user, const struct tile *tile)
{
    const struct listeners *listeners = user;
    recorder_ended(listeners->recorder, tile);
}

static void on_waited(void *user, const struct replay_waited *waited)
{
    const struct listeners *listeners = user;
    stored_run_waited(listeners->sink, waited);
}

static void replay_on_stream_fault(void *user, const struct stream_fault *fault)
{
    const struct listeners *listeners = user;
    char text[STREAM_TEXT_MAX];
    replay_streams_add(listeners->streams, stored_run_stream_fault(listeners->sink, listeners->chip, fault, text));
}

static bool replay_is_enough(void *user)
{
    const struct listeners *listeners = user;
    return stored_run_is_enough(listeners->sink);
}

static enum tt_status open_sink(struct results_sink **sink, const struct replay_arguments *arguments,
                                const struct replay_options *options, struct ttcap *capture, struct tt_error *err)
{
    const unsigned how = (arguments->is_forced ? RESULTS_REPLACE : 0u) |
                         (arguments->is_by_path ? RESULTS_BY_PATH : 0u) | (arguments->is_plain ? RESULTS_PLAIN : 0u);
    const struct stored_run run = {arguments->output, how, arguments->capture};
    return stored_run_open(sink, &run, capture, options, err);
}

static enum tt_status open_listeners(struct listeners *listeners, const struct replay_arguments *arguments,
                                     const struct replay_options *options, struct ttcap *capture, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (arguments->output)
        status = open_sink(&listeners->sink, arguments, options, capture, err);
    if (!status && arguments->record)
        status = recorder_open(&listeners->recorder, arguments->record, arguments->is_forced, capture, options, err);
    if (status && listeners->sink) {
        results_abandon(listeners->sink);
        listeners->sink = NULL;
    }
    return status;
}

static void set_observer(struct replay_observer *observer, struct listeners *listeners)
{
    *observer = (struct replay_observer){
        .user = listeners,
        .checkpoint = replay_on_checkpoint,
        .comparison = on_comparison,
        .mismatch = replay_on_mismatch,
        .progress = replay_on_progress,
        .is_enough = replay_is_enough,
        .waiting = replay_on_waiting,
        .hazard = replay_on_hazard,
        .undecided = replay_on_undecided,
        .origin = replay_on_origin,
        .waited = on_waited,
    };
    if (listeners->sink) {
        observer->found = on_found;
        observer->ran = replay_on_ran;
    }
    if (!listeners->recorder)
        return;
    observer->started = replay_on_started;
    observer->happened = replay_on_happened;
    observer->held = on_held;
    observer->ended = replay_on_ended;
}

/* Puts the new files in place. */
static enum tt_status replay_finish(struct listeners *listeners, const struct replay_summary *summary,
                                    struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (listeners->recorder)
        status = recorder_finish(listeners->recorder, err);
    if (!listeners->sink)
        return status;
    if (!status)
        return stored_run_finish(listeners->sink, summary, err);
    results_abandon(listeners->sink);
    return status;
}

static void abandon(struct listeners *listeners)
{
    if (listeners->sink)
        results_abandon(listeners->sink);
    recorder_abandon(listeners->recorder);
    listeners->sink = NULL;
    listeners->recorder = NULL;
}

/* The report of a run beside its summary. */
struct reported {
    struct replay_waits waits;
    struct replay_hazards hazards;
    struct replay_streams streams;
    struct replay_first first;
};

static enum tt_status replay_replay_run(struct listeners *listeners, const struct replay_arguments *arguments,
                                        const struct replay_options *options, struct ttcap *capture,
                                        struct replay_summary *summary, struct tt_error *err)
{
    enum tt_status status = open_listeners(listeners, arguments, options, capture, err);
    if (status)
        return status;
    struct streams streams = {0};
    struct replay_observer observer;
    set_observer(&observer, listeners);
    progress_begin(&listeners->progress, "replay", "events");
    status = streams_hold(capture, listeners, replay_on_stream_fault, &streams, err);
    if (!status)
        status = replay_run(capture, options, NULL, &observer, summary, err);
    progress_end(&listeners->progress);
    summary->findings += streams.faults;
    if (!status)
        return TT_OK;
    abandon(listeners);
    tt_error_prefix(err, "%s", arguments->capture);
    return status;
}

/* References in place of the capture's checkpoints, if any were named. */
static enum tt_status take_references(struct expects *expects, const struct replay_arguments *arguments,
                                      struct ttcap *capture, struct replay_options *options, struct tt_error *err)
{
    const enum tt_status status = cli_expect_read(expects, &arguments->expect, ttcap_info(capture)->chip, err);
    return status ? status : expects_put(expects, capture, options, err);
}

/* Runs and writes; what becomes of it stands in summary. Undefined behaviour is followed to the bytes that it may have
 * touched only once it was met: by a second run. */
static enum tt_status replay_into(const struct replay_arguments *arguments, struct subject *subject,
                                  struct expects *expects, struct replay_summary *summary, struct reported *said,
                                  struct tt_error *err)
{
    struct replay_options *options = &subject->replay;
    struct listeners listeners = {.waits = &said->waits,
                                  .hazards = &said->hazards,
                                  .streams = &said->streams,
                                  .first = &said->first,
                                  .chip = ttcap_info(subject->capture)->chip};
    enum tt_status status = take_references(expects, arguments, subject->capture, options, err);
    if (!status)
        status = replay_replay_run(&listeners, arguments, options, subject->capture, summary, err);
    if (!status && replay_is_unsure(summary)) {
        abandon(&listeners);
        *said = (struct reported){0};
        options->follows_undefined = true;
        status = replay_replay_run(&listeners, arguments, options, subject->capture, summary, err);
    }
    return status ? status : replay_finish(&listeners, summary, err);
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

/* What the delays change: the capture need not hold it. */
static enum tt_status replay_say_delays(const struct subject *subject, struct tt_error *err)
{
    struct schedules_change change;
    const enum tt_status status = schedules_delays(subject->capture, &subject->replay, &change, err);
    if (!status && change.bytes)
        printf("  delays       %u byte%s of L1, the first at %#x: %02X, in rounds %02X\n", (unsigned)change.bytes,
               change.bytes == 1 ? "" : "s", (unsigned)change.at, change.in_schedule, change.in_rounds);
    else if (!status)
        printf("  delays       leave the L1 of rounds, or one of the two hangs\n");
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
    struct reported said = {0};
    struct expects expects = {0};
    if (!status)
        status = replay_into(&arguments, &subject, &expects, &summary, &said, &err);
    int code = EXIT_SAME;
    if (status) {
        code = cli_trouble(&err);
    } else {
        const struct replay_view view = {arguments.output, arguments.record, subject.capture, &summary, &said.waits,
                                         &said.hazards,    &said.streams,    &said.first,     &expects};
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
