/* SPDX-License-Identifier: Apache-2.0 */
/* Findings and hazards: how often each, and the first of them one by one. */
#include "show/html_internal.h"

#include "isa/findings.h"
#include "isa/isa.h"

struct lister {
    struct json_out *out;
    size_t count;
};

static int put_finding(void *user, const struct results_finding_row *row)
{
    struct lister *lister = user;
    struct json_out *out = lister->out;
    if (lister->count++ >= HTML_FINDINGS)
        return 1;
    json_out_item(out, NULL, SAY("seq", row->seq), SAY("code", finding_get(row->id)->code),
                  SAY("unit", unit_name(row->unit)), SAY("instance", row->instance), SAY("detail", row->detail));
    return 0;
}

enum tt_status html_put_findings(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "finding_kinds");
    for (size_t i = 0; i < diff->finding_count; i++) {
        const struct finding_info *info = finding_get(diff->findings[i].id);
        json_out_item(out, NULL, SAY("code", info->code), SAY("class", finding_class_name(info->kind)),
                      SAY("isHazard", (bool)(info->kind == FINDING_HAZARD)), SAY("page", info->page),
                      SAY("doc", info->doc), SAY("count", diff->findings[i].count),
                      SAY("first", diff->findings[i].first_seq));
    }
    json_out_end(out);
    struct lister lister = {out, 0};
    json_out_array(out, "findings");
    enum tt_status status = results_each_finding(html->results, put_finding, &lister, html->err);
    json_out_end(out);
    return status;
}
