/* SPDX-License-Identifier: Apache-2.0 */
/* Questions to the run beside its verdict: where its precision goes, and its reads without a write before them. As
 * the verbs of these names have it: schemas/precision.schema.json, schemas/residue.schema.json. */
#include "show/html/html_internal.h"

#include "show/answers/precision_report.h"
#include "show/answers/residue_report.h"

enum tt_status html_put_precision(struct html *html)
{
    const struct precision_view view = {.path = results_run(html->results)->capture_name, .tiles_most = HTML_TILES};
    if (!html->options->precision)
        return TT_OK;
    report_object(&html->report, "precision");
    precision_say(&html->report, html->options->precision, &view);
    report_close(&html->report);
    return TT_OK;
}

enum tt_status html_put_residue(struct html *html)
{
    const struct residue_view view = {.rows_most = HTML_RESIDUE};
    if (!html->options->residue)
        return TT_OK;
    report_object(&html->report, "residue");
    residue_say(&html->report, html->options->residue, &view);
    report_close(&html->report);
    return TT_OK;
}
