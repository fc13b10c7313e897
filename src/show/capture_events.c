/* SPDX-License-Identifier: Apache-2.0 */
/* `dump --events`: what happened, one a line, words disassembled. docs/formats/bundle.md#events */
#include "capture/symbols.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "show/capture.h"

#include <inttypes.h>
#include <string.h>

enum { SHOWN_BYTES = 16, INDENT = 30, PLACE_TEXT_MAX = TTCAP_PLACE_MAX + 8 };

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

/* Who looks at events, and out of which capture they come. */
struct visitor {
    struct ttcap *capture;
    enum tt_chip chip;
    const struct report_style *style; /* of text */
    struct json_out *json;
};

/* Calls `visit` for each event that passes. */
static enum tt_status each_event(struct ttcap *capture, const struct event_filter *filter,
                                 void (*visit)(const struct visitor *visitor, const struct ttcap_event *event),
                                 const struct visitor *visitor, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    uint64_t last = filter->last < info->event_count ? filter->last : info->event_count;
    uint64_t first = filter->first < last ? filter->first : last;
    struct ttcap_cursor *cursor;
    enum tt_status status = ttcap_events_open(&cursor, capture, first, last, err);
    if (status)
        return status;
    struct ttcap_event event;
    while ((status = ttcap_events_next(cursor, &event, err)) == TT_OK) {
        if (passes(filter, info->chip, &event))
            visit(visitor, &event);
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

/* ---- text ---- */

/* The fields of an instruction, on in the next line where they would leave the width. */
static void print_wrapped(const struct report_style *style, unsigned column, const char *text)
{
    bool is_first = true;
    while (*text) {
        unsigned n = (unsigned)strcspn(text, " ");
        if (style->width && !is_first && column + 1 + n > style->width) {
            (void)fprintf(style->out, "\n%*s", INDENT, "");
            column = INDENT;
        } else if (!is_first) {
            (void)fputc(' ', style->out);
            column++;
        }
        (void)fprintf(style->out, "%.*s", (int)n, text);
        column += n;
        text += n + strspn(text + n, " ");
        is_first = false;
    }
}

static void print_bytes(const struct report_style *style, const struct ttcap_event *event)
{
    (void)fprintf(style->out, "l1[0x%06" PRIx32 "] =", event->addr);
    uint32_t shown = event->byte_count < SHOWN_BYTES ? event->byte_count : SHOWN_BYTES;
    for (uint32_t i = 0; i < shown; i++)
        (void)fprintf(style->out, "%s%02x", i % 4 ? "" : " ", event->bytes[i]);
    if (shown < event->byte_count)
        (void)fprintf(style->out, " ... (%" PRIu32 " bytes)", event->byte_count);
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

/* "; unpack_tile+0x1c": where the event's core was, behind all that is told of it; a core is named where it is not that
 * of the thread. */
static void place_text(const struct visitor *visitor, const struct ttcap_event *event, char text[static PLACE_TEXT_MAX])
{
    char place[TTCAP_PLACE_MAX];
    bool is_own = event->thread >= 0 && (int)event->core == TT_CORE_T0 + event->thread;
    (void)ttcap_place_text(visitor->capture, event->core, event->pc, place);
    (void)snprintf(text, PLACE_TEXT_MAX, "; %s%s%s", is_own ? "" : core_name(event->core), is_own ? "" : " ", place);
}

static void print_word(const struct visitor *visitor, unsigned column, const struct ttcap_event *event)
{
    char text[ISA_TEXT_MAX + PLACE_TEXT_MAX], place[PLACE_TEXT_MAX];
    (void)isa_disassemble(visitor->chip, event->value, text);
    if (event->has_pc) {
        place_text(visitor, event, place);
        (void)snprintf(text + strlen(text), PLACE_TEXT_MAX, " %.*s", PLACE_TEXT_MAX - 2, place);
    }
    print_wrapped(visitor->style, column, text);
}

static void print_event(const struct visitor *visitor, const struct ttcap_event *event)
{
    const struct report_style *style = visitor->style;
    FILE *out = style->out;
    char thread[8] = "-", place[PLACE_TEXT_MAX];
    if (event->thread >= 0)
        (void)snprintf(thread, sizeof thread, "T%d", event->thread);
    int column = fprintf(out, "%8" PRIu64 "  %-2s  %-4s  ", event->seq, thread, ttcap_kind_name(event->kind));
    switch (event->kind) {
    case TTCAP_PUSH:
    case TTCAP_EXEC:
        column += fprintf(out, "%08" PRIx32 "  ", event->value);
        print_word(visitor, (unsigned)column, event);
        break;
    case TTCAP_CFGW:
        (void)fprintf(out, "cfg[%u][%" PRIu32 "] = 0x%08" PRIx32, event->index, event->addr, event->value);
        break;
    case TTCAP_MOPW:
        (void)fprintf(out, "mop_cfg[%" PRIu32 "] = 0x%08" PRIx32, event->addr, event->value);
        break;
    case TTCAP_GPRW:
        (void)fprintf(out, "gpr[%" PRIu32 "] = 0x%08" PRIx32, event->addr, event->value);
        break;
    case TTCAP_SEMW:
        (void)fprintf(out, "sem[%" PRIu32 "] %s", event->addr, event->value ? "get" : "post");
        break;
    case TTCAP_SEMR:
        (void)fprintf(out, "sem[%" PRIu32 "] was %" PRIu32, event->addr, event->value);
        break;
    case TTCAP_L1W:
        print_bytes(style, event);
        break;
    case TTCAP_MMIO:
        (void)fprintf(out, "[0x%08" PRIx32 "] = 0x%08" PRIx32 "%s", event->addr, event->value, store_note(event->addr));
        break;
    case TTCAP_KIND_COUNT:
        break;
    }
    if (event->has_pc && event->kind != TTCAP_PUSH && event->kind != TTCAP_EXEC) {
        place_text(visitor, event, place);
        (void)fprintf(out, " %s", place);
    }
    (void)fputc('\n', out);
}

enum tt_status capture_events_text(const struct report_style *style, struct ttcap *capture,
                                   const struct event_filter *filter, struct tt_error *err)
{
    const struct visitor visitor = {.capture = capture, .chip = ttcap_info(capture)->chip, .style = style};
    return each_event(capture, filter, print_event, &visitor, err);
}

/* ---- JSON ---- */

static void put_word(struct json_out *json, enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    json_out_uint(json, "word", word);
    if (!insn)
        return;
    json_out_string(json, "unit", unit_name(isa_unit(chip, word)));
    json_out_string(json, "mnemonic", insn->mnemonic);
    json_out_object_line(json, "fields");
    for (unsigned i = 0; i < insn->field_count; i++)
        json_out_uint(json, insn->fields[i].name, isa_field_value(&insn->fields[i], word));
    json_out_end(json);
}

static void put_place(const struct visitor *visitor, const struct ttcap_event *event)
{
    char place[TTCAP_PLACE_MAX];
    if (!event->has_pc)
        return;
    json_out_string(visitor->json, "core", core_name(event->core));
    json_out_uint(visitor->json, "pc", event->pc);
    (void)ttcap_place_text(visitor->capture, event->core, event->pc, place);
    json_out_string(visitor->json, "place", place);
}

static void put_event(const struct visitor *visitor, const struct ttcap_event *event)
{
    struct json_out *json = visitor->json;
    json_out_object_line(json, NULL);
    json_out_uint(json, "seq", event->seq);
    json_out_string(json, "kind", ttcap_kind_name(event->kind));
    if (event->thread >= 0)
        json_out_int(json, "thread", event->thread);
    put_place(visitor, event);
    switch (event->kind) {
    case TTCAP_PUSH:
    case TTCAP_EXEC:
        put_word(json, visitor->chip, event->value);
        break;
    case TTCAP_L1W:
        json_out_uint(json, "addr", event->addr);
        json_out_bytes(json, "bytes", event->bytes, NULL, event->byte_count);
        break;
    case TTCAP_SEMW:
        json_out_uint(json, "addr", event->addr);
        json_out_string(json, "op", event->value ? "get" : "post");
        break;
    case TTCAP_CFGW:
        json_out_uint(json, "state", event->index);
        json_out_uint(json, "addr", event->addr);
        json_out_uint(json, "value", event->value);
        break;
    case TTCAP_MOPW:
    case TTCAP_GPRW:
    case TTCAP_SEMR:
    case TTCAP_MMIO:
        json_out_uint(json, "addr", event->addr);
        json_out_uint(json, "value", event->value);
        break;
    case TTCAP_KIND_COUNT:
        break;
    }
    json_out_end(json);
}

enum tt_status capture_events_json(struct json_out *json, const char *key, struct ttcap *capture,
                                   const struct event_filter *filter, struct tt_error *err)
{
    json_out_array(json, key);
    const struct visitor visitor = {.capture = capture, .chip = ttcap_info(capture)->chip, .json = json};
    enum tt_status status = each_event(capture, filter, put_event, &visitor, err);
    json_out_end(json);
    return status;
}
