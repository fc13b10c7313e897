/* SPDX-License-Identifier: Apache-2.0 */
/* The run against a reference of the user's own: its verdict, a byte a datum for the picture, the farthest one by one.
 */
#include "show/html/html_internal.h"

#include "show/reports.h"

enum tt_status html_put_reference(struct html *html)
{
    const struct expected *expected = &html->expected;
    struct report *out = &html->report;
    if (!expected->expect)
        return TT_OK;
    report_object(out, "expected");
    expected_report_reference(out, "reference", expected->expect);
    diff_report_verdict(out, &expected->diff);
    diff_report_bytes(out, &expected->diff.facts.bytes);
    expected_report_datums(out, expected);
    report_list(out, "differences");
    for (size_t i = 0; i < expected->item_count && i < HTML_REFERENCE; i++)
        expected_report_item(out, expected, NULL, &expected->items[i]);
    report_close(out);
    const struct expects *all = html->options->expects;
    REPORT_EACH(out, "all", i, all->count)
        report_item(out, NULL, SAY("path", all->items[i]->asked.path), SAY("what", all->items[i]->what),
                    SAY("verdict", verdict_name(html->references[i])));
    struct text map = {0};
    text_add_bytes(&map, expected->map, expected->expect->count);
    const enum tt_status status = blob_put(html, "map", &map);
    text_clear(&map);
    report_close(out);
    return status;
}
