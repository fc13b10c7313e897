/* SPDX-License-Identifier: Apache-2.0 */
/* Findings and hazards: how often each, and the first of them one by one. */
#include "show/html/html_internal.h"

#include "isa/findings.h"
#include "show/reports.h"

struct lister {
    struct report *out;
    size_t count;
};

static int put_finding(void *user, const struct results_finding_row *row)
{
    struct lister *lister = user;
    struct report *out = lister->out;
    if (lister->count++ >= HTML_FINDINGS)
        return 1;
    report_item(out, NULL, SAY("event", row->seq), SAY("code", finding_get(row->id)->code),
                SAY("unit", unit_name(row->unit)), SAY("instance", row->instance), SAY("detail", row->detail));
    return 0;
}

enum tt_status html_put_findings(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct report *out = &html->report;
    report_list(out, "finding_kinds");
    for (size_t i = 0; i < diff->finding_count; i++) {
        report_object_line(out, NULL);
        diff_report_finding(out, &diff->findings[i]);
        report_say(out, SAY("meaning", finding_get(diff->findings[i].id)->doc));
        report_close(out);
    }
    report_close(out);
    struct lister lister = {out, 0};
    report_list(out, "findings");
    enum tt_status status = results_each_finding(html->results, put_finding, &lister, html->err);
    report_close(out);
    return status;
}
