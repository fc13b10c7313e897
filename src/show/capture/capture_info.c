/* SPDX-License-Identifier: Apache-2.0 */
/* `info`: a capture on one screen of 80 columns; schemas/info.schema.json. */
#include "base/text/text.h"
#include "isa/cores.h"
#include "isa/spaces.h"
#include "show/capture/capture.h"
#include "show/capture/capture_survey.h"
#include "show/wrap.h"

enum { LABEL = 12, WIDTH = REPORT_WIDTH, SHOWN_CHECKPOINTS = 12, TOP = 4 };

struct page {
    FILE *out;
    struct report *report;
    const struct ttcap_info *info;
    const struct capture_survey *survey;
};

static void capture_info_label(const struct page *page, const char *text)
{
    (void)fprintf(page->out, "%-*s", LABEL, text);
}

/* Words one after the other, in lines that start below the first. */
static unsigned flow(const struct page *page, unsigned column, unsigned indent, const char *word, bool is_last)
{
    unsigned length = (unsigned)strlen(word) + !is_last;
    if (column > indent && column + 1 + length > WIDTH) {
        (void)fprintf(page->out, "\n%*s", (int)indent, "");
        column = indent;
    }
    if (column > indent) {
        (void)fputc(' ', page->out);
        column++;
    }
    print_plain(page->out, word);
    if (!is_last)
        (void)fputc(',', page->out);
    return column + length;
}

static const char *source_word(enum ttcap_source source)
{
    static const char *const words[] = {
        [TTCAP_SILICON] = "silicon",
        [TTCAP_SIMULATOR] = "a simulator",
        [TTCAP_EMULATOR] = "an emulator",
        [TTCAP_DERIVED] = "another recording (derived)",
    };
    return words[source];
}

/* A sentence in lines that start below the label. */
static void paragraph(const struct page *page, const char *name, const char *text)
{
    if (!*text)
        return;
    struct text shown = {0};
    text_add_name(&shown, text);
    capture_info_label(page, name);
    wrap_text(page->out, text_of(&shown), LABEL, WIDTH);
    text_clear(&shown);
}

/* The orders it can be replayed in. */
static void print_orders(const struct page *page)
{
    char a[COUNT_TEXT_MAX], text[256] = "";
    const struct ttcap_info *info = page->info;
    uint64_t exec = info->kind_count[TTCAP_EXEC], push = info->kind_count[TTCAP_PUSH];
    size_t n = 0;
    if (exec)
        n += (size_t)snprintf(text + n, sizeof text - n, "executed order (%s word%s)", count_text(exec, a),
                              plural(exec));
    if (push)
        n += (size_t)snprintf(text + n, sizeof text - n, "%sprogram order (%s word%s)", n ? ", " : "",
                              count_text(push, a), plural(push));
    if (info->boot_count)
        n += (size_t)snprintf(text + n, sizeof text - n, "%sfirmware order (%zu core%s)", n ? ", " : "",
                              info->boot_count, plural(info->boot_count));
    paragraph(page, "replay", n ? text : "no instruction words to replay");
}

/* Where cores start, and the symbols of their programs. */
static void print_cores(const struct page *page)
{
    char a[COUNT_TEXT_MAX];
    const struct ttcap_info *info = page->info;
    if (info->boot_count) {
        capture_info_label(page, "cores");
        for (size_t i = 0; i < info->boot_count; i++)
            (void)fprintf(page->out, "%s%s from 0x%" PRIx32, i ? ", " : "", core_name(info->boot[i].core),
                          info->boot[i].pc);
        (void)fputc('\n', page->out);
    }
    if (info->symbol_count || info->line_count || info->pc_count) {
        capture_info_label(page, "programs");
        (void)fprintf(page->out, "%s symbol%s, ", count_text(info->symbol_count, a), plural(info->symbol_count));
        if (info->line_count)
            (void)fprintf(page->out, "%s line%s of source, ", count_text(info->line_count, a),
                          plural(info->line_count));
        (void)fprintf(page->out, "%s event%s with a program counter\n", count_text(info->pc_count, a),
                      plural(info->pc_count));
    }
}

static void capture_info_print_head(const struct page *page, const char *path)
{
    const struct ttcap_info *info = page->info;
    char bytes[COUNT_TEXT_MAX];
    paragraph(page, "file", path);
    capture_info_label(page, "");
    (void)fprintf(page->out, "%s bytes, hash %s%s\n", count_text(info->file_bytes, bytes), info->hash,
                  info->is_salvaged ? ", CUT: only whole chunks are read" : "");
    paragraph(page, "name", info->name);
    paragraph(page, "", info->description);
    capture_info_label(page, "chip");
    (void)fprintf(page->out, "%s\n", chip_get(info->chip)->name);
    char recorded[160];
    (void)snprintf(recorded, sizeof recorded, "from %s; what the start leaves out is %s", source_word(info->source),
                   info->unlisted_start_is_reset ? "its reset value" : "unknown");
    paragraph(page, "recorded", recorded);
    paragraph(page, "written by", info->recorder);
    if (info->tag_count) {
        capture_info_label(page, "tags");
        unsigned column = LABEL;
        for (size_t i = 0; i < info->tag_count; i++)
            column = flow(page, column, LABEL, info->tags[i], i + 1 == info->tag_count);
        (void)fputc('\n', page->out);
    }
    print_cores(page);
    for (size_t i = 0; i < info->input_count; i++)
        paragraph(page, i ? "" : "sources", info->inputs[i]);
    print_orders(page);
}

static void capture_info_print_heads(const struct page *page, const char *first, const char *last)
{
    report_print(page->report, "\n%s%-*s%9s%9s%9s%9s%10s%s%s\n", page->report->ink.bold, LABEL, first, "T0", "T1", "T2",
                 "none", "all", last, page->report->ink.off);
}

static void capture_info_print_counts(const struct page *page, const char *name, const uint64_t counts[SURVEY_THREADS])
{
    uint64_t sum = 0;
    capture_info_label(page, name);
    for (unsigned i = 0; i < SURVEY_THREADS; i++) {
        sum += counts[i];
        if (counts[i])
            (void)fprintf(page->out, "%9" PRIu64, counts[i]);
        else
            (void)fprintf(page->out, "%9s", ".");
    }
    (void)fprintf(page->out, "%10" PRIu64, sum);
}

static bool capture_info_is_empty(const uint64_t counts[SURVEY_THREADS])
{
    return !(counts[0] | counts[1] | counts[2] | counts[3]);
}

/* A line of counts by thread, and in JSON the members of an object that is open. */
static void capture_info_say_counts(const struct page *page, const char *name, const uint64_t counts[SURVEY_THREADS])
{
    static const char *const keys[SURVEY_THREADS] = {"t0", "t1", "t2", "none"};
    for (unsigned i = 0; i < SURVEY_THREADS; i++)
        report_say(page->report, SAY(keys[i], counts[i]));
    if (!page->report->is_json)
        capture_info_print_counts(page, name, counts);
}

static void capture_info_say_events(const struct page *page)
{
    static const char *const meanings[TTCAP_KIND_COUNT] = {
        [TTCAP_PUSH] = "words pushed",    [TTCAP_EXEC] = "words executed",  [TTCAP_CFGW] = "config stores",
        [TTCAP_MOPW] = "macro-op stores", [TTCAP_GPRW] = "register stores", [TTCAP_SEMW] = "semaphore stores",
        [TTCAP_SEMR] = "semaphore reads", [TTCAP_L1W] = "L1 stores",        [TTCAP_MMIO] = "other stores",
    };
    struct report *report = page->report;
    report_say(report, SAY("event_count", page->info->event_count));
    if (page->info->event_count)
        capture_info_print_heads(page, "events", "");
    report_object(report, "events");
    for (int kind = 0; kind < TTCAP_KIND_COUNT; kind++) {
        const char *name = ttcap_kind_name((enum ttcap_kind)kind);
        if (!report->is_json && capture_info_is_empty(page->survey->events[kind]))
            continue;
        report_object_line(report, name);
        capture_info_say_counts(page, name, page->survey->events[kind]);
        report_close(report);
        report_print(report, "  %s\n", meanings[kind]);
    }
    report_close(report);
}

/* The most used instructions of a unit, as many as fit the line. */
static void print_top(const struct page *page, unsigned unit, unsigned column)
{
    bool is_shown[256] = {false};
    const uint64_t *counts = page->survey->opcodes[unit];
    for (int shown = 0; shown < TOP; shown++) {
        int top = -1;
        for (int i = 0; i < 256; i++) {
            if (counts[i] && !is_shown[i] && (top < 0 || counts[i] > counts[top]))
                top = i;
        }
        if (top < 0)
            break;
        const char *name = survey_mnemonic(page->info->chip, (unsigned)top);
        char text[64];
        int n = name ? snprintf(text, sizeof text, " %s", name) : snprintf(text, sizeof text, " opcode %02x", top);
        if (column + (unsigned)n > WIDTH)
            break;
        (void)fputs(text, page->out);
        column += (unsigned)n;
        is_shown[top] = true;
    }
}

static void say_opcodes(const struct page *page, unsigned unit)
{
    report_object(page->report, "opcodes");
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        char number[16];
        const char *name = survey_mnemonic(page->info->chip, opcode);
        (void)snprintf(number, sizeof number, "0x%02X", opcode);
        if (page->survey->opcodes[unit][opcode])
            report_say(page->report, SAY(name ? name : number, page->survey->opcodes[unit][opcode]));
    }
    report_close(page->report);
}

static void say_units(const struct page *page)
{
    struct report *report = page->report;
    report_say(report, SAY("instructions_of", page->survey->counts_exec ? "exec" : "push"));
    if (page->info->kind_count[TTCAP_EXEC] || page->info->kind_count[TTCAP_PUSH])
        capture_info_print_heads(page, page->survey->counts_exec ? "executed" : "pushed", "  most");
    report_list(report, "instructions");
    for (unsigned unit = 0; unit <= TT_UNIT_COUNT; unit++) {
        const bool is_defined = unit < TT_UNIT_COUNT;
        if (capture_info_is_empty(page->survey->words[unit]))
            continue;
        report_object(report, NULL);
        report_say(report, SAY_OR_NULL("unit", is_defined, unit_name((enum tt_unit)unit)));
        capture_info_say_counts(page, is_defined ? unit_name((enum tt_unit)unit) : "undefined",
                                page->survey->words[unit]);
        say_opcodes(page, unit);
        report_close(report);
        report_print(report, " ");
        if (!report->is_json)
            print_top(page, unit, LABEL + 4 * 9 + 10 + 1);
        report_print(report, "\n");
    }
    report_close(report);
}

static const char *survey_name(unsigned space)
{
    return space == SURVEY_INTERNAL ? "internal" : space_name((enum tt_space)space);
}

static uint32_t survey_bytes(const struct page *page, unsigned space)
{
    return space == SURVEY_INTERNAL ? 4 * (STATE_ALL_WORDS - STATE_INTERNAL)
                                    : space_bytes(page->info->chip, (enum tt_space)space);
}

/* "dst", "cfg 24%", "l1 36.1 KiB". */
static void knowledge_text(const struct page *page, unsigned space, const struct space_knowledge *known, char *text,
                           size_t size)
{
    uint64_t bits = (uint64_t)survey_bytes(page, space) * 8;
    if (known->known_bits == bits)
        (void)snprintf(text, size, "%s", survey_name(space));
    else if (space == TT_SPACE_L1 && known->known_bytes < 10240)
        (void)snprintf(text, size, "l1 %" PRIu64 " bytes", known->known_bytes);
    else if (space == TT_SPACE_L1)
        (void)snprintf(text, size, "l1 %.1f KiB", (double)known->known_bytes / 1024);
    else
        (void)snprintf(text, size, "%s %.0f%%", survey_name(space),
                       known->known_bits * 100 < bits ? 1.0 : (double)known->known_bits * 100 / (double)bits);
}

/* How many windows a checkpoint has by hash alone, and of how many bytes; of one that cannot be read what comes before
 * it. */
static uint32_t count_windows(struct ttcap *capture, uint32_t checkpoint, uint64_t *bytes)
{
    struct ttcap_window window;
    uint32_t count = 0;
    *bytes = 0;
    while (ttcap_window_get(capture, checkpoint, count, &window, NULL) == TT_OK) {
        *bytes += window.count;
        count++;
    }
    return count;
}

static void print_checkpoint(const struct page *page, struct ttcap *capture, uint32_t checkpoint,
                             const struct ttcap_checkpoint *at)
{
    enum { CHANGE_INDENT = 30 };
    struct space_knowledge *spaces = page->survey->spaces[checkpoint];
    char id[13];
    (void)snprintf(id, sizeof id, "%s", at->id);
    (void)fprintf(page->out, "%5" PRIu32 "  ", checkpoint);
    print_plain(page->out, id);
    (void)fprintf(page->out, "%*s%8" PRId64 "  ", (int)(13 - strlen(id)), "", at->after_event);
    unsigned column = CHANGE_INDENT;
    int last = SURVEY_SPACES - 1;
    while (last >= 0 && !spaces[last].known_bytes)
        last--;
    for (int space = 0; space <= last; space++) {
        char text[64];
        if (!spaces[space].known_bytes)
            continue;
        knowledge_text(page, (unsigned)space, &spaces[space], text, sizeof text);
        column = flow(page, column, CHANGE_INDENT, text, space == last);
    }
    uint64_t bytes;
    const uint32_t windows = count_windows(capture, checkpoint, &bytes);
    (void)fprintf(page->out, "%s\n", last < 0 && !windows ? "nothing" : "");
    if (windows)
        (void)fprintf(page->out, "%*sby hash alone: %" PRIu32 " window%s, %" PRIu64 " bytes\n", CHANGE_INDENT, "",
                      windows, plural(windows), bytes);
}

static void capture_info_say_checkpoint(const struct page *page, struct ttcap *capture, uint32_t checkpoint,
                                        const struct ttcap_checkpoint *at)
{
    const struct space_knowledge *spaces = page->survey->spaces[checkpoint];
    struct report *report = page->report;
    report_object(report, NULL);
    report_say(report, SAY("id", at->id), SAY("after_event", at->after_event));
    report_object(report, "known");
    for (unsigned i = 0; i < SURVEY_SPACES; i++)
        if (spaces[i].known_bytes)
            report_item(report, survey_name(i), SAY("bytes", survey_bytes(page, i)),
                        SAY("known_bytes", spaces[i].known_bytes), SAY("known_bits", spaces[i].known_bits),
                        SAY("lo", spaces[i].first_lo), SAY("hi", spaces[i].last_hi));
    report_close(report);
    uint64_t bytes;
    const uint32_t windows = count_windows(capture, checkpoint, &bytes);
    if (windows)
        report_item(report, "windows", SAY("count", windows), SAY("bytes", bytes));
    report_close(report);
}

/* In text the first and the last of many, where not all are to be shown. */
static void say_checkpoints(const struct page *page, struct ttcap *capture, bool shows_all)
{
    const uint32_t count = page->info->checkpoint_count;
    struct report *report = page->report;
    report_print(report, "\n%scheckpoints  id          after event  known%s\n", report->ink.bold, report->ink.off);
    REPORT_EACH(report, "checkpoints", i, count) {
        const bool is_middle = i >= SHOWN_CHECKPOINTS / 2 && i < count - SHOWN_CHECKPOINTS / 2;
        if (report->is_json)
            capture_info_say_checkpoint(page, capture, i, ttcap_checkpoint(capture, i));
        else if (shows_all || count <= SHOWN_CHECKPOINTS + 1 || !is_middle)
            print_checkpoint(page, capture, i, ttcap_checkpoint(capture, i));
        else if (i == SHOWN_CHECKPOINTS / 2)
            report_print(report, "       (%" PRIu32 " more; --all lists them)\n", count - SHOWN_CHECKPOINTS);
    }
}

static void capture_info_say_head(const struct page *page, const char *path)
{
    const struct ttcap_info *info = page->info;
    struct report *report = page->report;
    report_say(report, SAY("file", path), SAY("bytes", info->file_bytes), SAY("hash", info->hash),
               SAY("is_salvaged", info->is_salvaged), SAY("chip", chip_get(info->chip)->name), SAY("name", info->name),
               SAY("description", info->description), SAY("source", ttcap_source_name(info->source)),
               SAY("unlisted_start_is_reset", info->unlisted_start_is_reset), SAY("recorder", info->recorder));
    REPORT_EACH_LINE(report, "tags", i, info->tag_count)
        report_say(report, SAY(NULL, info->tags[i]));
    REPORT_EACH(report, "boot", i, info->boot_count)
        report_item(report, NULL, SAY("core", core_name(info->boot[i].core)), SAY("pc", info->boot[i].pc));
    REPORT_EACH(report, "inputs", i, info->input_count)
        report_say(report, SAY(NULL, info->inputs[i]));
    report_say(report, SAY("symbol_count", info->symbol_count), SAY("line_count", info->line_count),
               SAY("pc_count", info->pc_count));
    report_list_line(report, "orders");
    report_say(report, SAY_IF(NULL, info->kind_count[TTCAP_EXEC], "executed"),
               SAY_IF(NULL, info->kind_count[TTCAP_PUSH], "program"), SAY_IF(NULL, info->boot_count, "firmware"));
    report_close(report);
    if (!report->is_json)
        capture_info_print_head(page, path);
}

enum tt_status capture_info(FILE *out, enum report_form form, struct ttcap *capture, const char *path, bool shows_all,
                            struct tt_error *err)
{
    struct capture_survey survey OWNED(survey_clear) = {0};
    TRY(survey_make(&survey, capture, err));
    REPORT(report, out, form);
    const struct page page = {.out = out, .report = &report, .info = ttcap_info(capture), .survey = &survey};
    capture_info_say_head(&page, path);
    capture_info_say_events(&page);
    say_units(&page);
    say_checkpoints(&page, capture, shows_all);
    return TT_OK;
}
