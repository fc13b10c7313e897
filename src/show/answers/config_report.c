/* SPDX-License-Identifier: Apache-2.0 */
/* Changed fields a line or two each: name, copy, both values, the last writer. 80 columns;
 * schemas/config.schema.json. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "show/parts.h"
#include "show/wrap.h"

enum { INDENT = 6 };

static void config_report_say_change(struct report *report, const struct config_diff *diff,
                                     const struct config_change *change)
{
    const struct reg_field *field = reg_field_get(diff->run->chip, change->id);
    const char *copy_of = field->space == TT_SPACE_CFG ? "state" : "thread";
    char text[ISA_TEXT_MAX] = "stored by a core", thread[16] = "", more[32] = "", from[VALUE_TEXT_MAX],
         to[VALUE_TEXT_MAX];
    if (change->has_word) {
        (void)isa_disassemble(diff->run->chip, change->word, text);
        (void)snprintf(thread, sizeof thread, ", T%u", change->thread);
    }
    report_object(report, NULL);
    report_say(report, SAY("field", field->name), SAY("of", copy_of), SAY("copy", change->copy),
               SAY("from", change->from), SAY("to", change->to), SAY("is_restored", (bool)(change->from == change->to)),
               SAY("times", change->times), SAY("event", change->seq),
               SAY_OR_NULL("thread", change->has_word, change->thread),
               SAY_OR_NULL("instruction", change->has_word, text));
    say_parts(report, field, change->to);
    report_close(report);
    report_print(report, "  %-46s %s %u  %s -> %s\n", field->name, copy_of, change->copy,
                 field_value_text(field, change->from, false, from), field_value_text(field, change->to, false, to));
    print_changed_parts(report, field, change->from, change->to, INDENT);
    if (change->times > 1)
        (void)snprintf(more, sizeof more, ", of %" PRIu32 " changes", change->times);
    report_print(report, "%*s%s", INDENT, "", report->ink.dim);
    report_wrap(report, INDENT, "%s %" PRIu64 "%s: %s%s", seq_name(diff->run->order), change->seq, thread, text, more);
    report_print(report, "%s", report->ink.off);
}

/* Text has the differing ones first, and the restored ones apart; JSON all in one list. */
static void say_changes(struct report *report, const struct config_diff *diff, bool are_restored)
{
    for (size_t i = 0; i < diff->count; i++)
        if (report->is_json || (diff->items[i].from == diff->items[i].to) == are_restored)
            config_report_say_change(report, diff, &diff->items[i]);
}

void config_report(FILE *out, enum report_form form, const struct config_diff *diff, const struct config_view *view)
{
    const size_t restored = diff->count - diff->differing;
    const char *s = plural(diff->differing);
    REPORT(report, out, form);
    report_say(&report, SAY("capture", diff->run->capture_name), SAY("chip", chip_get(diff->run->chip)->name),
               SAY_OR_NULL("from", diff->from >= 0, diff->from), SAY_OR_NULL("to", diff->to >= 0, diff->to),
               SAY("differing", diff->differing));
    report_print(&report, "%s%zu field%s differ%s%s between %s and %s\n", report.ink.bold, diff->differing, s,
                 *s ? "" : "s", report.ink.off, view->from, view->to);
    if (diff->run->sets[0]) {
        report_print(&report, "held by --set, not listed below:\n"
                              "  ");
        report_wrap(&report, 2, "%s", diff->run->sets);
    }
    report_list(&report, "fields");
    say_changes(&report, diff, false);
    report_close(&report);
    if (restored && !report.is_json) {
        report_print(&report, "%zu more %s changed in between and restored%s\n", restored,
                     restored == 1 ? "was" : "were", view->shows_restored ? "" : " (--all shows them)");
        if (view->shows_restored)
            say_changes(&report, diff, true);
    }
}
