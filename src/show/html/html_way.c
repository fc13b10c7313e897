/* SPDX-License-Identifier: Apache-2.0 */
/* The way of a value: what `why` says of the place that differs first, and of the first datum in L1 that differs; where
 * nothing differs, of the first datum of the first data tile; and of the places that were asked for. */
#include "show/html/html_internal.h"

#include "ask/why/why.h"
#include "show/reports.h"

/* The place as it is typed. Returns text. */
static char *item_place(const struct html *html, const struct diff_item *item, char text[static ADDRESS_TEXT_MAX])
{
    return item->part == DIFF_DATUM ? address_datum_text(item->tile, item->datum, text)
                                    : address_place_text(results_run(html->results)->chip, item->space, item->lo, text);
}

/* Adds the way of a place as it stood after event `at`; a register field has writes instead, which the page shows with
 * the configuration. */
static enum tt_status html_way_put(struct html *html, const char *text, int64_t at)
{
    struct address_place place;
    struct why why OWNED(why_clear) = {0};
    /* A place that no instruction wrote, or that has no name, has no way. */
    struct tt_error trouble;
    if (why_place_parse(&place, html->results, text, &trouble) || place.is_field)
        return TT_OK;
    TRY(why_make(&why, html->results, &place, at, html->err));
    report_object(&html->report, NULL);
    report_say(&html->report, SAY("asked", text));
    why_report_say_nodes(&html->report, &why);
    report_close(&html->report);
    return TT_OK;
}

/* Of the first data tile that has differences. *is_found: whether there is one. */
static enum tt_status put_first_datum(struct html *html, bool *is_found)
{
    const struct data_tiles *tiles = &html->tiles;
    char text[ADDRESS_TEXT_MAX];
    *is_found = false;
    for (size_t i = 0; i < tiles->tile_count; i++) {
        const struct data_tile *tile = &tiles->tiles[i];
        if (!tile->difference_count)
            continue;
        *is_found = true;
        const uint32_t datum = tiles->differences[tile->difference_first].datum;
        return html_way_put(html, address_datum_text(tile->number, datum, text), (int64_t)tile->last_seq);
    }
    return TT_OK;
}

/* A place that a person typed; one that is none is refused. */
static enum tt_status put_asked(struct html *html)
{
    const struct texts *ways = html->options->ways;
    for (size_t i = 0; ways && i < ways->count; i++) {
        struct address_place place;
        TRY(why_place_parse(&place, html->results, ways->items[i], html->err));
        REFUSE_IF(place.is_field, html->err,
                  "--way: '%s' is a field: expected a place that data goes through; the page has its writes",
                  ways->items[i]);
        TRY(html_way_put(html, ways->items[i], INT64_MAX - 1));
    }
    return TT_OK;
}

enum tt_status html_put_ways(struct html *html)
{
    const struct diff *diff = html->expected.expect ? &html->expected.diff : &html->tiles.diff;
    const struct diff_item *first = diff->item_count ? &diff->items[0] : NULL;
    const int64_t at = first && first->has_writer ? (int64_t)first->seq : INT64_MAX - 1;
    const bool is_datum = first && first->part == DIFF_DATUM;
    bool has_datum = false;
    char text[ADDRESS_TEXT_MAX];
    report_list(&html->report, "ways");
    if (first && first->space != TT_SPACE_STAGE) /* a value of a stage has no place */
        TRY(html_way_put(html, item_place(html, first, text), at));
    if (!is_datum)
        TRY(put_first_datum(html, &has_datum));
    if (!first && !has_datum && html->tiles.tile_count)
        TRY(html_way_put(html, address_datum_text(html->tiles.tiles[0].number, 0, text), INT64_MAX - 1));
    TRY(put_asked(html));
    report_close(&html->report);
    return TT_OK;
}
