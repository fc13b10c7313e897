/* SPDX-License-Identifier: Apache-2.0 */
/* How far two ends are from each other, and where: by distance, data tile, face, row and column. 80 columns. */
#include "show/against_report.h"

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/ink.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { TILES_TOLD = 12, BAR = 30, WIDTH = 80, VERDICT = 9, DISTANCE_TEXT_MAX = 48 };

static const char *distance_text(unsigned class, char text[static DISTANCE_TEXT_MAX])
{
    char least[VALUE_TEXT_MAX], most[VALUE_TEXT_MAX];
    if (class == AGAINST_DISTANCES - 1)
        (void)snprintf(text, DISTANCE_TEXT_MAX, "not to be told");
    else if (class < 2)
        (void)snprintf(text, DISTANCE_TEXT_MAX, "%u", class);
    else if (class == AGAINST_DISTANCES - 2)
        (void)snprintf(text, DISTANCE_TEXT_MAX, "%s…", ulps_text(UINT64_C(1) << (class - 1), least));
    else
        (void)snprintf(text, DISTANCE_TEXT_MAX, "%s–%s", ulps_text(UINT64_C(1) << (class - 1), least),
                       ulps_text((UINT64_C(1) << class) - (class <= ULPS_WHOLE_BITS), most));
    return text;
}

static void print_bar(FILE *out, uint64_t count, uint64_t most)
{
    for (uint64_t i = 0; i < (count * BAR + most - 1) / most; i++)
        (void)fputc('#', out);
    (void)fputc('\n', out);
}

static void print_distances(FILE *out, const struct against *against, const struct ink *ink)
{
    uint64_t most = 0;
    char text[DISTANCE_TEXT_MAX];
    for (unsigned i = 0; i < AGAINST_DISTANCES; i++)
        most = against->distances[i] > most ? against->distances[i] : most;
    if (most == 0)
        return;
    (void)fprintf(out, "\n%sUnits in the last place%s\n", ink->bold, ink->off);
    for (unsigned i = 0; i < AGAINST_DISTANCES; i++) {
        if (!against->distances[i])
            continue;
        (void)distance_text(i, text);
        int wide = 0; /* the dash and the ellipsis are three bytes each */
        for (const char *at = text; *at; at++)
            wide += ((unsigned char)*at & 0xC0) != 0x80;
        (void)fprintf(out, "  %*s%s %10" PRIu64 "  ", 24 - wide, "", text, against->distances[i]);
        print_bar(out, against->distances[i], most);
    }
}

static void print_tiles(FILE *out, const struct against *against, const struct ink *ink)
{
    if (!against->tile_count)
        return;
    (void)fprintf(out, "\n%sBy data tile%s\n  %s%6s %7s %10s %10s %20s%s\n", ink->bold, ink->off, ink->dim, "tile",
                  "packer", "datums", "exponents", "farthest", ink->off);
    for (size_t i = 0; i < against->tile_count && i < TILES_TOLD; i++) {
        const struct against_tile *tile = &against->tiles[i];
        char far[VALUE_TEXT_MAX];
        (void)fprintf(out, "  %6u %7u %10" PRIu64 " %10" PRIu64 " %20s\n", tile->tile, tile->packer, tile->datums,
                      tile->exponents, ulps_text(tile->farthest, far));
    }
    if (against->tile_count > TILES_TOLD)
        (void)fprintf(out, "  and %zu more\n", against->tile_count - TILES_TOLD);
}

/* "0: 12, 3: 4" */
static void print_counts(FILE *out, const char *label, const uint64_t *counts, unsigned count)
{
    char text[1024];
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count && at < sizeof text; i++)
        if (counts[i])
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%u: %" PRIu64, at ? ", " : "", i, counts[i]);
    if (!at)
        return;
    (void)fprintf(out, "  %-9s", label);
    wrap_text(out, text, 11, WIDTH);
}

static void print_where(FILE *out, const struct against *against, const struct ink *ink)
{
    if (!against->datums)
        return;
    (void)fprintf(out, "\n%sBy place in the data tile%s\n", ink->bold, ink->off);
    print_counts(out, "face", against->faces, AGAINST_FACES);
    print_counts(out, "row", against->rows, AGAINST_SIDE);
    print_counts(out, "column", against->columns, AGAINST_SIDE);
}

static const char *what_text(const struct diff_item *item, enum tt_chip chip, char text[static ADDRESS_TEXT_MAX])
{
    if (item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT)
        return address_datum_text(item->tile, item->datum, text);
    return address_place_text(chip, item->space, item->lo, text);
}

static void print_items(FILE *out, const struct against *against, const struct ink *ink)
{
    const struct diff *diff = &against->diff;
    if (!diff->item_count)
        return;
    (void)fprintf(out, "\n%sDifferences%s  %zu of %" PRIu64 "\n", ink->bold, ink->off, diff->item_count,
                  diff->difference_count);
    (void)fprintf(out, "  %s%-20s %7s %9s %9s %11s  %s%s\n", ink->dim, "what", "event", "other", "run", "distance",
                  "stage", ink->off);
    for (size_t i = 0; i < diff->item_count; i++) {
        const struct diff_item *item = &diff->items[i];
        char what[ADDRESS_TEXT_MAX], other[VALUE_TEXT_MAX], run[VALUE_TEXT_MAX], seq[24] = "-";
        char far[VALUE_TEXT_MAX] = "-";
        if (item->has_writer)
            (void)snprintf(seq, sizeof seq, "%" PRIu64, item->seq);
        if (item->part == DIFF_DATUM && item->ulps != UINT64_MAX)
            (void)ulps_text(item->ulps, far);
        (void)fprintf(out, "  %-20s %7s %9s %9s %11s  %.12s\n", what_text(item, diff->run->chip, what), seq,
                      bits_text(item->format, item->held, other), bits_text(item->format, item->replayed, run), far,
                      item->part == DIFF_SHARED_EXPONENT ? "exponent" : item->stage);
    }
    if (diff->item_count < diff->difference_count)
        (void)fprintf(out, "  %s… %" PRIu64 " more; --limit N lists them%s\n", ink->dim,
                      diff->difference_count - diff->item_count, ink->off);
}

static void print_verdict(FILE *out, const struct against *against, const struct ink *ink)
{
    char text[160], farthest[64] = "", far[VALUE_TEXT_MAX];
    if (against->datums)
        (void)snprintf(farthest, sizeof farthest, ", up to %s unit%s in the last place",
                       ulps_text(against->farthest, far), plural(against->farthest));
    (void)snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64 " bytes: %" PRIu64 " datum%s%s",
                   against->diff.facts.bytes.differing, against->diff.facts.bytes.compared, against->datums,
                   plural(against->datums), farthest);
    (void)fprintf(out, "%sDIFFERS%s  ", ink->red, ink->off);
    wrap_text(out, text, VERDICT, WIDTH);
}

void against_report_text(FILE *out, const struct against *against, const char *other, bool has_colour)
{
    const struct ink ink = ink_for(has_colour);
    const struct diff *diff = &against->diff;
    char text[1024];
    (void)fprintf(out, "%s%s%s\n  ", ink.bold, diff->run->capture_name, ink.off);
    (void)snprintf(text, sizeof text, "units %s%s%s%s%s, against %s", diff->run->units,
                   diff->run->variants[0] ? ", " : "", diff->run->variants, diff->run->sets[0] ? ", set " : "",
                   diff->run->sets, other);
    wrap_text(out, text, 2, WIDTH);
    if (diff->verdict == VERDICT_NONE) {
        (void)fprintf(out, "%sNO VERDICT%s  %s\n", ink.bold, ink.off, diff->reason);
        return;
    }
    if (diff->verdict == VERDICT_SAME) {
        (void)fprintf(out, "%sSAME%s  all %" PRIu64 " bytes of L1 and Dst that both know\n", ink.green, ink.off,
                      diff->facts.bytes.compared);
        return;
    }
    print_verdict(out, against, &ink);
    print_distances(out, against, &ink);
    print_tiles(out, against, &ink);
    print_where(out, against, &ink);
    print_items(out, against, &ink);
}

/* ---- JSON ---- */

static void put_counts(struct json_out *out, const char *key, const uint64_t *counts, unsigned count)
{
    json_out_array_line(out, key);
    for (unsigned i = 0; i < count; i++)
        json_out_uint(out, NULL, counts[i]);
    json_out_end(out);
}

static void put_distances(struct json_out *out, const struct against *against)
{
    json_out_array(out, "distances");
    for (unsigned i = 0; i < AGAINST_DISTANCES; i++) {
        if (!against->distances[i])
            continue;
        json_out_object_line(out, NULL);
        if (i == AGAINST_DISTANCES - 1)
            json_out_null(out, "from");
        else
            json_out_uint(out, "from", i ? UINT64_C(1) << (i - 1) : 0);
        json_out_uint(out, "count", against->distances[i]);
        json_out_end(out);
    }
    json_out_end(out);
}

static void put_items(struct json_out *out, const struct against *against)
{
    const struct diff *diff = &against->diff;
    char text[ADDRESS_TEXT_MAX], bits[VALUE_TEXT_MAX];
    json_out_array(out, "differences");
    for (size_t i = 0; i < diff->item_count; i++) {
        const struct diff_item *item = &diff->items[i];
        json_out_object_line(out, NULL);
        json_out_string(out, "what", diff_part_name(item->part));
        json_out_string(out, "place", what_text(item, diff->run->chip, text));
        json_out_string(out, "space", space_name(item->space));
        json_out_uint(out, "lo", item->lo);
        if (item->has_writer)
            json_out_uint(out, "event", item->seq);
        else
            json_out_null(out, "event");
        json_out_string(out, "other", bits_text(item->format, item->held, bits));
        json_out_string(out, "run", bits_text(item->format, item->replayed, bits));
        if (item->part == DIFF_DATUM && item->ulps != UINT64_MAX)
            json_out_uint(out, "ulps", item->ulps);
        else
            json_out_null(out, "ulps");
        json_out_string(out, "stage", item->stage[0] ? item->stage : NULL);
        json_out_end(out);
    }
    json_out_end(out);
}

void against_report_json(FILE *file, const struct against *against, const char *other)
{
    const struct diff *diff = &against->diff;
    struct json_out out;
    json_out_init(&out, file);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", diff->run->capture_name);
    json_out_string(&out, "against", other);
    json_out_string(&out, "verdict", verdict_name(diff->verdict));
    json_out_uint(&out, "known_bytes", diff->facts.bytes.compared);
    json_out_uint(&out, "differing_bytes", diff->facts.bytes.differing);
    json_out_uint(&out, "datums", against->datums);
    json_out_uint(&out, "farthest", against->farthest);
    put_distances(&out, against);
    json_out_array(&out, "tiles");
    for (size_t i = 0; i < against->tile_count; i++) {
        json_out_object_line(&out, NULL);
        json_out_uint(&out, "tile", against->tiles[i].tile);
        json_out_uint(&out, "packer", against->tiles[i].packer);
        json_out_uint(&out, "datums", against->tiles[i].datums);
        json_out_uint(&out, "exponents", against->tiles[i].exponents);
        json_out_uint(&out, "farthest", against->tiles[i].farthest);
        json_out_end(&out);
    }
    json_out_end(&out);
    put_counts(&out, "faces", against->faces, AGAINST_FACES);
    put_counts(&out, "rows", against->rows, AGAINST_SIDE);
    put_counts(&out, "columns", against->columns, AGAINST_SIDE);
    json_out_uint(&out, "difference_count", diff->difference_count);
    put_items(&out, against);
    json_out_end(&out);
}
