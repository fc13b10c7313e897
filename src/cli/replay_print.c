/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a replay as a few lines, and as JSON. */
#include "cli/replay_print.h"

#include "cli/cli.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/json_out.h"

#include <inttypes.h>

static const char *verdict_name(enum replay_verdict verdict)
{
    switch (verdict) {
    case REPLAY_SAME:
        return "same";
    case REPLAY_DIFFERS:
        return "differs";
    case REPLAY_NO_VERDICT:
        break;
    }
    return "no verdict";
}

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

/* Why there is no verdict. */
static const char *reason_text(const struct replay_summary *summary, char *text, size_t size)
{
    if (summary->is_stopped)
        (void)snprintf(text, size, "stopped at %s %" PRIu64 " by finding %s", summary->steps ? "step" : "event",
                       summary->stopped_at, finding_get(summary->stopped_by)->code);
    else if (summary->checkpoints == 0)
        (void)snprintf(text, size, "no checkpoint to hold it against");
    else if (summary->known_bytes == 0)
        (void)snprintf(text, size, "the recording holds nothing that these units make");
    else if (summary->unknown_read & 1u << TT_SPACE_DST)
        (void)snprintf(text, size, "what was packed came from Dst, which the recording does not hold");
    else
        (void)snprintf(text, size, "what was packed rests on state that the recording does not hold");
    return text;
}

static void print_verdict(const struct replay_summary *summary)
{
    char reason[128];
    switch (summary->verdict) {
    case REPLAY_SAME:
        (void)printf("  verdict      same: all %" PRIu64 " known bytes are what the device held\n",
                     summary->known_bytes);
        return;
    case REPLAY_DIFFERS:
        if (summary->is_deadlocked) {
            (void)printf("  verdict      differs: the device came to the end, the replay does not\n");
            return;
        }
        (void)printf("  verdict      differs: %" PRIu64 " of %" PRIu64 " known bytes (see tt-replay diff)\n",
                     summary->differing_bytes, summary->known_bytes);
        return;
    case REPLAY_NO_VERDICT:
        (void)printf("  verdict      none: %s\n", reason_text(summary, reason, sizeof reason));
        if (summary->tainted_bytes)
            (void)printf("               (%" PRIu64 " of %" PRIu64 " known bytes decide nothing)\n",
                         summary->tainted_bytes, summary->known_bytes);
        return;
    }
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
    replay_hazards_print_text(report->hazards);
    replay_waits_print_text(report->waits, report->capture, summary->is_stopped);
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
    char reason[128];
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
    json_out_uint(&out, "checkpoints", summary->checkpoints);
    json_out_uint(&out, "known_bytes", summary->known_bytes);
    json_out_uint(&out, "differing_bytes", summary->differing_bytes);
    json_out_uint(&out, "tainted_bytes", summary->tainted_bytes);
    json_out_string(&out, "verdict", verdict_name(summary->verdict));
    json_out_string(&out, "reason",
                    summary->verdict == REPLAY_NO_VERDICT ? reason_text(summary, reason, sizeof reason) : NULL);
    json_out_bool(&out, "start_is_assumed", summary->start_is_assumed);
    if (summary->steps) {
        json_out_uint(&out, "steps", summary->steps);
        json_out_uint(&out, "core_instructions", summary->instructions);
    }
    replay_waits_print_json(report->waits, report->capture, &out);
    replay_hazards_print_json(report->hazards, &out);
    json_out_end(&out);
}
