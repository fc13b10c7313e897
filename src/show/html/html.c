/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a run's page: its parts, its script, and the data that the script draws. */
#include "show/html/html.h"

#include "show/html/html_files.h"
#include "show/html/html_internal.h"
#include "show/html/page.h"
#include "show/reports.h"

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

void html_options_init(struct html_options *options)
{
    enum { VALUE_BYTES = 4000000, INSN_LIMIT = 300000 };
    *options = (struct html_options){.value_bytes = VALUE_BYTES, .insn_limit = INSN_LIMIT};
}

static enum tt_status html_put_data(struct html *html)
{
    static enum tt_status (*const parts[])(struct html *) = {
        html_put_summary, html_put_cause, html_put_first,    html_put_ways,      html_put_reference,
        html_put_tiles,   html_put_maps,  html_put_l1,       html_put_config,    html_put_timeline,
        html_put_states,  html_put_waits, html_put_findings, html_put_precision, html_put_residue};
    enum tt_status status = TT_OK;
    report_object(&html->report, NULL);
    for (size_t i = 0; !status && i < sizeof parts / sizeof parts[0]; i++)
        status = parts[i](html);
    report_close(&html->report);
    return status;
}

/* The packer's instruction to show settings of: the first that made a difference, else the first. */
static enum tt_status find_audit(struct html *html)
{
    const struct data_tiles *tiles = &html->tiles;
    struct audit_choice choice = {.has_insn = true, .unit = TT_UNIT_PACK};
    if (tiles->tile_count == 0)
        return TT_OK;
    choice.insn = tiles->tiles[0].first_seq;
    for (size_t i = 0; i < tiles->diff.item_count; i++) {
        const struct diff_item *item = &tiles->diff.items[i];
        if (item->has_writer && item->unit == TT_UNIT_PACK) {
            choice.insn = item->seq;
            choice.has_packer = true;
            choice.packer = item->instance;
            break;
        }
    }
    html->has_audit = true;
    return audit_make(&html->audit, html->results, &choice, html->err);
}

/* Of several references the first that differs is shown, else the first that is not the same. */
static enum tt_status hold_references(struct html *html)
{
    struct expects *expects = html->options->expects;
    enum tt_status status = TT_OK;
    for (size_t i = 0; expects && i < expects->count && !status; i++) {
        struct expected expected;
        status = expected_make(&expected, html->results, expects->items[i], html->err);
        const enum verdict verdict = html->references[i] = expected.diff.verdict, shown = html->expected.diff.verdict;
        if (!status && (!html->expected.expect || (verdict != shown && shown == VERDICT_SAME) ||
                        (verdict == VERDICT_DIFFERS && shown != VERDICT_DIFFERS))) {
            expected_clear(&html->expected);
            html->expected = expected;
        } else {
            expected_clear(&expected);
        }
    }
    return status;
}

/* user: the page, of which only the report is not set yet. */
static enum tt_status html_put_page(void *user, struct json_out *json, struct tt_error *err)
{
    struct html *html = user;
    TRY(data_tiles_make(&html->tiles, html->results, HTML_DIFFERENCES, err));
    TRY(data_tiles_find_taint(&html->tiles, html->results, err));
    if (html->options->asks_evidence)
        TRY(diff_ask_evidence(&html->tiles.diff, html->options->evidence, err));
    TRY(find_audit(html));
    TRY(html_find_first(html));
    TRY(hold_references(html));
    html->report = report_within(json);
    return html_put_data(html);
}

enum tt_status html_report(const char *path, struct results *results, const struct html_options *options,
                           struct html_summary *summary, struct tt_error *err)
{
    static const unsigned char *const scripts[] = {html_values, html_data,      html_charts, html_datum,    html_tiles,
                                                   html_maps,   html_walk,      html_lists,  html_first,    html_way,
                                                   html_answer, html_reference, html_state,  html_timeline, html_waits,
                                                   html_asked,  html_main};
    struct html html = {.results = results, .options = options, .summary = summary, .err = err};
    const struct page page = {
        .generator = "tt-replay report",
        .title = results_run(results)->capture_name,
        .main = html_main_part,
        .keys = html_keys,
        .scripts = scripts,
        .script_count = sizeof scripts / sizeof scripts[0],
        .put_data = html_put_page,
        .user = &html,
    };
    *summary = (struct html_summary){0};
    const enum tt_status status = page_write(path, options->replace ? NEW_FILE_REPLACE : NEW_FILE_NEW, &page, err);
    audit_clear(&html.first);
    audit_clear(&html.audit);
    expected_clear(&html.expected);
    data_tiles_clear(&html.tiles);
    return status;
}
