/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --events`: one a line, words disassembled. docs/formats/bundle.md#events */
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "order/word_origins.h"
#include "show/capture/capture.h"
#include "show/parts.h"

enum { SHOWN_BYTES = 16, INDENT = 30, EVENT_PLACE_MAX = TTCAP_LINES_TEXT_MAX + 8 };

static bool passes(const struct event_filter *filter, enum tt_chip chip, const struct ttcap_event *event)
{
    if (!(filter->threads & 1u << (event->thread + 1)) || !(filter->kinds & 1u << event->kind))
        return false;
    const bool has_word = event->kind == TTCAP_PUSH || event->kind == TTCAP_EXEC;
    const struct address_event named = {event->seq, event->thread, has_word, has_word ? event->value : 0};
    if (filter->events && !address_events_has(filter->events, chip, &named))
        return false;
    const uint32_t every = (1u << TT_UNIT_COUNT) - 1;
    if ((filter->units & every) == every)
        return true;
    if (!has_word)
        return false;
    enum tt_unit unit = isa_unit(chip, event->value);
    return unit != TT_UNIT_COUNT && filter->units & 1u << unit;
}

/* The function that gets events, and the capture that they come from. */
struct visitor {
    struct ttcap *capture;
    enum tt_chip chip;
    struct report *report;
    struct word_origins *origins; /* null: no origin is known, or each event has its own */
};

/* Where an event came from, and the line of that, if they are known. */
struct event_source {
    struct word_origin origin;
    struct ttcap_lines lines; /* frame_count 0: not known */
};

/* The fields of an instruction, on in the next line where they would leave the width. */
static void print_wrapped(const struct report *report, unsigned column, const char *text)
{
    const unsigned width = (unsigned)report->width;
    bool is_first = true;
    while (*text) {
        unsigned n = (unsigned)strcspn(text, " ");
        if (width && !is_first && column + 1 + n > width) {
            (void)fprintf(report->out, "\n%*s", INDENT, "");
            column = INDENT;
        } else if (!is_first) {
            (void)fputc(' ', report->out);
            column++;
        }
        (void)fprintf(report->out, "%.*s", (int)n, text);
        column += n;
        text += n + strspn(text + n, " ");
        is_first = false;
    }
}

static void print_bytes(const struct report *report, const struct ttcap_event *event)
{
    report_print(report, "l1[0x%06" PRIx32 "] =", event->addr);
    uint32_t shown = event->byte_count < SHOWN_BYTES ? event->byte_count : SHOWN_BYTES;
    for (uint32_t i = 0; i < shown; i++)
        report_print(report, "%s%02x", i % 4 ? "" : " ", event->bytes[i]);
    if (shown < event->byte_count)
        report_print(report, " ... (%" PRIu32 " bytes)", event->byte_count);
}

/* Where a core's stores go that have a meaning of their own. */
static const char *store_note(uint32_t addr)
{
    if (addr == MMIO_PIPE_DRY)
        return " then waits for its pipe";
    if (addr == MMIO_MACRO_OP_IDLE)
        return " then waits for its expander";
    return "";
}

/* "; llk_pack.h:212 in _llk_pack_ < k.cpp:9 in kernel_main", or "; unpack_tile+0x1c" by the symbols: where the event's
 * core was, behind all else about it; a core is named where it is not that of the thread. Empty where it is unknown. */
static void capture_events_place_text(const struct visitor *visitor, const struct ttcap_event *event,
                                      const struct event_source *source, char text[static EVENT_PLACE_MAX])
{
    char place[TTCAP_LINES_TEXT_MAX];
    const struct word_origin *origin = &source->origin;
    const bool is_own = event->thread >= 0 && (int)origin->core == TT_CORE_T0 + event->thread;
    text[0] = '\0';
    if (!origin->is_known)
        return;
    if (source->lines.frame_count > 0)
        (void)ttcap_lines_text(source->lines.frames, source->lines.frame_count, place);
    else
        (void)ttcap_place_text(visitor->capture, origin->core, origin->pc, place);
    (void)snprintf(text, EVENT_PLACE_MAX, "; %s%s%s", is_own ? "" : core_name(origin->core), is_own ? "" : " ", place);
}

static void capture_events_say_place(struct report *report, const struct visitor *visitor,
                                     const struct ttcap_event *event, const struct event_source *source)
{
    char place[TTCAP_PLACE_MAX];
    if (event->has_pc) {
        (void)ttcap_place_text(visitor->capture, event->core, event->pc, place);
        report_say(report, SAY("core", core_name(event->core)), SAY("pc", event->pc), SAY("place", place));
    }
    if (source->lines.frame_count > 0)
        say_frames(report, "source", source->origin.core, source->origin.pc, source->lines.frames,
                   source->lines.frame_count);
}

static void capture_events_say_word(struct report *report, const struct visitor *visitor, unsigned column,
                                    const struct ttcap_event *event, const struct event_source *source)
{
    char text[ISA_TEXT_MAX + EVENT_PLACE_MAX], place[EVENT_PLACE_MAX];
    const struct isa_insn *insn = isa_find(visitor->chip, event->value);
    report_say(report, SAY("word", event->value));
    if (!report->is_json) {
        (void)isa_disassemble(visitor->chip, event->value, text);
        capture_events_place_text(visitor, event, source, place);
        if (place[0])
            (void)snprintf(text + strlen(text), EVENT_PLACE_MAX, " %.*s", EVENT_PLACE_MAX - 2, place);
        report_print(report, "%08" PRIx32 "  ", event->value);
        print_wrapped(report, column + 10, text);
    } else if (insn) {
        report_say(report, SAY("unit", unit_name(isa_unit(visitor->chip, event->value))),
                   SAY("mnemonic", insn->mnemonic));
        report_object_line(report, "fields");
        for (unsigned i = 0; i < insn->field_count; i++)
            report_say(report, SAY(insn->fields[i].name, isa_field_value(&insn->fields[i], event->value)));
        report_close(report);
    }
}

/* The target and value of a store, by kind. */
static void say_store(struct report *report, const struct ttcap_event *event)
{
    const bool is_get = event->value != 0;
    report_say(report, SAY_IF("state", event->kind == TTCAP_CFGW, event->index), SAY("addr", event->addr));
    if (event->kind == TTCAP_L1W) {
        if (report->is_json)
            json_out_bytes(report->json, "bytes", event->bytes, NULL, event->byte_count);
        else
            print_bytes(report, event);
        return;
    }
    report_say(report, SAY_IF("op", event->kind == TTCAP_SEMW, is_get ? "get" : "post"),
               SAY_IF("value", event->kind != TTCAP_SEMW, event->value));
    if (event->kind == TTCAP_CFGW)
        report_print(report, "cfg[%u][%" PRIu32 "] = 0x%08" PRIx32, event->index, event->addr, event->value);
    else if (event->kind == TTCAP_MOPW)
        report_print(report, "mop_cfg[%" PRIu32 "] = 0x%08" PRIx32, event->addr, event->value);
    else if (event->kind == TTCAP_GPRW)
        report_print(report, "gpr[%" PRIu32 "] = 0x%08" PRIx32, event->addr, event->value);
    else if (event->kind == TTCAP_SEMW)
        report_print(report, "sem[%" PRIu32 "] %s", event->addr, is_get ? "get" : "post");
    else if (event->kind == TTCAP_SEMR && event->addr >= MMIO_STREAM)
        report_print(report, "[0x%08" PRIx32 "] was 0x%08" PRIx32, event->addr, event->value);
    else if (event->kind == TTCAP_SEMR)
        report_print(report, "sem[%" PRIu32 "] was %" PRIu32, event->addr, event->value);
    else if (event->kind == TTCAP_MMIO)
        report_print(report, "[0x%08" PRIx32 "] = 0x%08" PRIx32 "%s", event->addr, event->value,
                     store_note(event->addr));
}

static void say_event(const struct visitor *visitor, const struct ttcap_event *event, const struct event_source *source)
{
    struct report *report = visitor->report;
    char thread[8] = "-", place[EVENT_PLACE_MAX], head[48];
    if (event->thread >= 0)
        (void)snprintf(thread, sizeof thread, "T%d", event->thread);
    const int column =
        snprintf(head, sizeof head, "%8" PRIu64 "  %-2s  %-4s  ", event->seq, thread, ttcap_kind_name(event->kind));
    report_print(report, "%s", head);
    report_object_line(report, NULL);
    report_say(report, SAY("seq", event->seq), SAY("kind", ttcap_kind_name(event->kind)),
               SAY_IF("thread", event->thread >= 0, event->thread));
    capture_events_say_place(report, visitor, event, source);
    if (event->kind == TTCAP_PUSH || event->kind == TTCAP_EXEC) {
        capture_events_say_word(report, visitor, (unsigned)column, event, source);
    } else {
        say_store(report, event);
        capture_events_place_text(visitor, event, source, place);
        report_print(report, "%s%s", place[0] ? " " : "", place);
    }
    report_close(report);
    report_print(report, "\n");
}

static enum tt_status capture_events_find_source(const struct visitor *visitor, const struct ttcap_event *event,
                                                 struct event_source *source, struct tt_error *err)
{
    source->origin = (struct word_origin){event->has_pc, event->core, event->pc};
    source->lines.frame_count = 0;
    enum tt_status status = visitor->origins ? word_origins_next(visitor->origins, event, &source->origin, err) : TT_OK;
    if (!status && source->origin.is_known)
        status = ttcap_lines_at(visitor->capture, source->origin.core, source->origin.pc, &source->lines, err);
    return walk_ended(status);
}

static enum tt_status capture_events_say(struct visitor *visitor, struct ttcap_cursor *cursor,
                                         const struct event_filter *filter, uint64_t first, struct tt_error *err)
{
    struct event_source *source = mem_calloc(1, sizeof *source);
    struct ttcap_event event;
    enum tt_status status = source ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for lines of source");
    while (!status && (status = ttcap_events_next(cursor, &event, err)) == TT_OK) {
        status = capture_events_find_source(visitor, &event, source, err);
        if (!status && event.seq >= first && passes(filter, visitor->chip, &event))
            say_event(visitor, &event, source);
    }
    mem_free(source);
    return walk_ended(status);
}

enum tt_status capture_events(struct report *report, const char *key, struct ttcap *capture,
                              const struct event_filter *filter, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct visitor visitor = {capture, info->chip, report, NULL};
    const uint64_t last = filter->last < info->event_count ? filter->last : info->event_count;
    const uint64_t first = filter->first < last ? filter->first : last;
    uint64_t from = first;
    struct ttcap_cursor *cursor = NULL;
    enum tt_status status = TT_OK;
    /* Which push an executed word came from follows from all events before it. */
    if (info->line_count > 0 && info->checkpoint_count > 0) {
        from = (uint64_t)(ttcap_checkpoint(capture, 0)->after_event + 1);
        status = word_origins_open(&visitor.origins, capture, err);
    }
    report_list(report, key);
    status = status ?: ttcap_events_open(&cursor, capture, from < first ? from : first, last, err);
    status = status ?: capture_events_say(&visitor, cursor, filter, first, err);
    report_close(report);
    ttcap_events_close(cursor);
    word_origins_close(visitor.origins);
    return status;
}
