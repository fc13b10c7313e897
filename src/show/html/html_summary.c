/* SPDX-License-Identifier: Apache-2.0 */
/* The run, its reference, and the first differences. */
#include "isa/findings.h"
#include "show/html/html_internal.h"
#include "show/parts.h"
#include "show/reports.h"

static void html_summary_put_run(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    struct report *out = &html->report;
    report_object(out, "run");
    diff_report_run(out, run);
    report_say(out, SAY("path", run->capture_path), SAY("hash", run->capture_hash),
               SAY("first_event", run->first_event), SAY("tool", run->tool_version), SAY("events", run->totals.events),
               SAY("executed", run->totals.executed), SAY("skipped", run->totals.skipped),
               SAY("unsupported", run->totals.unsupported), SAY("findings", run->totals.findings));
    report_close(out);
}

static void put_formats(struct report *out)
{
    REPORT_EACH(out, "formats", i, FORMAT_COUNT) {
        const struct format_info *info = format_get((enum format)i);
        if (!info) {
            report_say(out, SAY_NULL(NULL));
            continue;
        }
        const bool is_padded = i != FORMAT_TF32_19; /* unused bits are the low ones, else the high ones */
        report_item(out, NULL, SAY("name", info->name), SAY("storage", info->storage_bits),
                    SAY("exponent", info->exponent_bits), SAY("mantissa", info->mantissa_bits),
                    SAY("isBlock", info->is_block), SAY("isInteger", info->is_integer),
                    SAY("isDatum", format_is_datum((enum format)i)), SAY("isPadded", is_padded));
    }
}

static void html_summary_put_stages(struct html *html)
{
    struct report *out = &html->report;
    unsigned count = 0;
    const struct stage_info *stages = html->options->stages(TT_UNIT_PACK, &count);
    REPORT_EACH(out, "stages", i, count) {
        report_item(out, NULL, SAY("name", stages[i].name), SAY("value", stages[i].value));
    }
    REPORT_EACH_LINE(out, "units", i, TT_UNIT_COUNT)
        report_say(out, SAY(NULL, unit_name((enum tt_unit)i)));
}

enum tt_status html_put_summary(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct report *out = &html->report;
    html_summary_put_run(html);
    diff_report_verdict(out, diff);
    diff_report_bytes(out, &diff->facts.bytes);
    diff_report_comparisons(out, diff);
    diff_report_windows(out, diff);
    report_say(out, SAY("difference_count", diff->difference_count));
    diff_report_counts(out, diff);
    REPORT_EACH(out, "differences", i, diff->item_count) {
        report_object_line(out, NULL);
        diff_report_item(out, diff, &diff->items[i]);
        report_close(out);
    }
    put_formats(out);
    html_summary_put_stages(html);
    return TT_OK;
}

struct lister {
    struct report *out;
    size_t count;
};

static enum tt_status put_finding(void *user, const struct results_finding_row *row)
{
    struct lister *lister = user;
    struct report *out = lister->out;
    if (lister->count++ >= HTML_FINDINGS)
        return TT_END;
    report_item(out, NULL, SAY("event", row->seq), SAY("code", finding_get(row->id)->code),
                SAY("unit", unit_name(row->unit)), SAY("instance", row->instance), SAY("detail", row->detail));
    return TT_OK;
}

enum tt_status html_put_findings(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct report *out = &html->report;
    REPORT_EACH(out, "finding_kinds", i, diff->finding_count) {
        report_object_line(out, NULL);
        diff_report_finding(out, &diff->findings[i]);
        report_say(out, SAY("meaning", finding_get(diff->findings[i].id)->doc));
        report_close(out);
    }
    struct lister lister = {out, 0};
    report_list(out, "findings");
    enum tt_status status = results_each_finding(html->results, put_finding, &lister, html->err);
    report_close(out);
    return status;
}
