/* SPDX-License-Identifier: Apache-2.0 */
/* The words that macros scheduled, a cycle a row, a sub-unit a column. */
#include "show/audit/audit_table.h"

enum { CELL_MAX = 48 };

/* The longest of each fit: SFPSETSGN L16, SFPLUTFP32 L16, SFP_STOCH_RND L16, SFPSTORE L16. */
static const int widths[CALENDAR_UNITS] = {14, 15, 18, 0};

static const char *audit_calendar_mnemonic_of(const struct audit *audit, uint32_t word)
{
    const struct isa_insn *insn = isa_find(audit->run->chip, word);
    return insn ? insn->mnemonic : "-";
}

static void print_cell(const struct report *report, const struct audit *audit, const struct calendar_cycle *cycle,
                       unsigned unit)
{
    const struct calendar_cell *cell = &cycle->cells[unit];
    char text[CELL_MAX] = "-";
    if (cell->is_used)
        (void)snprintf(text, sizeof text, "%s L%u", audit_calendar_mnemonic_of(audit, cell->word), cell->vd);
    report_print(report, "%-*s", widths[unit], text);
}

static void say_cycle(struct report *report, const struct audit *audit, const struct calendar_cycle *cycle)
{
    report_object(report, NULL);
    report_say(report, SAY("event", cycle->seq), SAY("thread", cycle->thread), SAY("word", cycle->word),
               SAY("mnemonic", audit_calendar_mnemonic_of(audit, cycle->word)));
    report_print(report, "%6" PRIu64 "  %-13s", cycle->seq, audit_calendar_mnemonic_of(audit, cycle->word));
    REPORT_EACH(report, "scheduled", unit, CALENDAR_UNITS) {
        const struct calendar_cell *cell = &cycle->cells[unit];
        if (cell->is_used)
            report_item(report, NULL, SAY("unit", calendar_unit_name(unit)), SAY("word", cell->word),
                        SAY("mnemonic", audit_calendar_mnemonic_of(audit, cell->word)), SAY("vd", cell->vd),
                        SAY("vc", cell->vc), SAY("vb", cell->vb), SAY("form", cell->form),
                        SAY("since_macro", cell->since), SAY("until_result", cell->latency));
        print_cell(report, audit, cycle, unit);
    }
    report_print(report, "\n");
    report_close(report);
}

void audit_calendar_say(struct report *report, const struct audit *audit)
{
    const struct calendar *calendar = &audit->calendar;
    report_list(report, "calendar");
    if (calendar->has_macros) {
        report_heading_note(report, "Calendar", "what macros scheduled, a cycle a row, with its VD");
        report_print(report, "%s%6s  %-13s", report->ink.dim, "event", "from outside");
        for (unsigned unit = 0; unit < CALENDAR_UNITS; unit++)
            report_print(report, "%-*s", widths[unit], calendar_unit_name(unit));
        report_print(report, "%s\n", report->ink.off);
    }
    for (size_t i = 0; calendar->has_macros && i < calendar->count; i++)
        say_cycle(report, audit, &calendar->cycles[i]);
    report_close(report);
}
