/* SPDX-License-Identifier: Apache-2.0 */
/* The faults of captures, and how much of them is sound. 80 columns; schemas/verify.schema.json. */
#include "show/reports.h"

#include "order/streams.h"
#include "show/capture/capture.h"
#include "show/wrap.h"

static void say_problem(void *user, const char *sentence)
{
    struct report *report = user;
    report_wrap(report, 0, "%s", sentence);
    report_say(report, SAY(NULL, sentence));
}

static void print_sums(const struct report *report, const char *path, bool is_sound,
                       const struct ttcap_verify_summary *summary)
{
    char chunks[COUNT_TEXT_MAX], pages[COUNT_TEXT_MAX], events[COUNT_TEXT_MAX], checkpoints[COUNT_TEXT_MAX];
    char symbols[COUNT_TEXT_MAX + 16] = "", lines[COUNT_TEXT_MAX + 16] = "";
    if (report->is_json)
        return;
    print_plain(report->out, path);
    if (summary->symbols)
        (void)snprintf(symbols, sizeof symbols, "%s symbol%s, ", count_text(summary->symbols, chunks),
                       plural(summary->symbols));
    if (summary->lines)
        (void)snprintf(lines, sizeof lines, "%s line%s, ", count_text(summary->lines, chunks), plural(summary->lines));
    char text[REPORT_WIDTH * 4];
    const int length = snprintf(text, sizeof text, "%s: %s chunk%s; whole: %s event%s, %s page%s, %s%s%s checkpoint%s",
                                is_sound ? "sound" : "not sound", count_text(summary->chunks, chunks),
                                plural(summary->chunks), count_text(summary->events, events), plural(summary->events),
                                count_text(summary->pages, pages), plural(summary->pages), symbols, lines,
                                count_text(summary->checkpoints, checkpoints), plural(summary->checkpoints));
    /* Seldom is there so much to say that it does not fit behind the name. */
    const bool is_long = summary->lines && strlen(path) + 2 + (size_t)length > REPORT_WIDTH;
    report_print(report, ":%s%s\n", is_long ? "\n    " : " ", text);
}

/* Where the executed words are not those that the cores pushed. */
struct stream_sayer {
    struct report *report;
    enum tt_chip chip;
};

static void say_stream_fault(void *user, const struct stream_fault *fault)
{
    const struct stream_sayer *sayer = user;
    char text[STREAM_TEXT_MAX];
    say_problem(sayer->report, stream_fault_text(sayer->chip, fault, text));
}

/* The container is sound: whether its words are. */
static enum tt_status say_streams(struct report *report, const char *path, struct tt_error *err)
{
    struct ttcap *capture;
    struct streams streams = {0};
    TRY(ttcap_open(&capture, path, err));
    struct stream_sayer sayer = {report, ttcap_info(capture)->chip};
    enum tt_status status = streams_hold(capture, &sayer, say_stream_fault, &streams, err);
    ttcap_close(capture);
    return !status && streams.faults ? TT_BAD_INPUT : status;
}

static enum tt_status say_capture(struct report *report, const char *path, struct tt_error *err)
{
    struct ttcap_verify_summary summary;
    report_object(report, NULL);
    report_say(report, SAY("file", path), SAY("kind", "capture"));
    report_list(report, "problems");
    enum tt_status status = ttcap_verify(path, say_problem, report, &summary, err);
    status = status ?: say_streams(report, path, err);
    report_close(report);
    report_say(report, SAY("is_sound", (bool)(status == TT_OK)), SAY("chunks", summary.chunks),
               SAY("chunk_bytes", summary.chunk_bytes), SAY("events", summary.events), SAY("pages", summary.pages),
               SAY("checkpoints", summary.checkpoints), SAY("symbols", summary.symbols), SAY("lines", summary.lines));
    report_close(report);
    if (status == TT_OK || status == TT_BAD_INPUT)
        print_sums(report, path, status == TT_OK, &summary);
    return status;
}

static void say_sealed(struct report *report, const struct verify_file *file)
{
    report_object(report, NULL);
    report_say(report, SAY("file", file->path), SAY("kind", file->sealed));
    report_list(report, "problems");
    if (file->status)
        report_say(report, SAY(NULL, (const char *)file->error.text));
    report_close(report);
    report_say(report, SAY("is_sound", (bool)(file->status == TT_OK)));
    report_close(report);
    if (report->is_json || file->status)
        return;
    print_plain(report->out, file->path);
    const bool is_program = strcmp(file->sealed, "program") == 0;
    report_print(report, ": sound: a %s, as %s\n", file->sealed,
                 is_program ? "the hashes in its index say" : "its SHA-256 says");
}

bool verify_report(FILE *out, enum report_form form, struct verify_file *files, size_t count,
                   void (*trouble)(const struct tt_error *err))
{
    struct report report;
    bool is_sound = true;
    report_begin_list(&report, out, form);
    for (size_t i = 0; i < count; i++) {
        struct verify_file *file = &files[i];
        if (file->sealed)
            say_sealed(&report, file);
        else
            file->status = say_capture(&report, file->path, &file->error);
        is_sound = is_sound && file->status == TT_OK;
        /* The faults of a capture were said above. */
        if (file->status != TT_OK && (file->sealed || file->status != TT_BAD_INPUT))
            trouble(&file->error);
    }
    report_end(&report);
    return is_sound;
}
