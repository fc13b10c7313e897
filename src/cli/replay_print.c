/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a replay as a few lines, and as JSON. */
#include "cli/replay_print.h"

#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { LABEL = 15 };

/* "matrix 24, unpack0 8" */
static const char *skipped_text(const struct replay_summary *summary, char *text, size_t size)
{
    size_t at = 0;
    text[0] = 0;
    for (int unit = 0; unit < TT_UNIT_COUNT && at < size; unit++)
        if (summary->skipped_by_unit[unit])
            at += (size_t)snprintf(text + at, size - at, "%s%s %" PRIu64, at ? ", " : "", unit_name((enum tt_unit)unit),
                                   summary->skipped_by_unit[unit]);
    return text;
}

static void print_verdict(const struct replay_summary *summary)
{
    char words[VERDICT_WORDS_MAX], text[VERDICT_WORDS_MAX + 32];
    const bool is_told_by_diff = summary->verdict == VERDICT_DIFFERS;
    (void)snprintf(text, sizeof text, "%s: %s%s", verdict_name(summary->verdict), verdict_words(&summary->facts, words),
                   is_told_by_diff ? " (see tt-replay diff)" : "");
    wrap_labelled(stdout, LABEL, "verdict", "%s", text);
}

void replay_streams_add(struct replay_streams *streams, const char *text)
{
    if (streams->faults < REPLAY_STREAMS_SAID)
        (void)snprintf(streams->text[streams->faults], REPLAY_STREAM_TEXT, "%s", text);
    streams->faults++;
}

static void print_streams(const struct replay_streams *streams)
{
    for (uint64_t i = 0; i < streams->faults && i < REPLAY_STREAMS_SAID; i++)
        wrap_labelled(stdout, LABEL, i ? "" : "streams", "%s", streams->text[i]);
    if (streams->faults > REPLAY_STREAMS_SAID)
        wrap_labelled(stdout, LABEL, "", "%" PRIu64 " more (see the findings, or tt-replay verify)",
                      streams->faults - REPLAY_STREAMS_SAID);
}

void replay_print_text(const struct replay_report *report)
{
    const struct replay_summary *summary = report->summary;
    char skipped[256];
    const struct replay_arguments *arguments = report->arguments;
    (void)printf("%s (%s) -> %s%s%s\n", report->info->name, chip_get(report->info->chip)->name,
                 arguments->output ? arguments->output : "", arguments->output && arguments->record ? ", " : "",
                 arguments->record ? arguments->record : "");
    (void)printf("  events       %" PRIu64 "\n", summary->events);
    (void)printf("  executed     %" PRIu64 "\n", summary->executed);
    if (summary->steps)
        (void)printf("  cores        %" PRIu64 " instructions in %" PRIu64 " steps\n", summary->instructions,
                     summary->steps);
    (void)printf("  skipped      %" PRIu64 "%s%s%s\n", summary->skipped, summary->skipped ? " (" : "",
                 skipped_text(summary, skipped, sizeof skipped), summary->skipped ? ")" : "");
    if (summary->unsupported)
        (void)printf("  unsupported  %" PRIu64 " (see the findings)\n", summary->unsupported);
    (void)printf("  findings     %" PRIu64 "\n", summary->findings);
    (void)printf("  checkpoints  %" PRIu32 " held\n", summary->checkpoints);
    if (summary->start_is_assumed)
        (void)printf("  start        of configuration and counters, what is not recorded is reset\n");
    print_streams(report->streams);
    replay_hazards_print_text(report->hazards);
    replay_waits_print_text(report->waits, report->capture, summary->facts.is_stopped);
    print_verdict(summary);
}

static void put_skipped(struct json_out *out, const struct replay_summary *summary)
{
    json_out_object(out, "skipped_by_unit");
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        if (summary->skipped_by_unit[unit])
            json_out_uint(out, unit_name((enum tt_unit)unit), summary->skipped_by_unit[unit]);
    json_out_end(out);
}

void replay_print_json(const struct replay_report *report)
{
    const struct replay_summary *summary = report->summary;
    char words[VERDICT_WORDS_MAX];
    const bool is_plain = summary->verdict == VERDICT_SAME || summary->verdict == VERDICT_DIFFERS;
    struct json_out out;
    json_out_init(&out, stdout);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", report->info->name);
    json_out_string(&out, "chip", chip_get(report->info->chip)->name);
    json_out_string(&out, "output", report->arguments->output);
    json_out_string(&out, "recorded", report->arguments->record);
    json_out_uint(&out, "events", summary->events);
    json_out_uint(&out, "executed", summary->executed);
    json_out_uint(&out, "skipped", summary->skipped);
    put_skipped(&out, summary);
    json_out_uint(&out, "unsupported", summary->unsupported);
    json_out_uint(&out, "findings", summary->findings);
    json_out_uint(&out, "stream_faults", report->streams->faults);
    json_out_string(&out, "first_stream_fault", report->streams->faults ? report->streams->text[0] : NULL);
    json_out_uint(&out, "checkpoints", summary->checkpoints);
    json_out_uint(&out, "known_bytes", summary->facts.bytes.compared);
    json_out_uint(&out, "differing_bytes", summary->facts.bytes.differing);
    json_out_uint(&out, "tainted_bytes", summary->facts.bytes.undecided);
    json_out_string(&out, "verdict", verdict_name(summary->verdict));
    json_out_string(&out, "reason", is_plain ? NULL : verdict_words(&summary->facts, words));
    json_out_bool(&out, "start_is_assumed", summary->start_is_assumed);
    if (summary->steps) {
        json_out_uint(&out, "steps", summary->steps);
        json_out_uint(&out, "core_instructions", summary->instructions);
    }
    replay_waits_print_json(report->waits, report->capture, &out);
    replay_hazards_print_json(report->hazards, &out);
    json_out_end(&out);
}
