/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's settings where the page looks at it, and every field of the configuration that changed in the run. */
#include "show/html/html_internal.h"

#include "ask/config/config_diff.h"
#include "base/search.h"
#include "isa/registers.h"
#include "show/reports.h"

/* A field of one copy of the configuration (state 0 or 1) or of one thread, and one change of it. */
struct change {
    enum reg_id field;
    uint8_t copy;
    enum tt_unit unit;
    uint64_t seq;
    uint32_t order; /* newest first, as they are found */
    uint32_t before, after;
};

struct collector {
    struct change *changes;
    size_t count, capacity;
    uint64_t seen;
    bool is_out_of_memory;
};

static int collect_step(void *user, const struct config_step *step)
{
    struct collector *collector = user;
    if (collector->seen++ >= HTML_CHANGES)
        return 0;
    if (mem_grow(&collector->changes, &collector->capacity, collector->count + 1, sizeof *collector->changes)) {
        collector->is_out_of_memory = true;
        return 1;
    }
    collector->changes[collector->count] = (struct change){.field = step->id,
                                                           .copy = (uint8_t)step->copy,
                                                           .unit = step->row->of.unit,
                                                           .seq = step->row->seq,
                                                           .order = (uint32_t)collector->count,
                                                           .before = step->before,
                                                           .after = step->after};
    collector->count++;
    return 0;
}

ORDER(by_field, struct change, RISING(field) ?: RISING(copy) ?: FALLING(order))

static void html_config_put_changes(struct html *html, const struct collector *collector)
{
    struct report *out = &html->report;
    const struct change *changes = collector->changes;
    report_list(out, "fields");
    for (size_t i = 0; i < collector->count;) {
        const struct change *first = &changes[i];
        const struct reg_field *field = reg_field_get(results_run(html->results)->chip, first->field);
        report_object(out, NULL);
        report_say(out, SAY("field", field->name), SAY("meaning", field->doc),
                   SAY("of", field->space == TT_SPACE_CFG ? "state" : "thread"), SAY("word", field->word),
                   SAY("copy", first->copy));
        report_list_line(out, "changes"); /* event, unit, before, after */
        for (; i < collector->count && changes[i].field == first->field && changes[i].copy == first->copy; i++) {
            report_say(out, SAY(NULL, changes[i].seq), SAY(NULL, (uint64_t)changes[i].unit),
                       SAY(NULL, changes[i].before), SAY(NULL, changes[i].after));
        }
        report_close(out);
        report_close(out);
    }
    report_close(out);
    report_say(out, SAY("change_count", collector->count), SAY("change_of", collector->seen));
}

/* The packer's instruction that the page is about, and its settings. */
static void html_config_put_settings(struct html *html)
{
    const struct audit_view view = {0};
    if (!html->has_audit)
        return;
    report_object(&html->report, "audit");
    audit_report_head(&html->report, &html->audit);
    audit_report_settings(&html->report, &html->audit, &view);
    report_close(&html->report);
}

enum tt_status html_put_config(struct html *html)
{
    struct collector collector = {0};
    enum tt_status status = config_steps(html->results, -1, INT64_MAX, collect_step, &collector, html->err);
    if (!status && collector.is_out_of_memory)
        status = tt_fail(html->err, TT_NO_MEMORY, "no memory for the page");
    if (!status) {
        if (collector.count)
            qsort(collector.changes, collector.count, sizeof *collector.changes, by_field);
        report_object(&html->report, "config");
        html_config_put_settings(html);
        html_config_put_changes(html, &collector);
        report_close(&html->report);
    }
    mem_free(collector.changes);
    return status;
}
