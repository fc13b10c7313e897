/* SPDX-License-Identifier: Apache-2.0 */
/* What is doubtful about a run, worst first. */
#include "show/lint_report.h"

#include "ask/run/seq_name.h"
#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "show/ink.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 4 };

static const char *colour_of(const struct ink *ink, enum lint_rank rank)
{
    return rank == LINT_FAULT ? ink->red : rank == LINT_DOUBT ? ink->bold : ink->dim;
}

/* "3 times, first at event 120, thread 2, pack 0" */
static void print_where(FILE *out, const struct lint *lint, const struct lint_item *item)
{
    (void)fprintf(out, "%" PRIu64 " %s at %s %" PRIu64, item->times, item->times == 1 ? "time," : "times, first",
                  seq_name(lint->run->order), item->seq);
    if (item->has_insn)
        (void)fprintf(out, ", thread %u", item->thread);
    (void)fprintf(out, ", %s", unit_name(item->unit));
    if (item->unit == TT_UNIT_PACK)
        (void)fprintf(out, " %u", item->instance);
}

static void print_field(FILE *out, const struct lint *lint, const struct lint_field *field)
{
    char format[VALUE_TEXT_MAX], value[64];
    const char *name = field->field->name;
    if (strstr(name, "_data_format"))
        (void)snprintf(value, sizeof value, "%u (%s)", (unsigned)field->value,
                       format_text((enum format)field->value, format));
    else if (field->value > UINT16_MAX)
        (void)snprintf(value, sizeof value, "0x%x", (unsigned)field->value);
    else
        (void)snprintf(value, sizeof value, "%u", (unsigned)field->value);
    (void)fprintf(out, "    %-40s %-12s ", name, value);
    if (field->writer == LINT_FROM_START)
        (void)fputs("since the start\n", out);
    else if (field->writer == LINT_HELD)
        (void)fputs("held by --set\n", out);
    else
        (void)fprintf(out, "by %s %" PRIu64 "\n", seq_name(lint->run->order), field->writer);
}

static void print_item(FILE *out, const struct lint *lint, const struct lint_item *item, const struct ink *ink)
{
    const struct finding_info *info = finding_get(item->id);
    char text[ISA_TEXT_MAX];
    (void)fprintf(out, "\n%s%s%s %s%s%s  %s, %s\n    ", colour_of(ink, item->rank), lint_rank_name(item->rank),
                  ink->off, ink->bold, info->code, ink->off, finding_class_name(info->kind),
                  info->fact ? info->fact->id : info->page);
    print_where(out, lint, item);
    (void)fputs("\n    ", out);
    if (item->has_insn) {
        wrap_text(out, isa_disassemble(lint->run->chip, item->word, text), INDENT, WIDTH);
        (void)fputs("    ", out);
    }
    const bool says_all = strncmp(item->detail, info->doc, strlen(info->doc)) == 0; /* the same words and a number */
    if (!says_all)
        wrap_text(out, info->doc, INDENT, WIDTH);
    if (!says_all && item->detail[0])
        (void)fputs("    ", out);
    if (item->detail[0])
        wrap_text(out, item->detail, INDENT, WIDTH);
    if (info->fact)
        (void)fprintf(out, "    %s, %s: %s\n", info->fact->id, fact_level_name(info->fact->level), info->fact->page);
    for (unsigned i = 0; i < item->field_count; i++)
        print_field(out, lint, &item->fields[i]);
}

static void print_counts(FILE *out, const struct lint *lint)
{
    unsigned counts[LINT_RANKS] = {0};
    for (size_t i = 0; i < lint->count; i++)
        counts[lint->items[i].rank]++;
    (void)fprintf(out, "faults %u, doubts %u, notes %u\n", counts[LINT_FAULT], counts[LINT_DOUBT], counts[LINT_NOTE]);
}

void lint_report_text(FILE *out, const struct lint *lint, bool has_colour)
{
    const struct ink ink = ink_for(has_colour);
    (void)fprintf(out, "%s%s%s  %s, %s order\n", ink.bold, lint->run->capture_name, ink.off,
                  chip_get(lint->run->chip)->name, lint->run->order);
    if (lint->start_is_unknown)
        (void)fprintf(out, "The capture is not where it was: what was never written counts as reset.\n");
    print_counts(out, lint);
    for (size_t i = 0; i < lint->count; i++)
        print_item(out, lint, &lint->items[i], &ink);
}

static bool is_of(const struct lint_item *item, enum tt_unit unit, unsigned packer)
{
    return item->unit == unit && (unit != TT_UNIT_PACK || item->instance == packer);
}

void lint_report_unit(FILE *out, const struct lint *lint, enum tt_unit unit, unsigned packer, bool has_colour)
{
    const struct ink ink = ink_for(has_colour);
    bool has_head = false;
    for (size_t i = 0; i < lint->count; i++) {
        const struct lint_item *item = &lint->items[i];
        if (!is_of(item, unit, packer))
            continue;
        if (!has_head)
            (void)fprintf(out, "\n%sLint%s  of this unit, over the whole run; audit --lint says more\n", ink.bold,
                          ink.off);
        has_head = true;
        (void)fprintf(out, "  %s%s%s %s: ", colour_of(&ink, item->rank), lint_rank_name(item->rank), ink.off,
                      finding_get(item->id)->code);
        print_where(out, lint, item);
        (void)fputc('\n', out);
    }
}

/* ---- JSON ---- */

static void put_fields(struct json_out *out, const struct lint_item *item)
{
    json_out_array(out, "fields");
    for (unsigned i = 0; i < item->field_count; i++) {
        const struct lint_field *field = &item->fields[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "name", field->field->name);
        json_out_uint(out, "value", field->value);
        if (field->writer >= LINT_HELD)
            json_out_null(out, "written_by");
        else
            json_out_uint(out, "written_by", field->writer);
        json_out_string(out, "meaning", field->field->doc);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_item(struct json_out *out, const struct lint *lint, const struct lint_item *item)
{
    const struct finding_info *info = finding_get(item->id);
    char text[ISA_TEXT_MAX];
    json_out_object(out, NULL);
    json_out_string(out, "rank", lint_rank_name(item->rank));
    json_out_string(out, "code", info->code);
    json_out_string(out, "class", finding_class_name(info->kind));
    json_out_string(out, "page", info->page);
    json_out_string(out, "meaning", info->doc);
    json_out_uint(out, "times", item->times);
    json_out_uint(out, "event", item->seq);
    json_out_string(out, "unit", unit_name(item->unit));
    json_out_uint(out, "instance", item->instance);
    if (item->has_insn) {
        json_out_uint(out, "thread", item->thread);
        json_out_uint(out, "word", item->word);
        json_out_string(out, "instruction", isa_disassemble(lint->run->chip, item->word, text));
    } else {
        json_out_null(out, "thread");
        json_out_null(out, "word");
        json_out_null(out, "instruction");
    }
    json_out_string(out, "detail", item->detail[0] ? item->detail : NULL);
    put_fields(out, item);
    json_out_end(out);
}

void lint_json_unit(struct json_out *out, const struct lint *lint, enum tt_unit unit, unsigned packer)
{
    json_out_array(out, "lint");
    for (size_t i = 0; i < lint->count; i++) {
        if (is_of(&lint->items[i], unit, packer))
            put_item(out, lint, &lint->items[i]);
    }
    json_out_end(out);
}

void lint_report_json(FILE *file, const struct lint *lint)
{
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", lint->run->capture_name);
    json_out_string(&out, "chip", chip_get(lint->run->chip)->name);
    json_out_string(&out, "order", lint->run->order);
    json_out_bool(&out, "start_is_unknown", lint->start_is_unknown);
    json_out_array(&out, "items");
    for (size_t i = 0; i < lint->count; i++)
        put_item(&out, lint, &lint->items[i]);
    json_out_end(&out);
    json_out_end(&out);
}
