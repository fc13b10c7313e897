/* SPDX-License-Identifier: Apache-2.0 */
/* The run against a reference of the user's own: its verdict, a byte a datum for the picture, the farthest one by one.
 */
#include "show/html_internal.h"

#include "ask/run/value_text.h"
#include "show/reports.h"

/* Bits and value; plain bits have no value. */
static void put_value(struct json_out *out, const char *key, enum format format, uint32_t bits)
{
    char pattern[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    json_out_array_line(out, key);
    json_out_say(out, SAY(NULL, bits_text(format, bits, pattern)),
                 SAY_OR_NULL(NULL, format != FORMAT_COUNT, value_text(format, bits, value)));
    json_out_end(out);
}

static void put_item(struct html *html, const struct expected_item *item)
{
    const struct expected *expected = &html->expected;
    const enum format format = expected->expect->form.lattice;
    struct json_out *out = &html->json;
    char place[ADDRESS_TEXT_MAX], address[ADDRESS_TEXT_MAX];
    json_out_object_line(out, NULL);
    json_out_say(
        out, SAY("element", item->datum.index),
        SAY("place", expected_place_text(expected->expect, item->nth, &item->datum, place)),
        SAY("address", address_place_text(expected->diff.run->chip, expected->expect->space, item->datum.lo, address)));
    put_value(out, "held", format, item->datum.wanted);
    put_value(out, "replayed", format, item->datum.replayed);
    json_out_say(out, SAY_IF("ulps", item->datum.ulps != UINT64_MAX, item->datum.ulps),
                 SAY_IF("seq", item->has_writer, item->seq));
    json_out_end(out);
}

enum tt_status html_put_reference(struct html *html)
{
    const struct expected *expected = &html->expected;
    const struct verdict_bytes *bytes = &expected->diff.facts.bytes;
    struct json_out *out = &html->json;
    if (!expected->expect)
        return TT_OK;
    json_out_object(out, "reference");
    json_out_say(
        out, SAY("path", expected->expect->asked.path), SAY("what", expected->expect->what),
        SAY("ulp", expected->expect->asked.ulp), SAY("verdict", (int)expected->diff.verdict),
        SAY("reason", expected->diff.reason), SAY("known", bytes->compared), SAY("differing", bytes->differing),
        SAY("tainted", bytes->undecided), SAY("datums", expected->expect->count), SAY("equal", expected->equal),
        SAY("differ", expected->differing), SAY("undecided", expected->undecided), SAY("farthest", expected->farthest));
    json_out_array(out, "items");
    for (size_t i = 0; i < expected->item_count && i < HTML_REFERENCE; i++)
        put_item(html, &expected->items[i]);
    json_out_end(out);
    struct blob map = {0};
    blob_bytes(&map, expected->map, expected->expect->count);
    const enum tt_status status = blob_put(html, "map", &map);
    blob_clear(&map);
    json_out_end(out);
    return status;
}
