/* SPDX-License-Identifier: Apache-2.0 */
/* How far two ends are from each other, and where: by distance, data tile, face, row and column. 80 columns;
 * schemas/against.schema.json. */
#include "show/reports.h"

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/spaces.h"
#include "show/wrap.h"

enum { TILES_SHOWN = 12 };

static void against_report_say_tiles(struct report *report, const struct against *against)
{
    REPORT_ROWS(report, "tiles", "By data tile", NULL, i, against->tile_count) {
        const struct against_tile *tile = &against->tiles[i];
        char far[VALUE_TEXT_MAX];
        report_row_if(report, i < TILES_SHOWN, CELL("tile", "%6s", tile->tile), CELL("packer", " %7s", tile->packer),
                      CELL("datums", " %10s", tile->datums), CELL("exponents", " %10s", tile->exponents),
                      SHOW("farthest", " %20s", ulps_text(tile->farthest, far)), SAY("farthest", tile->farthest));
    }
    if (against->tile_count > TILES_SHOWN)
        report_print(report, "  and %zu more\n", against->tile_count - TILES_SHOWN);
}

/* "0: 12, 3: 4" */
static void against_report_say_counts(struct report *report, const char *label, const char *key, const uint64_t *counts,
                                      unsigned count)
{
    char text[1024] = "";
    size_t at = 0;
    REPORT_EACH_LINE(report, key, i, count) {
        report_say(report, SAY(NULL, counts[i]));
        if (counts[i] && at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%u: %" PRIu64, at ? ", " : "", i, counts[i]);
    }
    if (at)
        report_label(report, 11, label, "%s", text);
}

static void against_report_say_where(struct report *report, const struct against *against)
{
    if (against->datums)
        report_heading(report, "By place in the data tile", NULL);
    against_report_say_counts(report, "face", "faces", against->faces, AGAINST_FACES);
    against_report_say_counts(report, "row", "rows", against->rows, AGAINST_SIDE);
    against_report_say_counts(report, "column", "columns", against->columns, AGAINST_SIDE);
}

static const char *against_report_what_text(const struct diff_item *item, enum tt_chip chip,
                                            char text[static ADDRESS_TEXT_MAX])
{
    if (item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT)
        return address_datum_text(item->tile, item->datum, text);
    return address_place_text(chip, item->space, item->lo, text);
}

static void against_report_say_items(struct report *report, const struct diff *diff)
{
    char note[64];
    (void)snprintf(note, sizeof note, "%zu of %" PRIu64, diff->item_count, diff->difference_count);
    report_say(report, SAY("difference_count", diff->difference_count));
    REPORT_ROWS(report, "differences", "Differences", note, i, diff->item_count) {
        const struct diff_item *item = &diff->items[i];
        char what[ADDRESS_TEXT_MAX], other[VALUE_TEXT_MAX], run[VALUE_TEXT_MAX], far[VALUE_TEXT_MAX];
        const bool has_ulps = item->part == DIFF_DATUM && item->ulps != UINT64_MAX;
        report_row(report, SAY("what", diff_part_name(item->part)),
                   CELL_AS("place", "what", "%-20s", against_report_what_text(item, diff->run->chip, what)),
                   SAY("space", space_name(item->space)), SAY("lo", item->lo),
                   CELL_OR_NULL("event", " %7s", item->has_writer, item->seq),
                   CELL("other", " %9s", bits_text(item->format, item->held, other)),
                   CELL("run", " %9s", bits_text(item->format, item->replayed, run)),
                   SHOW_IF("distance", " %11s", has_ulps, ulps_text(item->ulps, far)),
                   SAY_OR_NULL("ulps", has_ulps, item->ulps),
                   SHOW("stage", "  %s", item->part == DIFF_SHARED_EXPONENT ? "exponent" : item->stage),
                   SAY_OR_NULL("stage", item->stage[0], item->stage));
    }
    if (diff->item_count && diff->item_count < diff->difference_count)
        report_print(report, "  %s… %" PRIu64 " more; --limit N lists them%s\n", report->ink.dim,
                     diff->difference_count - diff->item_count, report->ink.off);
}

static void against_report_print_verdict(const struct report *report, const struct against *against)
{
    const struct diff *diff = &against->diff;
    char farthest[64] = "", far[VALUE_TEXT_MAX];
    if (against->datums)
        (void)snprintf(farthest, sizeof farthest, ", up to %s unit%s in the last place",
                       ulps_text(against->farthest, far), plural(against->farthest));
    if (diff->verdict == VERDICT_SAME)
        report_wrap(report, report_verdict(report, diff->verdict, "  "),
                    "all %" PRIu64 " bytes of L1 and Dst that both know", diff->facts.bytes.compared);
    if (diff->verdict != VERDICT_DIFFERS)
        return;
    report_wrap(report, report_verdict(report, diff->verdict, "  "),
                "%" PRIu64 " of %" PRIu64 " bytes: %" PRIu64 " datum%s%s", diff->facts.bytes.differing,
                diff->facts.bytes.compared, against->datums, plural(against->datums), farthest);
}

static void against_report_say_head(struct report *report, const struct against *against, const char *other)
{
    const struct diff *diff = &against->diff;
    const struct results_run_row *run = diff->run;
    report_title(report, run->capture_name);
    report_print(report, "\n  ");
    report_wrap(report, 2, "units %s%s%s%s%s, against %s", run->units, run->variants[0] ? ", readings " : "",
                run->variants, run->sets[0] ? ", set " : "", run->sets, other);
    report_say(report, SAY("capture", run->capture_name), SAY("against", other));
    if (diff->verdict == VERDICT_SAME || diff->verdict == VERDICT_DIFFERS) {
        against_report_print_verdict(report, against);
        report_say(report, SAY("verdict", verdict_name(diff->verdict)), SAY_OR_NULL("reason", false, ""));
    } else {
        diff_report_verdict(report, diff);
    }
    report_say(report, SAY("known_bytes", diff->facts.bytes.compared),
               SAY("differing_bytes", diff->facts.bytes.differing), SAY("datums", against->datums),
               SAY("farthest", against->farthest));
}

void against_report(FILE *out, enum report_form form, const struct against *against, const char *other)
{
    REPORT(report, out, form);
    against_report_say_head(&report, against, other);
    if (against->diff.verdict == VERDICT_DIFFERS || report.is_json) {
        distances_report(&report, against->distances);
        against_report_say_tiles(&report, against);
        against_report_say_where(&report, against);
        against_report_say_items(&report, &against->diff);
    }
}
