/* SPDX-License-Identifier: Apache-2.0 */
/* A difference: the verdict, the first difference whole, more of them a line each, then how many and where. 80 columns;
 * schemas/diff.schema.json. */
#include "show/reports.h"

#include "ask/diff/waivers.h"
#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "base/text/shell.h"
#include "base/text/text.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "show/parts.h"
#include "show/report.h"
#include "show/wrap.h"

enum { LABEL = 19, EVIDENCE = 12, PLACE = 12, PLACE_COLUMN = 13, COMPARISONS_SHOWN = 24 };

void diff_report_verdict(struct report *report, const struct diff *diff)
{
    const bool is_plain = diff->verdict == VERDICT_SAME || diff->verdict == VERDICT_DIFFERS;
    report_wrap(report, report_verdict(report, diff->verdict, "  "), "%s", diff->reason);
    report_say(report, SAY("verdict", verdict_name(diff->verdict)), SAY_OR_NULL("reason", !is_plain, diff->reason));
}

/* The run's name, and how it was replayed. */
void diff_report_run(struct report *report, const struct results_run_row *run)
{
    const char *chip = chip_get(run->chip)->name;
    report_say(report, SAY("capture", run->capture_name), SAY("chip", chip), SAY("order", run->order),
               SAY("units", run->units), SAY("variants", run->variants), SAY("sets", run->sets),
               SAY("assumes", run->assumes));
    report_title(report, run->capture_name);
    diff_report_way(report, run);
}

void diff_report_way(const struct report *report, const struct results_run_row *run)
{
    report_print(report, "\n  ");
    report_wrap(report, 2, "%s, units %s, %s order%s%s%s%s", chip_get(run->chip)->name, run->units, run->order,
                run->variants[0] ? ", readings " : "", run->variants, run->sets[0] ? ", set " : "", run->sets);
}

void diff_report_bytes(struct report *report, const struct verdict_bytes *bytes)
{
    report_item(report, "bytes", SAY("known", bytes->compared), SAY("equal", bytes->equal),
                SAY("differing", bytes->differing), SAY("tainted", bytes->undecided));
}

static void print_hang(const struct report *report, const struct diff *diff, const char *path)
{
    const uint64_t count = diff_waiting(diff);
    if (!count || report->is_json)
        return;
    report_print(report, "       %" PRIu64 " wait; what for: tt-replay audit ", count);
    shell_put_word(report->out, path);
    report_print(report, " --lint\n");
}

void diff_report_writer(struct report *report, const struct diff *diff, const struct diff_item *item)
{
    char text[ISA_TEXT_MAX], unit[UNIT_TEXT_MAX];
    const char *seq = seq_name(diff->run->order);
    (void)isa_disassemble(diff->run->chip, item->word, text);
    if (!item->has_writer) {
        report_label(report, LABEL, "written by", "%s",
                     space_is_internal(item->space, item->lo) ? "not followed: no unit reports writes of internal state"
                                                              : "no instruction: the replay never wrote there");
        report_say(report, SAY_NULL("writer"));
        return;
    }
    report_object(report, "writer");
    report_say(report, SAY("event", item->seq), SAY("unit", unit_name(item->unit)), SAY("instance", item->instance),
               SAY_IF("thread", item->has_word, item->thread), SAY_IF("word", item->has_word, item->word),
               SAY_IF("instruction", item->has_word, text));
    say_source(report, diff->results, item->seq, item->has_word ? item->thread : -1);
    say_evidence(report, diff->results, item->seq);
    report_close(report);
    if (!item->has_word) {
        report_label(report, LABEL, "written by", "%s %" PRIu64 ", a store by a core or from outside the tile", seq,
                     item->seq);
        say_source_text(report, diff->results, item->seq, -1, LABEL);
        return;
    }
    report_label(report, LABEL, "written by", "%s %" PRIu64 ", thread %u, %s", seq, item->seq, item->thread,
                 unit_text(item->unit, item->instance, unit));
    report_label(report, LABEL, "", "%s", text);
    say_source_text(report, diff->results, item->seq, item->thread, LABEL);
    say_evidence_text(report, diff->results, item->seq, LABEL);
}

static void diff_report_say_stages(struct report *report, const struct diff_item *item)
{
    REPORT_EACH(report, "stages", i, item->stage_count) {
        const struct diff_stage *stage = &item->stages[i];
        char code[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
        const char *format = format_text(stage->format, code);
        const bool is_last = strcmp(stage->name, item->stage) == 0;
        report_print(report, "  %-*s%s", LABEL - 2, i ? "" : "stage by stage", is_last ? report->ink.bold : "");
        report_item(report, NULL, SAY("stage", stage->name), SAY("format", format),
                    SAY("bits", bits_text(stage->format, stage->bits, bits)),
                    SAY("value", value_text(stage->format, stage->bits, value)));
        report_print(report, "%-20s  %-9s %-9s %s%s\n", stage->name, format, bits, value,
                     is_last ? report->ink.off : "");
    }
}

static void print_what(const struct report *report, const struct diff_item *item)
{
    char name[ADDRESS_TEXT_MAX];
    const char *label = diff_part_name(item->part);
    if (item->part == DIFF_DATUM)
        report_label(report, LABEL, label, "%s", address_datum_text(item->tile, item->datum, name));
    else if (item->part == DIFF_SHARED_EXPONENT)
        report_label(report, LABEL, label, "of %u datums from %s on", item->datum_count,
                     address_datum_text(item->tile, item->datum, name));
    else if (item->place[0])
        report_label(report, LABEL, label, "%s", item->place);
    else
        report_label(report, LABEL, label, "%u byte%s", item->hi - item->lo, plural(item->hi - item->lo));
    if (item->stage[0])
        report_label(report, LABEL, "stage", "%s, the last that changed it", item->stage);
    if (item->has_origin)
        report_label(report, LABEL, "from", "Dst row %u, column %u", item->origin / 16u, item->origin % 16u);
}

static void print_pair(const struct report *report, const char *label, const char *held, const char *replayed)
{
    report_print(report, "  %-*s%-18s  %s\n", LABEL - 2, label, held, replayed);
}

static void diff_report_print_values(const struct report *report, const struct diff_item *item)
{
    char held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX], name[VALUE_TEXT_MAX];
    report_print(report, "  %-*s%s%-18s  %s%s\n", LABEL - 2, "", report->ink.dim, "held", "replayed", report->ink.off);
    if (item->format == FORMAT_COUNT) {
        uint32_t bytes = item->hi - item->lo < 4 ? item->hi - item->lo : 4;
        (void)snprintf(held, sizeof held, "0x%0*x", (int)bytes * 2, item->held & item->known);
        (void)snprintf(replayed, sizeof replayed, "0x%0*x", (int)bytes * 2, item->replayed & item->known);
        print_pair(report, item->hi - item->lo > 4 ? "first bytes" : "bits", held, replayed);
        return;
    }
    print_pair(report, "bits", bits_text(item->format, item->held, held),
               bits_text(item->format, item->replayed, replayed));
    if (item->part == DIFF_SHARED_EXPONENT) {
        report_label(report, LABEL, "distance", "the replay's %u datums are scaled by 2^%d", item->datum_count,
                     (int)item->replayed - (int)item->held);
        return;
    }
    print_pair(report, format_text(item->format, name), value_text(item->format, item->held, held),
               value_text(item->format, item->replayed, replayed));
    if (item->ulps == UINT64_MAX)
        report_label(report, LABEL, "distance", "not defined in units in the last place");
    else
        report_label(report, LABEL, "distance", "%s unit%s in the last place", ulps_text(item->ulps, held),
                     plural(item->ulps));
}

/* The first difference, whole. */
static void print_first(struct report *report, const struct diff *diff)
{
    const struct diff_item *item = &diff->items[0];
    char place[ADDRESS_TEXT_MAX];
    report_heading(report, "First difference", NULL);
    report_label(report, LABEL, "where", "%s, at checkpoint %s",
                 address_place_text(diff->run->chip, item->space, item->lo, place),
                 diff_checkpoint_id(diff, item->checkpoint));
    diff_report_writer(report, diff, item);
    print_what(report, item);
    diff_report_print_values(report, item);
    diff_report_say_stages(report, item);
}

/* "l1:0x60013" where that is short, else "thread_cfg 0x1c8": its description stands on the next line. Returns text. */
static const char *short_place(const struct diff *diff, const struct diff_item *item,
                               char text[static ADDRESS_TEXT_MAX])
{
    if (strlen(address_place_text(diff->run->chip, item->space, item->lo, text)) > PLACE)
        return text_print(text, ADDRESS_TEXT_MAX, "%s 0x%x", space_name(item->space), item->lo);
    return text;
}

/* "tile0:face0:r2:c1", "exp tile0:face0:r2", "padding". Returns text. */
static const char *diff_report_what_text(const struct diff_item *item, char text[static ADDRESS_TEXT_MAX])
{
    if (item->part == DIFF_DATUM)
        return address_datum_text(item->tile, item->datum, text);
    if (item->part == DIFF_SHARED_EXPONENT)
        return text_print(text, ADDRESS_TEXT_MAX, "exp tile%u:face%u:r%u", item->tile, item->datum / 256,
                          item->datum % 256 / 16);
    return text_print(text, ADDRESS_TEXT_MAX, "%.16s", diff_part_name(item->part));
}

/* Its address says all that the name would: row and column. */
static bool is_said_by_address(enum tt_space space)
{
    return space == TT_SPACE_DST || space == TT_SPACE_SRCA || space == TT_SPACE_SRCB;
}

/* A place by name, on a line of its own below its address. */
static void report_place(struct report *report, const char *place)
{
    report_print(report, "%*s", PLACE_COLUMN, "");
    report_wrap(report, PLACE_COLUMN, "%s", place);
}

/* The others, a line each. */
static void print_more(struct report *report, const struct diff *diff)
{
    char note[64];
    (void)snprintf(note, sizeof note, "%zu of %" PRIu64, diff->item_count - 1, diff->difference_count - 1);
    report_table(report, NULL, "More differences", note);
    for (size_t i = 1; i < diff->item_count; i++) {
        const struct diff_item *item = &diff->items[i];
        char where[ADDRESS_TEXT_MAX], what[ADDRESS_TEXT_MAX], held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX];
        report_row(report, SHOW("checkpoint", "%-10s", diff_checkpoint_id(diff, item->checkpoint)),
                   SHOW("place", " %-12s", short_place(diff, item, where)),
                   SHOW_IF(seq_name(diff->run->order), " %-7s", item->has_writer, item->seq),
                   SHOW_IF("pk", " %-3s", item->has_writer && item->unit == TT_UNIT_PACK, item->instance),
                   SHOW("held", " %-9s", bits_text(item->format, item->held, held)),
                   SHOW("replayed", " %-9s", bits_text(item->format, item->replayed, replayed)),
                   SHOW("what", " %s", diff_report_what_text(item, what)));
        if (item->part == DIFF_REGISTER && item->place[0] && !is_said_by_address(item->space))
            report_place(report, item->place);
    }
    if (diff->item_count > 1 && diff->item_count < diff->difference_count)
        report_print(report, "  %s… %" PRIu64 " more; --limit N lists them%s\n", report->ink.dim,
                     diff->difference_count - diff->item_count, report->ink.off);
}

static void diff_report_say_value(struct report *report, const char *key, enum format format, uint32_t bits)
{
    char pattern[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    report_item(report, key, SAY("bits", bits_text(format, bits, pattern)),
                SAY_OR_NULL("value", format != FORMAT_COUNT, value_text(format, bits, value)));
}

/* A difference, as JSON has them. */
void diff_report_item(struct report *report, const struct diff *diff, const struct diff_item *item)
{
    char format[VALUE_TEXT_MAX];
    report_say(report, SAY("checkpoint", diff_checkpoint_id(diff, item->checkpoint)),
               SAY("space", space_name(item->space)), SAY("lo", item->lo), SAY("hi", item->hi),
               SAY("what", diff_part_name(item->part)), SAY_OR_NULL("place", item->place[0], item->place));
    diff_report_writer(report, diff, item);
    report_say(report, SAY_OR_NULL("stage", item->stage[0], item->stage));
    if (item->datum_count)
        report_item(report, "datum", SAY("tile", item->tile), SAY("first", item->datum),
                    SAY("count", item->datum_count), SAY("face", item->datum / 256), SAY("row", item->datum % 256 / 16),
                    SAY("column", item->datum % 16));
    if (item->datum_count && item->has_origin)
        report_item(report, "origin", SAY("dst_row", item->origin / 16u), SAY("dst_column", item->origin % 16u));
    report_say(report, SAY_OR_NULL("format", item->format != FORMAT_COUNT, format_text(item->format, format)));
    diff_report_say_value(report, "held", item->format, item->held);
    diff_report_say_value(report, "replayed", item->format, item->replayed);
    report_say(report, SAY_OR_NULL("ulps", item->part == DIFF_DATUM, item->ulps));
}

/* Waived differences, and errors in the list of waivers. */
static void say_waivers(struct report *report, const struct diff *diff)
{
    const struct ink *ink = &report->ink;
    report_print(report, "\n%sWaived%s  by ", ink->bold, ink->off);
    report_name(report, diff->waivers->path);
    report_print(report, "\n");
    report_object(report, "waived");
    report_say(report, SAY("difference_count", diff->waived_count));
    REPORT_EACH(report, "waivers", i, diff->waivers->count) {
        const struct waiver *waiver = &diff->waivers->items[i];
        char used[48], what[ADDRESS_TEXT_MAX + sizeof waiver->checkpoint + 2];
        (void)snprintf(used, sizeof used, "%" PRIu64 " time%s", waiver->used, plural(waiver->used));
        (void)snprintf(what, sizeof what, "%s%s%s", waiver->what, waiver->checkpoint[0] ? "@" : "", waiver->checkpoint);
        report_item(report, NULL, SAY("what", waiver->what),
                    SAY_OR_NULL("checkpoint", waiver->checkpoint[0], waiver->checkpoint), SAY("until", waiver->until),
                    SAY("why", waiver->why), SAY("is_expired", waiver->is_expired), SAY("used", waiver->used));
        report_print(report, "  %-40s until %s  %s%s%s\n      ", what, waiver->until,
                     waiver->is_expired ? ink->red : "",
                     waiver->is_expired ? "expired"
                     : waiver->used     ? used
                                        : "unused",
                     ink->off);
        report_wrap(report, 6, "%s", waiver->why);
    }
    report_close(report);
}

void diff_report_counts(struct report *report, const struct diff *diff)
{
    REPORT_ROWS(report, "counts", "How many, by stage, packer and face", NULL, i, diff->count_count) {
        const struct diff_count *count = &diff->counts[i];
        char unit[32], face[16];
        if (count->has_writer && count->unit == TT_UNIT_PACK)
            (void)snprintf(unit, sizeof unit, "packer %u", count->instance);
        else if (count->has_writer)
            (void)snprintf(unit, sizeof unit, "%s", unit_name(count->unit));
        (void)snprintf(face, sizeof face, "%u%s", count->face, count->face == DIFF_FACES_MAX ? "…" : "");
        report_row(report, CELL("count", "%10s", count->count), CELL("what", "  %-16s", diff_part_name(count->part)),
                   CELL_OR_NULL("stage", " %-22s", count->stage[0], count->stage),
                   SHOW_IF("unit", " %-9s", count->has_writer, unit),
                   SAY_OR_NULL("unit", count->has_writer, unit_name(count->unit)), SAY("instance", count->instance),
                   SHOW_IF("face", " %s", count->has_face, face), SAY_OR_NULL("face", count->has_face, count->face));
    }
}

/* Every space of every checkpoint that was compared; as text, spaces that are wholly equal are summed up in one line
 * where there are many. */
void diff_report_comparisons(struct report *report, const struct diff *diff)
{
    uint64_t equal_rows = 0, equal_bytes = 0;
    const bool is_long = diff->comparison_count > COMPARISONS_SHOWN && !report->is_json;
    report_table(report, "comparisons", "Bytes compared with the recording", NULL);
    for (size_t i = 0; i < diff->comparison_count; i++) {
        const struct replay_comparison *row = &diff->comparisons[i];
        const bool is_summed = is_long && row->equal_bytes == row->known_bytes;
        equal_rows += is_summed;
        equal_bytes += is_summed ? row->known_bytes : 0;
        report_row_if(report, !is_summed, CELL("checkpoint", "%-12s", diff_checkpoint_id(diff, row->checkpoint)),
                      CELL("space", " %-11s", space_name(row->space)), CELL("known", " %12s", row->known_bytes),
                      CELL("equal", " %12s", row->equal_bytes), CELL("differing", " %10s", row->differing_bytes),
                      CELL_AS("tainted", "undecided", " %12s", row->tainted_bytes));
    }
    if (equal_rows)
        report_print(report, "  and %" PRIu64 " more, wholly equal, with %" PRIu64 " bytes\n", equal_rows, equal_bytes);
    report_close(report);
}

void diff_report_finding(struct report *report, const struct diff_finding *finding)
{
    const struct finding_info *info = finding_get(finding->id);
    report_say(report, SAY("code", info->code), SAY("class", finding_class_name(info->kind)), SAY("page", info->page),
               SAY("count", finding->count), SAY("first_event", finding->first_seq));
}

static void diff_report_say_findings(struct report *report, const struct diff *diff)
{
    if (diff->finding_count)
        report_heading(report, "Findings", NULL);
    REPORT_EACH(report, "findings", i, diff->finding_count) {
        const struct diff_finding *finding = &diff->findings[i];
        const struct finding_info *info = finding_get(finding->id);
        report_object_line(report, NULL);
        diff_report_finding(report, finding);
        report_close(report);
        if (!finding->is_waived)
            report_print(report, "  %8" PRIu64 "  %s%s%s, first at %s %" PRIu64 "\n            %s (%s)\n",
                         finding->count, report->ink.bold, info->code, report->ink.off, seq_name(diff->run->order),
                         finding->first_seq, finding_class_name(info->kind), info->page);
    }
}

static bool has_audit(const struct diff_item *item)
{
    return item->has_writer && item->has_word && item->part != DIFF_BYTES &&
           (item->unit == TT_UNIT_PACK || unit_is_unpacker(item->unit) || item->unit == TT_UNIT_MATRIX ||
            item->unit == TT_UNIT_VECTOR);
}

/* The place as `why` takes it; of configuration the first field that differs. Returns text, or null where it takes
 * none.
 */
static const char *why_place_text(enum tt_chip chip, const struct diff_item *item, char text[static PLACE_TEXT_MAX])
{
    const struct reg_field *field =
        place_field(chip, item->space, item->lo, (item->held ^ item->replayed) & item->known);
    if (item->space == TT_SPACE_DST_VALID)
        return NULL;
    if (item->space != TT_SPACE_CFG && item->space != TT_SPACE_THREAD_CFG)
        return address_place_text(chip, item->space, item->lo, text);
    if (!field)
        return NULL;
    return text_print(text, PLACE_TEXT_MAX, "cfg:%s", field->name);
}

static void diff_report_print_command(FILE *out, const char *verb, const char *path)
{
    (void)fprintf(out, "  tt-replay %s ", verb);
    shell_put_word(out, path);
}

/* The commands that go on from here. */
static void diff_report_print_next(FILE *out, const struct diff *diff, const char *path)
{
    const struct diff_item *item = &diff->items[0];
    char text[PLACE_TEXT_MAX];
    const char *place = why_place_text(diff->run->chip, item, text);
    (void)fputc('\n', out);
    if (has_audit(item)) {
        diff_report_print_command(out, "audit", path);
        (void)fprintf(out, " --unit %s --insn %" PRIu64 "\n", unit_name(item->unit), item->seq);
    }
    if (place) {
        diff_report_print_command(out, "why", path);
        (void)fprintf(out, " %s\n", place);
    }
    diff_report_print_command(out, "explain", path);
    (void)fputc('\n', out);
}

static void diff_report_say_items(struct report *report, const struct diff *diff)
{
    if (!report->is_json) {
        if (diff->item_count)
            print_first(report, diff);
        print_more(report, diff);
        return;
    }
    REPORT_EACH(report, "differences", i, diff->item_count) {
        report_object(report, NULL);
        diff_report_item(report, diff, &diff->items[i]);
        diff_report_say_stages(report, &diff->items[i]);
        report_close(report);
    }
}

void diff_report(FILE *out, enum report_form form, const struct diff *diff, const char *path)
{
    REPORT(report, out, form);
    diff_report_run(&report, diff->run);
    diff_report_verdict(&report, diff);
    say_run_evidence(&report, diff->results, seq_name(diff->run->order), EVIDENCE);
    diff_report_bytes(&report, &diff->facts.bytes);
    report_say(&report, SAY("difference_count", diff->difference_count));
    print_hang(&report, diff, path);
    diff_report_say_items(&report, diff);
    if (diff->waivers && !report.is_json)
        say_waivers(&report, diff);
    diff_report_counts(&report, diff);
    diff_report_comparisons(&report, diff);
    diff_report_windows(&report, diff);
    diff_report_undecided(&report, diff);
    diff_report_say_findings(&report, diff);
    if (diff->waivers && report.is_json)
        say_waivers(&report, diff);
    if (diff->item_count && !report.is_json)
        diff_report_print_next(out, diff, path);
}
