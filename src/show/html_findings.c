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
    json_out_object_line(out, NULL);
    json_out_uint(out, "seq", row->seq);
    json_out_string(out, "code", finding_get(row->id)->code);
    json_out_string(out, "unit", unit_name(row->unit));
    json_out_uint(out, "instance", row->instance);
    json_out_string(out, "detail", row->detail);
    json_out_end(out);
    return 0;
}

enum tt_status html_put_findings(struct html *html)
{
    const struct diff *diff = &html->tiles.diff;
    struct json_out *out = &html->json;
    json_out_array(out, "finding_kinds");
    for (size_t i = 0; i < diff->finding_count; i++) {
        const struct finding_info *info = finding_get(diff->findings[i].id);
        json_out_object_line(out, NULL);
        json_out_string(out, "code", info->code);
        json_out_string(out, "class", finding_class_name(info->kind));
        json_out_bool(out, "isHazard", info->kind == FINDING_HAZARD);
        json_out_string(out, "page", info->page);
        json_out_string(out, "doc", info->doc);
        json_out_uint(out, "count", diff->findings[i].count);
        json_out_uint(out, "first", diff->findings[i].first_seq);
        json_out_end(out);
    }
    json_out_end(out);
    struct lister lister = {out, 0};
    json_out_array(out, "findings");
    enum tt_status status = results_each_finding(html->results, put_finding, &lister, html->err);
    json_out_end(out);
    return status;
}
