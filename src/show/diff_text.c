/* SPDX-License-Identifier: Apache-2.0 */
/* The difference as text: the verdict, the first difference whole, more of them a line each. 80 columns. */
#include "show/diff_counts.h"
#include "show/diff_report.h"

#include "ask/diff/waivers.h"
#include "ask/run/address.h"
#include "ask/run/seq_name.h"
#include "ask/run/value_text.h"
#include "base/shell.h"
#include "isa/chip.h"
#include "isa/findings.h"
#include "isa/spaces.h"
#include "show/ink.h"
#include "show/wrap.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL = 19, WIDTH = 80, PLACE = 12 };

static void print_label(FILE *out, const char *label)
{
    (void)fprintf(out, "  %-*s", LABEL - 2, label);
}

/* The run's name, and how it was made. */
static void print_head(FILE *out, const struct diff *diff, const struct ink *ink)
{
    char text[1400];
    (void)fprintf(out, "%s%s%s\n  ", ink->bold, diff->run->capture_name, ink->off);
    (void)snprintf(text, sizeof text, "%s, units %s, %s order%s%s%s%s", chip_get(diff->run->chip)->name,
                   diff->run->units, diff->run->order, diff->run->variants[0] ? ", " : "", diff->run->variants,
                   diff->run->sets[0] ? ", set " : "", diff->run->sets);
    wrap_text(out, text, 2, WIDTH);
}

static void print_verdict(FILE *out, const struct diff *diff, const struct ink *ink)
{
    static const char *const names[VERDICT_COUNT] = {"SAME",       "DIFFERS",     "HANGS",
                                                     "NO VERDICT", "UNSUPPORTED", "DAMAGED"};
    const char *colour = verdict_exit(diff->verdict) == EXIT_SAME      ? ink->green
                         : verdict_exit(diff->verdict) == EXIT_DIFFERS ? ink->red
                                                                       : ink->bold;
    (void)fprintf(out, "%s%s%s  ", colour, names[diff->verdict], ink->off);
    wrap_text(out, diff->reason, (int)strlen(names[diff->verdict]) + 2, WIDTH);
}

static void print_hang(FILE *out, const struct diff *diff, const char *path)
{
    const uint64_t count = diff_waiting(diff);
    if (!count)
        return;
    (void)fprintf(out, "       %" PRIu64 " wait, which are named by tt-replay audit ", count);
    shell_put_word(out, path);
    (void)fputs(" --lint\n", out);
}

/* "event 655, thread 2, packer 0" */
static void print_writer(FILE *out, const struct diff *diff, const struct diff_item *item)
{
    print_label(out, "written by");
    if (!item->has_writer) {
        (void)fprintf(out, "nobody: the replay never wrote there\n");
        return;
    }
    (void)fprintf(out, "%s %" PRIu64, seq_name(diff->run->order), item->seq);
    if (!item->has_word) {
        (void)fprintf(out, ", a store by a core or from outside the tile\n");
        return;
    }
    (void)fprintf(out, ", thread %u, ", item->thread);
    if (item->unit == TT_UNIT_PACK)
        (void)fprintf(out, "packer %u\n", item->instance);
    else
        (void)fprintf(out, "%s unit\n", unit_name(item->unit));
    char text[ISA_TEXT_MAX];
    print_label(out, "");
    wrap_text(out, isa_disassemble(diff->run->chip, item->word, text), LABEL, WIDTH);
}

static void print_what(FILE *out, const struct diff_item *item)
{
    char name[ADDRESS_TEXT_MAX];
    print_label(out, diff_part_name(item->part));
    if (item->part == DIFF_DATUM)
        (void)fprintf(out, "%s\n", address_datum_text(item->tile, item->datum, name));
    else if (item->part == DIFF_SHARED_EXPONENT)
        (void)fprintf(out, "of %u datums from %s on\n", item->datum_count,
                      address_datum_text(item->tile, item->datum, name));
    else if (item->place[0])
        wrap_text(out, item->place, LABEL, WIDTH);
    else
        (void)fprintf(out, "%u byte%s\n", item->hi - item->lo, plural(item->hi - item->lo));
    if (item->stage[0]) {
        print_label(out, "stage");
        (void)fprintf(out, "%s, the last that changed it\n", item->stage);
    }
    if (item->has_origin) {
        print_label(out, "from");
        (void)fprintf(out, "Dst row %u, column %u\n", item->origin / 16u, item->origin % 16u);
    }
}

static void print_pair(FILE *out, const char *label, const char *held, const char *replayed)
{
    print_label(out, label);
    (void)fprintf(out, "%-18s  %s\n", held, replayed);
}

static void print_values(FILE *out, const struct diff_item *item, const struct ink *ink)
{
    char held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX], name[VALUE_TEXT_MAX];
    print_label(out, "");
    (void)fprintf(out, "%s%-18s  %s%s\n", ink->dim, "held", "replayed", ink->off);
    if (item->format == FORMAT_COUNT) {
        uint32_t bytes = item->hi - item->lo < 4 ? item->hi - item->lo : 4;
        (void)snprintf(held, sizeof held, "0x%0*x", (int)bytes * 2, item->held & item->known);
        (void)snprintf(replayed, sizeof replayed, "0x%0*x", (int)bytes * 2, item->replayed & item->known);
        print_pair(out, item->hi - item->lo > 4 ? "first bytes" : "bits", held, replayed);
        return;
    }
    print_pair(out, "bits", bits_text(item->format, item->held, held),
               bits_text(item->format, item->replayed, replayed));
    if (item->part == DIFF_SHARED_EXPONENT) {
        int step = (int)item->replayed - (int)item->held;
        print_label(out, "distance");
        (void)fprintf(out, "the replay's %u datums are scaled by 2^%d\n", item->datum_count, step);
        return;
    }
    print_pair(out, format_text(item->format, name), value_text(item->format, item->held, held),
               value_text(item->format, item->replayed, replayed));
    print_label(out, "distance");
    if (item->ulps == UINT64_MAX)
        (void)fprintf(out, "not to be told in units in the last place\n");
    else
        (void)fprintf(out, "%s unit%s in the last place\n", ulps_text(item->ulps, held), plural(item->ulps));
}

static void print_stages(FILE *out, const struct diff_item *item, const struct ink *ink)
{
    char format[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX], value[VALUE_TEXT_MAX];
    for (unsigned i = 0; i < item->stage_count; i++) {
        const struct diff_stage *stage = &item->stages[i];
        print_label(out, i ? "" : "stage by stage");
        bool is_last = strcmp(stage->name, item->stage) == 0;
        (void)fprintf(out, "%s%-20s  %-9s %-9s %s%s\n", is_last ? ink->bold : "", stage->name,
                      format_text(stage->format, format), bits_text(stage->format, stage->bits, bits),
                      value_text(stage->format, stage->bits, value), is_last ? ink->off : "");
    }
}

static void print_first(FILE *out, const struct diff *diff, const struct ink *ink)
{
    const struct diff_item *item = &diff->items[0];
    (void)fprintf(out, "\n%sFirst difference%s\n", ink->bold, ink->off);
    print_label(out, "where");
    char place[ADDRESS_TEXT_MAX];
    (void)fprintf(out, "%s, at checkpoint %s\n", address_place_text(diff->run->chip, item->space, item->lo, place),
                  diff_checkpoint_id(diff, item->checkpoint));
    print_writer(out, diff, item);
    print_what(out, item);
    print_values(out, item, ink);
    print_stages(out, item, ink);
}

/* "l1:0x60013" where that is short, else "thread_cfg 0x1c8": what it is stands on the next line. Returns text. */
static const char *short_place(const struct diff *diff, const struct diff_item *item,
                               char text[static ADDRESS_TEXT_MAX])
{
    if (strlen(address_place_text(diff->run->chip, item->space, item->lo, text)) > PLACE)
        (void)snprintf(text, ADDRESS_TEXT_MAX, "%s 0x%x", space_name(item->space), item->lo);
    return text;
}

/* "tile0:face0:r2:c1", "exp tile0:face0:r2", "padding". Returns text. */
static const char *what_text(const struct diff_item *item, char text[static ADDRESS_TEXT_MAX])
{
    if (item->part == DIFF_DATUM)
        return address_datum_text(item->tile, item->datum, text);
    if (item->part == DIFF_SHARED_EXPONENT)
        (void)snprintf(text, ADDRESS_TEXT_MAX, "exp tile%u:face%u:r%u", item->tile, item->datum / 256,
                       item->datum % 256 / 16);
    else
        (void)snprintf(text, ADDRESS_TEXT_MAX, "%.16s", diff_part_name(item->part));
    return text;
}

/* One line a difference. */
static void print_more(FILE *out, const struct diff *diff, const struct ink *ink)
{
    if (diff->item_count < 2)
        return;
    (void)fprintf(out, "\n%sMore differences%s  %zu of %" PRIu64 "\n", ink->bold, ink->off, diff->item_count - 1,
                  diff->difference_count - 1);
    (void)fprintf(out, "  %s%-10s %-12s %-7s %-3s %-9s %-9s %s%s\n", ink->dim, "checkpoint", "place",
                  seq_name(diff->run->order), "pk", "held", "replayed", "what", ink->off);
    for (size_t i = 1; i < diff->item_count; i++) {
        const struct diff_item *item = &diff->items[i];
        char where[ADDRESS_TEXT_MAX], what[ADDRESS_TEXT_MAX], seq[24] = "-", packer[8] = "-";
        char held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX];
        if (item->has_writer)
            (void)snprintf(seq, sizeof seq, "%" PRIu64, item->seq);
        if (item->has_writer && item->unit == TT_UNIT_PACK)
            (void)snprintf(packer, sizeof packer, "%u", item->instance);
        (void)fprintf(out, "  %-10.10s %-12s %-7s %-3s %-9s %-9s %s\n", diff_checkpoint_id(diff, item->checkpoint),
                      short_place(diff, item, where), seq, packer, bits_text(item->format, item->held, held),
                      bits_text(item->format, item->replayed, replayed), what_text(item, what));
        if (item->part == DIFF_REGISTER && item->place[0])
            (void)fprintf(out, "  %-10s %.67s\n", "", item->place);
    }
    if (diff->item_count < diff->difference_count)
        (void)fprintf(out, "  %s… %" PRIu64 " more; --limit N lists them%s\n", ink->dim,
                      diff->difference_count - diff->item_count, ink->off);
}

/* What is known and left out, and what is wrong with the list of it. */
static void print_waivers(FILE *out, const struct diff *diff, const struct ink *ink)
{
    (void)fprintf(out, "\n%sWaived%s  by %s\n", ink->bold, ink->off, diff->waivers->path);
    for (size_t i = 0; i < diff->waivers->count; i++) {
        const struct waiver *waiver = &diff->waivers->items[i];
        char used[48], what[ADDRESS_TEXT_MAX + sizeof waiver->checkpoint + 2];
        (void)snprintf(used, sizeof used, "%" PRIu64 " time%s", waiver->used, plural(waiver->used));
        (void)snprintf(what, sizeof what, "%s%s%s", waiver->what, waiver->checkpoint[0] ? "@" : "", waiver->checkpoint);
        const char *state = waiver->is_expired ? "expired" : waiver->used ? used : "unused";
        (void)fprintf(out, "  %-40.40s until %s  %s%s%s\n", what, waiver->until, waiver->is_expired ? ink->red : "",
                      state, ink->off);
        (void)fprintf(out, "      ");
        wrap_text(out, waiver->why, 6, WIDTH);
    }
}

static bool has_audit(const struct diff_item *item)
{
    return item->has_writer && item->has_word && item->part != DIFF_BYTES &&
           (item->unit == TT_UNIT_PACK || item->unit == TT_UNIT_UNPACK0 || item->unit == TT_UNIT_UNPACK1 ||
            item->unit == TT_UNIT_MATRIX || item->unit == TT_UNIT_VECTOR);
}

/* Places that why takes; of configuration it takes fields alone. */
static bool has_why(const struct diff_item *item)
{
    return item->space != TT_SPACE_CFG && item->space != TT_SPACE_THREAD_CFG && item->space != TT_SPACE_DST_VALID;
}

static void print_command(FILE *out, const char *verb, const char *path)
{
    (void)fprintf(out, "  tt-replay %s ", verb);
    shell_put_word(out, path);
}

/* The commands that go on from here. */
static void print_next(FILE *out, const struct diff *diff, const char *path)
{
    const struct diff_item *item = &diff->items[0];
    char place[ADDRESS_TEXT_MAX];
    (void)fputc('\n', out);
    if (has_audit(item)) {
        print_command(out, "audit", path);
        (void)fprintf(out, " --unit %s --insn %" PRIu64 "\n", unit_name(item->unit), item->seq);
    }
    if (has_why(item)) {
        print_command(out, "why", path);
        (void)fprintf(out, " %s\n", address_place_text(diff->run->chip, item->space, item->lo, place));
    }
    (void)fprintf(out, "  tt-replay bisect FILE.ttcap\n");
}

void diff_report_text(FILE *out, const struct diff *diff, const char *path, bool has_colour)
{
    struct ink ink = ink_for(has_colour);
    print_head(out, diff, &ink);
    print_verdict(out, diff, &ink);
    print_hang(out, diff, path);
    if (diff->item_count)
        print_first(out, diff, &ink);
    print_more(out, diff, &ink);
    if (diff->waivers)
        print_waivers(out, diff, &ink);
    diff_counts_text(out, diff, &ink);
    if (diff->item_count)
        print_next(out, diff, path);
}
