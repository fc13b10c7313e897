/* SPDX-License-Identifier: Apache-2.0 */
/* The words after `tt-replay replay`. */
#include "cli/replay/replay_options.h"

#include "ask/run/address.h"
#include "ask/run/first_write.h"
#include "cli/cli.h"
#include "isa/spaces.h"
#include "observe/hazard_edges.h"

#include "place_texts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *edge_at(size_t i, const void *user)
{
    (void)user;
    return i < EDGE_COUNT ? hazard_edge_get((enum hazard_edge)i)->name : NULL;
}

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
     "reads "
     "them without tt-replay (docs/formats/plain.md)",
     INTO(struct replay_arguments, is_plain)},
    {"delays", 0, "FILE",
     "program order: words and events that come later, as `tt-replay schedules --delays` or the maker's delay injector "
     "wrote them (docs/formats/delays.md)",
     INTO(struct replay_arguments, delays)},
    {"without", 0, "EDGE",
     "program order: judge hazards as if this edge of happens-before ordered nothing (`tt-replay help program-order`); "
     "may be given again",
     NAMED_BITS(edges, struct replay_arguments, without)},
    {"strict", 0, NULL, "stop at the first finding", INTO(struct replay_arguments, is_strict)},
    {"json", 0, NULL, "the summary as JSON (schemas/replay.schema.json)", INTO(struct replay_arguments, is_json)},
    {CLI_TABLE(cli_expect, struct replay_arguments, expect)},
    {0},
};

static void replay_options_check(const struct argp_state *state, void *into)
{
    const struct replay_arguments *arguments = into;
    cli_expect_check(state, &arguments->expect);
    if (arguments->expect.count && (arguments->output || arguments->record))
        cli_refuse(state, "--expect gives a verdict and makes no file: `tt-replay diff RUN.db --expect FILE` holds "
                          "a database against an array");
    if (arguments->delays && arguments->output)
        cli_refuse(state, "--delays gives a verdict and makes no database, which would not say how it was run");
    if (arguments->is_plain && !arguments->output)
        cli_refuse(state, "--plain is about the database: -o RUN.db");
    if (arguments->output && arguments->record && strcmp(arguments->output, arguments->record) == 0)
        cli_refuse(state, "-o and --record name one file");
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
    if (!has)
        return tt_fail(err, TT_BAD_INPUT, "nothing in this run %s %s",
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
    if (!is_mark && !address_event_number(text) && !isdigit((unsigned char)*text))
        return tt_fail(err, TT_BAD_INPUT, "'%s': expected an event number, mark:NAME or a place (l1:0x20420, dst:3,5)",
                       text);
    if (is_mark && into->order != REPLAY_EXECUTED)
        return tt_fail(err, TT_BAD_INPUT, "a mark is a place of executed order; the others take a step");
    TRY(address_point(text, &marks, &event, err));
    into->has_until = true;
    into->until = (uint64_t)(is_mark ? event + 1 : event);
    return TT_OK;
}

enum tt_status replay_arguments_open(const struct replay_arguments *arguments, struct subject *subject,
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
        if (replay->order != REPLAY_PROGRAM)
            return tt_fail(err, TT_BAD_INPUT, "--delays: words are delayed in program order: --order program");
    }
    enum tt_status status = TT_OK;
    if (arguments->range && (status = address_span(arguments->range, &marks, &replay->first, &replay->last, err)))
        tt_error_prefix(err, "--range");
    else if (arguments->until && (status = take_until(arguments->until, subject->capture, replay, err)))
        tt_error_prefix(err, "--until");
    return status;
}
