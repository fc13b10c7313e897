/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source in reports; $defs/source in schemas/VERB.schema.json. */
#include "show/parts.h"

#include "isa/cores.h"

void say_frames(struct report *report, const char *key, enum tt_core core, uint32_t pc,
                const struct ttcap_frame *frames, size_t count)
{
    char text[TTCAP_LINES_TEXT_MAX];
    report_object(report, key);
    report_say(report, SAY("core", core_name(core)), SAY("pc", pc));
    if (count > 0) {
        (void)ttcap_lines_text(frames, count, text);
        report_say(report, SAY("text", text));
        REPORT_EACH(report, "frames", i, count)
            report_item(report, NULL, SAY("function", frames[i].function), SAY("file", frames[i].file),
                        SAY_OR_NULL("line", frames[i].line, frames[i].line));
    }
    report_close(report);
}

/* TT_OK: its origin is known. Else text has the error, if there is one. */
static enum tt_status source_report_find(struct results *results, uint64_t seq, int thread,
                                         struct word_source *source, char text[static TTCAP_LINES_TEXT_MAX])
{
    struct tt_error err = {""};
    const enum tt_status status = results_source_of(results, seq, thread, source, &err);
    text[0] = '\0';
    if (status && status != TT_END)
        (void)snprintf(text, TTCAP_LINES_TEXT_MAX, "%.*s", TTCAP_LINES_TEXT_MAX - 1, err.text);
    else if (!status && source->frame_count > 0)
        (void)ttcap_lines_text(source->frames, source->frame_count, text);
    return status;
}

bool source_text(struct results *results, uint64_t seq, int thread, char text[static TTCAP_LINES_TEXT_MAX])
{
    struct word_source source;
    (void)source_report_find(results, seq, thread, &source, text);
    return text[0] != '\0';
}

void say_source(struct report *report, struct results *results, uint64_t seq, int thread)
{
    struct word_source source;
    char text[TTCAP_LINES_TEXT_MAX];
    if (report->is_json && source_report_find(results, seq, thread, &source, text) == TT_OK)
        say_frames(report, "source", source.core, source.pc, source.frames, source.frame_count);
}

void say_source_text(const struct report *report, struct results *results, uint64_t seq, int thread, int label_width)
{
    char text[TTCAP_LINES_TEXT_MAX];
    if (!report->is_json && source_text(results, seq, thread, text))
        report_label(report, label_width, "source", "%s", text);
}
