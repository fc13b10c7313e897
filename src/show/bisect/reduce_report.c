/* SPDX-License-Identifier: Apache-2.0 */
/* How much smaller a capture became; schemas/reduce.schema.json. */
#include "show/reports.h"

#include "isa/chip.h"

#include <inttypes.h>

enum { LABEL = 15 };

static void say_size(struct report *report, const char *key, const struct reduce_size *size)
{
    report_item(report, key, SAY("events", size->events), SAY("checkpoints", size->checkpoints),
                SAY("known_bytes", size->known_bytes));
}

static void print_size(const struct report *report, const char *label, uint64_t before, uint64_t after)
{
    report_label(report, LABEL, label, "%" PRIu64 " of %" PRIu64, after, before);
}

void reduce_report(FILE *out, enum report_form form, const struct ttcap_info *info, const char *output,
                   const struct reduce_result *result)
{
    const struct reduce_size *before = &result->before, *after = &result->after;
    struct report report;
    report_begin(&report, out, form);
    report_print(&report, "%s (%s) -> %s\n", info->name, chip_get(info->chip)->name, output);
    report_say(&report, SAY("capture", info->name), SAY("output", output));
    say_size(&report, "before", before);
    say_size(&report, "after", after);
    print_size(&report, "events", before->events, after->events);
    print_size(&report, "checkpoints", before->checkpoints, after->checkpoints);
    print_size(&report, "known bytes", before->known_bytes, after->known_bytes);
    report_label(&report, LABEL, "checks", "%" PRIu64 "%s", result->checks,
                 result->is_budget_spent ? ", all of the budget: --budget N allows more" : "");
    report_say(&report, SAY("checks", result->checks), SAY("is_budget_spent", result->is_budget_spent));
    report_end(&report);
}
