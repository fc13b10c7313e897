/* SPDX-License-Identifier: Apache-2.0 */
/* One screen about a run: the answer of bisect, and what the other instruments noticed. 80 columns;
 * schemas/explain.schema.json. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "base/text/shell.h"
#include "isa/isa.h"
#include "show/bisect/bisect_report.h"
#include "show/runs/replay_report.h"
#include "show/wrap.h"

enum { LINT_SHOWN = 3, STALE_SHOWN = 2 };

/* ---- lint ---- */

static void explain_lint_item(struct report *report, const struct lint *lint, const struct lint_item *item)
{
    const struct finding_info *info = finding_get(item->id);
    char word[ISA_TEXT_MAX];
    report_item(report, NULL, SAY("rank", lint_rank_name(item->rank)), SAY("code", info->code),
                SAY("meaning", info->doc), SAY("times", item->times), SAY("event", item->seq),
                SAY("unit", unit_name(item->unit)), SAY_OR_NULL("thread", item->has_insn, item->thread),
                SAY_OR_NULL("detail", item->detail[0], item->detail));
    report_label(report, BISECT_LABEL, lint_rank_name(item->rank), "%s, %s %" PRIu64 "%s%s: %s", info->code,
                 seq_name(lint->run->order), item->seq, item->has_insn ? ", " : "",
                 item->has_insn ? isa_disassemble(lint->run->chip, item->word, word) : "",
                 item->detail[0] ? item->detail : info->doc);
}

static void explain_lint(struct report *report, const struct lint *lint)
{
    size_t shown = 0, hidden = 0;
    REPORT_EACH(report, "lint", i, lint->count) {
        if (lint->items[i].rank == LINT_NOTE)
            continue;
        if (shown < LINT_SHOWN || report->is_json)
            explain_lint_item(report, lint, &lint->items[i]);
        else
            hidden++;
        shown++;
    }
    if (hidden)
        report_label(report, BISECT_LABEL, "", "%zu more kinds of them: audit --lint", hidden);
}

/* ---- stale state ---- */

/* How many there are that decide an output, and the first of them. */
static size_t stale_reads(const struct residue *residue, const struct residue_row **first)
{
    size_t count = 0;
    *first = NULL;
    for (size_t i = 0; residue && i < residue->count; i++) {
        const struct residue_row *row = &residue->rows[i];
        if (row->is_given || !residue_reaches(row->reach))
            continue;
        *first = *first ? *first : row;
        count++;
    }
    return count;
}

static void explain_residue(struct report *report, const struct residue *residue)
{
    const struct residue_view view = {.rows_most = STALE_SHOWN};
    const struct residue_row *first;
    if (!residue) {
        report_say(report, SAY_NULL("residue"));
        return;
    }
    if (report->is_json) {
        report_object(report, "residue");
        residue_say(report, residue, &view);
        report_close(report);
    }
    const size_t shown = stale_reads(residue, &first);
    if (shown)
        report_label(report, BISECT_LABEL, "stale",
                     "%s%zu place%s of the tile that this run read before it wrote %s decide%s an output, so what ran "
                     "before counts: the first is %s, read at %s %" PRIu64,
                     residue->is_budget_spent ? "at least " : "", shown, plural(shown), shown == 1 ? "it" : "them",
                     shown == 1 ? "s" : "", first->name, seq_name(order_name(residue->order)), first->reader.seq);
    else
        report_label(report, BISECT_LABEL, "stale", "%s, in %" PRIu64 " replays with other values at the start",
                     residue->is_budget_spent ? "no place found yet whose value at the start decides an output"
                                              : "no place whose value at the start decides an output",
                     residue->replays);
}

/* ---- orders ---- */

/* None of those that were tried ends otherwise; whether these are all. */
static void explain_orders_tried(const struct report *report, const struct schedules_result *orders)
{
    if (!orders->tried && !orders->is_whole)
        report_label(report, BISECT_LABEL, "orders", "no other order of the threads was tried: %s",
                     orders->is_late ? "the time was over" : "the budget was spent");
    else
        report_label(report, BISECT_LABEL, "orders",
                     "%" PRIu64 " other order%s of the threads tried, %snone changes what a run leaves", orders->tried,
                     plural(orders->tried),
                     !orders->is_whole                    ? "not all that there may be: "
                     : orders->hand_overs || orders->held ? ""
                                                          : "all that can end differently: ");
}

static void explain_orders(struct report *report, enum tt_chip chip, const struct explain_view *view)
{
    const struct schedules_result *orders = view->orders;
    if (!orders) {
        report_say(report, SAY_NULL("schedules"));
        return;
    }
    report_object(report, "schedules");
    schedules_report_say(report, chip, orders);
    report_close(report);
    if (!report->is_json && !orders->has_difference && !orders->is_stuck_in_rounds)
        explain_orders_tried(report, orders);
    if (orders->open && !orders->has_difference)
        report_label(report, BISECT_LABEL, "",
                     "of %" PRIu64 " race%s that %s a fault nothing shows what it changes: "
                     "tt-replay schedules",
                     orders->open, plural(orders->open), orders->open == 1 ? "is" : "are");
    if (!orders->is_stuck_in_rounds)
        return;
    report_label(report, BISECT_LABEL, "hangs", "in program order: the pushed words do not come to their end");
    report_object(report, "hang");
    bisect_say_undone(report, chip, view->hang);
    report_close(report);
    replay_report_waits(report, view->stuck, view->asked->capture, false);
}

/* ---- the whole ---- */

static void explain_not_asked(struct report *report, const struct explain_view *view)
{
    if (view->not_asked)
        report_label(report, BISECT_LABEL, "not asked", "%s", view->not_asked);
    report_say(report, SAY_OR_NULL("not_asked", view->not_asked, view->not_asked));
}

static void explain_next(const struct report *report, const struct explain_view *view)
{
    const struct residue_row *first;
    if (report->is_json)
        return;
    if (view->folder) {
        (void)fputs("\n  tt-replay import ", report->out);
        shell_put_word(report->out, view->folder);
        (void)fprintf(report->out, " -o %s\n", view->asked->path);
    }
    if (view->cause->values) {
        bisect_print_next(report->out, view->asked, view->info->chip, view->cause);
        return;
    }
    bisect_print_replay(report->out, view->asked, view->info->chip, view->cause);
    const bool is_undecided = view->cause->verdict != VERDICT_SAME && view->cause->summary.facts.bytes.undecided;
    (void)fprintf(report->out, "%s  tt-replay audit RUN.db --lint\n",
                  is_undecided ? "  tt-replay diff RUN.db   # what keeps bytes undecided, and how to get it\n" : "");
    if (stale_reads(view->residue, &first))
        bisect_print_command(report->out, "residue", view->asked, view->cause->order);
    if (view->orders && view->orders->is_stuck_in_rounds)
        bisect_print_command(report->out, "bisect", view->asked, REPLAY_PROGRAM);
}

static void explain_test_of(struct report *report, const struct explain_view *view)
{
    if (!view->test)
        return;
    report_item(report, "test", SAY("node", view->test), SAY("failed", view->failed));
    report_title(report, view->test);
    report_print(report, ", which failed %s\n", view->failed);
}

void explain_report(FILE *out, enum report_form form, const struct explain_view *view)
{
    REPORT(report, out, form);
    report_say(&report, SAY("verdict", verdict_name(view->verdict)));
    explain_test_of(&report, view);
    report_object(&report, "bisect");
    bisect_report_body(&report, view->asked, view->info, view->cause);
    report_close(&report);
    explain_lint(&report, view->lint);
    explain_residue(&report, view->residue);
    explain_orders(&report, view->info->chip, view);
    explain_not_asked(&report, view);
    explain_next(&report, view);
}
