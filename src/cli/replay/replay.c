/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay replay: a capture on the emulated tile, every stage into a database. */
#include "order/replay.h"
#include "ask/run/address.h"
#include "base/input.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/expect_options.h"
#include "cli/progress.h"
#include "cli/replaying.h"
#include "cli/run/program.h"
#include "isa/spaces.h"
#include "observe/hazard_edges.h"
#include "order/record.h"
#include "place_texts.h"
#include "results/stored_run.h"
#include "schedules/delays.h"
#include "schedules/schedules.h"
#include "show/runs/replay_report.h"

#include <ctype.h>

struct replay_arguments {
    const char *capture, *output; /* borrowed from argv */
    const char *record;           /* the capture to make of it; null: none */
    const char *range;            /* as typed; null: all */
    const char *until;            /* likewise */
    const char *delays;           /* a file; null: none */
    struct replay_words how;
    struct cli_expect expect;
    uint64_t seed;    /* of a program's timing; 0: none */
    uint32_t without; /* bit an edge of happens-before */
    bool is_forced, is_by_path, is_plain, is_json, is_strict;
};

CLI_LIST(edge_at, EDGE_COUNT, hazard_edge_get((enum hazard_edge)i)->name)

static const struct cli_names edges = {edge_at, NULL, NULL};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct replay_arguments, capture)},
    {"output", 'o', "RUN.db", "the database to make (default: none, only the verdict)",
     INTO(struct replay_arguments, output)},
    {"record", 0, "OUT.ttcap",
     "capture the replay into OUT.ttcap: its events, and what the tile holds at each checkpoint",
     INTO(struct replay_arguments, record)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct replay_arguments, is_forced)},
    {CLI_TABLE(cli_replaying, struct replay_arguments, how)},
    {CLI_TABLE(cli_running, struct replay_arguments, how)},
    {"range", 0, "A:B",
     "report and compare only events A to B-1 (or A-B, mark:NAME-mark:NAME); what is before runs, but nothing of it is "
     "reported",
     INTO(struct replay_arguments, range)},
    {"until", 0, "EVENT|PLACE",
     "end before this event (a word or store of the run, in program and firmware order), behind mark:NAME, or behind "
     "the first event that writes to a place, as l1:0x20420 or dst:3,5 (changes it: cfg:FIELD, state:PATH); where "
     "nothing differs up to there, there is no verdict",
     INTO(struct replay_arguments, until)},
    {"by-path", 0, NULL, "the database does not hold the capture: it names it by path and hash, and asks for it",
     INTO(struct replay_arguments, is_by_path)},
    {"plain", 0, NULL,
     "the database also holds every instruction, access and value of every stage as rows: any SQLite program then "
     "reads them without tt-replay (docs/formats/plain.md)",
     INTO(struct replay_arguments, is_plain)},
    {"delays", 0, "FILE",
     "program order: words and events that come later, as `tt-replay schedules --delays` or the maker's delay injector "
     "wrote them (docs/formats/delays.md)",
     INTO(struct replay_arguments, delays)},
    {"without", 0, "EDGE",
     "program order: judge hazards as if this edge of happens-before ordered nothing (`tt-replay help program-order`); "
     "may be given again",
     NAMED_BITS(edges, struct replay_arguments, without)},
    {"seed", 0, "N",
     "of a program: another legal timing of its tiles, drawn from N, held against what the host read alone",
     INTO(struct replay_arguments, seed), .least = 1},
    {"strict", 0, NULL, "stop at the first finding", INTO(struct replay_arguments, is_strict)},
    {"json", 0, NULL, "the summary as JSON (schemas/replay.schema.json)", INTO(struct replay_arguments, is_json)},
    {CLI_TABLE(cli_expect, struct replay_arguments, expect)},
    {0},
};

static void replay_options_check(const struct argp_state *state, void *into)
{
    const struct replay_arguments *arguments = into;
    cli_expect_check(state, &arguments->expect);
    CLI_REFUSE_IF(arguments->expect.count && (arguments->output || arguments->record), state,
                  "--expect gives a verdict and makes no file: `tt-replay diff RUN.db --expect FILE` holds "
                  "a database against an array");
    CLI_REFUSE_IF(arguments->delays && arguments->output, state,
                  "--delays gives a verdict and makes no database, which would not say how it was run");
    CLI_REFUSE_IF(arguments->is_plain && !arguments->output, state, "--plain is about the database: -o RUN.db");
    CLI_REFUSE_IF(arguments->output && arguments->record && strcmp(arguments->output, arguments->record) == 0, state,
                  "-o and --record name one file");
}

/* Whether a place is named, and no event: a name of a space stands before the colon. */
static bool is_place(const char *text)
{
    char name[16] = "";
    const size_t length = strcspn(text, ":");
    if (!text[length] || length >= sizeof name)
        return false;
    memcpy(name, text, length);
    return space_find(name) != TT_SPACE_COUNT;
}

static enum tt_status take_until_place(const char *text, struct ttcap *capture, struct replay_options *into,
                                       struct tt_error *err)
{
    struct address_place place;
    bool has = false;
    uint64_t event = 0;
    TRY(address_place_parse(&place, ttcap_info(capture)->chip, text, err));
    TRY(first_write(capture, into, &place, &has, &event, err));
    REFUSE_IF(!has, err, "nothing in this run %s %s",
              place.is_field || place.space == TT_SPACE_STATE ? "changes" : "writes to", text);
    into->has_until = true;
    into->until = event + 1;
    return TT_OK;
}

/* An event that does not happen any more, or the mark or the writer behind which none does. */
static enum tt_status take_until(const char *text, struct ttcap *capture, struct replay_options *into,
                                 struct tt_error *err)
{
    const struct address_marks marks = address_marks_of_capture(capture);
    const bool is_mark = strncmp(text, "mark:", 5) == 0;
    int64_t event;
    if (is_place(text))
        return take_until_place(text, capture, into, err);
    REFUSE_IF(!is_mark && !address_event_number(text) && !isdigit((unsigned char)*text), err,
              "'%s': expected an event number, mark:NAME or a place (l1:0x20420, dst:3,5)", text);
    REFUSE_IF(is_mark && into->order != REPLAY_EXECUTED, err,
              "a mark is a place of executed order; the others take a step");
    TRY(address_point(text, &marks, &event, err));
    into->has_until = true;
    into->until = (uint64_t)(is_mark ? event + 1 : event);
    return TT_OK;
}

static enum tt_status replay_arguments_open(const struct replay_arguments *arguments, struct subject *subject,
                                            struct replay_delays *delays, struct tt_error *err)
{
    struct replay_options *replay = &subject->replay;
    TRY(subject_open_capture(subject, arguments->capture, &arguments->how, err));
    const struct address_marks marks = address_marks_of_capture(subject->capture);
    replay->is_strict = arguments->is_strict;
    replay->hazards_without = arguments->without;
    if (arguments->delays) {
        TRY(replay_delays_read(delays, arguments->delays, ttcap_info(subject->capture)->chip, err));
        replay->delays = delays->items;
        replay->delay_count = delays->count;
        REFUSE_IF(replay->order != REPLAY_PROGRAM, err,
                  "--delays: words are delayed in program order: --order program");
    }
    enum tt_status status = TT_OK;
    if (arguments->range && (status = address_span(arguments->range, &marks, &replay->first, &replay->last, err)))
        tt_error_prefix(err, "--range");
    else if (arguments->until && (status = take_until(arguments->until, subject->capture, replay, err)))
        tt_error_prefix(err, "--until");
    return status;
}

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
    TRY(program_takes(arguments->capture, how, err));
    REFUSE_IF(arguments->output || arguments->record || arguments->range || arguments->until || arguments->is_strict ||
                  arguments->without,
              err,
              "%s: a program: --json, --seed, --expect, --variant, --profile and --max-steps alone go with all its "
              "tiles, the other options with one: --tile X,Y",
              arguments->capture);
    const struct program_words program = {.folder = arguments->capture,
                                          .variants = &how->variants,
                                          .max_steps = how->max_steps,
                                          .expect = &arguments->expect,
                                          .seed = arguments->seed,
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

static enum tt_status replay_do(void *words, int *code, struct tt_error *err)
{
    const struct replay_arguments *arguments = words;
    struct subject subject OWNED(subject_clear) = {0};
    struct replay_delays delays OWNED(replay_delays_clear) = {0};
    struct expects expects OWNED(expects_clear) = {0};
    struct replay_summary summary;
    struct replay_met met = {0};
    if (program_is(arguments->capture) && !arguments->delays)
        return replay_program(arguments, code, err);
    REFUSE_IF(arguments->seed, err,
              "%s: --seed draws the timing of a program's tiles; orders of one tile's threads are tried by "
              "`tt-replay schedules`",
              arguments->capture);
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
    const struct replay_view view = {arguments->output, arguments->record, subject.capture, &summary, &met,
                                     &expects,          &arguments->how};
    replay_report(stdout, cli_form(arguments->is_json), &view);
    *code = verdict_exit(summary.verdict);
    return arguments->delays && !arguments->is_json ? replay_say_delays(&subject, err) : TT_OK;
}

int verb_replay(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap [-o RUN.db]",
        "Replay a capture on the emulated tile. The database gets the values after every stage of every "
        "instruction, and where the tile differs from what the device held: `tt-replay diff RUN.db` shows "
        "that. Without a database nothing is written, and the verdict is that of the same run.\v" CLI_VERDICT_STATUSES
        "Examples:\n"
        "  tt-replay replay case.ttcap\n"
        "  tt-replay replay case.ttcap -o run.db\n"
        "  tt-replay replay case.ttcap -o run.db --unit pack --strict\n"
        "  tt-replay replay case.ttcap -o what-if.db --set " FIELD_TEXT_STACC_RELU_ApplyRelu "=0",
        options, replay_options_check};
    struct replay_arguments arguments = {.output = NULL};
    return cli_do(&syntax, argc, argv, &arguments, replay_do);
}
