/* SPDX-License-Identifier: Apache-2.0 */
/* Readings by name: where a chip differs from recordings of simulators, and with `all` every other one. 80 columns;
 * schemas/errata.schema.json. */
#include "show/reports.h"

#include "isa/variants.h"

enum { INDENT = 4, ERRATA_LABEL = 14 };

static void print_reading(struct report *report, const struct variant_info *variant, const struct fact *fact,
                          const char *of_silicon, const char *of_simulator)
{
    report_print(report, "\n%s%s%s  %s%s%s\n", report->ink.bold, variant->key, report->ink.off, variant->row,
                 fact ? ", " : "", fact ? fact_level_name(fact->level) : "");
    report_print(report, "    ");
    report_wrap(report, INDENT, "%s", variant->doc);
    if (fact && fact->where[0])
        report_label(report, ERRATA_LABEL, "    where", "%s", fact->where);
    if (fact)
        report_label(report, ERRATA_LABEL, "    cited", "%s", fact->source);
    if (of_silicon == of_simulator)
        report_label(report, ERRATA_LABEL, "    default", "%s", of_silicon);
    else
        report_label(report, ERRATA_LABEL, "    default", "%s; %s for what a simulator recorded", of_silicon,
                     of_simulator);
}

static void say_reading(struct report *report, enum variant_id id)
{
    const struct variant_info *variant = variant_get(id);
    const struct fact *erratum = variant_erratum(id), *fact = fact_find(variant->row);
    const char *of_silicon = variant->choices[0], *of_simulator = variant->choices[variant->simulator];
    report_object(report, NULL);
    report_say(report, SAY("name", variant->key), SAY("is_erratum", (bool)(erratum != NULL)), SAY("row", variant->row),
               SAY_OR_NULL("level", fact != NULL, fact_level_name(fact->level)),
               SAY_OR_NULL("where", fact != NULL, fact->where), SAY_OR_NULL("citation", fact != NULL, fact->source),
               SAY_OR_NULL("page", fact != NULL, fact->page), SAY("changes", variant->doc));
    REPORT_EACH_LINE(report, "choices", i, variant->choice_count)
        report_say(report, SAY(NULL, variant->choices[i]));
    report_item(report, "default", SAY("silicon", of_silicon), SAY("simulator", of_simulator));
    report_close(report);
    print_reading(report, variant, fact, of_silicon, of_simulator);
}

void errata_report(FILE *out, enum report_form form, bool has_all)
{
    REPORT(report, out, form);
    report_wrap(&report, 0, "%s",
                "Where a chip differs from what simulators recorded. --source says which a run goes by, "
                "--variant NAME=CHOICE changes one.");
    REPORT_EACH(&report, "errata", id, VARIANT_COUNT)
        if (variant_erratum((enum variant_id)id))
            say_reading(&report, (enum variant_id)id);
    if (has_all)
        report_print(&report, "\nReadings of what is left open, or said differently by different sources.\n");
    REPORT_EACH(&report, "readings", id, has_all ? VARIANT_COUNT : 0)
        if (!variant_erratum((enum variant_id)id))
            say_reading(&report, (enum variant_id)id);
}
