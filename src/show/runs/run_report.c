/* SPDX-License-Identifier: Apache-2.0 */
/* The outcome of a run: counts, pages that went through, waits. 80 columns; schemas/run.schema.json. */
#include "show/runs/run_report.h"

static bool is_unsupported(const struct run_view *view)
{
    return view->summary->facts.unsupported || view->summary->facts.is_stopped;
}

/* Cores that end before the host has delivered all pages, or has all of theirs, leave it waiting. */
static bool is_hung(const struct run_view *view)
{
    return view->summary->is_deadlocked || (!script_is_done(view->script) && !view->script->has_end);
}

static const char *run_verdict_name(const struct run_view *view)
{
    return is_unsupported(view) ? verdict_name(VERDICT_UNSUPPORTED)
           : is_hung(view)      ? verdict_name(VERDICT_HUNG)
                                : "done";
}

int run_verdict_exit(const struct run_view *view)
{
    return verdict_exit(is_unsupported(view) ? VERDICT_UNSUPPORTED : is_hung(view) ? VERDICT_HUNG : VERDICT_SAME);
}

static const char *run_report_reason_of(const struct run_view *view)
{
    const struct script *script = view->script;
    if (is_unsupported(view))
        return view->summary->facts.unsupported_detail;
    if (view->summary->is_deadlocked)
        return "nothing can go on";
    if (is_hung(view))
        return "the cores came to their end, and the host has stores or pages left";
    return script->has_end ? "the word that was waited for has its value" : "the cores came to their end";
}

static void say_buffers(struct report *report, const struct run_view *view)
{
    REPORT_EACH(report, "buffers", i, view->buffer_count) {
        const struct script_feed *feed = view->buffers[i].feed;
        const char *way = feed->empties ? "out" : "in";
        char label[24];
        report_object(report, NULL);
        report_say(report, SAY("buffer", feed->buffer), SAY("direction", way), SAY("path", view->buffers[i].path),
                   SAY("address", feed->start), SAY("page_bytes", feed->page_bytes), SAY("room", feed->ring),
                   SAY("pages", feed->count), SAY("done", feed->done));
        report_close(report);
        (void)snprintf(label, sizeof label, "buffer %u", feed->buffer);
        report_label(report, RUN_LABEL, label,
                     "%" PRIu64 " of %" PRIu64 " pages %s, %s; room for %" PRIu32 " at l1:0x%" PRIx32, feed->done,
                     feed->count, way, view->buffers[i].path, feed->ring, feed->start);
    }
}

void run_report(FILE *out, enum report_form form, const struct run_view *view)
{
    const struct ttcap_info *info = ttcap_info(view->capture);
    const struct replay_summary *summary = view->summary;
    const char *chip = chip_get(info->chip)->name;
    REPORT(report, out, form);
    report_say(&report, SAY("chip", chip), SAY("output", view->output), SAY("steps", summary->steps),
               SAY("core_instructions", summary->instructions));
    report_print(&report, "run (%s)%s%s\n", chip, view->output ? " -> " : "", view->output ? view->output : "");
    report_print(&report, "  cores        %" PRIu64 " instructions in %" PRIu64 " steps\n", summary->instructions,
                 summary->steps);
    report_fact(&report, "executed", SAY("executed", summary->executed));
    report_fact(&report, "findings", SAY("findings", summary->findings));
    say_buffers(&report, view);
    report_say(&report, SAY("verdict", run_verdict_name(view)), SAY("reason", run_report_reason_of(view)));
    replay_report_waits(&report, view->waits, view->capture, summary->facts.is_stopped);
    report_label(&report, RUN_LABEL, "verdict", "%s: %s", run_verdict_name(view), run_report_reason_of(view));
}
