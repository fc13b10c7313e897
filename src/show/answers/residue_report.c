/* SPDX-License-Identifier: Apache-2.0 */
/* A run's reads without a write before them, the worst first; schemas/residue.schema.json. */
#include "show/reports.h"

#include "base/text/text.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "show/parts.h"

enum { RESIDUE_LABEL = 14, PLACE_TEXT = 160, LINE = 1024 };

/* ---- common to both forms ---- */

static const char *who_text(const struct residue *residue, const struct first_reader *reader, char text[static LINE])
{
    const char *what = seq_name(order_name(residue->order));
    char insn[ISA_TEXT_MAX];
    if (reader->has_word)
        return text_print(text, LINE, "%s %" PRIu64 ", %s of T%u: %s", what, reader->seq, unit_name(reader->unit),
                          (unsigned)reader->thread, isa_disassemble(residue->chip, reader->word, insn));
    return text_print(text, LINE, "%s %" PRIu64 ", by %s", what, reader->seq,
                      reader->unit == TT_UNIT_CORE ? "a core" : "expanders or wait gates");
}

static const char *where_text(const struct residue_row *row, char text[static PLACE_TEXT])
{
    if (row->reach == RESIDUE_HANG)
        return text_print(text, PLACE_TEXT, "whether the run comes to its end");
    if (row->is_at_end)
        return text_print(text, PLACE_TEXT, "%s:0x%x at the end", space_name(row->at_space), (unsigned)row->at);
    return text_print(text, PLACE_TEXT, "%s:0x%x at checkpoint %u", space_name(row->at_space), (unsigned)row->at,
                      (unsigned)row->checkpoint);
}

/* ---- JSON ---- */

static void say_agent(struct report *report, const char *name, const struct residue *residue,
                      const struct first_reader *reader)
{
    char insn[ISA_TEXT_MAX] = "";
    if (reader->has_word)
        (void)isa_disassemble(residue->chip, reader->word, insn);
    report_item(report, name, SAY("event", reader->seq), SAY("unit", unit_name(reader->unit)),
                SAY_OR_NULL("thread", reader->has_word, reader->thread),
                SAY_OR_NULL("word", reader->has_word, reader->word),
                SAY_OR_NULL("instruction", reader->has_word, (const char *)insn));
}

static void say_agents(struct report *report, const struct residue *residue, const struct residue_row *row)
{
    say_agent(report, "reader", residue, &row->reader);
    if (residue->from && residue_reaches(row->reach) && row->writer.unit != TT_UNIT_COUNT)
        say_agent(report, "left_by", residue, &row->writer);
    if (row->source.is_known)
        say_frames(report, "source", row->source.core, row->source.pc, row->source.frames, row->source.frame_count);
}

static void residue_report_say_row(struct report *report, const struct residue *residue, const struct residue_row *row,
                                   const struct residue_left *left)
{
    const struct residue_range *range = &row->ranges[0];
    const bool shows = residue_reaches(row->reach), has_place = shows && row->reach != RESIDUE_HANG;
    report_object(report, NULL);
    report_say(report, SAY("place", row->name), SAY("reach", residue_reach_name(row->reach)),
               SAY("space", space_name(range->space)), SAY("lo", range->lo), SAY("hi", range->hi),
               SAY_OR_NULL("mask", row->has_value, range->mask), SAY("is_given", row->is_given),
               SAY_OR_NULL("value", row->has_value, row->value),
               SAY_OR_NULL("other", row->has_value && shows, row->other), SAY("is_together", row->is_together));
    if (has_place)
        report_item(report, "changes", SAY("space", space_name(row->at_space)), SAY("at", row->at),
                    SAY_OR_NULL("checkpoint", !row->is_at_end, row->checkpoint));
    say_agents(report, residue, row);
    if (left)
        report_item(report, "left", SAY("is_left", left->is_left), SAY("is_tried", left->is_tried),
                    SAY("changes", left->changes), SAY_OR_NULL("value", row->has_value, left->value));
    report_close(report);
}

static void residue_report_say_counts(struct report *report, const struct residue *residue)
{
    const uint64_t *by = residue->by_reach;
    report_item(report, "counts", SAY("output", by[RESIDUE_OUTPUT]), SAY("hang", by[RESIDUE_HANG]),
                SAY("compared", by[RESIDUE_COMPARED]), SAY("not_tried", by[RESIDUE_NOT_TRIED]),
                SAY("unsupported", by[RESIDUE_UNSUPPORTED]), SAY("no_value", by[RESIDUE_NO_VALUE]),
                SAY("unused", by[RESIDUE_UNUSED]), SAY("given", residue->given));
}

/* ---- text ---- */

static void residue_report_print_value(const struct report *report, const struct residue_row *row)
{
    char where[PLACE_TEXT];
    if (row->has_value)
        report_label(report, RESIDUE_LABEL, "  decides", "%s: 0x%x there, was 0x%x", where_text(row, where),
                     (unsigned)row->other, (unsigned)row->value);
    else
        report_label(report, RESIDUE_LABEL, "  decides", "%s", where_text(row, where));
}

static void residue_report_print_row(const struct report *report, const struct residue *residue,
                                     const struct residue_row *row)
{
    char who[LINE], lines[TTCAP_LINES_TEXT_MAX];
    report_print(report, "  ");
    report_title(report, row->name);
    report_print(report, "\n");
    residue_report_print_value(report, row);
    if (row->is_together)
        report_label(report, RESIDUE_LABEL, "  together",
                     "with the other places that say so; alone it changes nothing");
    report_label(report, RESIDUE_LABEL, row->is_read ? "  read by" : "  used from", "%s",
                 who_text(residue, &row->reader, who));
    if (residue->from && row->writer.unit != TT_UNIT_COUNT)
        report_label(report, RESIDUE_LABEL, "  left by", "%s", who_text(residue, &row->writer, who));
    if (row->source.frame_count) {
        (void)ttcap_lines_text(row->source.frames, row->source.frame_count, lines);
        report_label(report, RESIDUE_LABEL, "  source", "%s", lines);
    }
}

static void print_left(const struct report *report, const struct residue_row *row, const struct residue_left *left)
{
    const char *does = left->changes    ? "and that changes an output"
                       : left->is_tried ? "which changes no output"
                                        : "not tried";
    if (row->has_value)
        report_label(report, RESIDUE_LABEL, "  left", "0x%x, %s", (unsigned)left->value, does);
    else
        report_label(report, RESIDUE_LABEL, "  left", "other bytes, %s", does);
}

static bool is_shown(const struct residue_row *row, const struct residue_view *view, const struct residue_left *left)
{
    if (view->has_all)
        return true;
    return left ? left->changes : residue_reaches(row->reach) && !row->is_given;
}

static void residue_report_list_rows(struct report *report, const struct residue *residue,
                                     const struct residue_view *view)
{
    const char *title = NULL;
    size_t shown = 0;
    const bool takes_all = report->is_json && !view->rows_most;
    const size_t most = report->is_json && view->rows_most ? view->rows_most : SIZE_MAX;
    report_list(report, "rows");
    for (size_t i = 0; i < residue->count && shown < most; i++) {
        const struct residue_row *row = &residue->rows[i];
        const struct residue_left *left = view->after ? &view->after->rows[i] : NULL;
        if (!takes_all && !(is_shown(row, view, left) && residue_reaches(row->reach)))
            continue;
        shown++;
        if (report->is_json) {
            residue_report_say_row(report, residue, row, left);
            continue;
        }
        const char *now = row->is_given                    ? "Given by the recording"
                          : row->reach == RESIDUE_OUTPUT   ? "Reaches L1"
                          : row->reach == RESIDUE_COMPARED ? "Reaches compared state elsewhere"
                                                           : "Decides whether the run ends";
        if (!title || strcmp(title, now) != 0)
            report_heading(report, title = now, NULL);
        residue_report_print_row(report, residue, row);
        if (left && left->is_left)
            print_left(report, row, left);
    }
    report_close(report);
}

/* The rest, by name alone. */
static void list_rest(struct report *report, const struct residue *residue, const struct residue_view *view)
{
    bool has_head = false;
    for (size_t i = 0; i < residue->count && view->has_all && !report->is_json; i++) {
        const struct residue_row *row = &residue->rows[i];
        char number[24];
        if (residue_reaches(row->reach))
            continue;
        if (!has_head)
            report_heading(report, "Read, and nothing shows that it matters", NULL);
        has_head = true;
        (void)snprintf(number, sizeof number, "%" PRIu64, row->reader.seq);
        report_print(report, "  %-9s  %8s  %s\n", residue_reach_name(row->reach), number, row->name);
    }
}

static uint64_t reaching(const struct residue *residue)
{
    return residue->by_reach[RESIDUE_OUTPUT] + residue->by_reach[RESIDUE_HANG] + residue->by_reach[RESIDUE_COMPARED];
}

enum { SUM_TEXT_MAX = 64 };

/* A count with its words, behind a comma; "" for 0. Returns text. */
static const char *sum_text(char text[static SUM_TEXT_MAX], const char *before, uint64_t count, const char *behind)
{
    return count ? text_print(text, SUM_TEXT_MAX, ", %s%" PRIu64 "%s", before, count, behind) : "";
}

static void print_sum(const struct report *report, const struct residue *residue)
{
    const uint64_t *by = residue->by_reach;
    char unused[SUM_TEXT_MAX], untried[SUM_TEXT_MAX], unsupported[SUM_TEXT_MAX];
    report_print(report, "\n");
    report_wrap(report, 0,
                "%" PRIu64 " of the stale reads reach an output or decide whether the run ends. Of the others, %" PRIu64
                " change nothing %s%s%s%s. Ranges of L1 that were given: %" PRIu64 ". %" PRIu64 " replays%s",
                reaching(residue), by[RESIDUE_NO_VALUE], residue->from ? "if put back" : "with any value tried",
                sum_text(unused, "nothing compared depends on ", by[RESIDUE_UNUSED], ""),
                sum_text(untried, "", by[RESIDUE_NOT_TRIED], " were not tried"),
                sum_text(unsupported, "", by[RESIDUE_UNSUPPORTED], " lead to unsupported work"), residue->given,
                residue->replays,
                residue->is_budget_spent ? ", all of the budget or the time: --budget N and --max-time S allow more."
                                         : ".");
}

static void report_after(struct report *report, const struct residue_view *view)
{
    const struct residue_after *after = view->after;
    if (!after)
        return;
    report_item(report, "after", SAY("capture", view->other), SAY("left", after->left),
                SAY("changing", after->changing), SAY("open", after->open), SAY("all_change", after->all_change));
    report_print(report, "\n");
    report_wrap(report, 0,
                "%s leaves %" PRIu64 " of these places otherwise than this run began with; %" PRIu64
                " of them decide about an output, %" PRIu64 " were not tried, and all of them together %s.",
                view->other, after->left, after->changing, after->open,
                after->all_change ? "change one" : "change none");
}

void residue_say(struct report *report, const struct residue *residue, const struct residue_view *view)
{
    report_say(report, SAY("chip", chip_get(residue->chip)->name), SAY("order", order_name(residue->order)),
               SAY("replays", residue->replays), SAY("is_budget_spent", residue->is_budget_spent));
    if (report->is_json)
        residue_report_say_counts(report, residue);
    residue_report_list_rows(report, residue, view);
}

void residue_report(FILE *out, enum report_form form, const struct ttcap_info *info, const struct residue *residue,
                    const struct residue_view *view)
{
    REPORT(report, out, form);
    report_name(&report, info->name);
    report_print(&report, " (%s), %s order\n", chip_get(info->chip)->name, order_name(residue->order));
    if (residue->summary.facts.is_damaged)
        report_print(&report, "the capture is cut; only what its whole chunks hold was replayed\n");
    report_say(&report, SAY("capture", info->name));
    residue_say(&report, residue, view);
    list_rest(&report, residue, view);
    if (!report.is_json)
        print_sum(&report, residue);
    report_after(&report, view);
}
