/* SPDX-License-Identifier: Apache-2.0 */
/* The state before the instruction of the first difference: the counters and the fields that it read. */
#include "show/html/html_internal.h"

#include "ask/diff/end_state.h"
#include "base/little.h"
#include "isa/spaces.h"
#include "show/reports.h"

/* Paths of small state begin so: %t is the thread of the instruction. */
static const char *const counters[TT_UNIT_COUNT][4] = {
    [TT_UNIT_PACK] = {"adc.%t.pack.", "packer."},
    [TT_UNIT_UNPACK0] = {"adc.%t.unp0.", "unp_context.0.%t", "unp_row.0.%t", "src_bank.unp_a"},
    [TT_UNIT_UNPACK1] = {"adc.%t.unp1.", "unp_context.1.%t", "unp_row.1.%t", "src_bank.unp_b"},
    [TT_UNIT_MATRIX] = {"rwc.%t.", "src_bank.math_", "src_valid."},
    [TT_UNIT_VECTOR] = {"rwc.%t.", "cc.enabled", "cc.flags", "lane_config"},
};

/* Null: no data unit wrote any of those that are listed. */
static const struct diff_item *html_first_of_data_unit(const struct diff *diff)
{
    for (size_t i = 0; i < diff->item_count; i++) {
        const struct diff_item *item = &diff->items[i];
        if (item->has_writer && item->has_word && counters[item->unit][0])
            return item;
    }
    return NULL;
}

enum tt_status html_find_first(struct html *html)
{
    const struct diff_item *item = html_first_of_data_unit(&html->tiles.diff);
    if (!item)
        return TT_OK;
    const struct audit_choice choice = {
        .unit = item->unit, .has_packer = item->unit == TT_UNIT_PACK, .packer = item->instance};
    html->has_first = true;
    return audit_make(&html->first, html->results, &choice, html->err);
}

/* Whether a path begins as one of the unit's. */
static bool html_first_is_counter(const struct audit *audit, const char *path)
{
    for (size_t i = 0; i < sizeof counters[0] / sizeof counters[0][0] && counters[audit->unit][i]; i++) {
        const char *want = counters[audit->unit][i], *at = path;
        while (*want && (strncmp(want, "%t", 2) == 0 ? *at == '0' + audit->thread : *at == *want)) {
            want += *want == '%' ? 2 : 1;
            at++;
        }
        if (!*want)
            return true;
    }
    return false;
}

static enum tt_status put_counters(struct html *html)
{
    const struct audit *audit = &html->first;
    struct report *out = &html->report;
    struct end_bytes state OWNED(end_bytes_clear) = {0};
    char path[STATE_PATH_MAX];
    TRY(end_bytes_read_at(&state, html->results, TT_SPACE_STATE, 0, STATE_WORDS * 4, (int64_t)audit->seq - 1,
                          html->err));
    REPORT_EACH(out, "counters", word, STATE_WORDS) {
        (void)state_path(word, path);
        if (html_first_is_counter(audit, path))
            report_item(out, NULL, SAY("name", (const char *)path),
                        SAY_OR_NULL("value", !state.unknown[word * 4], load_u32(&state.bytes[word * 4])));
    }
    return TT_OK;
}

/* Settings stand once where the page shows those of this very instruction. */
static void html_first_put_settings(struct html *html)
{
    const struct audit *first = &html->first, *audit = &html->audit;
    const struct audit_view view = {0};
    if (!html->has_audit || audit->unit != first->unit || audit->seq != first->seq || audit->packer != first->packer)
        audit_report_settings(&html->report, first, &view);
}

enum tt_status html_put_first(struct html *html)
{
    if (!html->has_first)
        return TT_OK;
    report_object(&html->report, "first");
    audit_report_head(&html->report, &html->first);
    html_first_put_settings(html);
    TRY(put_counters(html));
    report_close(&html->report);
    return TT_OK;
}
