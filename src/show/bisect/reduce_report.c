/* SPDX-License-Identifier: Apache-2.0 */
/* How much smaller a capture became; schemas/reduce.schema.json. */
#include "show/reports.h"

#include "isa/chip.h"

enum { REDUCE_LABEL = 15 };

static void say_size(struct report *report, const char *key, const struct reduce_size *size)
{
    report_item(report, key, SAY("events", size->events), SAY("checkpoints", size->checkpoints),
                SAY("known_bytes", size->known_bytes));
}

static void print_size(const struct report *report, const char *label, uint64_t before, uint64_t after)
{
    report_label(report, REDUCE_LABEL, label, "%" PRIu64 " of %" PRIu64, after, before);
}

static void say_checks(struct report *report, const char *label, uint64_t checks, bool is_budget_spent)
{
    report_label(report, REDUCE_LABEL, label, "%" PRIu64 "%s", checks,
                 is_budget_spent ? ", all of the budget: --budget N allows more" : "");
    report_say(report, SAY("checks", checks), SAY("is_budget_spent", is_budget_spent));
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
    say_checks(&report, "checks", result->checks, result->is_budget_spent);
    report_end(&report);
}

void reduce_delays_report(FILE *out, enum report_form form, const struct ttcap_info *info, const char *output,
                          size_t before, const struct replay_delays *after, const struct schedules_reduced *reduced)
{
    struct report report;
    uint64_t cycles = 0;
    for (size_t i = 0; i < after->count; i++)
        cycles += after->items[i].rounds;
    report_begin(&report, out, form);
    report_print(&report, "%s (%s) -> %s\n", info->name, chip_get(info->chip)->name, output);
    report_say(&report, SAY("capture", info->name), SAY("output", output));
    report_object(&report, "delays");
    report_say(&report, SAY("before", before), SAY("after", after->count), SAY("cycles", cycles),
               SAY("hangs", reduced->delayed.hangs));
    report_close(&report);
    print_size(&report, "delays", before, after->count);
    report_label(&report, REDUCE_LABEL, "cycles", "%" PRIu64, cycles);
    report_label(&report, REDUCE_LABEL, "still", "%s", reduced->delayed.hangs ? "hangs" : "leaves other bytes in L1");
    say_checks(&report, "replays", reduced->tried, reduced->is_budget_spent);
    report_end(&report);
}
